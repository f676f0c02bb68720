"""A metadata log as it lies on disk: the batches of a segment, and the records in them."""

import struct
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from kafkaviz.decisions.errors import CorruptMessageError, KafkaError
from kafkaviz.metadata_log.messages import CONTROLS, Bytes, Unreadable, message, whole_message
from kafkaviz.metadata_log.records import LEADER_CHANGE, LogRecord

_HEAD: Final = struct.Struct(">qiibIhiqqqhii")
_BEFORE_LENGTH_COUNTS, _BEFORE_CHECKSUM_COUNTS = 12, 21
_MAGIC: Final = 2
_COMPRESSION, _CONTROL = 0x07, 0x20
Contents = tuple[str, Mapping[str, object] | None]


@cache
def _table() -> tuple[int, ...]:
    """Returns what two bytes do to a checksum: a large log is asked twice as fast as byte by byte."""
    one = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        one.append(value)
    return tuple(one[low] >> 8 ^ one[high ^ one[low] & 0xFF] for high in range(256) for low in range(256))


def crc32c(data: bytes) -> int:
    """Returns the checksum that Kafka's batches carry, CRC-32C after Castagnoli.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'

    Kafka: org.apache.kafka.common.utils.Crc32C.
    """
    crc, table, pairs = 0xFFFFFFFF, _table(), len(data) >> 1
    for pair in struct.unpack_from(f"<{pairs}H", data):
        crc = crc >> 16 ^ table[(crc ^ pair) & 0xFFFF]
    for byte in data[2 * pairs :]:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def records_of(data: bytes, name: str, hint: str = "") -> Iterator[LogRecord]:
    """Yields the records of a segment in the order of their offsets; `name` names it in messages.

    A batch that is cut off at the end, where a controller may be writing, is not there yet; nor are zeros behind the
    last one. Raises CorruptMessageError for a batch that is damaged, with its byte and its offset; `hint` is added
    where that is the first one, and no controller writes such a batch.

    Kafka: FileRecords and DefaultRecordBatch.
    """
    start, before = 0, -1
    while start + _HEAD.size <= len(data):
        base_offset, length, epoch, magic, checksum, attributes, _, base_ms, *_, count = _HEAD.unpack_from(data, start)
        # Counting takes a hundredth of what asking each byte does.
        if not base_offset and data.count(0, start) == len(data) - start:
            return
        place, strange = f"{name}, byte {start}", "" if start else hint
        if magic != _MAGIC or length < _HEAD.size - _BEFORE_LENGTH_COUNTS or base_offset <= before:
            how = "is no batch of message format 2 that comes behind the one before it"
            raise _damaged(place, base_offset, f"{how}{strange}")
        end = start + _BEFORE_LENGTH_COUNTS + length
        if end > len(data):
            return
        if crc32c(data[start + _BEFORE_CHECKSUM_COUNTS : end]) != checksum:
            raise _damaged(place, base_offset, "does not match its checksum")
        if attributes & _COMPRESSION:
            raise _damaged(place, base_offset, f"is compressed, which no controller does by itself{strange}")
        held = Bytes(data[start + _HEAD.size : end])
        try:
            for _ in range(count):
                record = _record(held, base_offset, base_ms, epoch, attributes, place)
                before = record.offset
                yield record
        except Unreadable as problem:
            raise _damaged(place, base_offset, f"holds a record that {problem}{strange}") from None
        if held.left:
            raise _damaged(place, base_offset, f"has {held.left} bytes too many")
        start = end


def _record(batch: Bytes, base_offset: int, base_ms: int, epoch: int, attributes: int, place: str) -> LogRecord:
    record = Bytes(batch.take(batch.zigzag()))
    record.take(1)  # the attributes of a record, which nobody uses
    timestamp_ms, offset = base_ms + record.zigzag(), base_offset + record.zigzag()
    key, value = _sized(record), _sized(record)
    is_control = bool(attributes & _CONTROL)
    kind, fields = _control(key or b"", value or b"", epoch) if is_control else message(value or b"")
    return LogRecord(offset, timestamp_ms, kind, fields, place)


def _sized(record: Bytes) -> bytes | None:
    count = record.zigzag()
    return None if count < 0 else record.take(count)


def _control(key: bytes, value: bytes, epoch: int) -> Contents:
    """Returns what a record says that the quorum wrote for itself; of a new leader also its epoch, of voters ids."""
    kind = Bytes(key[2:]).fixed("int16")
    schema = CONTROLS.get(kind)
    if schema is None:
        return f"control type {kind}", None
    # Each begins with a version of its own, but Kafka writes and reads a new leader as version 0 whatever that says.
    read = whole_message(Bytes(value), schema, 0)
    if schema.name != LEADER_CHANGE:
        return schema.name, read
    return LEADER_CHANGE, {"epoch": epoch, "leaderId": read["leaderId"], **{name: _ids(read[name]) for name in _VOTERS}}


_VOTERS: Final = ("voters", "grantingVoters")


def _ids(voters: object) -> list[object]:
    return [voter["voterId"] for voter in voters] if isinstance(voters, list) else []


def _damaged(place: str, offset: int, how: str) -> KafkaError:
    return CorruptMessageError(f"{place}: the batch at offset {offset} {how}.")
