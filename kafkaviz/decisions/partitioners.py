"""Which partition a record goes to: one question, and the answers Kafka has given over the years.

Every partitioner is asked as `partitioner(key, partitions, sent)` and answers a number in
`range(partitions)`.
"""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Final
from zlib import crc32

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.explaining import check_shapes
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import Sent
from kafkaviz.decisions.wording import as_integer, short

MOST_PARTITIONS: Final = 1_000_000
"""More than any cluster has; a list of them would take gigabytes."""


def kafka_default(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Sends a key to its own partition, and a record without one to the partition that is stuck to for now.

    >>> kafka_default(b"football", 3, Sent()), kafka_default(None, 3, Sent(partition=2, bytes=100))
    (0, 2)

    Kafka: KafkaProducer.partition since 3.3, with partitioner.class unset and partitioner.ignore.keys=false.
    """
    return uniform_sticky(key, partitions, sent) if key is None else keyed_partition(key, partitions)


def keyed(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Sends equal keys to equal partitions, whether that partition has a leader or not.

    Raises ValueError for a record without a key.

    >>> [keyed(sport, 3, Sent()) for sport in (b"football", b"basketball", b"tennis")]
    [0, 2, 0]

    Kafka: BuiltInPartitioner.partitionForKey; the half of every default partitioner that looks at keys.
    """
    if key is None:
        raise InvalidArgumentError(
            "keyed places a record by its key and this one has none; kafka_default takes both kinds."
        )
    return keyed_partition(key, partitions)


@check_shapes
def round_robin(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Deals records out in a circle over the partitions that have a leader, whatever their keys.

    >>> [round_robin(None, 3, Sent(records=already)) for already in range(4)]
    [0, 1, 2, 0]
    >>> [round_robin(None, 3, Sent(records=already, available=(0, 2))) for already in range(3)]
    [0, 2, 0]

    Kafka: RoundRobinPartitioner. Simplified: a real client lists the partitions in the order of a hash map, here they
    ascend; and from 2.4 to 3.9 it counted twice when a batch was opened (KAFKA-9965), which is left out.
    """
    candidates = _candidates(partitions, sent)
    return candidates[sent.records % len(candidates)]


@check_shapes
def sticky(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Stays on one partition until a new batch is opened, then moves to a different one at random.

    >>> sticky(None, 3, Sent(partition=1, new_batch=False))
    1
    >>> sticky(None, 3, Sent(partition=0, new_batch=True, available=(0, 1, 2)))
    1

    Where none has a leader it may draw the same again.

    Kafka: KIP-480, UniformStickyPartitioner and StickyPartitionCache of 2.4 to 3.2. Simplified: they draw again until
    the partition differs, here one draw chooses among the others.
    """
    if sent.partition is not None and not sent.new_batch:
        return sent.partition
    candidates = _candidates(partitions, sent)
    others = [partition for partition in sent.available if partition != sent.partition] or candidates
    return others[sent.draw(len(others))]


@check_shapes
def uniform_sticky(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Stays on one partition for a batch's worth of bytes, then prefers partitions whose queues are short.

    A switch waits until the batch is full, so that no batch is cut short, but never beyond twice the batch
    size.

    >>> uniform_sticky(None, 3, Sent(partition=2, bytes=16_384, batch_full=False))
    2
    >>> uniform_sticky(None, 3, Sent(partition=2, bytes=16_384, batch_full=True))
    0

    Kafka: KIP-794, BuiltInPartitioner since 3.3; a partition without a leader is never drawn. Simplified: one that is
    merely slow is dropped by partitioner.availability.timeout.ms, which is off by default and left out.
    """
    if sent.partition is None or _sticky_batch_is_done(sent):
        return _draw_by_queue_size(partitions, sent)
    return sent.partition


def round_robin_by_default(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Sends a key to its own partition, and deals records without one out in a circle.

    >>> [round_robin_by_default(key, 3, Sent(records=1)) for key in (b"tennis", None)]
    [0, 1]

    Kafka: DefaultPartitioner of 0.10.2 to 2.3. Its counter started at random and skipped records with keys.
    """
    return round_robin(key, partitions, sent) if key is None else keyed_partition(key, partitions)


def sticky_by_default(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Sends a key to its own partition, and records without one to one partition per batch.

    >>> [sticky_by_default(key, 3, Sent(partition=2, new_batch=False)) for key in (b"tennis", None)]
    [0, 2]

    Kafka: DefaultPartitioner of 2.4 to 3.2.
    """
    return sticky(key, partitions, sent) if key is None else keyed_partition(key, partitions)


def murmur2_random(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Sends a key where Java clients send it, and a record without one anywhere at random.

    >>> murmur2_random(b"tennis", 3, Sent()), murmur2_random(None, 3, Sent(draw=lambda bound: bound - 1))
    (0, 2)

    Kafka: librdkafka's partitioner=murmur2_random. Simplified: its sticky.partitioning.linger.ms, 10 ms by default, is
    left out.
    """
    return sent.draw(partitions) if key is None else keyed_partition(key, partitions)


def consistent_random(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Sends a key by its CRC32, and a record with an empty key or without one anywhere at random.

    >>> consistent_random(b"tennis", 3, Sent()), consistent_random(b"", 3, Sent(draw=lambda bound: bound - 1))
    (1, 2)

    Kafka: librdkafka's default, partitioner=consistent_random, so that of its clients in C, C++, Python, Go and .NET.
    Simplified: its sticky.partitioning.linger.ms, 10 ms by default, is left out.
    """
    return crc32(key) % partitions if key else sent.draw(partitions)


def partition_fault(answer: object, partitions: int) -> str | None:
    """Says why an answer is not the number of a partition, or None.

    >>> partition_fault(2, 3)
    >>> partition_fault(3, 3)
    'A partitioner answered 3; the topic has partitions 0 to 2.'

    Kafka: the producer refuses a negative partition, and waits max.block.ms for one that does not exist.
    """
    partition = as_integer(answer)
    if partition is None and not isinstance(answer, bool):
        return f"A partitioner answered {short(answer)}; it must answer a whole number from 0 to {partitions - 1}."
    if partition is None or not 0 <= partition < partitions:
        return f"A partitioner answered {short(answer)}; the topic has partitions 0 to {partitions - 1}."
    return None


def routing_breach(routed: Iterable[tuple[bytes | None, int]]) -> str | None:
    """Says which key was sent to two partitions, or None: the order of a key's records hangs on this promise.

    >>> routing_breach([(b"football", 0), (None, 1), (b"football", 2)])
    "Key b'football' went to partition 0 and later to partition 2, so its records have lost their order."

    Kafka: what the default partitioner promises as long as the number of partitions stays the same.
    """
    home: dict[bytes, int] = {}
    for key, partition in routed:
        if key is not None and home.setdefault(key, partition) != partition:
            return (
                f"Key {key!r} went to partition {home[key]} and later to partition {partition}, "
                "so its records have lost their order."
            )
    return None


def _candidates(partitions: int, sent: Sent) -> tuple[int, ...] | range:
    if partitions > MOST_PARTITIONS and not sent.available:
        raise InvalidArgumentError(
            f"A partitioner chooses among up to {MOST_PARTITIONS} partitions, not {short(partitions)}."
        )
    return sent.available or range(partitions)


def _sticky_batch_is_done(sent: Sent) -> bool:
    sticky_batch_size = max(1, sent.batch_size)
    enough = sent.bytes >= sticky_batch_size and sent.batch_full
    return enough or sent.bytes >= 2 * sticky_batch_size


def _draw_by_queue_size(partitions: int, sent: Sent) -> int:
    candidates = _candidates(partitions, sent)
    sizes = sent.queue_sizes or (0,) * len(candidates)
    longest = max(sizes)
    cumulative = list(accumulate(longest + 1 - size for size in sizes))
    return candidates[bisect_right(cumulative, sent.draw(cumulative[-1]))]
