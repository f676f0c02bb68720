"""What is committed, who is in sync, and where a follower's log parts from its leader's.

An epoch cache is a tuple of (leader epoch, its first offset), ascending. Every end is exclusive.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from kafkaviz.decisions.errors import OffsetOutOfRangeError
from kafkaviz.decisions.wording import short

Epochs = Sequence[tuple[int, int]]


def high_watermark(leader_end: int, isr_ends: Iterable[int], *, current: int = 0) -> int:
    """Returns the offset below which every in-sync replica has every record; it never moves back.

    `isr_ends` holds what the leader knows of its followers' ends, -1 for one that has not fetched yet.

    >>> high_watermark(5, [5, 3]), high_watermark(5, [5, -1], current=2), high_watermark(5, [])
    (3, 2, 5)

    Kafka: Partition.maybeIncrementLeaderHW. Since 3.7 it is not asked while the ISR is below its minimum.
    """
    return max(current, min([leader_end, *isr_ends]))


def high_watermark_fault(answer: object, leader_end: int) -> str | None:
    """Says why an answer is no offset of the leader's log or its end, or None.

    >>> high_watermark_fault(5, leader_end=5)
    >>> high_watermark_fault(6, leader_end=5)
    'A high watermark of 6 was answered; the log of the leader ends at 5.'

    In Kafka the rule cannot be replaced.
    """
    if isinstance(answer, bool) or not isinstance(answer, int):
        return f"A high watermark of {short(answer)} was answered; it must be a whole number from 0 to {leader_end}."
    if not 0 <= answer <= leader_end:
        return f"A high watermark of {short(answer)} was answered; the log of the leader ends at {leader_end}."
    return None


def effective_min_isr(min_insync_replicas: int, replicas: int) -> int:
    """Returns how many in-sync replicas are asked for: never more than there are.

    >>> effective_min_isr(2, replicas=3), effective_min_isr(2, replicas=1)
    (2, 1)

    Kafka: Partition.effectiveMinIsr (KIP-966).
    """
    return min(min_insync_replicas, replicas)


def is_out_of_sync(end: int, leader_end: int, *, caught_up_ms: int, now_ms: int, replica_lag_time_max_ms: int) -> bool:
    """Tells whether a follower has been behind for too long; by how many records does not count.

    >>> is_out_of_sync(4, 5, caught_up_ms=0, now_ms=30_001, replica_lag_time_max_ms=30_000)
    True
    >>> is_out_of_sync(5, 5, caught_up_ms=0, now_ms=30_001, replica_lag_time_max_ms=30_000)
    False

    Kafka: Partition.isFollowerOutOfSync; until 0.8 it went by replica.lag.max.messages.
    """
    return end != leader_end and now_ms - caught_up_ms > replica_lag_time_max_ms


def may_acknowledge(acks: int, batch_end: int, high_watermark: int, in_sync: int, min_insync_replicas: int) -> bool:
    """Tells whether a leader may answer a producer now; `in_sync` counts the ISR, the leader included.

    `batch_end` is the offset after the batch; acks=all is -1. With acks=0 no leader is asked.

    >>> may_acknowledge(-1, 5, high_watermark=4, in_sync=3, min_insync_replicas=2)
    False
    >>> may_acknowledge(1, 5, high_watermark=4, in_sync=3, min_insync_replicas=2)
    True

    Kafka: DelayedProduce with Partition.checkEnoughReplicasReachOffset.
    """
    return acks == 1 or (high_watermark >= batch_end and in_sync >= min_insync_replicas)


def may_join_isr(end: int, high_watermark: int, epoch_start: int = 0) -> bool:
    """Tells whether a follower has every committed record, and the point where this leader began.

    >>> may_join_isr(4, high_watermark=4), may_join_isr(4, high_watermark=4, epoch_start=5)
    (True, False)

    Kafka: Partition.isFollowerInSync. Simplified: that the broker is alive and unfenced is asked elsewhere.
    """
    return end >= high_watermark and end >= epoch_start


def end_offset_for(epochs: Epochs, epoch: int, log_end: int) -> tuple[int | None, int]:
    """Answers where an epoch ended: the newest epoch known up to it, and the first offset after it.

    An epoch newer than all that is known gives (None, -1).

    >>> epochs = ((0, 0), (1, 5), (3, 8))
    >>> end_offset_for(epochs, 3, 10), end_offset_for(epochs, 2, 10), end_offset_for(epochs, 4, 10)
    ((3, 10), (1, 8), (None, -1))

    Kafka: LeaderEpochFileCache.endOffsetFor; KIP-101, and KIP-279 for the epoch in the answer.
    """
    if not epochs or epoch > epochs[-1][0] or epoch < 0:
        return None, -1
    if epoch == epochs[-1][0]:
        return epoch, log_end
    following = bisect_right([known for known, _ in epochs], epoch)
    known = epochs[following - 1][0] if following else epoch
    return known, epochs[following][1]


def diverging_epoch(
    leader_epochs: Epochs, leader_end: int, last_epoch: int, fetch_offset: int
) -> tuple[int, int] | None:
    """Returns the epoch and end up to which a follower may agree with the leader, or None when its fetch fits.

    `last_epoch` is the epoch of the record before `fetch_offset`.

    Raises OffsetOutOfRangeError (1) when the leader has never heard of that epoch.

    >>> leader_epochs = ((0, 0), (1, 5), (3, 8))
    >>> diverging_epoch(leader_epochs, 9, last_epoch=2, fetch_offset=8)
    (1, 8)
    >>> diverging_epoch(leader_epochs, 9, last_epoch=0, fetch_offset=5)

    Kafka: Partition.readRecords since 2.7, the diverging epoch of a fetch response.
    """
    epoch, end = end_offset_for(leader_epochs, last_epoch, leader_end)
    if epoch is None:
        raise OffsetOutOfRangeError(
            f"Could not determine the end offset of epoch {last_epoch}, the last one fetched before offset "
            f"{fetch_offset}; the leader has never heard of it."
        )
    return (epoch, end) if epoch < last_epoch or end < fetch_offset else None


class Truncation(NamedTuple):
    """Where to cut a log, and whether that settles it or the leader is to be asked about an older epoch."""

    offset: int
    is_final: bool


def truncation_offset_by_epoch(epochs: Epochs, log_end: int, leader_epoch: int, leader_end: int) -> Truncation:
    """Returns where a follower cuts its log, told by the leader that `leader_epoch` ended at `leader_end`.

    >>> truncation_offset_by_epoch(((0, 0), (2, 5)), 8, leader_epoch=1, leader_end=8)
    Truncation(offset=5, is_final=False)
    >>> truncation_offset_by_epoch(((0, 0),), 5, leader_epoch=0, leader_end=5)
    Truncation(offset=5, is_final=True)

    Kafka: AbstractFetcherThread.getOffsetTruncationState, KIP-279.
    """
    epoch, end = end_offset_for(epochs, leader_epoch, log_end)
    if epoch is None:
        return Truncation(min(leader_end, log_end), is_final=True)
    if epoch != leader_epoch:
        return Truncation(min(end, log_end), is_final=False)
    return Truncation(min(end, leader_end, log_end), is_final=True)


def assign_epoch(epochs: Epochs, epoch: int, start: int) -> tuple[tuple[int, int], ...]:
    """Notes the first offset of an epoch and drops entries that it proves wrong; a first note is kept.

    >>> assign_epoch(((5, 11), (6, 12)), 7, 12), assign_epoch(((2, 9),), 2, 10)
    (((5, 11), (7, 12)), ((2, 9),))

    Kafka: LeaderEpochFileCache.assign.
    """
    if epochs and epochs[-1][0] == epoch and epochs[-1][1] <= start:
        return tuple(epochs)
    kept = [(known, first) for known, first in epochs if known < epoch and first < start]
    return (*kept, (epoch, start))


def truncate_epochs(epochs: Epochs, *, start: int = 0, end: int | None = None) -> tuple[tuple[int, int], ...]:
    """Forgets the epochs outside a log that now goes from `start` to `end`; the one at `start` begins there.

    >>> truncate_epochs(((2, 6), (3, 8), (4, 11)), end=8), truncate_epochs(((2, 6), (3, 8), (4, 11)), start=9)
    (((2, 6),), ((3, 9), (4, 11)))

    Kafka: LeaderEpochFileCache.truncateFromEnd and truncateFromStart.
    """
    begins: list[tuple[int, int]] = []
    later: list[tuple[int, int]] = []
    for epoch, first in epochs:
        if end is not None and first >= end:
            break
        if first <= start:
            begins = [(epoch, start)]
        else:
            later.append((epoch, first))
    return (*begins, *later)


def epoch_for_offset(epochs: Epochs, offset: int) -> int | None:
    """Returns the epoch in which an offset was written, or None below the first one known.

    >>> epoch_for_offset(((0, 0), (2, 5)), 4), epoch_for_offset(((0, 0), (2, 5)), 5)
    (0, 2)

    Kafka: LeaderEpochFileCache.epochForOffset.
    """
    index = bisect_right(epochs, offset, key=itemgetter(1))
    return epochs[index - 1][0] if index else None
