"""What happens by itself: a rule yields every event that may happen next to one subject.

A rule is a guarded action. Its guard holds by itself, whatever was asked before it; the order in which rules are asked
is a schedule, and nothing else. A rule says what of a cluster its guard reads: it need not be asked again before an
event has changed some of that.
"""

from collections.abc import Callable, Iterator
from typing import Final, Generic, Literal, TypeVar, get_args

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event

Facet = Literal[
    "now_ms",
    "controller",
    "brokers",
    "topics",
    "partitions",
    "producers",
    "groups",
    "offsets",
    "logs",
    "high_watermarks",
    "views",
    "fetches",
    "isr_proposals",
]
"""What a guard may read of a cluster: a field of it, or one side of its replicas."""

FACETS: Final[tuple[Facet, ...]] = get_args(Facet)
BIT: Final[dict[Facet, int]] = {facet: 1 << index for index, facet in enumerate(FACETS)}
EVERYTHING: Final = (1 << len(FACETS)) - 1
S = TypeVar("S")
Guard = Callable[[Cluster, S, Policies], Iterator[Event]]


class Rule(Generic[S]):
    """A guard, its name, and the facets of a cluster that it reads, as bits.

    Kafka: nothing of its own; the actions of the replication protocol's TLA+ specification have this form.
    """

    def __init__(self, guard: Guard[S], reads: tuple[Facet, ...]) -> None:
        self.guard, self.name, self.facets = guard, guard.__name__, reads
        self.reads = sum(BIT[facet] for facet in reads)
        self.__doc__ = guard.__doc__

    def __call__(self, cluster: Cluster, subject: S, policies: Policies) -> Iterator[Event]:
        """Yields what may happen next to a subject."""
        return self.guard(cluster, subject, policies)

    def __repr__(self) -> str:
        return f"<rule {self.name}>"


def rule(*reads: Facet) -> Callable[[Guard[S]], Rule[S]]:
    """Makes a generator a rule; `reads` names the facets of a cluster on which its silence depends."""
    return lambda guard: Rule(guard, reads)


class Schedule(Generic[S]):
    """Rules in the order in which they are asked: the first enabled one happens, so stories are told in one order."""

    def __init__(self, *rules: Rule[S]) -> None:
        self.rules = rules
        self.every = (1 << len(rules)) - 1
        self._woken = dict[int, int]()

    def woken(self, differs: int) -> int:
        """Returns which rules read something that differs, as bits."""
        bits = self._woken.get(differs)
        if bits is None:
            bits = sum(1 << index for index, rule in enumerate(self.rules) if rule.reads & differs)
            self._woken[differs] = bits
        return bits
