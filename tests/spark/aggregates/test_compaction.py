"""What the cleaner leaves: against the decisions record for record, and against a film."""

import random
from collections import defaultdict

import pandas as pd
import pyspark.sql.functions as F
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.compaction import KeyedRecord, is_dirty_enough, superseded_offsets
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.record_sizes import record_size
from kafkaviz.model.core.segments import bytes_of
from kafkaviz.model.partitions.log_events import LogCompacted
from kafkaviz.scenarios.nb01 import PRICES_TP, prices
from kafkaviz.spark import compacted, segments, superseded, workload
from kafkaviz.spark.aggregates.compaction import _WITH_SUPERSEDED, _cleaned, _Superseding
from tests.spark.aggregates.test_retention import appended, logged, shown

START_MS = 1_767_225_600_000


def cleaned(records, ratio, size, roll_ms):
    """Returns the rows of one log by the decisions: whenever a segment is closed, is it cleaned, and what is left?"""
    log, counts, rows, kept = [], [], [], []
    cleaned_offset = written = written_records = read = 0
    sizes = {record.offset: record_size(record.key, record.value) for record in records}
    for record in records:
        before = len(log)
        appended(log, counts, (record.offset, record.timestamp_ms, sizes[record.offset]), size, roll_ms)
        if len(log) > before > 0:
            clean = sum(sizes[one.offset] for one in kept if one.offset < cleaned_offset)
            dirty = sum(sizes[one.offset] for one in kept if one.offset >= cleaned_offset)
            runs = is_dirty_enough(clean, dirty, min_cleanable_dirty_ratio=ratio)
            if runs:
                read += clean + 2 * dirty
                cleaned_offset = record.offset
                gone = superseded_offsets([*kept, record], cleaned_offset)
                kept = [one for one in kept if one.offset not in gone]
                clean, dirty = sum(sizes[one.offset] for one in kept), 0
            rows.append((record.offset, runs, clean, dirty, len(kept), written_records, written, read))
        kept.append(record)
        written, written_records = written + sizes[record.offset], written_records + 1
    return rows


def drawn(seed, keys, count=1_500):
    chance = random.Random(seed)
    return [
        (b"k%d" % int(keys ** chance.random()), bytes(chance.randrange(200)), n % 3, n, 40 * n + chance.randrange(300))
        for n in range(count)
    ]


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 50), st.integers(-3, 900)), max_size=60),
    st.sampled_from([40, 100, 300]),
    st.sampled_from([400, 5_000]),
    st.sampled_from([0, 0.1, 0.3, 0.5, 0.9, 1]),
    st.lists(st.integers(0, 60)),
    st.sampled_from([1, 3]),
)
def test_what_the_cleaner_leaves_is_what_the_decisions_leave_however_the_records_are_split(
    drawn, size, roll_ms, ratio, cuts, gap
):
    records, shown_records, last = [], [], {}
    for (offset, ms, _), (key, length, _) in zip(logged([(step, 0) for *_, step in drawn], gap), drawn, strict=True):
        record = KeyedRecord(offset, b"k%d" % key, bytes(length), ms)
        bytes_ = record_size(record.key, record.value)
        records.append(record)
        shown_records.append((offset, ms, bytes_, last.get(key, 0)))
        last[key] = bytes_
    rows = [("t", 0, *row) for row in shown(_Superseding(size, roll_ms), shown_records, cuts)]
    names = [name.split()[0] for name in _WITH_SUPERSEDED.split(", ")]
    found = _cleaned(pd.DataFrame(rows, columns=["topic", "partition", *names]), ratio) if rows else pd.DataFrame()
    expected = cleaned(records, ratio, size, roll_ms)
    assert (
        list(found.drop(columns=["topic", "partition"], errors="ignore").itertuples(index=False, name=None)) == expected
    )


@pytest.mark.spark
def test_what_the_cleaner_leaves_is_what_the_decisions_leave_row_for_row(written):
    rows = drawn(3, 30)
    supersedes = superseded(written(rows), segment_bytes=4_000, segment_ms=20_000).cache()
    for ratio in (0.1, 0.5):
        found = defaultdict(list)
        for row in compacted(supersedes, min_cleanable_dirty_ratio=ratio).orderBy("end_offset").collect():
            found[row.partition].append(tuple(row[2:]))
        for partition in range(3):
            records = [KeyedRecord(o, k, v, START_MS + ms) for k, v, p, o, ms in rows if p == partition]
            assert found[partition] == cleaned(records, ratio, 4_000, 20_000) and len(found[partition]) > 5
    supersedes.unpersist()


@pytest.mark.spark
def test_what_is_superseded_adds_up_to_all_but_the_last_record_of_each_key(clicks):
    made = clicks(partitions=4, keys=500)
    last = made.groupBy("partition", "key").agg(F.max("offset"), F.count("*").alias("n"))
    expected = {row[0]: row[1] for row in last.groupBy("partition").agg(F.sum(F.col("n") - 1)).collect()}
    found = superseded(made, segment_bytes=50_000).groupBy("partition").agg(F.sum("superseded_records"))
    assert {row[0]: row[1] for row in found.collect()} == expected


@pytest.mark.spark
def test_a_film_and_spark_compact_the_same(spark):
    market = [f"{'ABCDEFG'[n * n % 7]} {n % 90 + 10}" for n in range(40)]
    for ratio in (0.1, 0.5):
        lab = prices(*market, min_cleanable_dirty_ratio=ratio)
        filmed = {}
        for step in lab.history.steps:
            if isinstance(step.event, LogCompacted):
                closed = [
                    one for one in step.cluster.replicas[PRICES_TP][1].log if one.offset < step.event.cleaned_offset
                ]
                filmed[step.event.cleaned_offset] = (bytes_of(closed), len(closed))
        supersedes = superseded(workload(spark, "trace", history=lab), segment_bytes=30)
        rows = compacted(supersedes, min_cleanable_dirty_ratio=ratio).where("cleaned").collect()
        assert {row.end_offset: (row.clean_bytes, row.kept_records) for row in rows} == filmed and len(filmed) > 3


@pytest.mark.slow
@pytest.mark.spark
def test_the_tasks_that_share_the_work_change_nothing(clicks):
    found = set()
    for tasks in (1, 2, 7, 16):
        rows = compacted(superseded(clicks(tasks=tasks, partitions=5, keys=300), segment_bytes=20_000))
        found.add(tuple(rows.agg(F.count("*"), F.bit_xor(F.xxhash64(*rows.columns))).first()))
    assert len(found) == 1 and found.pop()[0] > 50


@pytest.mark.spark
def test_a_log_of_one_segment_is_not_touched_and_of_no_record_nothing_is_said(written):
    assert compacted(superseded(written([]))).collect() == []
    assert compacted(superseded(written(drawn(1, 5)))).collect() == []
    assert superseded(written(drawn(1, 5))).drop("superseded_records", "superseded_bytes").collect() == (
        segments(written(drawn(1, 5))).collect()
    )


@pytest.mark.spark
def test_wrong_arguments_get_one_sentence(written):
    records = written([(b"k", b"v", 0, 0, 0)])
    for call, sentence in (
        (lambda: superseded(records, segment_ms=0), "segment_ms is at least 1, not 0"),
        (lambda: compacted(records), "The column 'base_offset' is missing"),
        (lambda: compacted(segments(records)), "The column 'superseded_records' is missing"),
        (lambda: compacted(superseded(records), min_cleanable_dirty_ratio=1.5), "is a share from 0 to 1, not 1.5"),
        (lambda: compacted(superseded(records), min_cleanable_dirty_ratio=-1), "is 0 or more"),
    ):
        with pytest.raises(InvalidArgumentError, match=sentence):
            call()
    with pytest.raises(Exception, match="A compacted topic takes no record without a key"):
        superseded(written([(b"k", b"v", 0, 0, 0), (None, b"v", 0, 1, 0)])).collect()
