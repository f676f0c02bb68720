"""What is no session, no records and no load is refused in a sentence, before Spark is there."""

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.spark import (
    dense_offsets,
    gini,
    job_progress,
    partition_of,
    read_segments,
    route,
    skew,
    superseded,
    with_murmur2_of_id,
    workload,
)

CARELESS = {
    "read_segments": (lambda: read_segments(None, "x"), "The Spark session comes first, as in read_segments(spark"),
    "job_progress": (
        lambda: job_progress(5).__enter__(),
        "The Spark session comes first, as in job_progress(spark, ...), not 5.",
    ),
    "workload": (lambda: workload(5), "The Spark session comes first, as in workload(spark, ...), not 5."),
    "route": (lambda: route(None, 3), "Records are a Spark DataFrame, not None;"),
    "dense_offsets": (lambda: dense_offsets(5), "Records are a Spark DataFrame, not 5;"),
    "superseded": (lambda: superseded(5), "Records are a Spark DataFrame, not 5;"),
    "with_murmur2_of_id": (lambda: with_murmur2_of_id(5, "id", "x", 3), "Records are a Spark DataFrame, not 5;"),
    "partition_of": (lambda: partition_of(5, 3), "Hashes are a column of Spark, as F.col('murmur2'), not 5."),
    "skew of a text": (lambda: skew("abc"), "A load is what load(df) gives, or a number for each partition, not 'abc'"),
    "gini of None": (lambda: gini(None), "A load is what load(df) gives, or a number for each partition, not None."),
    "gini of rows": (lambda: gini([[1], [2]]), "A load is what load(df) gives, or a number for each partition"),
}


@pytest.mark.parametrize("name", CARELESS)
def test_a_careless_call_is_refused_in_a_sentence(name):
    careless, says = CARELESS[name]
    with pytest.raises(WrongTypeError) as refused:
        careless()
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize("values", [[], [0, 0], [1, -1], [1, float("nan")], [1, float("inf")]])
def test_where_there_is_no_load_nothing_can_be_uneven(values):
    for uneven in (gini, skew):
        with pytest.raises(InvalidArgumentError, match="There is no load"):
            uneven(values)
