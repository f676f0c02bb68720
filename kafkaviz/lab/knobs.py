"""Knobs on a scenario: turn one, and its film is made anew and stays at the same event, with what came of it above."""

import inspect
from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import Any, Final

import ipywidgets
import traitlets

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError, LearnerError
from kafkaviz.decisions.wording import as_integer, name_of, short
from kafkaviz.lab.answers import keep_answer
from kafkaviz.lab.comparing import film_in
from kafkaviz.lab.outcome import decisive_step, in_words, outcome_of
from kafkaviz.lab.positions import Outcome, in_html, outcomes_near
from kafkaviz.lab.views import Views
from kafkaviz.lab.widgets import status
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.core.learner import call_policy
from kafkaviz.player.entries import Entries
from kafkaviz.player.widget import Player
from kafkaviz.scene.aligning import counterpart
from kafkaviz.scene.opening import open_at
from kafkaviz.scene.values import Film

LABEL = {"description_width": "initial"}
SLIDER = {"width": "auto", "flex": "1 1 220px", "max_width": "300px"}
"""Beside the sidebar of a small screen two stand in a row, so that more of the film is in sight."""
REFUSALS: Final = (KafkaError, LearnerError, ValueError)
NOT_POSSIBLE: Final = "not possible"


class Knobs(ipywidgets.VBox):  # type: ignore[misc]
    """A scenario's film under its knobs; `player` shows it, `lab` is what the scenario gave last.

    `outcome` tells what came of it, and the film opens where that was decided; `positions` tells the same of each
    position of the knob that was turned last. A scenario that cannot be carried out as the knobs stand leaves the film
    as it was, and `message` says why.
    """

    message = traitlets.Unicode(read_only=True)
    outcome = traitlets.Unicode(read_only=True)
    positions = traitlets.Dict(read_only=True)

    def __init__(
        self,
        scenario: Callable[..., object],
        ranges: Mapping[str, object],
        lens: str | None,
        outcome: Callable[[Any], object],
    ) -> None:
        super().__init__()
        self.scenario, self.wanted_lens, self._outcome = scenario, lens, outcome
        self._outcomes = dict[str, Outcome]()
        defaults = _defaults(scenario, ranges)
        self.knobs = {name: _knob(name, allowed, defaults.get(name)) for name, allowed in ranges.items()}
        self.lab = call_policy(scenario, **self.values)
        self.player = Player(self._film(), lens=lens, answered=keep_answer)
        self._said, self._strip = ipywidgets.HTML(), ipywidgets.HTML()
        for name, knob in self.knobs.items():
            knob.observe(partial(self._turned, name), "value")
        self._tell(next(iter(self.knobs), ""))
        self._beside = Entries(f"Knobs of {name_of(scenario)}")
        row = ipywidgets.HBox([*self.knobs.values(), self._beside], layout={"flex_flow": "row wrap"})
        above = ipywidgets.Box([row, self._said, self._strip], layout={"display": "block"})
        # Where film and knobs have no room above each other, the player lays these over its words.
        self.children = [above.add_class("kv-knobs"), self.player]

    @property
    def values(self) -> dict[str, object]:
        """What each knob stands at."""
        return {name: knob.value for name, knob in self.knobs.items()}

    def _turned(self, name: str, _: object) -> None:
        with self._beside.works():
            self._turn(name)

    @seldom_collecting()
    def _turn(self, name: str) -> None:
        before, at = self.player.film, self.player.index
        lab = self.lab
        try:
            self.lab = call_policy(self.scenario, **self.values)
            film = self._film()
        except REFUSALS as refusal:
            self.lab = lab
            self._tell(name, f"⚠ Not possible: {refusal} The film below is still the one before.")
            return
        with self.player.hold_sync():
            self.player.film = film
            self.player.index = counterpart(before, at, film)
        self._tell(name)

    def _film(self) -> Film:
        """Returns the film, opened where its outcome was decided; one that asks is left as the scenario has it."""
        film = film_in(self.lab, self.wanted_lens)
        return open_at(film, decisive_step(self.lab, self._outcome)) if isinstance(self.lab, Views) else film

    def _tell(self, name: str, message: str = "") -> None:
        """Tells what came of the positions of all knobs, and what comes of the others of one."""
        self.set_trait("message", message)
        if isinstance(self.lab, Views):
            allowed = _positions(self.knobs[name]) if name else {}
            here = next((word for word, position in allowed.items() if position == self.values[name]), "")
            self.set_trait("outcome", "" if message else self._run({}).words)
            self.set_trait("positions", outcomes_near(allowed, here, lambda position: self._run({name: position})))
            self._strip.value = in_html(name, self.positions, here) if len(allowed) > 1 else ""
        self._said.value = status(message or self.outcome) if message or self.outcome else ""

    def _run(self, turned: Mapping[str, object]) -> Outcome:
        """Returns what comes of the knobs as they stand but for those that are turned, without a film."""
        values = {**self.values, **turned}
        key = repr(values)
        if key not in self._outcomes:
            try:
                lab = call_policy(self.scenario, **values)
                steps = len(lab.history.steps) if isinstance(lab, Views) else 0
                self._outcomes[key] = Outcome(in_words(call_policy(self._outcome, lab)), steps)
            except REFUSALS as refusal:
                name = f", {refusal.name}" if isinstance(refusal, KafkaError) else ""
                self._outcomes[key] = Outcome(f"{NOT_POSSIBLE}{name}", 0)
        return self._outcomes[key]

    def __repr__(self) -> str:
        standing = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"<knobs of {name_of(self.scenario)}: {standing}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        data = super()._repr_mimebundle_(**kwargs)
        still, metadata = self.player._repr_mimebundle_(**kwargs)
        text = f"{self!r}\n{still['text/plain']}"
        return data | {kind: still[kind] for kind in ("image/png",) if kind in still} | {"text/plain": text}, metadata


def knobs(
    scenario: Callable[..., object],
    *,
    lens: str | None = None,
    outcome: Callable[[Any], object] = outcome_of,
    **ranges: object,
) -> Knobs:
    """Puts knobs on a scenario: a slider for `(low, high)`, a list to choose from for `[...]`, a box for `bool`.

    A scenario is a function that gives a lab or a player; each knob is named after one of its parameters, and begins at
    that one's default, or else at the first value it may have. `outcome(lab)` says in a line what came of a lab; by
    itself that is what became of the last record. ValueError says what is wrong with a knob.

    >>> from kafkaviz.lab import Lab
    >>> def failover(brokers=3, kafka="4.4"):
    ...     return Lab(brokers, kafka=kafka).create_topic("letters", 1, 2).kill(1)
    >>> shown = knobs(failover, brokers=(1, 5), kafka=["4.4", "2.3"])
    >>> shown
    <knobs of failover: brokers=3, kafka='4.4'>
    >>> shown.outcome
    'letters-0: leader 2, ISR 2'
    >>> shown.knobs["brokers"].value = 1
    >>> print(shown.message.partition(": ")[2][:31], shown.lab)
    INVALID_REPLICATION_FACTOR (38) <Lab: 3 brokers, Kafka 4.4, topic letters, t = 9 s>
    """
    check_kind("scenario", Callable[..., object], scenario)
    check_kind("lens", str | None, lens)
    check_kind("outcome", Callable[..., object], outcome)
    return Knobs(scenario, ranges, lens, outcome)


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
        low, high = (check_kind(f"An end of the knob {name}", int, end) for end in allowed)
        _check(name, default, range(low, high + 1), f"{low} to {high}")
        value = low if default is None else default
        look = {"continuous_update": False, "style": LABEL, "layout": SLIDER}
        return ipywidgets.IntSlider(value, low, high, description=name, **look)
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


def _positions(knob: ipywidgets.ValueWidget) -> dict[str, object]:
    """Returns what a knob can stand at, by the name under which it is shown."""
    if isinstance(knob, ipywidgets.Dropdown):
        return dict(knob.options)
    allowed = (False, True) if isinstance(knob, ipywidgets.Checkbox) else range(knob.min, knob.max + 1)
    return {str(each): each for each in allowed}


def _check(name: str, default: object, allowed: Container[object], shown: str) -> None:
    if default is not None and default not in allowed:
        raise InvalidArgumentError(
            f"{name} begins at {short(default)}, which is none of {shown}; let the knob have it."
        )
