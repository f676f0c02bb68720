"""Generated records: the columns of a Kafka source, the same ones each time, and nonsense refused in one sentence."""

from functools import reduce

import pyspark.sql.functions as F
import pytest
from pyspark.sql import DataFrame

from kafkaviz.decisions.errors import InvalidArgumentError, InvalidTopicError, UnknownNameError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.partitioners import consistent_random, round_robin
from kafkaviz.decisions.values import Sent
from kafkaviz.spark import Bursts, LognormalBytes, UniformBytes, WeightedBytes, dense_offsets, workload, workloads
from kafkaviz.spark.generator import keys
from kafkaviz.spark.generator.workload import COLUMNS
from tests.sampling import IS_WEEKLY, every, together

CASES = {
    "uniform": {},
    "zipf": {},
    "ycsb": {},
    "ycsb hotspot": {"distribution": "hotspot"},
    "nexmark": {},
    "nexmark person": {"key": "person"},
    "omb": {"records": 3_000},
    "omb round robin": {"key_distributor": "KEY_ROUND_ROBIN"},
    "omb nano": {"key_distributor": "RANDOM_NANO"},
    "sensors": {},
    "country": {},
    "vip": {},
    "zipf bursts": {"rate": Bursts(100, period_seconds=10, burst_seconds=2)},
    "zipf sizes": {"record_bytes": LognormalBytes(300)},
    "vip sizes": {"record_bytes": UniformBytes(0, 9)},
    "uniform sizes": {"record_bytes": WeightedBytes({1: 1, 50: 3})},
    "zipf crc32": {"partitioner": "crc32"},
    "zipf dealt": {"partitioner": "round_robin", "producers": 3},
    "zipf sticky": {"partitioner": "sticky", "producers": 3, "records": 3_000},
}


TASKS = (1, 2, 7, 16) if IS_WEEKLY else (1, 7)


def fingerprint(df):
    return df.select(F.bit_xor(F.xxhash64(*df.columns)), F.count("*")).first()


@pytest.mark.spark
def test_a_condition_on_the_partition_is_asked_behind_the_hash(spark, monkeypatch):
    monkeypatch.setattr(keys, "MANY", 0)
    # In front of it the condition was so long that a driver of 512 MB did not finish planning it.
    routed = workload(spark, "zipf", records=3_000, partitions=12)
    plan = routed.where("partition = 8")._jdf.queryExecution().optimizedPlan().toString()
    assert len(plan) < 20_000
    counted = {row.partition: row["count"] for row in routed.groupBy("partition").count().collect()}
    assert routed.where("partition = 8").count() == counted[8]


def test_every_workload_is_among_the_cases():
    assert {*workloads().index} - {"trace"} == {case.split()[0] for case in CASES}


@pytest.mark.spark
@pytest.mark.parametrize("case", every(6, CASES, whole=3))
def test_the_same_arguments_give_the_same_records_however_many_tasks_make_them(spark, case):
    arguments = {"records": 20_000, "partitions": 12, **CASES[case]}
    name, records = case.split()[0], arguments["records"]
    tables = [workload(spark, name, tasks=tasks, **arguments).withColumn("tasks", F.lit(tasks)) for tasks in TASKS]
    whole = reduce(DataFrame.unionAll, tables).groupBy("tasks")
    rows = whole.agg(F.bit_xor(F.xxhash64(*COLUMNS)).alias("print"), F.count("*").alias("records")).collect()
    assert sorted((row.tasks, row.records) for row in rows) == [(tasks, records) for tasks in TASKS]
    assert len({row.print for row in rows}) == 1


@pytest.mark.spark
def test_another_seed_gives_other_records(spark):
    one, other = (fingerprint(workload(spark, records=1_000, seed=seed)) for seed in (1, 2))
    assert one != other


@pytest.mark.spark
def test_the_columns_are_those_of_sparks_kafka_source(spark):
    for name in ("zipf", "country", "omb", "nexmark"):
        df = workload(spark, name, records=1, partitions=3)
        assert tuple(df.columns) == COLUMNS
        assert [field.dataType.simpleString() for field in df.schema] == [
            *("binary", "binary", "string", "int", "bigint", "timestamp", "int")
        ]


@pytest.mark.spark
@pytest.mark.parametrize("name", every(2, ["uniform", "zipf", "country", "nexmark", "sensors", "ycsb", "vip"], whole=1))
def test_every_record_is_in_the_partition_of_its_key_and_none_lacks_a_key(spark, name):
    df = workload(spark, name, records=2_000, partitions=7)
    assert not df.schema["key"].nullable
    for row in df.collect():
        assert row.partition == keyed_partition(bytes(row.key), 7)


@pytest.mark.spark
def test_a_prefix_may_be_any_text(spark):
    for row in workload(spark, records=300, keys=250, prefix="Köln-", partitions=7).collect():
        assert bytes(row.key).decode().startswith("Köln-") and row.partition == keyed_partition(bytes(row.key), 7)


@pytest.mark.spark
def test_another_partitioner_is_asked_if_one_is_given(spark):
    for row in workload(spark, records=200, partitions=7, partitioner="crc32").collect():
        assert row.partition == consistent_random(bytes(row.key), 7, Sent())
    for row in workload(spark, records=200, partitions=7, partitioner=round_robin, producers=3).collect():
        assert row.partition == round_robin(bytes(row.key), 7, Sent(records=row.offset // 3))
    for row in workload(
        spark, records=200, partitions=7, partitioner=lambda key, partitions, sent: len(key) - 5
    ).collect():
        assert row.partition == len(row.key) - 5


@pytest.mark.spark
def test_a_country_has_its_partitions_and_any_other_workload_none_until_it_is_told(spark):
    assert workload(spark, "country", records=9).where("partition is null").count() == 0
    assert workload(spark, "country", records=999).agg(F.max("partition")).first()[0] > 12
    assert workload(spark, "zipf", records=9).where("partition is null").count() == 9


@pytest.mark.spark
def test_values_times_and_offsets_are_as_asked(spark):
    rows = workload(spark, records=3, topic="letters", record_bytes=5, rate=2).orderBy("offset").collect()
    assert [row.offset for row in rows] == [0, 1, 2]
    assert {(row.topic, len(row.value), row.partition, row.timestampType) for row in rows} == {("letters", 5, None, 0)}
    micros = workload(spark, records=3, rate=2).select(F.unix_micros("timestamp")).collect()
    assert sorted(row[0] % 10_000_000 for row in micros) == [0, 500_000, 1_000_000]


@pytest.mark.spark
def test_dense_offsets_count_from_zero_in_every_partition_and_keep_the_order(spark):
    df = workload(spark, records=500, keys=50, partitions=4)
    before, after = df.orderBy("partition", "offset").collect(), {}
    for row in dense_offsets(df).orderBy("partition", "offset").collect():
        after.setdefault(row.partition, []).append(row)
    assert all([row.offset for row in rows] == list(range(len(rows))) for rows in after.values())
    assert [row.key for rows in after.values() for row in rows] == [row.key for row in before]


@together(
    [
        ("zipf", {"records": -1}, "records is at least 0, not -1"),
        ("zipf", {"records": 10**13}, "records is at most 1000000000000, not 10000000000000"),
        ("zipf", {"records": 1.5}, "records is a whole number .* not 1.5"),
        ("zipf", {"keys": 0}, "keys is at least 1, not 0"),
        ("zipf", {"keys": 2.5}, "keys is a whole number .*, not 2.5"),
        ("zipf", {"keys": True}, "keys is a whole number .*, not True"),
        ("zipf", {"s": float("nan")}, "s is a finite number, not nan"),
        ("zipf", {"s": float("inf")}, "s is a finite number, not inf"),
        ("zipf", {"s": -0.1}, "s is from 0 to 100, not -0.1"),
        ("zipf", {"s": "steep"}, "s is a number, not 'steep'"),
        ("zipf", {"partitions": 0}, "at least 1 partition, not 0"),
        ("zipf", {"partitions": 2.5}, "a whole number of partitions, at least 1, not 2.5"),
        ("zipf", {"partitions": 2**31}, "up to 1,000,000 partitions here, not 2147483648"),
        ("zipf", {"prefix": "x" * 1_000}, "A prefix of keys has up to 60 bytes.* has 1000"),
        ("zipf", {"prefix": 7}, "A prefix of keys is text, not 7"),
        ("zipf", {"tasks": 0}, "tasks is at least 1, not 0"),
        ("zipf", {"producers": -2}, "producers is at least 1, not -2"),
        ("zipf", {"seed": 2**63}, "seed is at most"),
        ("zipf", {"topic": 4}, "A topic's name is text, not 4"),
        ("zipf", {"record_bytes": -1}, "record_bytes is at least 0, not -1"),
        ("zipf", {"record_bytes": UniformBytes(9, 2)}, "The smallest size, 9, is larger than the largest, 2"),
        ("zipf", {"record_bytes": WeightedBytes({5: -1})}, "a weight is 0 or more, not -1"),
        ("zipf", {"record_bytes": WeightedBytes({})}, "Weights are 1 to 100 sizes"),
        ("zipf", {"record_bytes": LognormalBytes(10**7, 3)}, "the largest value would have more than"),
        ("zipf", {"rate": 0}, "rate is at least 1, not 0"),
        ("zipf", {"rate": 1, "records": 10**12}, "end after the year 9999"),
        ("zipf", {"rate": Bursts(10, 5, 6)}, "A burst of 6 seconds does not fit into a period of 5"),
        ("zipf", {"partitioner": "crc32"}, "give partitions=12"),
        ("zipf", {"partitioner": 7, "partitions": 3}, "A partitioner is a name, .* not 7"),
        ("vip", {"hot_share": 1.01}, "hot_share is from 0 to 1, not 1.01"),
        ("vip", {"keys": 1}, "keys is at least 2, not 1"),
        ("country", {"hot_share": -0.5}, "hot_share is from 0 to 1, not -0.5"),
        ("ycsb", {"distribution": "hotspot", "hotspot_opn_fraction": 2}, "hotspot_opn_fraction is from 0 to 1, not 2"),
        ("ycsb", {"distribution": "hotspot", "keys": 4}, "With 0 of 4 keys hot, hot_share is 0.0, not 0.8"),
        ("nexmark", {"hot_auction_ratio": 0}, "hot_auction_ratio is at least 1, not 0"),
        ("sensors", {"sensors": 0}, "sensors is at least 1, not 0"),
        ("sensors", {"rate": 5}, "has 1,000 records a second by what it is: leave rate out"),
        ("trace", {}, "A trace is made of a lab, its history or its session"),
        ("trace", {"rate": 5}, "leave both out"),
        ("trace", {"history": None, "partitioner": "crc32"}, "give partitions=12"),
    ]
)
def test_what_cannot_be_is_refused_in_one_sentence_before_spark_is_asked(name, arguments, sentence):
    with pytest.raises(InvalidArgumentError, match=sentence) as refused:
        workload(None, name, **arguments)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 300


@together(
    [
        ("zipff", {}, "There is no workload 'zipff'; did you mean 'zipf'?"),
        ("lottery", {}, "There is no workload 'lottery'; there are uniform, zipf"),
        (5, {}, "There is no workload 5; there are"),
        ("zipf", {"keyz": 5}, "The workload zipf has no parameter 'keyz'; did you mean 'keys'?"),
        ("zipf", {"zipf": 1.1}, "The workload zipf has no parameter 'zipf'; it has keys, s, prefix."),
        ("trace", {"historie": 1}, "The workload trace has no parameter 'historie'; did you mean 'history'?"),
        ("ycsb", {"distribution": "hotspots"}, "did you mean 'hotspot'?"),
        ("omb", {"key_distributor": "no_keys"}, "did you mean 'NO_KEY'?"),
        ("nexmark", {"key": "auctions"}, "did you mean 'auction'?"),
        ("zipf", {"partitioner": "crc-32", "partitions": 3}, "There is no partitioner 'crc-32'; did you mean 'crc32'?"),
    ]
)
def test_an_unknown_name_is_refused_with_the_one_that_was_meant(name, arguments, sentence):
    with pytest.raises(UnknownNameError) as refused:
        workload(None, name, **arguments)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("topic", ["", "..", "a b", "x" * 250])
def test_a_name_that_no_topic_has_is_refused_with_kafkas_sentence(topic):
    with pytest.raises(InvalidTopicError, match="Topic name is invalid"):
        workload(None, topic=topic)


def test_what_is_no_session_is_refused():
    with pytest.raises(InvalidArgumentError, match=r"as in workload\(spark, \.\.\.\), not 'zipf'"):
        workload("zipf")
