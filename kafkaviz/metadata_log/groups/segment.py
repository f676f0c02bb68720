"""The segments of `__consumer_offsets`: the records with which a coordinator remembers its groups."""

import gzip
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Final

from kafkaviz.decisions.errors import KafkaError
from kafkaviz.metadata_log.encoding import Bytes, Unreadable
from kafkaviz.metadata_log.groups.messages import END_MARKER, message
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.segment import Batch, batches_of

MOST_INFLATED: Final = 16 << 20
"""How many bytes a batch may have when it is decompressed; one of a coordinator has a MiB at most by default."""
_BLOCK_HEAD, _XERIAL = 16, b"\x82SNAPPY\x00"
_ABORT, _COMMIT = 0, 1


def offsets_records_of(data: bytes, name: str) -> Iterator[LogRecord]:
    """Yields the records of a segment in the order of their offsets, which may have gaps: the topic is compacted.

    The fields of a record are its `key` and its `value`, which is None for a tombstone; of a transaction's record also
    the `producerId`. A type that is not known has no fields. Raises CorruptMessageError for a batch that is damaged,
    or compressed so that it cannot be read here.

    Kafka: GroupCoordinatorRecordSerde and CoordinatorLoaderImpl.
    """
    for batch in batches_of(data, name, "; the log of another topic tells of no groups"):
        for raw in batch.records(_inflated(batch) if batch.codec else batch.held):
            try:
                kind, fields = (
                    _marker(raw.key or b"", batch) if batch.is_control else message(raw.key or b"", raw.value)
                )
            except Unreadable as problem:
                raise batch.damage(f"holds a record that {problem}{batch.strange}") from None
            if fields is not None and batch.is_transactional and not batch.is_control:
                fields = {**fields, "producerId": batch.producer_id}
            yield LogRecord(raw.offset, raw.timestamp_ms, kind, fields, batch.place)


def _marker(key: bytes, batch: Batch) -> tuple[str, dict[str, object] | None]:
    """Returns how a transaction ended. Kafka: EndTransactionMarker, ControlRecordType."""
    number = Bytes(key[2:]).number("int16")
    if number not in (_ABORT, _COMMIT):
        return f"control type {number}", None
    return END_MARKER, {"producerId": batch.producer_id, "committed": number == _COMMIT}


def _inflated(batch: Batch) -> bytes:
    name, read = _CODECS.get(batch.codec, ("a codec that nobody knows", None))
    if read is None:
        raise batch.damage(f"is compressed with {name}{batch.strange}")
    try:
        found = read(batch.held)
    except ImportError:
        raise _missing(batch, name) from None
    # Whatever each of the libraries raises of damaged bytes.
    except Exception:
        raise batch.damage(f"is compressed with {name}, and its bytes are damaged") from None
    if len(found) > MOST_INFLATED:
        raise batch.damage(f"has more than {MOST_INFLATED >> 20} MiB when it is decompressed")
    return found


def _missing(batch: Batch, name: str) -> KafkaError:
    return batch.damage(f"is compressed with {name}: install kafkaviz[segments], which reads it")


def _gzip(compressed: bytes) -> bytes:
    with gzip.open(BytesIO(compressed)) as file:
        return file.read(MOST_INFLATED + 1)


def _snappy(compressed: bytes) -> bytes:
    """Kafka: SnappyOutputStream of xerial writes blocks, each with its size before it."""
    import snappy  # type: ignore[import-untyped]  # it says nothing of its types

    if not compressed.startswith(_XERIAL):
        return _block(snappy.uncompress, compressed, 0)
    data, found = Bytes(compressed[_BLOCK_HEAD:]), b""
    while data.remaining and len(found) <= MOST_INFLATED:
        found += _block(snappy.uncompress, data.take(data.number("int32")), len(found))
    return found


def _block(uncompress: Callable[[bytes], bytes], block: bytes, before: int) -> bytes:
    # A block begins with the size that it will have.
    return uncompress(block) if before + Bytes(block).varint() <= MOST_INFLATED else bytes(MOST_INFLATED + 1)


def _lz4(compressed: bytes) -> bytes:
    import lz4.frame

    with lz4.frame.open(BytesIO(compressed)) as file:
        found: bytes = file.read(MOST_INFLATED + 1)
    return found


def _zstd(compressed: bytes) -> bytes:
    import zstandard

    with zstandard.ZstdDecompressor().stream_reader(BytesIO(compressed), read_across_frames=True) as file:
        return file.read(MOST_INFLATED + 1)


_CODECS: Final[dict[int, tuple[str, Callable[[bytes], bytes]]]] = {
    1: ("gzip", _gzip),
    2: ("snappy", _snappy),
    3: ("lz4", _lz4),
    4: ("zstd", _zstd),
}
"""Kafka's codecs by their numbers. Kafka: CompressionType; offsets.topic.compression.codec is none by default."""
