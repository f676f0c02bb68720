"""Kafka's decisions over millions of records: generate, route, add up, compare with the law.

Each name is loaded when it is first used, and Spark when `session()` is called: whoever counts records loads no model,
and a worker loads the kernel alone.
"""

from kafkaviz.loading import load_on_use

_NAMES = {
    "aggregates.batches": "batches requests",
    "aggregates.capacity": "capacity demand",
    "aggregates.compaction": "compacted superseded",
    "aggregates.kept": "expected_oldest_age_ms retention_checks",
    "aggregates.lag": "drained lag lag_parts",
    "aggregates.laws": "expected_capacity expected_drain_seconds expected_load expected_move_seconds "
    "expected_moved_share",
    "aggregates.load": "LOAD Skew gini hottest_keys load load_by_broker load_by_consumer skew",
    "aggregates.order": "broken_order grown moved_keys order_per_key salted salting",
    "aggregates.parts": "Parts",
    "aggregates.retention": "retained segments slow_reader",
    "aggregates.windows": "ARRIVALS arrivals arrivals_by_consumer filled with_shared_capacity",
    "elsewhere": "run_elsewhere",
    "errors": "SparkJobError plain_errors",
    "generator.workloads": "law workloads",
    "generator.rates": "Bursts",
    "generator.sizes": "LognormalBytes UniformBytes WeightedBytes",
    "generator.workload": "dense_offsets workload",
    "generator.zipf": "zipf_law",
    "hashing": "partition_of with_murmur2_of_id",
    "java": "Java JavaNotFoundError find_java",
    "log_segments": "read_segments",
    "plans": "explained",
    "progress_bar": "job_progress",
    "routing": "DEFAULT_IN PARTITIONERS route",
    "spark_session": "session",
    "starting": "SparkStartError",
    "streaming": "as_stream watch",
}
__all__, __getattr__, __dir__ = load_on_use(__name__, _NAMES, former={"progress": "job_progress"})
