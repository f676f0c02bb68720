"""Kafka's decisions over millions of records: generate, route, add up, compare with the law.

Nothing here starts Spark or loads it before `session()` is called, so that a worker can import the kernel alone.
"""

from kafkaviz.spark.aggregates import Skew, expected_load, hottest_keys, load, skew
from kafkaviz.spark.hashing import partition_of, with_murmur2_of_id
from kafkaviz.spark.java import Java, JavaNotFoundError, find_java
from kafkaviz.spark.plain_errors import SparkJobError, plain_errors
from kafkaviz.spark.progress import progress
from kafkaviz.spark.routing import PARTITIONERS, route
from kafkaviz.spark.session import session
from kafkaviz.spark.starting import SparkStartError
from kafkaviz.spark.workload import dense_offsets, workload
from kafkaviz.spark.workloads.named import law, workloads
from kafkaviz.spark.workloads.rates import Bursts
from kafkaviz.spark.workloads.sizes import LognormalBytes, UniformBytes, WeightedBytes
from kafkaviz.spark.workloads.zipf import zipf_law

__all__ = [
    "PARTITIONERS",
    "Bursts",
    "Java",
    "JavaNotFoundError",
    "LognormalBytes",
    "Skew",
    "SparkJobError",
    "SparkStartError",
    "UniformBytes",
    "WeightedBytes",
    "dense_offsets",
    "expected_load",
    "find_java",
    "hottest_keys",
    "law",
    "load",
    "partition_of",
    "plain_errors",
    "progress",
    "route",
    "session",
    "skew",
    "with_murmur2_of_id",
    "workload",
    "workloads",
    "zipf_law",
]
