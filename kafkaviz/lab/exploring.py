"""Exploring: everything that may become of a lab, searched for the shortest history that breaks a promise."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, fields
from html import escape
from inspect import signature
from typing import TYPE_CHECKING, Any, Final

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import name_of, short, suggestion
from kafkaviz.lab.search_progress import show_progress
from kafkaviz.lab.views import Views
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.learner import call_policy
from kafkaviz.model.core.promise import Promise, Property
from kafkaviz.model.core.request import Request
from kafkaviz.model.properties import PROPERTIES
from kafkaviz.model.search.explore import explore as explore_model
from kafkaviz.model.search.goals import Goal
from kafkaviz.model.search.goals import goal as goal_of
from kafkaviz.model.search.menu import word_of
from kafkaviz.model.search.moves import Schedules
from kafkaviz.model.search.outcomes import BOUNDS, Bounds, Broken, Failed, Outcome, Reached, Unreached

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player

_IN_THE_WORD: Final = ("power_lost", "election")


class Explored:
    """What became of exploring a lab: `outcome` is the model's value, `lab` the shortest history that was found.

    Shows itself as one sentence and the requests that lead there; `film()` opens on the step that counts. Where
    nothing was found, `lab` is the lab that was explored.
    """

    def __init__(self, lab: Views, outcome: Outcome) -> None:
        self.outcome, self.lab, self._known = outcome, lab, len(lab.history.acts)
        if isinstance(outcome, Broken | Reached | Unreached | Failed):
            self.lab = copy(lab)
            self.lab.history, self.lab._forked_at = outcome.history, len(lab.history.steps)

    @property
    def summary(self) -> str:
        """The outcome in one sentence."""
        return self.outcome.summary

    @property
    def requests(self) -> list[str]:
        """The requests that lead there, in order, each as a line; none where nothing was found."""
        return [line_of(request) for act in self.lab.history.acts[self._known :] for request in act.requests]

    def film(self, **shown: Any) -> "Player":
        """Returns the film of the shortest history, opened on the step that breaks the promise or reaches the goal.

        Takes what `lab.film` takes. Raises WrongTypeError for what it does not take.
        """
        takes = signature(Views.film).parameters
        for name in shown:
            if name not in takes or name == "self":
                raise WrongTypeError(f"lab.film() takes no {short(name)}; {suggestion(name, [*takes][1:])}")
        outcome = self.outcome
        if isinstance(outcome, Broken):
            shown = {"promises": [outcome.promise], **shown}
        if isinstance(outcome, Broken | Reached | Unreached):
            shown = {"opens_at": outcome.step, **shown}
        return self.lab.film(**shown)

    def __repr__(self) -> str:
        return "\n".join([self.summary, *(f"{n}. {line}" for n, line in enumerate(self.requests, 1))])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        steps = "".join(f"<li><code>{escape(line)}</code></li>" for line in self.requests)
        items = f"<ol>{steps}</ol>" if steps else ""
        return {"text/plain": repr(self), "text/html": f"<div><p>{escape(self.summary)}</p>{items}</div>"}


def explore(
    lab: Views,
    *,
    requests: Sequence[Request] | None = None,
    budget: Mapping[str, int] | None = None,
    breaks: Property | str | None = None,
    goal: Goal | Callable[[Cluster], bool] | None = None,
    schedules: Schedules = "first",
    bounds: Bounds = BOUNDS,
    workers: int = 1,
) -> Explored:
    """Searches every history that a few requests can make of a lab, shortest first, for one that breaks a promise.

    `budget` says how often each thing may be done, by the names of a lab's verbs: two kills, a restart, two sends and
    two ticks of a broker session where nothing is said. With `requests` only these are asked. `breaks` asks of one
    promise alone, by itself or by name; `goal` asks for a cluster of which a function holds, and of no promise unless
    `breaks` names one. With `schedules="all"` events come in any order and requests at any moment. More `workers`
    share a long search out to as many processes, on Linux and macOS, and find the same. The lab stays as it is; Ctrl-C
    keeps what was found. Raises InvalidArgumentError for a word, a promise, a bound or a number that is none.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab(min_insync_replicas=2).create_topic("letters", replication_factor=3)
    >>> explore(lab, budget={"kill": 1, "send": 1, "tick": 1})
    Closed: 38 states, 37 transitions; no promise broken.
    >>> explore(lab, budget={"kill": 1, "tick": 1}, goal=lambda cluster: cluster.partitions["letters", 0].leader == 2)
    Reached after 2 requests: the goal.
    1. kill(1)
    2. tick(9000)

    Breadth-first model checking, as TLC does it for Kafka's TLA+ specifications.
    """
    if not isinstance(lab, Views):
        raise WrongTypeError(f"A lab can be explored, not {short(lab)}.")
    promises = _promises(breaks, alone=goal is not None)
    goals = () if goal is None else (_goal(goal),)
    with show_progress("Exploring") as progress:
        outcome = explore_model(
            lab.history,
            lab.policies,
            requests=requests,
            budget=budget,
            promises=promises,
            goals=goals,
            schedules=schedules,
            bounds=bounds,
            progress=progress,
            workers=workers,
        )
    return Explored(lab, outcome)


def _promises(breaks: object, *, alone: bool) -> tuple[Property, ...]:
    if breaks is None:
        return () if alone else PROPERTIES
    if isinstance(breaks, str):
        found = next((promise for promise in PROPERTIES if breaks in (promise.__name__, promise.words)), None)
        if found is None:
            known = [promise.__name__ for promise in PROPERTIES]
            raise InvalidArgumentError(f"There is no promise {short(breaks)}; {suggestion(breaks, known)}")
        return (found,)
    if not isinstance(breaks, Promise) and not callable(breaks):
        raise InvalidArgumentError(f"breaks= takes a promise of kafkaviz.model.properties, not {short(breaks)}.")
    return (breaks,)


def _goal(given: object) -> Goal:
    if isinstance(given, Goal):
        return given
    if not callable(given):
        raise InvalidArgumentError(f"goal= takes a function of a cluster, not {short(given)}.")
    name = name_of(given)
    words = "the goal" if name == "<lambda>" else name.replace("_", " ")
    return goal_of(name, words, lambda cluster: bool(call_policy(given, cluster)))


def line_of(request: Request) -> str:
    """Returns a request as one line, as the verb of a lab with what is not at its default."""
    arguments = list[str]()
    for field in fields(request):  # type: ignore[arg-type]  # Every request is a dataclass.
        value = getattr(request, field.name)
        if field.default is MISSING and field.default_factory is MISSING:
            arguments.append(repr(value))
        elif value != field.default and field.name not in _IN_THE_WORD:
            arguments.append(f"{field.name}={value!r}")
    return f"{word_of(request)}({', '.join(arguments)})"
