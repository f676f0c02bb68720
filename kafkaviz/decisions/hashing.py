"""Where a key or a group id goes: murmur2 and Java's string hash, in the 32-bit arithmetic Kafka uses."""

from sys import byteorder

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError

_MASK = 0xFFFFFFFF
_SEED = 0x9747B28C
_M = 0x5BD1E995


def murmur2(data: bytes) -> int:
    """Hashes bytes to a signed 32-bit number, the way every Kafka client hashes a key.

    Raises TypeError when `data` is not bytes-like: a text has no bytes before it is encoded.

    >>> murmur2(b"foobar")
    -790332482
    >>> murmur2("é".encode())
    186971271

    Kafka: org.apache.kafka.common.utils.Utils.murmur2.
    """
    if isinstance(data, str):
        raise WrongTypeError(f"murmur2 hashes bytes, not str: encode the text first, as in {data!r}.encode().")
    size = len(data)
    whole = size & ~3
    h = _SEED ^ size
    for k in _little_endian_words(data, whole):
        k = k * _M & _MASK
        h = h * _M & _MASK ^ (k ^ k >> 24) * _M & _MASK
    if size > whole:
        h = (h ^ int.from_bytes(data[whole:], "little")) * _M & _MASK
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
    """Gives the partition of a key, in `range(partitions)`; equal keys meet while the count stays the same.

    Raises ValueError when there is no partition to choose from.

    >>> [keyed_partition(sport, 3) for sport in (b"football", b"basketball", b"tennis")]
    [0, 2, 0]

    Kafka: BuiltInPartitioner.partitionForKey. An empty key is a key; only a missing one is not hashed.
    """
    if partitions < 1:
        raise InvalidArgumentError(f"A topic has at least 1 partition, not {partitions}.")
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
    """Gives the partition of the offsets topic, in `range(partitions)`, whose leader looks after the group.

    Raises ValueError when there is no partition to choose from.

    >>> coordinator_partition("my-group"), coordinator_partition("polygenelubricants")
    (12, 0)

    Kafka: GroupCoordinatorService.partitionFor with offsets.topic.num.partitions. Unlike a key's, the sign
    goes by absolute value, and the one number without an absolute value, the smallest, counts as 0.
    """
    if partitions < 1:
        raise InvalidArgumentError(f"The offsets topic has at least 1 partition, not {partitions}.")
    h = java_string_hash(group_id)
    return 0 if h == -(2**31) else abs(h) % partitions


def _little_endian_words(data: bytes, whole: int) -> "memoryview[int] | list[int]":
    if byteorder == "little":
        return memoryview(data)[:whole].cast("B").cast("I")
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, whole, 4)]


def _signed(h: int) -> int:
    return h - 2**32 if h & 0x80000000 else h
