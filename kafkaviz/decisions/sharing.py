"""Which records of a partition a share group may lend to a member that asks, and what becomes of them afterwards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, Literal

RecordState = Literal["available", "acquired", "acknowledged", "archived"]
DONE: Final[tuple[RecordState, ...]] = ("acknowledged", "archived")
"""The states in which a record stays: no member gets it any more."""
MAX_RECORD_LOCKS: Final = 2_000
"""The default of group.share.partition.max.record.locks."""


def acquirable(
    offsets: Sequence[int],
    states: Mapping[int, RecordState],
    max_records: int,
    max_record_locks: int = MAX_RECORD_LOCKS,
) -> tuple[int, ...]:
    """Returns the first available offsets, in the order of the log, as many as one member may have at once.

    `offsets` are those that consumers may read; one without a state was never lent, and is available. Released
    records are available again and stand where they stood, so they come before younger ones. From the share-partition
    start offset to the last record that was ever lent, at most `max_record_locks` records are in flight, those between
    them that are done included; while there are so many, only released records are lent again.

    >>> acquirable([4, 5, 6, 7], {4: "acknowledged", 5: "acquired", 6: "available"}, 2)
    (6, 7)
    >>> acquirable([4, 5, 6, 7], {4: "acknowledged", 5: "acquired", 6: "available"}, 2, max_record_locks=2)
    (6,)

    Kafka: SharePartition.acquire and RecordState (KIP-932), group.share.partition.max.record.locks. Simplified: as
    many records as are asked for, as share.acquire.mode=record_limit has it, where Kafka's default, batch_optimized,
    keeps whole batches of the log together.
    """
    free = available(offsets, states)
    last = max(states, default=-1)
    start = start_offset(offsets, states)
    left = max_record_locks - (last - start + 1 if start is not None and start <= last else 0)
    if left <= 0:
        free = [offset for offset in free if offset <= last]
        left = len(free)
    return tuple(free[: max(0, min(max_records, left))])


def available(offsets: Sequence[int], states: Mapping[int, RecordState]) -> list[int]:
    """Returns the offsets whose records nobody has and nobody has done; one without a state was never lent.

    >>> available([4, 5, 6, 7], {4: "acknowledged", 5: "acquired", 6: "available"})
    [6, 7]

    Kafka: RecordState.AVAILABLE (KIP-932).
    """
    return [offset for offset in offsets if states.get(offset, "available") == "available"]


def throttled_records(
    offsets: Sequence[int],
    delivery_counts: Mapping[int, int],
    first_offsets: Mapping[int, int],
    delivery_count_limit: int,
) -> int:
    """Returns how many of the available records are lent at once, however many were asked for.

    `offsets` are all that are available. `first_offsets` names the in-flight batch of each record that was ever lent:
    the first offset of those that were lent together the first time. A batch with an available record that was
    delivered in vain half as often as it may be (at least twice) is lent apart from what comes before it, half of it at
    a time, after the next delivery a quarter, and so on; a last delivery is of one record alone. So a record that
    nobody can process is found, and its neighbours are not archived with it.

    >>> counts, batch = dict.fromkeys(range(8), 3), dict.fromkeys(range(8), 0)
    >>> throttled_records(range(8), counts, batch, 5), throttled_records(range(8), counts, batch, 10)
    (4, 8)
    >>> throttled_records(range(4, 8), {**counts, 4: 4}, batch, 5)
    1
    >>> throttled_records(range(8), {**counts, 0: 1, 1: 1}, {**batch, 0: -2, 1: -2}, 5)
    2

    Kafka: SharePartition.shouldThrottleRecordsDelivery and acquireSubsetBatchRecords, group.share.delivery.count.limit.
    Simplified: an in-flight batch is what one poll was lent, where Kafka's also has the rest of the log's last batch.
    """
    least, sizes, lent = throttle_delivery_count(delivery_count_limit), Counter(first_offsets.values()), 0
    for first, batch in groupby(offsets, lambda offset: first_offsets.get(offset, -1)):
        counts = [delivery_counts.get(offset, 0) for offset in batch]
        if max(counts) >= least:
            return lent or _part(counts, sizes[first], least, delivery_count_limit)
        lent += len(counts)
    return lent


def throttle_delivery_count(delivery_count_limit: int) -> int:
    """Returns after how many deliveries in vain a batch is lent in parts.

    >>> [throttle_delivery_count(limit) for limit in (2, 3, 4, 5, 10)]
    [2, 2, 2, 3, 5]

    Kafka: SharePartition.throttleRecordsDeliveryLimit.
    """
    return max(2, -(-delivery_count_limit // 2))


def _part(counts: Sequence[int], size: int, least: int, limit: int) -> int:
    """Returns how many records of a batch are lent at once; `counts` are the deliveries of those that are available."""
    most = 0
    for lent, count in enumerate(counts):
        if lent and count == limit - 1:
            return lent
        if not most and count >= least:
            most = max(1, size >> (count - least + 1))
        # Equal, not at least: where younger ones before it were more than that, the rest of the batch goes along.
        if count == limit - 1 or lent + 1 == most:
            return lent + 1
    return len(counts)


def start_offset(offsets: Sequence[int], states: Mapping[int, RecordState]) -> int | None:
    """Returns the first offset that is not done, or None where all are: everything before it is forgotten.

    >>> start_offset([4, 5, 6, 7], {4: "acknowledged", 5: "acquired", 6: "archived"})
    5

    Kafka: the share-partition start offset (SPSO). Simplified: among the offsets that are there.
    """
    return next((offset for offset in offsets if states.get(offset, "available") not in DONE), None)


def released_state(delivery_count: int, delivery_count_limit: int) -> RecordState:
    """Returns what a record becomes that comes back without having been processed.

    >>> released_state(4, 5), released_state(5, 5)
    ('available', 'archived')

    Kafka: InFlightState.tryUpdateState, group.share.delivery.count.limit; whether its member released it, closed its
    session or let the acquisition lock run out. Simplified: there is no dead-letter queue (KIP-1191).
    """
    return "available" if delivery_count < delivery_count_limit else "archived"
