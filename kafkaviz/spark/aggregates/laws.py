"""What follows from a law without counting: the numbers that stand beside the measured ones."""

from math import ceil, gcd, inf
from typing import TYPE_CHECKING

from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark.aggregates.checks import require_number, require_whole
from kafkaviz.spark.workloads.zipf import zipf_law

if TYPE_CHECKING:
    import numpy as np


def expected_load(keys: int, zipf: float, partitions: int, prefix: str = "user-") -> "np.ndarray":
    """Returns the exact share that each partition is to get from a workload: float64, shape (partitions,), sum 1.

    Every key is routed by the function that routes one record, so this takes about a second per million keys.
    Raises InvalidArgumentError for fewer than 1 key or partition.

    >>> expected_load(3, 1.0, partitions=2).round(3).tolist()
    [0.818, 0.182]

    Kafka: BuiltInPartitioner.partitionForKey, for each key once.
    """
    import numpy as np

    owners = [keyed_partition(f"{prefix}{rank}".encode(), partitions) for rank in range(1, keys + 1)]
    return np.bincount(owners, weights=zipf_law(keys, zipf), minlength=partitions)


def expected_moved_share(before: int, after: int) -> float:
    """Returns the share of the keys that get another partition when a topic is resized from `before` to `after`.

    A key stays if both remainders of its hash are equal, which is so for the smaller number of remainders in every
    `lcm(before, after)`. Raises InvalidArgumentError for fewer than 1 partition.

    >>> expected_moved_share(3, 4), expected_moved_share(3, 6)
    (0.75, 0.5)

    Kafka: what BuiltInPartitioner does to keys after kafka-topics.sh --alter --partitions.
    """
    before, after = require_whole("before", before, 1), require_whole("after", after, 1)
    return 1 - gcd(before, after) / max(before, after)


def expected_capacity(partitions: int, consumers: int, capacity_per_s: float) -> float:
    """Returns the records/s a group reads at most while all partitions get the same: mu·P/ceil(P/C).

    The consumer with the most partitions is the first that cannot keep up.
    Raises InvalidArgumentError for fewer than 1 partition or consumer.

    >>> [expected_capacity(48, consumers, 1_000) for consumers in (8, 9, 10, 12)]
    [8000.0, 8000.0, 9600.0, 12000.0]

    Kafka: nothing of its own; a partition has one reader in a group.
    """
    partitions, consumers = require_whole("partitions", partitions, 1), require_whole("consumers", consumers, 1)
    return require_number("capacity_per_s", capacity_per_s) * partitions / ceil(partitions / consumers)


def expected_drain_seconds(outage_s: float, load_per_s: float, capacity_per_s: float) -> float:
    """Returns how long a group needs to catch up after an outage: outage·load/(capacity - load), or infinity.

    Raises InvalidArgumentError for negative numbers.

    >>> expected_drain_seconds(600, 8_000, 12_000), expected_drain_seconds(600, 8_000, 8_000)
    (1200.0, inf)

    Kafka: nothing of its own.
    """
    missed = require_number("outage_s", outage_s) * require_number("load_per_s", load_per_s)
    spare = require_number("capacity_per_s", capacity_per_s) - load_per_s
    return missed / spare if spare > 0 else (inf if missed else 0.0)
