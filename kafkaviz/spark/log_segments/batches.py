"""The batches of one segment: where each begins, whether it is whole, and its records as kafka-python reads them.

kafka-python is imported where a segment is read, since only those who read segments need it.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from struct import Struct
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from kafkaviz.decisions.errors import CorruptMessageError, InvalidArgumentError, KafkaError, OneSentence
from kafkaviz.spark.log_segments.inflating import MOST_INFLATED, inflates_too_far

if TYPE_CHECKING:
    from kafka.record.abc import ABCRecord

_HEAD = Struct(">qiib")  # base offset, length of what follows, something that depends on the format, magic
_BEFORE_LENGTH_COUNTS = 12
_SMALLEST = (14, 22, 49)  # what the length at least is, by magic
_BLOCK = 1 << 20


class MissingLibraryError(OneSentence, ImportError):
    """A library that the segments need is not installed where they are read; the message says how to get it."""


class Part(NamedTuple):
    """The batches of a segment that one task reads: those that begin from byte `start` up to `end`.

    `size_bytes` is the file's when the reading was planned; what a broker appends later is not looked at.
    `is_followed` tells that later segments exist, so that this one is complete.
    """

    path: str
    topic: str
    partition: int
    start: int
    end: int
    size_bytes: int
    is_followed: bool


def require_parser() -> None:
    """Raises MissingLibraryError, with what to install, where kafka-python is missing."""
    if find_spec("kafka.record" if find_spec("kafka") else "kafka") is None:
        raise MissingLibraryError(
            "Log segments are read by kafka-python, which is not installed here; on a cluster, every worker needs "
            'it: pip install "kafkaviz[segments]".'
        )


def records(part: Part) -> "Iterator[ABCRecord]":
    """Yields the records of a part in the order of their offsets; markers of transactions are left out.

    They are kafka-python's: key, value, offset, headers, timestamp in ms and timestamp_type, which are None where the
    format has none (0).

    Raises CorruptMessageError for a batch that is damaged, with file, byte and offset; MissingLibraryError without
    kafka-python; InvalidArgumentError where the file is gone or may not be read.

    Kafka: DefaultRecordBatch and AbstractLegacyRecordBatch, through kafka-python's classes of these names.
    """
    require_parser()
    for start, data in batches(part):
        yield from _records_of(data, part, start)


def batches(part: Part) -> Iterator[tuple[int, bytes]]:
    """Yields the whole batches of a part, each with the byte at which it begins.

    Every batch before the part is stepped over by its head, which costs 17 bytes of reading for each.
    Raises CorruptMessageError where something is no batch, InvalidArgumentError where the file cannot be read.

    Kafka: FileLogInputStream.
    """
    try:
        with open(part.path, "rb") as file:
            yield from _batches(file, part)
    except OSError as problem:
        raise InvalidArgumentError(
            f"{part.path} cannot be read any more ({problem.strerror}): a broker that runs deletes old segments, "
            "so copy them first."
        ) from None


def _batches(file: BinaryIO, part: Part) -> Iterator[tuple[int, bytes]]:
    start, before = 0, -1
    while start < min(part.end, part.size_bytes):
        head = _read(file, start, min(_HEAD.size, part.size_bytes - start))
        if len(head) < _HEAD.size:
            return _must_be_last(part, start, before)
        offset, length, _, magic = _HEAD.unpack(head)
        if not any(head):
            return _must_be_empty(file, part, start, before)
        if not 0 <= magic < len(_SMALLEST):
            raise batch_error(part, start, offset, f"is in message format {magic}, and the known ones are 0, 1 and 2")
        if length < _SMALLEST[magic]:
            raise batch_error(
                part, start, offset, f"says that it has {length} bytes, and the least is {_SMALLEST[magic]}"
            )
        if offset <= before:
            raise batch_error(part, start, offset, f"does not come behind the one at offset {before}")
        behind = start + _BEFORE_LENGTH_COUNTS + length
        if behind > part.size_bytes:
            return _must_be_last(part, start, before)
        if start >= part.start:
            data = _read(file, start, behind - start)
            if len(data) < behind - start:  # a follower may cut its log
                return _must_be_last(part, start, before)
            yield start, data
        start, before = behind, offset


def _read(file: BinaryIO, start: int, count: int) -> bytes:
    file.seek(start)
    return file.read(count)


def _must_be_last(part: Part, start: int, before: int) -> None:
    # What a broker is writing at this moment is cut off; in a segment that others follow it never is.
    if part.is_followed:
        raise batch_error(part, start, before, "is followed by one that is cut off, although later segments exist")


def _must_be_empty(file: BinaryIO, part: Part, start: int, before: int) -> None:
    # With log.preallocate=true a segment is filled with zeros up to its full size beforehand.
    for position in range(start, part.size_bytes, _BLOCK):
        block = _read(file, position, min(_BLOCK, part.size_bytes - position))
        # Counting takes a hundredth of what asking each byte does.
        if block.count(0) < len(block):
            raise batch_error(part, start, before, "is followed by zeros and then by something else")


def _records_of(data: bytes, part: Part, start: int) -> "Iterator[ABCRecord]":
    from kafka.errors import UnsupportedCodecError
    from kafka.record import MemoryRecords

    batch = MemoryRecords(data).next_batch()
    if not batch.validate_crc():
        raise batch_error(part, start, batch.base_offset, "does not match its checksum")
    if getattr(batch, "is_control_batch", False):
        return
    if inflates_too_far(data):
        raise batch_error(
            part, start, batch.base_offset, f"has more than {MOST_INFLATED >> 20} MiB when it is decompressed"
        )
    try:
        yield from batch
    except UnsupportedCodecError as missing:
        raise MissingLibraryError(
            f"{part.path} is compressed, and this Python cannot undo it ({missing.args[0]}): "
            'pip install "kafkaviz[segments]".'
        ) from None
    # Whatever the four libraries of compression raise shares no base class below this one.
    except Exception as problem:
        why = f"cannot be read ({type(problem).__name__}: {problem})"
        raise batch_error(part, start, batch.base_offset, why) from None


def batch_error(part: Part, start: int, offset: int, how: str) -> KafkaError:
    """Returns the error that names the file, a byte, the offset of a batch, and what is wrong with it."""
    return CorruptMessageError(f"{part.path}, byte {start}: the batch at offset {offset} {how}.")
