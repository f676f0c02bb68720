"""What follows from a law without counting: the numbers that stand beside the measured ones."""

from collections.abc import Mapping
from math import ceil, gcd, inf
from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark.aggregates.checks import require_number, require_whole
from kafkaviz.spark.arguments import partition_count

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def expected_load(shares: "Mapping[str | None, float] | pd.Series", partitions: int) -> "np.ndarray":
    """Returns the exact share that each partition is to get: float64, shape (partitions,), with the sum of `shares`.

    `shares` says which part of the records each key gets, as `law("zipf", keys=10_000)` does for a workload. Every key
    is routed by the function that routes one record, so this takes about a second per million keys; what has no key
    goes everywhere alike. Raises InvalidArgumentError for fewer than 1 partition or negative shares.

    >>> expected_load({"user-1": 0.5, "user-2": 0.3, None: 0.2}, partitions=2).round(3).tolist()
    [0.9, 0.1]

    Kafka: BuiltInPartitioner.partitionForKey, for each key once.
    """
    import numpy as np

    partitions = partition_count(partitions)
    if any(share < 0 for _, share in shares.items()):
        raise InvalidArgumentError("The share of a key is 0 or more.")
    expected = np.full(partitions, shares.get(None, 0.0) / partitions)
    for key, share in shares.items():
        if key is not None:
            expected[keyed_partition(key.encode(), partitions)] += share
    return expected


def expected_moved_share(before: int, after: int) -> float:
    """Returns the share of the keys that get another partition when a topic is resized from `before` to `after`.

    A key stays if both remainders of its hash are equal, which is so for the smaller number of remainders in every
    `lcm(before, after)`. Raises InvalidArgumentError for fewer than 1 partition.

    >>> expected_moved_share(3, 4), expected_moved_share(3, 6)
    (0.75, 0.5)

    Kafka: what BuiltInPartitioner does to keys after kafka-topics.sh --alter --partitions.
    """
    before, after = require_whole("before", before, 1), require_whole("after", after, 1)
    most = max(before, after)
    return (most - gcd(before, after)) / most


def expected_capacity(partitions: int, consumers: int, capacity_per_s: float) -> float:
    """Returns the records/s a group reads at most while all partitions get the same: mu·P/ceil(P/C).

    The consumer with the most partitions is the first that cannot keep up.
    Raises InvalidArgumentError for fewer than 1 partition or consumer.

    >>> [expected_capacity(48, consumers, 1_000) for consumers in (8, 9, 10, 12)]
    [8000.0, 8000.0, 9600.0, 12000.0]

    A partition has one reader in a group.
    """
    partitions, consumers = require_whole("partitions", partitions, 1), require_whole("consumers", consumers, 1)
    return require_number("capacity_per_s", capacity_per_s) * partitions / ceil(partitions / consumers)


def expected_drain_seconds(outage_s: float, load_per_s: float, capacity_per_s: float) -> float:
    """Returns how long a group needs to catch up after an outage: outage·load/(capacity - load), or infinity.

    Raises InvalidArgumentError for negative numbers.

    >>> expected_drain_seconds(600, 8_000, 12_000), expected_drain_seconds(600, 8_000, 8_000)
    (1200.0, inf)
    """
    missed = require_number("outage_s", outage_s) * require_number("load_per_s", load_per_s)
    spare = require_number("capacity_per_s", capacity_per_s) - load_per_s
    return missed / spare if spare > 0 else (inf if missed else 0.0)


def expected_move_seconds(kept_bytes: float, arriving_bytes_per_s: float, throttle_bytes_per_s: float) -> float:
    """Returns how long a new replica copies what a partition keeps while more arrives, or infinity.

    The throttle has to carry both: kept/(throttle - arriving). Raises InvalidArgumentError for negative numbers.

    >>> expected_move_seconds(6e9, 1e6, 5e6), expected_move_seconds(6e9, 5e6, 5e6)
    (1500.0, inf)

    Kafka: kafka-reassign-partitions.sh --throttle, leader.replication.throttled.rate. Simplified: one replica moves,
    and nothing is deleted meanwhile.
    """
    kept = require_number("kept_bytes", kept_bytes)
    spare = require_number("throttle_bytes_per_s", throttle_bytes_per_s) - require_number(
        "arriving_bytes_per_s", arriving_bytes_per_s
    )
    return kept / spare if spare > 0 else (inf if kept else 0.0)
