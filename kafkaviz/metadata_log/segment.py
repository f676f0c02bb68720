"""A log as it lies on disk: the batches of a segment, and the records in them, those of a metadata log decoded."""

import struct
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import CorruptMessageError, KafkaError
from kafkaviz.metadata_log.encoding import Bytes, Unreadable
from kafkaviz.metadata_log.messages import CONTROLS, message, whole_message
from kafkaviz.metadata_log.records import LEADER_CHANGE, LogRecord

_HEAD: Final = struct.Struct(">qiibIhiqqqhii")
_BEFORE_LENGTH_COUNTS, _BEFORE_CHECKSUM_COUNTS = 12, 21
_MAGIC: Final = 2
_COMPRESSION, _APPEND_TIME, _TRANSACTIONAL, _CONTROL = 0x07, 0x08, 0x10, 0x20
Contents = tuple[str, Mapping[str, object] | None]


@cache
def _table() -> tuple[int, ...]:
    """Returns what two bytes do to a checksum: a large log is asked twice as fast as byte by byte."""
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return tuple(table[low] >> 8 ^ table[high ^ table[low] & 0xFF] for high in range(256) for low in range(256))


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


class Batch(NamedTuple):
    """One batch, its records still bytes; `place` says where it stands, `strange` what to add if it cannot be read.

    Kafka: DefaultRecordBatch.
    """

    base_offset: int
    epoch: int
    attributes: int
    base_ms: int
    latest_ms: int
    producer_id: int
    size: int
    held: bytes
    place: str
    strange: str

    @property
    def codec(self) -> int:
        """The number of the codec with which its records are compressed; 0 for none. Kafka: CompressionType."""
        return self.attributes & _COMPRESSION

    @property
    def is_control(self) -> bool:
        """Whether Kafka wrote its records for itself."""
        return bool(self.attributes & _CONTROL)

    @property
    def is_transactional(self) -> bool:
        """Whether its records are part of a transaction of `producer_id`."""
        return bool(self.attributes & _TRANSACTIONAL)

    def records(self, content: bytes) -> Iterator["RawRecord"]:
        """Yields its records, of which `held` are the bytes without compression.

        Raises CorruptMessageError where they are no such records.
        """
        data, base_ms, base_offset = Bytes(content), self.base_ms, self.base_offset
        appended_ms = self.latest_ms if self.attributes & _APPEND_TIME else None
        try:
            for _ in range(self.size):
                record = Bytes(data.take(data.zigzag()))
                record.take(1)  # the attributes of a record, which nobody uses
                timestamp_ms, offset = base_ms + record.zigzag(), base_offset + record.zigzag()
                key, value = _sized(record), _sized(record)
                yield RawRecord(offset, timestamp_ms if appended_ms is None else appended_ms, key, value)
        except Unreadable as problem:
            raise self.damage(f"holds a record that {problem}{self.strange}") from None
        if data.remaining:
            raise self.damage(f"has {data.remaining} bytes too many")

    def damage(self, how: str) -> KafkaError:
        """Returns the error that names where a batch stands, and what is wrong with it."""
        return _damaged(self.place, self.base_offset, how)


class RawRecord(NamedTuple):
    """A record whose key and value are bytes; null is None."""

    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None


def batches_of(data: bytes, name: str, hint: str = "") -> Iterator[Batch]:
    """Yields the batches of a segment in the order of their offsets; `name` names it in messages.

    A batch that is cut off at the end, where a broker may be writing, is not there yet; nor are zeros behind the last
    one. Raises CorruptMessageError for a batch that is damaged, with its byte and its offset; `hint` is added where
    that is the first one.

    Kafka: FileRecords.
    """
    start, before = 0, -1
    while start + _HEAD.size <= len(data):
        base_offset, length, epoch, magic, checksum, attributes, last, base_ms, latest_ms, producer, _, _, count = (
            _HEAD.unpack_from(data, start)
        )
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
        held = data[start + _HEAD.size : end]
        yield Batch(base_offset, epoch, attributes, base_ms, latest_ms, producer, count, held, place, strange)
        start, before = end, base_offset + max(last, 0)


def records_of(data: bytes, name: str, hint: str = "") -> Iterator[LogRecord]:
    """Yields the records of a metadata log's segment in the order of their offsets, as `batches_of` reads its batches.

    Raises CorruptMessageError besides for a batch that no controller writes.

    Kafka: MetadataRecordSerde.
    """
    for batch in batches_of(data, name, hint):
        if batch.codec:
            raise batch.damage(f"is compressed, which no controller does by itself{batch.strange}")
        is_control, place = batch.is_control, batch.place
        try:
            for offset, timestamp_ms, key, value in batch.records(batch.held):
                kind, fields = _control(key or b"", value or b"", batch.epoch) if is_control else message(value or b"")
                yield LogRecord(offset, timestamp_ms, kind, fields, place)
        except Unreadable as problem:
            raise batch.damage(f"holds a record that {problem}{batch.strange}") from None


def _sized(record: Bytes) -> bytes | None:
    count = record.zigzag()
    return None if count < 0 else record.take(count)


def _control(key: bytes, value: bytes, epoch: int) -> Contents:
    """Returns what a record says that the quorum wrote for itself; of a new leader also its epoch, of voters ids."""
    kind = Bytes(key[2:]).number("int16")
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
