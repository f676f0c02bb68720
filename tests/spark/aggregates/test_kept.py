"""What is kept at every check: against the decisions record for record, against a film, and against the law."""

from collections import defaultdict
from math import inf

import pyspark.sql.functions as F
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz import Lab
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.record_sizes import record_size
from kafkaviz.decisions.retention import deletable_segments
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.segments import segments_of
from kafkaviz.spark import expected_oldest_age_ms, retention_checks, workload
from kafkaviz.spark.aggregates.kept import _Checked
from kafkaviz.spark.aggregates.segments import Log, Roller
from kafkaviz.spark.generator.rates import START_MICROS
from tests.spark.aggregates.test_retention import appended, logged, shown


def checked(records, interval, until, size, roll_ms, keep_ms, keep_bytes):
    """Returns the rows by the decisions, one record and one check after another."""
    if not records:
        return []
    log, counts, rows = [], [], []
    start, now = records[0][0], records[0][1] // interval
    arrived = []
    for record in records:
        now = max(now, record[1] // interval)
        arrived.append(now)
    first, last = arrived[0], max(arrived[-1] + 1, until // interval)
    for check in range(first + 1, last + 1):
        for record in [r for r, at in zip(records, arrived, strict=True) if at == check - 1]:
            appended(log, counts, record, size, roll_ms)
            end = record[0] + 1
        at = check * interval
        gone = deletable_segments(
            log, log_start_offset=start, high_watermark=end, now_ms=at, retention_ms=keep_ms, retention_bytes=keep_bytes
        )
        start = log[gone - 1].end_offset if gone else start
        del log[:gone], counts[:gone]
        age = at - log[0].first_timestamp_ms if log else None
        rows.append((at, start, end, sum(counts), sum(one.size_bytes for one in log), len(log), age))
    return rows


@given(
    st.lists(st.tuples(st.integers(-3, 900), st.integers(7, 60)), max_size=60),
    st.sampled_from([30, 100, 300]),
    st.sampled_from([1, 400, 5_000]),
    st.sampled_from([-1, 0, 1_000, 4_000]),
    st.sampled_from([-1, 0, 100, 500]),
    st.sampled_from([1, 250, 1_000, 7_000]),
    st.sampled_from([0, 5_000, 20_000]),
    st.lists(st.integers(0, 60)),
    st.sampled_from([1, 3]),
)
def test_what_is_kept_is_what_the_decisions_keep_wherever_the_records_are_split(
    steps, size, roll_ms, keep_ms, keep_bytes, interval, until, cuts, gap
):
    records = logged(steps, gap)
    kernel = _Checked(Log(Roller(size, roll_ms), keep_ms, keep_bytes), interval, until)
    assert shown(kernel, records, cuts) == checked(records, interval, until, size, roll_ms, keep_ms, keep_bytes)


@pytest.mark.spark
def test_a_film_and_spark_keep_the_same_at_every_check(spark):
    configs = {"segment_bytes": 60, "segment_ms": 20_000, "retention_ms": 25_000, "retention_bytes": 200}
    lab = Lab(brokers=1, log_retention_check_interval_ms=10_000).create_topic("t", 2, 1, configs=configs)
    for turn in range(60):
        # What comes a millisecond after a check is there at the next one, in the film and in Spark.
        lab.tick(2_499).tick(1).tick(1)
        for number in range(turn % 4 if turn < 25 or turn > 45 else 0):
            lab.send("t", f"{turn}-{number}" * (1 + turn % 3), partition=(turn + number) % 5 % 2)
        lab.tick(2_500 - 1)
    filmed = {}
    for state in lab.history.clusters:
        if state.now_ms >= 30_000 and state.now_ms % 10_000 == 0:
            for partition in (0, 1):
                replica = state.replicas[TopicPartition("t", partition)][1]
                log = [one for one in segments_of(replica) if one.size_bytes]
                age = state.now_ms - log[0].first_timestamp_ms if log else None
                kept = len(replica.log), sum(one.size_bytes for one in log), len(log), age
                filmed[partition, state.now_ms] = (replica.log_start_offset, replica.log_end_offset, *kept)
    start_ms = START_MICROS // 1_000
    df = workload(spark, "trace", history=lab)
    checks = retention_checks(df, check_interval_ms=10_000, until_ms=start_ms + lab.cluster.now_ms, **configs)
    for partition, rows in by_partition(checks).items():
        for row in rows:
            at = round(row.checked_at.timestamp() * 1000) - start_ms
            assert at < 30_000 or filmed.pop((partition, at)) == row[3:]
        assert len(rows) > 20 and len({row.log_start_offset for row in rows}) > 5
        assert not all(row.kept_records for row in rows)
    assert not filmed


@pytest.mark.slow
@pytest.mark.spark
def test_the_tasks_that_share_the_work_change_nothing(clicks):
    limits = {"segment_bytes": 50_000, "segment_ms": 500, "retention_ms": 300, "check_interval_ms": 100}
    found = set()
    for tasks in (1, 2, 7, 16):
        checks = retention_checks(clicks(tasks=tasks, partitions=5), **limits)
        found.add(tuple(checks.agg(F.count("*"), F.bit_xor(F.xxhash64(*checks.columns))).first()))
    assert len(found) == 1 and found.pop()[0] > 50


@pytest.mark.slow
@pytest.mark.spark
def test_records_in_any_order_and_of_several_topics_are_told_apart(clicks):
    limits = {"segment_bytes": 50_000, "retention_ms": 300, "check_interval_ms": 100}
    one = clicks(partitions=3)
    two = one.withColumn("topic", F.lit("other")).unionAll(one).orderBy(F.xxhash64("offset"))
    alone = sorted(map(tuple, retention_checks(one, **limits).drop("topic").collect()))
    for topic in ("other", "clicks"):
        found = retention_checks(two, **limits).where(F.col("topic") == topic).drop("topic").collect()
        assert sorted(map(tuple, found)) == alone


@pytest.mark.spark
def test_the_oldest_record_gets_as_old_as_the_law_says(written):
    rows = [
        (b"k", bytes(92), partition, 2 * n + partition, n * (100 + 900 * partition))
        for partition in (0, 1)
        for n in range(3_000)
    ]
    limits = {"segment_bytes": 50_000, "segment_ms": 200_000, "retention_ms": 60_000}
    checks = retention_checks(written(rows), check_interval_ms=1_000, **limits)
    size = record_size(b"k", bytes(92))
    for partition, found in by_partition(checks).items():
        every_ms = 100 + 900 * partition
        law = expected_oldest_age_ms(1000 * size / every_ms, **limits)
        oldest = max(row.oldest_age_ms for row in found)
        # The last record of a segment comes one interval before the next begins, and a check a second later at most.
        assert law - 2 * every_ms - 1_000 <= oldest <= law, partition
    assert expected_oldest_age_ms(1, retention_ms=-1) == inf


@pytest.mark.spark
def test_wrong_arguments_get_one_sentence(written):
    records = written([(b"k", b"v", 0, 0, 0)])
    for call, error, sentence in (
        (lambda: retention_checks(records, segment_bytes=3), InvalidArgumentError, "segment_bytes is at least 14"),
        (lambda: retention_checks(records, retention_ms=-2), InvalidArgumentError, "retention_ms is at least -1"),
        (lambda: retention_checks(records, check_interval_ms=0), InvalidArgumentError, "check_interval_ms is at least"),
        (lambda: retention_checks(records, until_ms=0.5), WrongTypeError, "until_ms is a whole number"),
        (lambda: retention_checks(records.drop("key")), InvalidArgumentError, "The column 'key' is missing"),
        (lambda: expected_oldest_age_ms(0), InvalidArgumentError, "where nobody writes no record gets old"),
        (lambda: expected_oldest_age_ms(-1), InvalidArgumentError, "bytes_per_s is 0 or more"),
    ):
        with pytest.raises(error, match=sentence):
            call()


@pytest.mark.spark
def test_of_no_record_nothing_is_kept(written, spark):
    assert retention_checks(written([])).collect() == []
    (row,) = retention_checks(written([(b"k", b"v", 0, 7, 0)])).collect()
    assert (row.log_start_offset, row.log_end_offset, row.kept_records, row.segments) == (7, 8, 1, 1)


def by_partition(checks):
    found = defaultdict(list)
    for row in checks.orderBy("checked_at").collect():
        found[row.partition].append(row)
    return found
