"""Decoded lines are read as they stand; a damaged one is named by its number, and nothing in it is evaluated."""

import json

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.metadata_log.records import LEADER_CHANGE, LogRecord, decode_lines
from tests.sampling import together

NOOP = {"type": "NoOpRecord", "offset": 0, "ts": 1_000, "v": 0, "r": None}


def read(*lines: object) -> list[LogRecord]:
    return list(decode_lines([line if isinstance(line, str) else json.dumps(line) for line in lines], "a.jsonl"))


def test_a_line_becomes_a_record_with_its_place():
    assert read("", NOOP) == [LogRecord(0, 1_000, "NoOpRecord", None, "a.jsonl, line 2")]


def test_an_epoch_line_takes_the_time_of_the_next_record():
    leading, noop = read({"type": "Epoch", "offset": 0, "epoch": 7}, NOOP | {"offset": 1})
    assert (leading.type, leading.timestamp_ms, leading.fields) == (LEADER_CHANGE, noop.timestamp_ms, {"epoch": 7})


def test_an_epoch_line_at_the_end_takes_the_time_of_the_last_record():
    assert read(NOOP, {"type": "Epoch", "offset": 1, "epoch": 7})[-1].timestamp_ms == 1_000


def test_fields_are_called_as_in_the_schema():
    config = NOOP | {"type": "ConfigRecord", "r": {"name": "orders", "key": "retention.ms", "value": "1"}}
    assert read(config)[0].fields == {"resourceName": "orders", "name": "retention.ms", "value": "1"}


@together(
    [
        "{",
        "[1]",
        "null",
        '"text"',
        "__import__('os').getcwd()",
        "[" * 100_000,
        NOOP | {"type": ""},
        NOOP | {"type": 3},
        NOOP | {"offset": -1},
        NOOP | {"offset": 1.5},
        NOOP | {"offset": True},
        NOOP | {"offset": 1 << 63},
        NOOP | {"ts": None},
        NOOP | {"ts": "1000"},
        NOOP | {"ts": -1},
        NOOP | {"r": [1]},
        {"type": "Epoch", "offset": 0},
    ],
    lambda line: str(line)[:40],
)
def test_a_damaged_line_is_one_sentence_that_names_its_number(line):
    with pytest.raises(InvalidArgumentError, match=r"^a\.jsonl, line 2") as refusal:
        read("", line)
    assert "\n" not in str(refusal.value) and str(refusal.value).endswith(".")


def test_offsets_rise():
    with pytest.raises(InvalidArgumentError, match="line 2: offset 0 comes behind offset 0"):
        read(NOOP, NOOP)


@pytest.mark.parametrize(
    "fields, asked",
    [
        ({}, lambda record: record.integer("id")),
        ({"id": None}, lambda record: record.integer("id")),
        ({"id": "1"}, lambda record: record.integer("id", 1)),
        ({"id": 1 << 63}, lambda record: record.integer("id")),
        ({"id": 1}, lambda record: record.text("id")),
        ({"id": 1}, lambda record: record.boolean("id", True)),
        ({"id": 1}, lambda record: record.brokers("id")),
        ({"id": [1, 1]}, lambda record: record.brokers("id")),
        ({"id": [-1]}, lambda record: record.brokers("id")),
        ({"id": ["1"]}, lambda record: record.brokers("id", ())),
        (None, lambda record: record.integer("id", 1)),
    ],
)
def test_a_field_of_another_type_is_refused_with_the_place_of_its_record(fields, asked):
    with pytest.raises(InvalidArgumentError, match=r"^here: FenceBrokerRecord at offset 5 .*\.$"):
        asked(LogRecord(5, 0, "FenceBrokerRecord", fields, "here"))


def test_what_a_record_does_not_say_is_what_was_asked_for_instead():
    record = LogRecord(5, 0, "FenceBrokerRecord", {"id": None}, "here")
    assert (record.integer("id", 3), record.brokers("isr", (1,)), record.boolean("fenced", True)) == (3, (1,), True)
