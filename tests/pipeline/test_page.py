"""The page of a summary: everything is in it, each picture has a text, and nothing in it is taken for HTML."""

import re
from datetime import UTC, datetime, timedelta

import pyarrow as pa
import pytest

from kafkaviz.pipeline import page as pages
from kafkaviz.pipeline.page import page
from kafkaviz.spark.pipeline.summary import load_table, summarize
from tests.sampling import bounded

START = datetime(2026, 1, 1, tzinfo=UTC)
EVIL = "<script>alert(1)</script>"


def tables(topic="clicks", key=b"user-1"):
    rows = [(topic, p, START + timedelta(seconds=s), 10 * (p + 1), 1_000) for p in (0, 2) for s in (0, 1, 5)]
    names = ["topic", "partition", "window_start", "records", "bytes"]
    arrivals = pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
    keys = pa.table({"topic": [topic], "partition": [2], "key": pa.array([key], pa.binary()), "records": [90]})
    return arrivals, keys


def summary_of(arrivals, keys, partitions=4, expected=None, missing=0):
    told = summarize(arrivals, keys, missing, 1, partitions)
    return told | {"input": {"workload": "zipf"}, "expected_shares": expected}


def test_a_summary_counts_empty_partitions_and_finds_the_busiest_window():
    told = summary_of(*tables())["topics"]["clicks"]
    assert [one["records"] for one in told["partitions"]] == [30, 0, 90, 0]
    assert told["skew"]["hottest"] == 2 and told["skew"]["max_over_mean"] == 3.0
    assert told["busiest_window"] == {"start": "2026-01-01T00:00:00.000000Z", "records": 40}
    assert told["busiest_partition_window"]["partition"] == 2
    assert load_table(tables()[0], 4)["share"].tolist() == [0.25, 0, 0.75, 0]


def test_records_without_a_time_or_without_a_key_are_told(monkeypatch):
    monkeypatch.setattr("kafkaviz.charts.load_chart", lambda counts, law: None)
    monkeypatch.setattr(pages, "_picture", lambda chart: "")
    arrivals, keys = tables(key=None)
    untimed = arrivals.set_column(2, "window_start", pa.nulls(len(arrivals), arrivals["window_start"].type))
    told = summary_of(untimed, keys)
    assert told["topics"]["clicks"]["without_timestamp"] == 120 and told["topics"]["clicks"]["busiest_window"] is None
    assert told["hottest_keys"][0]["key"] is None
    shown = page(told, untimed)
    assert "The records have no timestamps." in shown and "(none)" in shown


@bounded("expected", [0.3, 0.0, 0.6, 0.1], None)
def test_every_picture_is_inside_and_has_a_text(expected):
    arrivals, keys = tables()
    told = page(summary_of(arrivals, keys, expected=expected, missing=3), arrivals)
    pictures = re.findall(
        r'<img alt="([^"]+)" src="data:image/png;base64,[A-Za-z0-9+/=]+" style="max-width: 100%">', told
    )
    assert len(pictures) == told.count("<img") == 2
    assert "Partition 2 is the hottest, 3.0 times the mean" in pictures[0]
    assert ("The exact law: 30.0, 0.0, 60.0, 10.0" in pictures[0]) == (expected is not None)
    assert "20 on average" in pictures[1], "the windows without a record count as well"
    assert told.count("src=") == told.count('src="data:image/png;base64,') and "href" not in told and "url(" not in told
    assert "may have up to 3 records more" in told


@pytest.mark.slow
def test_what_is_in_the_records_is_text_and_the_same_counts_make_the_same_bytes():
    arrivals, keys = tables(topic=EVIL, key=EVIL.encode())
    told = summary_of(arrivals, keys)
    shown = page(told, arrivals)
    assert "<script" not in shown and "&lt;script&gt;" in shown
    assert shown == page(told, arrivals)
