"""Records for these tests: a workload, and rows written by hand."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from kafkaviz.spark import workload

SCHEMA = "key binary, value binary, topic string, partition int, offset long, timestamp timestamp, timestampType int"
START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="session")
def clicks(spark: object) -> Callable[..., object]:
    """Returns a function that makes a Zipf workload."""

    def make(records: int = 20_000, **arguments: object) -> object:
        return workload(spark, "zipf", records=records, **arguments)

    return make


@pytest.fixture(scope="session")
def written(spark: object) -> Callable[..., object]:
    """Returns a function that makes records of (key, value, partition, offset, ms since the start), or of a topic."""

    def make(rows: list[tuple], topic: str = "t") -> object:
        full = [
            (key, value, topic, partition, offset, datetime.fromtimestamp(START.timestamp() + ms / 1000, UTC), 0)
            for key, value, partition, offset, ms in rows
        ]
        return spark.createDataFrame(full, SCHEMA)

    return make
