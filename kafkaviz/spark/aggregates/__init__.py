"""What is counted of records by the million: DataFrame to DataFrame, and nothing runs until the result is asked for.

The records may be a workload, a dump of a topic or `spark.read.format("kafka")`: they have the columns of Spark's
Kafka source. What follows from a law without counting is in `laws`, to stand beside what was measured.
"""

from kafkaviz.spark.aggregates.batches import batches, requests
from kafkaviz.spark.aggregates.capacity import capacity, demand
from kafkaviz.spark.aggregates.compaction import compacted, superseded
from kafkaviz.spark.aggregates.kept import expected_oldest_age_ms, retention_checks
from kafkaviz.spark.aggregates.lag import drained, lag, lag_parts
from kafkaviz.spark.aggregates.laws import (
    expected_capacity,
    expected_drain_seconds,
    expected_load,
    expected_move_seconds,
    expected_moved_share,
)
from kafkaviz.spark.aggregates.load import (
    LOAD,
    Skew,
    gini,
    hottest_keys,
    load,
    load_by_broker,
    load_by_consumer,
    skew,
)
from kafkaviz.spark.aggregates.order import broken_order, grown, moved_keys, order_per_key, salted
from kafkaviz.spark.aggregates.parts import Parts
from kafkaviz.spark.aggregates.retention import retained, segments, slow_reader
from kafkaviz.spark.aggregates.windows import (
    ARRIVALS,
    arrivals,
    arrivals_by_consumer,
    filled,
    with_shared_capacity,
)

__all__ = [
    "ARRIVALS",
    "LOAD",
    "Parts",
    "Skew",
    "arrivals",
    "arrivals_by_consumer",
    "batches",
    "broken_order",
    "capacity",
    "compacted",
    "demand",
    "drained",
    "expected_capacity",
    "expected_drain_seconds",
    "expected_load",
    "expected_move_seconds",
    "expected_moved_share",
    "expected_oldest_age_ms",
    "filled",
    "gini",
    "grown",
    "hottest_keys",
    "lag",
    "lag_parts",
    "load",
    "load_by_broker",
    "load_by_consumer",
    "moved_keys",
    "order_per_key",
    "requests",
    "retained",
    "retention_checks",
    "salted",
    "segments",
    "skew",
    "slow_reader",
    "superseded",
    "with_shared_capacity",
]
