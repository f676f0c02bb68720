"""Kafka's decisions over millions of records: generate, route, add up, compare with the law.

Nothing here starts Spark or loads it before `session()` is called, so that a worker can import the kernel alone.
"""

from kafkaviz.spark.aggregates import Skew, expected_load, hottest_keys, load, skew
from kafkaviz.spark.java import Java, JavaNotFoundError, find_java
from kafkaviz.spark.plain_errors import SparkJobError, plain_errors
from kafkaviz.spark.progress import progress
from kafkaviz.spark.routing import partition_of, route, with_murmur2_of_id
from kafkaviz.spark.session import session
from kafkaviz.spark.starting import SparkStartError
from kafkaviz.spark.workload import dense_offsets, workload
from kafkaviz.spark.zipf import zipf_law

__all__ = [
    "Java",
    "JavaNotFoundError",
    "Skew",
    "SparkJobError",
    "SparkStartError",
    "dense_offsets",
    "expected_load",
    "find_java",
    "hottest_keys",
    "load",
    "partition_of",
    "plain_errors",
    "progress",
    "route",
    "session",
    "skew",
    "with_murmur2_of_id",
    "workload",
    "zipf_law",
]
