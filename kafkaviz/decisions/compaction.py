"""When the cleaner compacts a log, and which of its records it takes out."""

from collections.abc import Sequence
from typing import NamedTuple


class KeyedRecord(NamedTuple):
    """A record as the cleaner sees it; without a value it is a tombstone, the mark of a deleted key.

    Kafka: org.apache.kafka.common.record.Record.
    """

    offset: int
    key: bytes | None
    value: bytes | None
    timestamp_ms: int = 0


def is_dirty_enough(clean_bytes: int, dirty_bytes: int, *, min_cleanable_dirty_ratio: float = 0.5) -> bool:
    """Tells whether more than this share of the closed segments has not been compacted yet.

    >>> is_dirty_enough(100, 100), is_dirty_enough(100, 101), is_dirty_enough(0, 0, min_cleanable_dirty_ratio=0)
    (False, True, False)

    Kafka: LogCleanerManager.grabFilthiestCompactedLog. Simplified: max.compaction.lag.ms, which compacts whatever the
    ratio, is left out.
    """
    return dirty_bytes > min_cleanable_dirty_ratio * (clean_bytes + dirty_bytes)


def superseded_offsets(
    records: Sequence[KeyedRecord],
    cleanable_end: int,
    *,
    cleaned_offset: int = 0,
    now_ms: int = 0,
    delete_retention_ms: int = 86_400_000,
) -> tuple[int, ...]:
    """Returns the offsets that compaction takes out: those with a later record of their key below `cleanable_end`.

    There the active segment begins, or what is not committed; a record from there on does not go, nor take out another.
    A tombstone goes as well once it is older than `delete_retention_ms` and has been through a compaction, which
    `cleaned_offset` says: all below it has been. The last record of a log stays, so that its end is never forgotten.
    Offsets never change.

    >>> log = [KeyedRecord(0, b"a", b"1"), KeyedRecord(1, b"b", b"1"), KeyedRecord(2, b"a", None)]
    >>> log += [KeyedRecord(3, b"b", b"2")]
    >>> superseded_offsets(log, cleanable_end=3), superseded_offsets(log, cleanable_end=4)
    ((0,), (0, 1))
    >>> superseded_offsets(log[1:], cleanable_end=3, cleaned_offset=3, now_ms=86_400_001)
    (2,)

    Kafka: Cleaner.buildOffsetMap and Cleaner.shouldRetainRecord. Simplified: a tombstone's time runs from when it was
    written, not from its first compaction (KIP-534).
    """
    old = [record for record in records if record.offset < cleanable_end]
    latest = {record.key: record.offset for record in old}
    oldest_ms, last = now_ms - delete_retention_ms, records[-1].offset if records else 0
    return tuple(
        record.offset
        for record in old
        if latest[record.key] != record.offset
        or (record.value is None and record.timestamp_ms < oldest_ms and record.offset < min(last, cleaned_offset))
    )
