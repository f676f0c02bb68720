"""Which records of a partition a share group may lend to a member that asks, and what becomes of them afterwards."""

from collections.abc import Mapping, Sequence
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
    start offset to the last record that was ever lent, `max_record_locks` are in flight at most, done ones between
    them counted; while there are so many, only what was released is lent again.

    >>> acquirable([4, 5, 6, 7], {4: "acknowledged", 5: "acquired", 6: "available"}, 2)
    (6, 7)
    >>> acquirable([4, 5, 6, 7], {4: "acknowledged", 5: "acquired", 6: "available"}, 2, max_record_locks=2)
    (6,)

    Kafka: SharePartition.acquire and RecordState (KIP-932), group.share.partition.max.record.locks. Simplified: each
    record is lent alone, where Kafka keeps whole batches together unless share.acquire.mode says otherwise, and lends
    fewer of a batch that was delivered in vain more than twice.
    """
    free = [offset for offset in offsets if states.get(offset, "available") == "available"]
    last = max(states, default=-1)
    start = start_offset(offsets, states)
    left = max_record_locks - (last - start + 1 if start is not None and start <= last else 0)
    if left <= 0:
        free = [offset for offset in free if offset <= last]
        left = len(free)
    return tuple(free[: max(0, min(max_records, left))])


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
