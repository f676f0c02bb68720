"""A plan as text holds the operators, and nothing that differs from session to session."""

import re

import pytest

from kafkaviz.decisions.errors import WrongTypeError
from kafkaviz.spark import explained, workload


@pytest.mark.spark
def test_the_same_count_has_the_same_plan_each_time(spark):
    plans = []
    for _ in range(2):
        records = workload(spark, records=100, partitions=3).select("partition").localCheckpoint()
        plans.append(explained(records.groupBy("partition").count()))
    assert plans[0] == plans[1] and plans[0].startswith("== Physical Plan ==")
    assert all(name in plans[0] for name in ("Exchange", "HashAggregate", "partial_count(1)", "hashpartitioning"))
    assert not re.search(r"#\d|plan_id|RDD\[", plans[0])


def test_what_has_no_plan_is_refused():
    with pytest.raises(WrongTypeError, match="A plan is of a DataFrame of Spark, not of 3"):
        explained(3)
