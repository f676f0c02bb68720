"""Batches by linger and size, row for row against a producer in plain Python, and the requests that carry them."""

import itertools
import random
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.record_sizes import BATCH_HEADER_BYTES, batch_growth, record_size
from kafkaviz.spark import batches, requests
from kafkaviz.spark.aggregates.batches import _Batcher
from kafkaviz.spark.aggregates.runs import Run, log_record_bytes
from tests.spark.aggregates.conftest import START


def in_plain_python(records: list[tuple[int, int, int]], linger_ms: int, batch_size: int) -> list[tuple]:
    """Goes from record to record, (offset, ms, bytes) each, as a producer that is never busy does."""
    rows, offsets, first_ms, size = [], [], 0, 0

    def close(why: str, closed_ms: int) -> None:
        rows.append((len(rows), offsets[0], offsets[-1], first_ms, closed_ms, len(offsets), size, why))

    for offset, ms, record in records:
        if offsets and ms >= first_ms + linger_ms:
            close("linger", first_ms + linger_ms)
            offsets = []
        elif offsets and size + record > batch_size:
            close("size", ms)
            offsets = []
        if not offsets:
            first_ms, size = ms, 0
        size += batch_growth(record, opens_batch=not offsets)
        offsets.append(offset)
    if offsets:
        close("linger", first_ms + linger_ms)
    return rows


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(7, 60)), max_size=60),
    st.integers(0, 12),
    st.sampled_from([0, 61, 100, 200, 500, 16_384]),
    st.lists(st.integers(0, 60), max_size=5),
)
def test_the_kernel_cuts_as_the_producer_does_wherever_the_records_are_split(steps, linger_ms, batch_size, cuts):
    millis, sizes = np.cumsum([step for step, _ in steps]), [size for _, size in steps]
    records = [(3 * n, int(ms), size) for n, (ms, size) in enumerate(zip(millis, sizes, strict=True))]
    kernel, found = _Batcher(linger_ms, batch_size), []
    edges = sorted({0, len(records), *(cut for cut in cuts if cut < len(records))})
    for start, end in itertools.pairwise(edges):
        found += kernel.add(Run(*(np.array(column) for column in zip(*records[start:end], strict=True))))
    assert found + kernel.end() == in_plain_python(records, linger_ms, batch_size)


@pytest.mark.spark
def test_records_take_as_many_bytes_as_the_decision_says(spark):
    sizes = [0, 1, 50, 55, 56, 57, 58, 59, 63, 64, 8_100, 8_180, 8_185, 8_191, 8_192, 70_000, 1_048_570, 1_048_576]
    pairs = [(key, value) for value in [None, *map(bytes, sizes)] for key in (None, b"", b"k" * 70)]
    found = [
        row[0] for row in spark.createDataFrame(pairs, "key binary, value binary").select(log_record_bytes()).collect()
    ]
    assert found == [record_size(key, value) for key, value in pairs]


@pytest.mark.spark
def test_batches_of_each_producer_and_partition_are_cut_row_for_row(written, spark):
    chance = random.Random(5)
    rows = [(b"k", bytes(chance.randrange(400)), chance.randrange(3), n, chance.randrange(3_000)) for n in range(3_000)]
    records = written(rows).selectExpr("*", "if(offset % 7 = 0, null, concat('p', offset % 2)) AS producer")
    found, logs = defaultdict(list), defaultdict(list)
    for row in batches(records, linger_ms=20, batch_size=1_000, producer="producer").orderBy("batch").collect():
        assert row.topic == "t"
        found[row.partition, row.producer].append(tuple(row)[3:])
    start = int(START.timestamp() * 1000)
    for key, value, partition, offset, ms in sorted(rows, key=lambda row: (row[4], row[3])):
        producer = None if offset % 7 == 0 else f"p{offset % 2}"
        logs[partition, producer].append((offset, start + ms, record_size(key, value)))
    assert len(found) == 9
    assert found == {who: in_plain_python(log, 20, 1_000) for who, log in logs.items()}


@pytest.mark.spark
def test_batches_for_one_broker_share_a_request_but_two_of_one_partition_do_not(written):
    records = written([(b"k", b"v", n % 3, n, 0) for n in range(3)] + [(b"k", b"v", 0, 9, 1_000)])
    sent = batches(records, linger_ms=10)
    found = {row.broker: row for row in requests(sent, {0: 1, 1: 1, 2: 2}, linger_ms=10).collect()}
    assert [(found[1].requests, found[1].batches), (found[2].requests, found[2].batches)] == [(2, 3), (1, 1)]
    assert found[1].batches_per_request == 1.5 and found[2].bytes == BATCH_HEADER_BYTES + record_size(b"k", b"v")
    full = requests(batches(records, linger_ms=0), {0: 1, 1: 1, 2: 1}, linger_ms=0).first()
    assert (full.requests, full.batches) == (2, 4)
    with pytest.raises(Exception, match="Partition 2 has records and no leader"):
        requests(sent, {0: 1, 1: 1}).collect()


@pytest.mark.spark
def test_wrong_arguments_get_one_sentence(written):
    records = written([(b"k", b"v", 0, 0, 0)])
    for arguments, error, sentence in (
        ({"linger_ms": -1}, InvalidArgumentError, "linger_ms is at least 0, not -1"),
        ({"linger_ms": 1.5}, WrongTypeError, r"linger_ms is a whole number from .*, not 1.5"),
        ({"batch_size": None}, WrongTypeError, r"batch_size is a whole number from .*, not None"),
        ({"producer": "who"}, InvalidArgumentError, "The column 'who' is missing"),
    ):
        with pytest.raises(error, match=sentence):
            batches(records, **arguments)
    with pytest.raises(InvalidArgumentError, match="The column 'closed_ms' is missing"):
        requests(records, {0: 1})
