"""Knobs on a scenario: turn one, and its film is made anew and goes on at the same step."""

import inspect
from collections.abc import Callable, Container, Mapping
from typing import Any

import ipywidgets
import traitlets

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError, LearnerError
from kafkaviz.decisions.wording import as_integer, name_of, short
from kafkaviz.lab.answers import keep_answer
from kafkaviz.lab.comparing import film_in
from kafkaviz.lab.widgets import status
from kafkaviz.model.core.kinds import checked
from kafkaviz.model.core.learner import call_policy
from kafkaviz.player.widget import Player

LABEL = {"description_width": "initial"}


class Knobs(ipywidgets.VBox):  # type: ignore[misc]
    """A scenario's film under its knobs; `player` shows it, `lab` is what the scenario gave last.

    A scenario that cannot be carried out as the knobs stand leaves the film as it was, and `message` says why.
    """

    message = traitlets.Unicode(read_only=True)

    def __init__(self, scenario: Callable[..., object], ranges: Mapping[str, object], lens: str | None) -> None:
        self.scenario, self.wanted_lens = scenario, lens
        defaults = _defaults(scenario, ranges)
        self.knobs = {name: _knob(name, allowed, defaults.get(name)) for name, allowed in ranges.items()}
        self.lab = call_policy(scenario, **self.values)
        self.player = Player(film_in(self.lab, lens), lens=lens, answered=keep_answer)
        for knob in self.knobs.values():
            knob.observe(self._turned, "value")
        said = ipywidgets.HTML()
        traitlets.dlink((self, "message"), (said, "value"), lambda words: words and status(words))
        row = ipywidgets.HBox([*self.knobs.values()], layout={"flex_flow": "row wrap"})
        super().__init__([row, said, self.player])

    @property
    def values(self) -> dict[str, object]:
        """What each knob stands at."""
        return {name: knob.value for name, knob in self.knobs.items()}

    def _turned(self, _: object) -> None:
        try:
            lab = call_policy(self.scenario, **self.values)
            film = film_in(lab, self.wanted_lens)
        except (KafkaError, LearnerError, ValueError) as refusal:
            self.set_trait("message", f"⚠ Not possible: {refusal} The film below is still the one before.")
            return
        self.lab, self.player.film = lab, film
        self.set_trait("message", "")

    def __repr__(self) -> str:
        standing = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"<knobs of {name_of(self.scenario)}: {standing}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        data = super()._repr_mimebundle_(**kwargs)
        still, metadata = self.player._repr_mimebundle_(**kwargs)
        told = f"{self!r}\n{still['text/plain']}"
        return data | {kind: still[kind] for kind in ("image/png",) if kind in still} | {"text/plain": told}, metadata


def knobs(scenario: Callable[..., object], *, lens: str | None = None, **ranges: object) -> Knobs:
    """Puts knobs on a scenario: a slider for `(low, high)`, a list to choose from for `[...]`, a box for `bool`.

    A scenario is a function that gives a lab or a player; each knob is named after one of its parameters, and begins at
    that one's default, or else at the first value it may have. ValueError says what is wrong with a knob.

    >>> from kafkaviz.lab import Lab
    >>> def failover(brokers=3, kafka="4.4"):
    ...     return Lab(brokers, kafka=kafka).create_topic("letters", 1, 2).kill(1)
    >>> shown = knobs(failover, brokers=(1, 5), kafka=["4.4", "2.3"])
    >>> shown
    <knobs of failover: brokers=3, kafka='4.4'>
    >>> shown.knobs["brokers"].value = 1
    >>> print(shown.message.partition(": ")[2][:31], shown.lab)
    INVALID_REPLICATION_FACTOR (38) <Lab: 3 brokers, Kafka 4.4, topic letters, t = 9 s>
    """
    checked("scenario", Callable[..., object], scenario)
    checked("lens", str | None, lens)
    return Knobs(scenario, ranges, lens)


def _defaults(scenario: Callable[..., object], ranges: Mapping[str, object]) -> dict[str, object]:
    try:
        parameters = inspect.signature(scenario).parameters
    except ValueError:
        raise InvalidArgumentError(f"The parameters of {short(scenario)} cannot be read; take a function.") from None
    takes_any = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
    unknown = [name for name in ranges if name not in parameters and not takes_any]
    if unknown:
        raise InvalidArgumentError(f"{name_of(scenario)} has no {', '.join(unknown)}; it has {', '.join(parameters)}.")
    return {name: each.default for name, each in parameters.items() if each.default is not each.empty}


def _knob(name: str, allowed: object, default: object) -> ipywidgets.ValueWidget:
    """Makes the widget that a range asks for."""
    if allowed is bool or isinstance(allowed, bool):
        ticked = bool(default) if allowed is bool else allowed
        return ipywidgets.Checkbox(value=ticked, description=name, indent=False)
    if isinstance(allowed, tuple) and len(allowed) == 2 and None not in map(as_integer, allowed):
        low, high = (checked(f"An end of the knob {name}", int, end) for end in allowed)
        _check(name, default, range(low, high + 1), f"{low} to {high}")
        value = low if default is None else default
        return ipywidgets.IntSlider(value, low, high, description=name, continuous_update=False, style=LABEL)
    if isinstance(allowed, list) and allowed:
        _check(name, default, allowed, ", ".join(map(short, allowed)))
        options = [(each if isinstance(each, str) else short(each), each) for each in allowed]
        first = allowed[0] if default is None else default
        return ipywidgets.Dropdown(
            options=options, value=first, description=name, style=LABEL, layout={"width": "max-content"}
        )
    raise InvalidArgumentError(
        f"The knob {name} takes (low, high) of whole numbers, a list, or bool, not {short(allowed)}."
    )


def _check(name: str, default: object, allowed: Container[object], shown: str) -> None:
    if default is not None and default not in allowed:
        raise InvalidArgumentError(
            f"{name} begins at {short(default)}, which is none of {shown}; let the knob have it."
        )
