"""What one broker has of one partition: its log, its offsets, its belief, and a fetch answer under way."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kafkaviz.model.core.copying import fast_replace

Key = bytes | None
UNKNOWN_OFFSET = -1


class Record(NamedTuple):
    """One record in a log; one that is not idempotent has producer id and sequence -1.

    Kafka: org.apache.kafka.common.record.Record with its batch's epoch and producer.
    """

    offset: int
    key: Key
    value: bytes | None
    timestamp_ms: int
    leader_epoch: int
    producer_id: int = -1
    sequence: int = -1
    producer_epoch: int = 0


class View(NamedTuple):
    """What one broker believes about one partition. Kafka: the metadata image, or LeaderAndIsr before KRaft."""

    leader: int | None = None
    leader_epoch: int = -1
    isr: tuple[int, ...] = ()
    partition_epoch: int = -1


@fast_replace
class Follower(NamedTuple):
    """What a leader remembers of one follower; `fetch_offset` is -1 until its first fetch.

    `behind_since_ms` is when the leader's log moved past a follower that had everything, `broker_epoch` tells the
    incarnation that fetched.

    Kafka: kafka.cluster.ReplicaState.
    """

    fetch_offset: int = UNKNOWN_OFFSET
    caught_up_ms: int = 0
    fetched_ms: int = 0
    end_offset_then: int = 0
    behind_since_ms: int = 0
    broker_epoch: int = 0


NO_FOLLOWERS: Final[Mapping[int, Follower]] = {}
"""What all who lead nothing remember: one value, so that it is known at a glance."""


class FetchAnswer(NamedTuple):
    """A leader's answer to a follower's fetch, while it travels.

    `high_watermark` is the one from before this fetch; `diverging` is (epoch, end offset) when the logs differ.

    Kafka: FetchResponse.PartitionData.
    """

    leader: int
    leader_epoch: int
    fetch_offset: int
    records: tuple[Record, ...] = ()
    high_watermark: int = 0
    log_start_offset: int = 0
    diverging: tuple[int, int] | None = None


@fast_replace
class Replica(NamedTuple):
    """One broker's copy of one partition: its log, its offsets, its belief.

    `segments` are the base offsets of the log's files, `active_bytes` fill the last one; `cleaned_offset` is how
    far compaction has come.

    Kafka: kafka.cluster.Partition with its UnifiedLog, on one broker.
    """

    log: tuple[Record, ...] = ()
    log_start_offset: int = 0
    high_watermark: int = 0
    epochs: tuple[tuple[int, int], ...] = ()
    flushed_offset: int = 0
    checkpointed_high_watermark: int = 0
    checkpointed_ms: int = 0
    view: View = View()
    followers: Mapping[int, Follower] = NO_FOLLOWERS
    pending_isr: tuple[int, ...] | None = None
    incoming: FetchAnswer | None = None
    must_truncate: bool = False
    segments: tuple[int, ...] = (0,)
    active_bytes: int = 0
    cleaned_offset: int = 0

    @property
    def log_end_offset(self) -> int:
        """The offset the next record will get."""
        log = self.log
        return log[-1].offset + 1 if log else self.log_start_offset

    @property
    def maximal_isr(self) -> tuple[int, ...]:
        """The ISR as this leader must count it: what is committed and what is being added."""
        isr, pending = self.view.isr, self.pending_isr
        return isr if pending is None else isr + tuple(b for b in pending if b not in isr)


def unlike(replica: Replica, other: Replica) -> list[int]:
    """Returns the offsets at which two copies hold different records: those that leaders of different epochs wrote.

    >>> abc, ghi = Record(0, None, b"ABC", 0, leader_epoch=0), Record(0, None, b"GHI", 0, leader_epoch=1)
    >>> unlike(Replica((abc,)), Replica((ghi,))), unlike(Replica((abc,)), Replica((abc,)))
    ([0], [])
    """
    epochs = {record.offset: record.leader_epoch for record in other.log}
    return [r.offset for r in replica.log if epochs.get(r.offset, r.leader_epoch) != r.leader_epoch]
