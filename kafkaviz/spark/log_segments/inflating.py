"""How large a compressed batch becomes, counted without keeping it: a few kilobytes may stand for gigabytes.

kafka-python decompresses a batch at once, so this is asked before.
"""

import gzip
from collections.abc import Callable
from io import BytesIO
from struct import Struct
from typing import BinaryIO, Final, NamedTuple

MOST_INFLATED: Final = 128 << 20
"""How many bytes a batch may have when it is decompressed; `max.request.size`, which bounds it, is 1 MiB by default."""
_BLOCK: Final = 1 << 20
_HEAD_BYTES: Final = 61
_SIZE: Final = Struct(">i")
_XERIAL: Final = b"\x82SNAPPY\x00"


class Codec(NamedTuple):
    """How many bytes one byte becomes at most, and how large a payload becomes: above MOST_INFLATED if too large."""

    ratio: int
    size: Callable[[bytes], int]


def inflates_too_far(data: bytes) -> bool:
    """Tells whether a batch is larger than MOST_INFLATED when it is decompressed.

    Of one that cannot be decompressed it tells nothing; whoever reads it finds that out.

    Kafka: CompressionType. Simplified: its broker has no such bound.
    """
    magic = data[16]
    codec = _CODECS.get(data[22 if magic == 2 else 17] & 7)
    if codec is None:
        return False
    try:
        payload = data[_HEAD_BYTES:] if magic == 2 else _legacy_value(data, magic)
        return len(payload) * codec.ratio > MOST_INFLATED and codec.size(payload) > MOST_INFLATED
    # A library that is missing, or whatever each of them raises of damaged bytes.
    except Exception:
        return False


def _legacy_value(data: bytes, magic: int) -> bytes:
    """Returns the value of a wrapper message, in which the older formats hold a compressed set of messages."""
    at = 26 if magic else 18
    (key,) = _SIZE.unpack_from(data, at)
    return data[at + 2 * _SIZE.size + max(key, 0) :]


def _byte_count(file: BinaryIO) -> int:
    count = 0
    while count <= MOST_INFLATED and (block := file.read(_BLOCK)):
        count += len(block)
    return count


def _gzip(payload: bytes) -> int:
    with gzip.open(BytesIO(payload)) as file:
        return _byte_count(file)  # type: ignore[arg-type]  # it reads as a BinaryIO does


def _lz4(payload: bytes) -> int:
    import lz4.frame

    with lz4.frame.open(BytesIO(payload)) as file:
        return _byte_count(file)


def _zstd(payload: bytes) -> int:
    import zstandard

    with zstandard.ZstdDecompressor().stream_reader(BytesIO(payload), read_across_frames=True) as file:
        return _byte_count(file)


def _snappy(payload: bytes) -> int:
    """Adds up what the blocks say of themselves; snappy's own format is a single block."""
    if not payload.startswith(_XERIAL):
        return _varint(payload, 0)
    count, at = 0, 16
    while at < len(payload):
        (size,) = _SIZE.unpack_from(payload, at)
        count += _varint(payload, at + _SIZE.size)
        at += _SIZE.size + max(size, 0)
    return count


def _varint(data: bytes, at: int) -> int:
    number = shift = 0
    while True:
        number |= (data[at] & 0x7F) << shift
        if data[at] < 0x80:
            return number
        at, shift = at + 1, shift + 7


_CODECS: Final = {1: Codec(1_032, _gzip), 2: Codec(_BLOCK, _snappy), 3: Codec(256, _lz4), 4: Codec(_BLOCK, _zstd)}
