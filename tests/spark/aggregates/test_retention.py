"""Segments, what is kept of them, and what a slow reader misses: each against the decision it compiles."""

import itertools
import random
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.record_sizes import record_size
from kafkaviz.decisions.retention import Segment, deletable_segments, must_roll
from kafkaviz.spark import retained, segments, slow_reader
from kafkaviz.spark.aggregates.retention import Cutter, _Reader
from kafkaviz.spark.aggregates.runs import Run
from kafkaviz.spark.aggregates.segments import Log, Roller
from tests.spark.aggregates.conftest import START

RECORDS = st.lists(st.tuples(st.integers(-3, 40), st.integers(7, 60)), max_size=60)


def appended(log: list[Segment], counts: list[int], record: tuple, segment_bytes: int, segment_ms: int) -> None:
    """Appends one record, (offset, ms, bytes), to a list of segments, by the decision."""
    offset, ms, size = record
    if not log or must_roll(log[-1], size, ms, segment_bytes=segment_bytes, segment_ms=segment_ms):
        if log:
            log[-1] = log[-1]._replace(end_offset=offset)
        log.append(Segment(offset, offset, 0, ms, ms))
        counts.append(0)
    now = log[-1]
    newest = max(now.largest_timestamp_ms, ms)
    log[-1] = now._replace(end_offset=offset + 1, size_bytes=now.size_bytes + size, largest_timestamp_ms=newest)
    counts[-1] += 1


def shown(kernel, records, cuts):
    rows, edges = [], sorted({0, len(records), *(cut for cut in cuts if cut < len(records))})
    for start, end in itertools.pairwise(edges):
        rows += kernel.add(Run(*(np.array(column) for column in zip(*records[start:end], strict=True))))
    return rows + kernel.end()


def logged(steps, gap=1):
    millis = np.maximum(np.cumsum([step for step, _ in steps]) + 1_000, 0)
    return [(gap * n, int(ms), size) for n, (ms, (_, size)) in enumerate(zip(millis, steps, strict=True))]


@given(RECORDS, st.sampled_from([14, 60, 100, 300]), st.sampled_from([1, 20, 100, 10**6]), st.lists(st.integers(0, 60)))
def test_segments_are_rolled_as_the_decision_says_wherever_the_records_are_split(steps, size, ms, cuts):
    log, counts = [], []
    for record in logged(steps, gap=3):
        appended(log, counts, record, size, ms)
    expected = [(*segment, count) for segment, count in zip(log, counts, strict=True)]
    assert shown(Cutter(size, ms), logged(steps, gap=3), cuts) == expected


@given(
    st.lists(st.tuples(st.integers(-3, 900), st.integers(7, 60)), max_size=60),
    st.sampled_from([30, 100, 300]),
    st.sampled_from([-1, 0, 1_000, 4_000]),
    st.sampled_from([-1, 0, 100, 500]),
    st.sampled_from([0, 0.4, 1, 3, 1000]),
    st.sampled_from([(0, 0), (0, 5), (2, 9)]),
    st.lists(st.integers(0, 60)),
)
def test_a_slow_reader_misses_what_the_decision_deletes(steps, size, keep_ms, keep_bytes, capacity, away, cuts):
    records = logged(steps)
    limits = {"retention_ms": keep_ms, "retention_bytes": keep_bytes}
    expected, log, counts, start, position, missed, end = [], [], [], 0, 0.0, 0, 0
    arrived = np.maximum.accumulate([ms // 1000 for _, ms, _ in records]).tolist() if records else []
    seconds = range(arrived[0], arrived[-1] + 3) if records else ()
    for second in seconds:
        for record in [r for r, at in zip(records, arrived, strict=True) if at == second]:
            appended(log, counts, record, size, 5_000)
            end = record[0] + 1
        now = 1000 * (second + 1)
        gone = deletable_segments(log, log_start_offset=start, high_watermark=end, now_ms=now, **limits)
        start = log[gone - 1].end_offset if gone else start
        del log[:gone], counts[:gone]
        missed += max(start - int(position), 0)
        position = max(position, float(start)) if start > int(position) else position
        if not away[0] <= second - seconds[0] < away[1]:
            position = min(position + capacity, float(end))
        expected.append((second, start, end, int(position), missed, sum(one.size_bytes for one in log)))
    reader = _Reader(capacity, away, Log(Roller(size, 5_000), keep_ms, keep_bytes), extra=2)
    assert shown(reader, records, cuts) == expected


@pytest.mark.spark
def test_segments_and_what_is_kept_of_them_are_the_decisions_row_for_row(written):
    chance = random.Random(3)
    rows = [(b"k", bytes(chance.randrange(300)), n % 4, n, 40 * n + chance.randrange(500)) for n in range(2_000)]
    cut = segments(written(rows), segment_bytes=5_000, segment_ms=20_000).cache()
    found = defaultdict(list)
    for row in cut.orderBy("base_offset").collect():
        found[row.partition].append((Segment(*row[2:7]), row.records))
    start = int(START.timestamp() * 1000)
    for partition in range(4):
        log, counts = [], []
        for key, value, _, offset, ms in [row for row in rows if row[2] == partition]:
            appended(log, counts, (offset, start + ms, record_size(key, value)), 5_000, 20_000)
        assert found[partition] == list(zip(log, counts, strict=True)) and len(log) > 10
    newest = max(one.largest_timestamp_ms for log in found.values() for one, _ in log)
    for keep_ms, keep_bytes, now in (
        (-1, -1, None),
        (30_000, -1, None),
        (-1, 20_000, None),
        (25_000, 26_000, 5_000),
        (0, 0, 1),
    ):
        limits = {"retention_ms": keep_ms, "retention_bytes": keep_bytes}
        at = None if now is None else newest + now
        kept = defaultdict(list)
        for row in retained(cut, now_ms=at, **limits).orderBy("base_offset").collect():
            kept[row.partition].append(row.kept)
        for partition, log in found.items():
            only = [one for one, _ in log]
            gone = deletable_segments(
                only, log_start_offset=0, high_watermark=only[-1].end_offset, now_ms=at or newest, **limits
            )
            assert kept[partition] == [number >= gone for number in range(len(only))]


@pytest.mark.spark
def test_a_reader_that_is_away_longer_than_the_log_keeps_misses_records(written):
    rows = [(b"k", bytes(93), 0, n, 100 * n) for n in range(600)]
    arguments = {"retention_ms": 20_000, "segment_bytes": 5_000}
    patient = slow_reader(written(rows), 15, extra_s=5, **arguments).orderBy("window_start").toPandas()
    assert patient.missed_records.max() == 0 and patient.position.iloc[-1] == 600
    away = slow_reader(written(rows), 15, away_s=(10, 50), **arguments).orderBy("window_start").toPandas()
    assert away.missed_records.iloc[-1] > 100
    assert (away.log_start_offset <= away.position).all() and (away.position <= away.log_end_offset).all()


@pytest.mark.spark
def test_wrong_arguments_get_one_sentence(written):
    records = written([(b"k", b"v", 0, 0, 0)])
    for call, error, sentence in (
        (lambda: segments(records, segment_bytes=3), InvalidArgumentError, "segment_bytes is at least 14"),
        (lambda: segments(records, segment_ms=0), InvalidArgumentError, "segment_ms is at least 1, not 0"),
        (lambda: retained(records), InvalidArgumentError, "The column 'base_offset' is missing"),
        (lambda: retained(segments(records), retention_ms=-2), InvalidArgumentError, "retention_ms is at least -1"),
        (lambda: slow_reader(records, -1), InvalidArgumentError, "capacity_per_s is 0 or more"),
        (lambda: slow_reader(records, 1, away_s=(5, 2)), InvalidArgumentError, r"away_s is from one second to a later"),
        (lambda: slow_reader(records, 1, extra_s=0.5), WrongTypeError, "extra_s is a whole number"),
    ):
        with pytest.raises(error, match=sentence):
            call()
