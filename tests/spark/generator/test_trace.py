"""A lab's history as records: what its leaders wrote, where and when."""

import json

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.lab import Lab
from kafkaviz.spark import workload
from kafkaviz.spark.generator.rates import START_MICROS
from kafkaviz.spark.generator.trace import appended_records, history_of
from kafkaviz.spark.generator.workload import COLUMNS


@pytest.fixture
def lab():
    lab = Lab(3).create_topic("letters", partitions=3).create_topic("other")
    for number in range(7):
        lab.send("letters", f"v{number}", key=f"k{number % 4}", producer=f"p{number % 2}")
    return lab.tick(5).send("other", None, key="x").send("letters", "without a key")


def rows_of(lab, topic):
    cluster = lab.cluster
    return {
        (topic, tp.partition, record.offset, record.key, record.value, record.timestamp_ms)
        for tp in cluster.partitions_of(topic)
        for record in cluster.replicas[tp][cluster.partitions[tp].leader].log
    }


def told(df):
    rows = df.selectExpr("*", "unix_micros(timestamp) micros").collect()
    return {
        (
            r.topic,
            r.partition,
            r.offset,
            r.key and bytes(r.key),
            r.value and bytes(r.value),
            (r.micros - START_MICROS) // 1_000,
        )
        for r in rows
    }


def test_a_history_its_lab_and_its_session_tell_the_same(lab):
    session = json.loads(lab.to_json())
    assert (
        list(appended_records(history_of(lab)))
        == list(appended_records(lab.history))
        == list(appended_records(history_of(session)))
    )


@pytest.mark.parametrize(("idempotent", "copies"), [(True, 1), (False, 2)])
def test_a_record_that_was_sent_twice_is_told_as_often_as_it_was_written(idempotent, copies):
    lab = Lab(2, enable_idempotence=idempotent).create_topic("letters", 1, 2).pause(2).send("letters", "a")
    lab.lose_acknowledgement("letters", 0).resume(2).tick(1_000)
    assert [row[1] for row in appended_records(lab.history)] == [b"a"] * copies


@pytest.mark.spark
def test_the_records_are_those_in_the_logs_with_their_places_and_times(spark, lab):
    df = workload(spark, "trace", history=lab)
    assert tuple(df.columns) == COLUMNS and df.count() == 9
    assert told(df) == rows_of(lab, "letters") | rows_of(lab, "other")
    assert told(workload(spark, "trace", history=lab, topic="letters")) == rows_of(lab, "letters")
    assert workload(spark, "trace", history=lab, records=4).count() == 4


@pytest.mark.spark
def test_it_does_not_matter_how_many_tasks_hold_a_trace(spark, lab):
    tables = [workload(spark, "trace", history=lab, tasks=tasks).collect() for tasks in (1, 2, 7, 16)]
    assert len({tuple(sorted(table, key=str)) for table in tables}) == 1


@pytest.mark.spark
def test_other_partitions_send_the_records_again_in_their_order(spark, lab):
    rows = workload(spark, "trace", history=lab, partitions=5, topic="letters").orderBy("offset").collect()
    assert [row.offset for row in rows] == list(range(8))
    assert all(row.partition == keyed_partition(bytes(row.key), 5) for row in rows if row.key is not None)
    dealt = workload(spark, "trace", history=lab, partitions=5, topic="letters", partitioner="round_robin")
    assert sorted(row.partition for row in dealt.collect()) == sorted([0, 1, 2, 3, 0, 1, 2, 0])


@pytest.mark.spark
def test_an_empty_history_is_an_empty_trace(spark):
    assert workload(spark, "trace", history=Lab(1)).count() == 0


@pytest.mark.spark
def test_a_topic_that_the_history_does_not_know_is_refused(spark, lab):
    with pytest.raises(InvalidArgumentError, match="nothing to the topic 'lettres'; did you mean 'letters'"):
        workload(spark, "trace", history=lab, topic="lettres")
