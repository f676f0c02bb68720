"""What a rule is that can be broken: the decision it stands for, its promise, and the clusters it is searched in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.lab import Lab
from kafkaviz.model.core.promise import Property
from kafkaviz.model.core.request import Request
from kafkaviz.model.properties import PROPERTIES
from kafkaviz.model.search.goals import Goal
from kafkaviz.model.search.moves import Schedules

Asking = Callable[..., object]
"""Asks a rule and returns its answer as a plain value, as `kafkaviz.breaking.plain_values.plain` makes it."""


class Call(NamedTuple):
    """One question to a rule: what it is given."""

    arguments: tuple[Any, ...]
    named: Mapping[str, Any] = {}


class Case(NamedTuple):
    """One question, or several whose answers have to fit together."""

    calls: tuple[Call, ...]


class Finding(NamedTuple):
    """What a predicate has found: a sentence, and how it was judged, by a "breach" of a promise or by a "vector"."""

    judge: Literal["breach", "vector"]
    sentence: str
    calls: tuple[Call, ...]


def no_more(asking: Asking) -> Finding | None:
    """Finds nothing: what is asked of a rule that has no vectors of its own."""
    return None


def as_answered(call: Call, answer: Any) -> object:
    """Returns an answer as it is: what the cluster takes of most rules."""
    return answer


def no_more_promises(policies: Policies) -> Sequence[Property]:
    """Returns no promise beside those that every cluster keeps."""
    return ()


class Trial(NamedTuple):
    """A cluster in which a rule is searched, and what may happen there.

    `begin(rule)` makes the lab; None there is Kafka's own. `budget`, `requests` and `schedules` are those of `explore`;
    goals are asked for where requests come one after the other, as rules then answer in one order.
    """

    words: str
    begin: Callable[[Any], Lab]
    budget: Mapping[str, int] | None = None
    requests: Callable[[], Sequence[Request]] | None = None
    goals: tuple[Goal, ...] = ()
    schedules: Schedules = "first"
    more_promises: Callable[[Policies], Sequence[Property]] = no_more_promises

    def promises(self, policies: Policies) -> tuple[Property, ...]:
        """Returns everything that must hold in this trial."""
        return (*PROPERTIES, *self.more_promises(policies))


class Sample(NamedTuple):
    """What a rule that breaks nothing is shown doing."""

    title: str
    happens: Callable[[Lab], Lab]
    begin: Callable[[Any], Lab]


class Breakable(NamedTuple):
    """A decision that a learner may replace, with all that judges what stands in its place.

    `field` is its place in `Policies`, `asked_as` shows how it is called. `examples` are asked in their order, then
    what is `drawn`, from small to large. `fault(call, answer)` says why an answer cannot be used,
    `breach(calls, answers)` which promise answers break; `beyond` asks what no single answer tells.
    `taken(call, answer)` makes of a plain answer what the cluster takes, `means(call, answer)` what that does there.
    """

    name: str
    field: str
    asked_as: str
    reference: Callable[..., Any]
    examples: Callable[[], Iterable[Case]]
    drawn: Callable[[], Iterable[Case]]
    fault: Callable[[Call, object], str | None]
    breach: Callable[[Sequence[Call], Sequence[Any]], str | None]
    trials: tuple[Trial, ...]
    samples: tuple[Sample, ...]
    taken: Callable[[Call, Any], object] = as_answered
    beyond: Callable[[Asking], Finding | None] = no_more
    means: Callable[[Call, Any], object] = as_answered


def one_call(*arguments: object, **named: object) -> Case:
    """Returns a case of a single question.

    >>> one_call([1], current=2)
    Case(calls=(Call(arguments=([1],), named={'current': 2}),))
    """
    return Case((Call(arguments, named),))
