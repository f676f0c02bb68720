"""Where a key or a group id goes: murmur2 and Java's string hash, in the 32-bit arithmetic Kafka uses."""

from sys import byteorder

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import as_integer, short

_MASK = 0xFFFFFFFF
_SEED = 0x9747B28C
_M = 0x5BD1E995


def murmur2(data: bytes) -> int:
    """Hashes bytes to a signed 32-bit number, the way every Java client of Kafka hashes a key.

    Raises TypeError when `data` is not bytes-like: a text has no bytes before it is encoded.

    >>> murmur2(b"foobar")
    -790332482
    >>> murmur2("é".encode())
    186971271

    Kafka: org.apache.kafka.common.utils.Utils.murmur2; librdkafka hashes keys with CRC32 unless it is told otherwise.
    """
    if isinstance(data, str):
        raise WrongTypeError(f"murmur2 hashes bytes, not str: encode the text first, as in {short(data)}.encode().")
    try:
        size = len(data)
        aligned = size & ~3
        words = _little_endian_words(data, aligned)
    except TypeError:
        raise WrongTypeError(f"murmur2 hashes bytes, not {type(data).__name__}.") from None
    h = _SEED ^ size
    for k in words:
        k = k * _M & _MASK
        h = h * _M & _MASK ^ (k ^ k >> 24) * _M & _MASK
    if size > aligned:
        h = (h ^ int.from_bytes(data[aligned:], "little")) * _M & _MASK
    h = (h ^ h >> 13) * _M & _MASK
    return _signed(h ^ h >> 15)


def to_positive(h: int) -> int:
    """Clears the sign bit of a 32-bit number; this is a mask, not the absolute value.

    >>> to_positive(-1), to_positive(7)
    (2147483647, 7)

    Kafka: Utils.toPositive.
    """
    return h & 0x7FFFFFFF


def keyed_partition(key: bytes, partitions: int) -> int:
    """Returns the partition of a key, in `range(partitions)`; equal keys meet while the count stays the same.

    Raises ValueError when there is no partition to choose from.

    >>> [keyed_partition(sport, 3) for sport in (b"football", b"basketball", b"tennis")]
    [0, 2, 0]

    Kafka: BuiltInPartitioner.partitionForKey. An empty key is a key; only a missing one is not hashed.
    """
    if type(partitions) is not int or partitions < 1:
        partitions = _count(partitions, "A topic")
    return to_positive(murmur2(key)) % partitions


def java_string_hash(text: str) -> int:
    """Hashes a text to the signed 32-bit number that Java's `String.hashCode` prints.

    >>> java_string_hash("test"), java_string_hash("Aa") == java_string_hash("BB")
    (3556498, True)

    Kafka: java.lang.String.hashCode, over UTF-16 units, so a character beyond U+FFFF counts as two.
    """
    h = 0
    units = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        h = 31 * h + (low | high << 8) & _MASK
    return _signed(h)


def coordinator_partition(group_id: str, partitions: int = 50) -> int:
    """Returns the partition of the offsets topic, in `range(partitions)`, whose leader looks after the group.

    Raises ValueError when there is no partition to choose from.

    >>> coordinator_partition("my-group"), coordinator_partition("polygenelubricants")
    (12, 0)

    Kafka: GroupCoordinatorService.partitionFor with offsets.topic.num.partitions. Unlike a key's, the sign
    goes by absolute value, and the one number without an absolute value, the smallest, counts as 0.
    """
    if type(partitions) is not int or partitions < 1:
        partitions = _count(partitions, "The offsets topic")
    if not isinstance(group_id, str):
        raise WrongTypeError(f"A group id is text, not {short(group_id)}.")
    h = java_string_hash(group_id)
    return 0 if h == -(2**31) else abs(h) % partitions


def _count(partitions: int, whose: str) -> int:
    """A whole number of another kind, such as numpy's, is one as well."""
    count = as_integer(partitions)
    if count is None:
        raise WrongTypeError(f"{whose} has a whole number of partitions, at least 1, not {short(partitions)}.")
    if count < 1:
        raise InvalidArgumentError(f"{whose} has at least 1 partition, not {short(partitions)}.")
    return count


def _little_endian_words(data: bytes, aligned: int) -> "memoryview[int] | list[int]":
    if byteorder == "little":
        return memoryview(data)[:aligned].cast("B").cast("I")
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, aligned, 4)]


def _signed(h: int) -> int:
    return h - 2**32 if h & 0x80000000 else h
