"""How many bytes a record takes in a batch: what the sticky partitioner counts and a segment fills with."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

BATCH_HEADER_BYTES: Final = 61
MOST_RECORD_OVERHEAD_BYTES: Final = 21


def record_size(
    key: bytes | None,
    value: bytes | None,
    *,
    timestamp_delta_ms: int = 0,
    offset_delta: int = 0,
    headers: Sequence[tuple[str, bytes | None]] = (),
) -> int:
    """Counts the bytes of one uncompressed record; the deltas are those to the first record of its batch.

    >>> record_size(None, b"ten bytes!"), BATCH_HEADER_BYTES + record_size(None, b"ten bytes!")
    (17, 78)

    Kafka: DefaultRecord.sizeInBytes, message format 2 (since 0.11).
    """
    body = 1 + _varint_size(timestamp_delta_ms) + _varint_size(offset_delta)
    body += _field_size(key) + _field_size(value) + _varint_size(len(headers))
    body += sum(_field_size(name.encode()) + _field_size(content) for name, content in headers)
    return _varint_size(body) + body


def record_size_upper_bound(key: bytes | None, value: bytes | None) -> int:
    """Counts the bytes of a batch with this one record as a producer does before it knows where the record will stand.

    >>> record_size_upper_bound(None, b"ten bytes!"), record_size_upper_bound(b"key", bytes(1_000))
    (95, 1089)

    Kafka: AbstractRecords.estimateSizeInBytesUpperBound, which max.request.size is held against.
    """
    return BATCH_HEADER_BYTES + MOST_RECORD_OVERHEAD_BYTES + _field_size(key) + _field_size(value) + _varint_size(0)


def batch_growth(size: int, opens_batch: bool) -> int:
    """Counts by how many bytes a batch grows for a record of `size` bytes; a new batch brings its header.

    >>> batch_growth(17, opens_batch=True), batch_growth(17, opens_batch=False)
    (78, 17)

    Kafka: the growth of ProducerBatch.estimatedSizeInBytes. Simplified: without compression.
    """
    return size + BATCH_HEADER_BYTES if opens_batch else size


def _field_size(field: bytes | None) -> int:
    return _varint_size(-1) if field is None else _varint_size(len(field)) + len(field)


@lru_cache(maxsize=1_000)
def _varint_size(number: int) -> int:
    # Zigzag puts the sign in the lowest bit, so small negative numbers stay short; a byte takes seven bits.
    zigzag = 2 * number if number >= 0 else -2 * number - 1
    return max(1, -(-zigzag.bit_length() // 7))
