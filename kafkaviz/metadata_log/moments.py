"""One unit of a metadata log with the clusters before and after it, and what became of partitions in between."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.decisions.wording import listing, quantity
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.units import QUIET, Replayed, kind_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import Step
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.scene.telling.words import and_more, braces

Kind = TypeVar("Kind", bound=Event)
SHOWN: Final = 2
"""How many of several things a sentence names."""


class Moment(NamedTuple):
    """One unit with the clusters before and after it, and its steps."""

    replayed: Replayed
    before: Cluster
    after: Cluster
    steps: Sequence[Step]

    @property
    def records(self) -> tuple[LogRecord, ...]:
        """The records of the unit that are about something, or all of them where none is."""
        loud = tuple(record for record in self.replayed.unit.records if kind_of(record) != QUIET)
        return loud or self.replayed.unit.records

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Returns the events of one kind."""
        return [step.event for step in self.steps if isinstance(step.event, kind)]

    @property
    def changed_partitions(self) -> dict[TopicPartition, tuple[Partition, Partition]]:
        """The partitions that changed, each as it was before and as it is after."""
        tps = dict.fromkeys(event.tp for event in self.of(PartitionChanged))
        return {tp: (self.before.partitions[tp], self.after.partitions[tp]) for tp in tps}

    @property
    def leaders(self) -> dict[TopicPartition, int | None]:
        """The new leader of each partition whose leader changed."""
        return {tp: now.leader for tp, (was, now) in self.changed_partitions.items() if was.leader != now.leader}


def news(moment: Moment) -> str:
    """Says what became of partitions: where they move and who leads them, or else who joined or left an ISR."""
    found = [*_moves(moment), *_leads(moment)] or _isrs(moment)
    if found or not moment.changed_partitions:
        return "; ".join(found) or "nothing else changed"
    return _rest(moment)


def _moves(moment: Moment) -> list[str]:
    """Says which reassignments began, and where partitions are when one ended."""
    begun = [tp for tp, (was, now) in moment.changed_partitions.items() if now.adding and now.adding != was.adding]
    ended = [
        tp for tp, (was, now) in moment.changed_partitions.items() if was.replicas != now.replicas and tp not in begun
    ]
    said = []
    for start, link, tps in (("a reassignment begins", "to", begun), ("new replicas", "on", ended)):
        if tps:
            placed = moment.after.partitions[tps[0]]
            where = (
                f" {link} brokers {[b for b in placed.replicas if b not in placed.removing]}" if len(tps) == 1 else ""
            )
            said.append(f"{start}: {_first_of(tps)}{where}")
    return said


def _rest(moment: Moment) -> str:
    """Says what changed where replicas, leader and ISR are as they were."""
    tps = list(moment.changed_partitions)
    last = moment.after.partitions[tps[0]]
    if any(was.elr != now.elr for was, now in moment.changed_partitions.values()):
        return f"other eligible leader replicas: {_first_of(tps)}{f', now {braces(last.elr)}' if len(tps) == 1 else ''}"
    if any(was.leader_epoch != now.leader_epoch for was, now in moment.changed_partitions.values()):
        return f"the same leader in a new leader epoch: {_first_of(tps)}"
    return f"a new partition epoch: {_first_of(tps)}"


def _leads(moment: Moment) -> list[str]:
    """Says who leads partitions that another led before, or that nobody does."""
    led = {tp: leader for tp, leader in moment.leaders.items() if leader is not None}
    orphaned = [tp for tp in moment.leaders if tp not in led]
    leaderships = [
        f"{tp} → broker {leader}" for tp, leader in sorted(led.items(), key=lambda item: item[0].is_internal)
    ]
    start = "a new leader" if len(led) == 1 else "new leaders"
    leaders = [f"{start}: {', '.join(leaderships[:SHOWN])}{and_more(leaderships, SHOWN)}"] if led else []
    if orphaned:
        alone = f"{len(orphaned)} partitions have no leader" if len(orphaned) > 1 else f"nobody leads {orphaned[0]}"
        leaders.append(f"{alone} any more")
    return leaders


def _isrs(moment: Moment) -> list[str]:
    """Says who joined and who left which ISR."""
    joined, left = dict[TopicPartition, tuple[int, ...]](), dict[TopicPartition, tuple[int, ...]]()
    for tp, (was, now) in moment.changed_partitions.items():
        joined[tp] = tuple(b for b in now.isr if b not in was.isr)
        left[tp] = tuple(b for b in was.isr if b not in now.isr)
    return [_moved(moment, verb, who) for verb, who in (("joined", joined), ("left", left)) if any(who.values())]


def _moved(moment: Moment, verb: str, who: dict[TopicPartition, tuple[int, ...]]) -> str:
    """Says which brokers joined or left which ISRs."""
    where = sorted((tp for tp, brokers in who.items() if brokers), key=lambda tp: tp.is_internal)
    brokers = listing(sorted({b for several in who.values() for b in several}))
    if len({who[tp] for tp in where}) > 1:
        return f"{brokers} {verb} the ISR of {quantity(len(where), 'partition')}"
    isr = f", now {braces(moment.after.partitions[where[0]].isr)}" if len(where) == 1 else ""
    return f"{brokers} {verb} the ISR of {_first_of(where)}{isr}"


def _first_of(tps: Sequence[TopicPartition]) -> str:
    return ", ".join(map(str, tps[:SHOWN])) + and_more(tps, SHOWN)
