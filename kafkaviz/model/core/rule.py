"""What happens by itself: a rule yields every event that may happen next to one subject.

A rule is a guarded action. Its guard holds by itself, whatever was asked before it; the order in which rules are asked
is a schedule, and nothing else. A rule says what of a cluster its guard reads: it need not be asked again before an
event has changed some of that.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Generic, TypeVar

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.facets import Facet, bits_of

S = TypeVar("S")
Guard = Callable[[Cluster, S, Policies], Iterator[Event]]


class Rule(Generic[S]):
    """A guard, its name, and the facets of a cluster that it reads, as bits.

    The actions of the replication protocol's TLA+ specification have this form.
    """

    def __init__(self, guard: Guard[S], reads: tuple[Facet, ...]) -> None:
        self.guard, self.name, self.facets = guard, guard.__name__, reads
        self.reads = bits_of(*reads)
        self.__doc__, self.__module__ = guard.__doc__, guard.__module__

    def __call__(self, cluster: Cluster, subject: S, policies: Policies) -> Iterator[Event]:
        """Yields what may happen next to a subject."""
        return self.guard(cluster, subject, policies)

    def __repr__(self) -> str:
        return f"<rule {self.name}>"

    def __reduce__(self) -> str:
        # There is one of it: a copied step has the same rule, also in another process.
        return self.name


def rule(*reads: Facet) -> Callable[[Guard[S]], Rule[S]]:
    """Makes a generator a rule; `reads` names the facets of a cluster on which its silence depends."""
    return lambda guard: Rule(guard, reads)


Silencing = Mapping[type[Event], Collection[Rule[Any]]]
"""Rules that an event of a type can only silence: it takes away from what they ask for, though they read that."""


class Schedule(Generic[S]):
    """Rules in the order in which they are asked: the first enabled one happens, so stories are told in one order.

    `woken[kind, differs]` are the rules that read something that differs, as bits, but for those that an event of this
    kind can only silence, and `asked[woken]` those to ask, in order, each with who is still awake when it speaks. Both
    grow with what is looked up in them. Without an event `kind` is None.
    """

    def __init__(self, *rules: Rule[S], silencing: Silencing | None = None) -> None:
        self.rules, self.everybody = rules, (1 << len(rules)) - 1
        self.woken, self.asked = Woken(rules, silencing or {}), Asked(rules)


class Woken(dict[tuple[type[Event] | None, int], int]):
    """Which rules read something that differs, and may speak after an event of a kind."""

    def __init__(self, rules: tuple[Rule[Any], ...], silencing: Silencing) -> None:
        self.rules, self.silencing = rules, silencing

    def __missing__(self, of: tuple[type[Event] | None, int]) -> int:
        kind, differs = of
        silent = self.silencing.get(kind, ()) if kind else ()
        bits = sum(1 << at for at, rule in enumerate(self.rules) if rule.reads & differs and rule not in silent)
        self[of] = bits
        return bits


class Asked(dict[int, tuple[tuple[Rule[Any], int], ...]]):
    """Which rules to ask of those that are awake."""

    def __init__(self, rules: tuple[Rule[Any], ...]) -> None:
        self.rules = rules

    def __missing__(self, woken: int) -> tuple[tuple[Rule[Any], int], ...]:
        indices = [index for index in range(len(self.rules)) if woken >> index & 1]
        rules = tuple((self.rules[index], woken >> index << index) for index in indices)
        self[woken] = rules
        return rules
