"""What a metadata log tells of each second: leaders lost and gained, brokers away, counted in one pass."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kafkaviz.decisions.replication import effective_min_isr
from kafkaviz.decisions.values import Partition
from kafkaviz.metadata_log.image import Image, Listener, TopicImage
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.units import transactions


class Second(NamedTuple):
    """What happened in one second, counted, and how many partitions and brokers were in trouble: at most, at its end.

    Kafka: OfflinePartitionsCount, UnderMinIsrPartitionCount, FencedBrokerCount, UncleanLeaderElectionsPerSec and
    NewActiveControllersCount are the metrics of it.
    """

    second: int
    records: int
    leaders_lost: int
    leaders_gained: int
    leaders_moved: int
    unclean_elections: int
    controller_changes: int
    offline_partitions: int
    under_min_isr: int
    brokers_away: int
    offline_at_end: int
    under_min_isr_at_end: int
    away_at_end: int


class Counts(NamedTuple):
    """All that one pass over a log counts; nothing in it but numbers.

    `unsaid` are the partitions at the end of which the log does not say min.insync.replicas.
    """

    first_ms: int
    last_ms: int
    brokers: int
    partitions: int
    unsaid: int
    seconds: list[Second]

    @property
    def records(self) -> int:
        """How many records were read, without those of a snapshot before them."""
        return sum(second.records for second in self.seconds)


class _Counting(Listener):
    """Counts what an image is told."""

    def __init__(self) -> None:
        self.image = Image(self)
        self.counted = [0] * 6
        self.now, self.most = [0, 0, 0], [0, 0, 0]
        self.away, self.gone = set[int](), set[int]()
        self.seconds = list[Second]()
        self.second, self.moved = -1, False

    def partition(self, topic: TopicImage, was: Partition | None, now: Partition | None, names_leader: bool) -> None:
        self.moved |= was is None or now is None or was.replicas != now.replicas
        bound = self.image.min_isr_of(topic)
        level, most = self.now, self.most
        level[0] += _is_offline(now) - _is_offline(was)
        level[1] += _is_under(now, bound) - _is_under(was, bound)
        most[0], most[1] = max(most[0], level[0]), max(most[1], level[1])
        if was is None or now is None:
            return
        if was.leader != now.leader:
            self.counted[1 if now.leader is None else 2 if was.leader is None else 3] += 1
        if names_leader and now.leader is not None:
            self.counted[4] += _is_unclean(was, now, now.leader)

    def broker(self, id: int, before: str, now: str) -> None:
        if before == now:
            return
        (self.away.add if now in ("fenced", "stopping") else self.away.discard)(id)
        self.gone.discard(id)
        if not now:
            self.gone.add(id)
            self.moved = True
        self._count_away()

    def min_isr(self, topic: TopicImage, was: int | None, now: int | None) -> None:
        for partition in topic.partitions.values():
            self.now[1] += _is_under(partition, now) - _is_under(partition, was)
        self.most[1] = max(self.most[1], self.now[1])

    def controller(self, record: LogRecord) -> None:
        self.counted[5] += record.integer("epoch") > self.image.epoch > 0

    def begin(self, snapshot: Snapshot) -> None:
        """Begins with what a snapshot says, of which nothing counts as a change."""
        self.image.begin(snapshot)
        self.away = {id for id, broker in self.image.brokers.items() if broker.is_away}
        self.gone = self.image.named_brokers - {*self.image.brokers}
        self._count_away()
        self.counted, self.most = [0] * 6, [*self.now]

    def replay(self, group: Sequence[LogRecord], lost: int) -> None:
        """Counts what records do that take effect together, and the records `lost` beside them, which took none."""
        if group:
            second = max(self.image.at_ms, group[-1].timestamp_ms) // 1000
            if second != self.second:
                self.close()
                self.second = second
        self.counted[0] += len(group) + lost
        for record in group:
            self.image.replay(record)

    def close(self) -> None:
        """Writes down the second that is over."""
        if self.gone and self.moved:
            self.gone &= self.image.named_brokers
            self._count_away()
        self.moved = False
        if self.counted[0]:
            self.seconds.append(Second(self.second, *self.counted, *self.most, *self.now))
        self.counted, self.most = [0] * 6, [*self.now]

    def _count_away(self) -> None:
        self.now[2] = len(self.away) + len(self.gone)
        self.most[2] = max(self.most[2], self.now[2])


def counts_of(records: Iterable[LogRecord], snapshot: Snapshot | None) -> Counts:
    """Returns what is counted in one pass over records that may go on from a snapshot; none of them is kept."""
    counting = _Counting()
    if snapshot is not None:
        counting.begin(snapshot)
    first: LogRecord | None = None

    def read() -> Iterator[LogRecord]:
        nonlocal first
        for record in records:
            first = first or record
            yield record

    for group, lost in transactions(read()):
        counting.replay(group, lost)
    counting.close()
    image = counting.image
    there = [(image.min_isr_of(topic), len(topic.partitions)) for topic in image.topics.values()]
    return Counts(
        first_ms=first.timestamp_ms if first else image.at_ms,
        last_ms=image.at_ms,
        brokers=len(image.brokers),
        partitions=sum(number for _, number in there),
        unsaid=sum(number for bound, number in there if bound is None),
        seconds=counting.seconds,
    )


def _is_offline(partition: Partition | None) -> bool:
    return partition is not None and partition.leader is None


def _is_under(partition: Partition | None, bound: int | None) -> bool:
    if partition is None or bound is None:
        return False
    return len(partition.isr) < effective_min_isr(bound, len(partition.replicas))


def _is_unclean(was: Partition, now: Partition, leader: int) -> bool:
    """Tells whether a leader was elected that need not hold what was acknowledged.

    Kafka: PartitionChangeBuilder lets such a leader recover; releases before 3.2 do not write that down. Where a
    reassignment ends, who has come in may lead by the same record.
    """
    if now.recovery == "RECOVERING" and was.recovery != "RECOVERING":
        return True
    return was.leader != leader and was.replicas == now.replicas and leader not in (*was.isr, *was.elr)
