"""Kafka's decisions over millions of records: generate, route, add up, compare with the law.

Nothing here starts Spark or loads it before `session()` is called, so that a worker can import the kernel alone.
"""

from kafkaviz.spark.aggregates import (
    ARRIVALS,
    LOAD,
    Parts,
    Skew,
    arrivals,
    arrivals_by_consumer,
    batches,
    broken_order,
    capacity,
    compacted,
    demand,
    drained,
    expected_capacity,
    expected_drain_seconds,
    expected_load,
    expected_move_seconds,
    expected_moved_share,
    expected_oldest_age_ms,
    filled,
    gini,
    grown,
    hottest_keys,
    lag,
    lag_parts,
    load,
    load_by_broker,
    load_by_consumer,
    moved_keys,
    order_per_key,
    requests,
    retained,
    retention_checks,
    salted,
    segments,
    skew,
    slow_reader,
    superseded,
    with_shared_capacity,
)
from kafkaviz.spark.hashing import partition_of, with_murmur2_of_id
from kafkaviz.spark.java import Java, JavaNotFoundError, find_java
from kafkaviz.spark.log_segments import read_segments
from kafkaviz.spark.plain_errors import SparkJobError, plain_errors
from kafkaviz.spark.progress import progress
from kafkaviz.spark.routing import PARTITIONERS, route
from kafkaviz.spark.session import session
from kafkaviz.spark.starting import SparkStartError
from kafkaviz.spark.streaming import watch
from kafkaviz.spark.workload import dense_offsets, workload
from kafkaviz.spark.workloads.named import law, workloads
from kafkaviz.spark.workloads.rates import Bursts
from kafkaviz.spark.workloads.sizes import LognormalBytes, UniformBytes, WeightedBytes
from kafkaviz.spark.workloads.zipf import zipf_law

__all__ = [
    "ARRIVALS",
    "LOAD",
    "PARTITIONERS",
    "Bursts",
    "Java",
    "JavaNotFoundError",
    "LognormalBytes",
    "Parts",
    "Skew",
    "SparkJobError",
    "SparkStartError",
    "UniformBytes",
    "WeightedBytes",
    "arrivals",
    "arrivals_by_consumer",
    "batches",
    "broken_order",
    "capacity",
    "compacted",
    "demand",
    "dense_offsets",
    "drained",
    "expected_capacity",
    "expected_drain_seconds",
    "expected_load",
    "expected_move_seconds",
    "expected_moved_share",
    "expected_oldest_age_ms",
    "filled",
    "find_java",
    "gini",
    "grown",
    "hottest_keys",
    "lag",
    "lag_parts",
    "law",
    "load",
    "load_by_broker",
    "load_by_consumer",
    "moved_keys",
    "order_per_key",
    "partition_of",
    "plain_errors",
    "progress",
    "read_segments",
    "requests",
    "retained",
    "retention_checks",
    "route",
    "salted",
    "segments",
    "session",
    "skew",
    "slow_reader",
    "superseded",
    "watch",
    "with_murmur2_of_id",
    "with_shared_capacity",
    "workload",
    "workloads",
    "zipf_law",
]
