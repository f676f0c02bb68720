"""Generated records: the columns of a Kafka source, and the same ones each time."""

import numpy as np
import pyspark.sql.functions as F
import pytest

from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark import dense_offsets, workload, zipf_law
from kafkaviz.spark.workload import COLUMNS

pytestmark = pytest.mark.spark


def fingerprint(df):
    return df.select(F.bit_xor(F.xxhash64(*df.columns)), F.count("*")).first()


def test_the_columns_are_those_of_sparks_kafka_source(spark):
    df = workload(spark, 1, partitions=3)
    assert tuple(df.columns) == COLUMNS
    assert [field.dataType.simpleString() for field in df.schema] == [
        *("binary", "binary", "string", "int", "bigint", "timestamp", "int"),
    ]


def test_the_same_arguments_give_the_same_records_however_many_tasks_make_them(spark):
    prints = {fingerprint(workload(spark, 20_000, partitions=12, tasks=tasks)) for tasks in (1, 2, 7)}
    assert len(prints) == 1
    assert fingerprint(workload(spark, 20_000, partitions=12, seed=2)) not in prints


def test_every_record_is_in_the_partition_of_its_key(spark):
    for row in workload(spark, 2_000, keys=1_500, prefix="Köln-", partitions=7).collect():
        assert row.partition == keyed_partition(bytes(row.key), 7)


def test_keys_follow_zipfs_law(spark):
    """The distance of a sample from its law is about sqrt(keys / (2 pi n)); three times that would be a fault."""
    n, keys = 400_000, 200
    counts = np.zeros(keys)
    for row in workload(spark, n, keys=keys, zipf=1.1).groupBy("key").count().collect():
        counts[int(bytes(row["key"]).decode().removeprefix("user-")) - 1] = row["count"]
    distance = abs(counts / n - zipf_law(keys, 1.1)).sum() / 2
    assert distance < 3 * (keys / (2 * np.pi * n)) ** 0.5


def test_values_times_and_offsets_are_as_asked(spark):
    rows = workload(spark, 3, topic="letters", record_bytes=5, records_per_second=2).orderBy("offset").collect()
    assert [row.offset for row in rows] == [0, 1, 2]
    assert {(row.topic, len(row.value), row.partition, row.timestampType) for row in rows} == {("letters", 5, None, 0)}
    micros = workload(spark, 3, records_per_second=2).select(F.unix_micros("timestamp")).collect()
    assert sorted(row[0] % 10_000_000 for row in micros) == [0, 500_000, 1_000_000]


def test_dense_offsets_count_from_zero_in_every_partition_and_keep_the_order(spark):
    df = workload(spark, 500, keys=50, partitions=4)
    before, after = df.orderBy("partition", "offset").collect(), {}
    for row in dense_offsets(df).orderBy("partition", "offset").collect():
        after.setdefault(row.partition, []).append(row)
    assert all([row.offset for row in rows] == list(range(len(rows))) for rows in after.values())
    assert [row.key for rows in after.values() for row in rows] == [row.key for row in before]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"records": -1}, "records is at least 0, not -1"),
        ({"keys": 0}, "at least 1 key, not 0"),
        ({"partitions": 0}, "at least 1 partition, not 0"),
        ({"tasks": 0}, "tasks is at least 1, not 0"),
    ],
)
def test_impossible_workloads_are_refused(spark, arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        workload(spark, **arguments)
