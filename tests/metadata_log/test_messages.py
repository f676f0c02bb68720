"""Messages of the metadata log are read as Kafka's own classes write them, in every type and version."""

import json
from pathlib import Path
from typing import Any

import pytest

from kafkaviz.metadata_log.encoding import Bytes, Unreadable
from kafkaviz.metadata_log.messages import OTHERS, SCHEMAS, message
from kafkaviz.metadata_log.units import KNOWN
from tests.sampling import together

MESSAGES = Path(__file__).parents[1] / "vectors" / "metadata-log" / "messages.jsonl"
CASES = [json.loads(line) for line in MESSAGES.read_text("ascii").splitlines()]


def is_read_as_written(case: dict[str, Any]) -> bool:
    """Tells whether a recorded message has the type that Kafka says, and the fields where they are read at all."""
    name, fields = message(bytes.fromhex(case["hex"]))
    return name == case["type"] and (fields == case["fields"] if name not in OTHERS.values() else fields is None)


def test_every_recorded_message_is_read_as_kafka_wrote_it():
    assert [case for case in CASES if not is_read_as_written(case)] == []


def test_every_type_and_every_version_is_among_the_recorded_messages():
    recorded = {(case["type"], case["version"]) for case in CASES}
    assert recorded >= {(schema.name, v) for schema in SCHEMAS.values() for v in range(schema.highest + 1)}
    assert {name for name, _ in recorded} == {schema.name for schema in SCHEMAS.values()} | set(OTHERS.values())


def test_every_type_that_can_be_read_is_known_to_those_who_tell_of_it():
    assert {schema.name for schema in SCHEMAS.values()} | set(OTHERS.values()) <= KNOWN


@together([case for case in CASES if case["type"] not in OTHERS.values()][::7], str)
def test_a_message_that_is_cut_anywhere_is_refused(case):
    data = bytes.fromhex(case["hex"])
    for end in range(len(data)):
        with pytest.raises(Unreadable):
            message(data[:end])


def test_a_type_that_nobody_knows_is_named_by_its_number():
    assert message(bytes([1, 200, 1, 0, 9, 9, 9])) == ("type 200", None)


def test_a_tag_that_nobody_knows_is_passed_over():
    assert message(bytes([1, 9, 0, *range(16), 1, 77, 2, 5, 5]))[0] == "RemoveTopicRecord"


@together(
    [
        (b"", "needs 1 bytes"),
        (bytes([2, 20, 0, 0]), "frame version 2"),
        (bytes([1, 20, 1, 0]), "in version 1"),
        (bytes([1, 20, 0, 0, 0]), "1 bytes too many"),
        (bytes([1, 20, 0]), "needs 1 bytes"),
        (bytes([1, 2, 0, 200, 1]), "needs 199 bytes"),
        (bytes([1, 2, 0, 2, 0xFF, *range(16), 0]), "no UTF-8"),
        (bytes([1, 0x80, 0x80, 0x80, 0x80, 0x80, 0]), "does not end"),
        (bytes([1, 3, 0, *bytes(4), *bytes(16), 0xFF, 0xFF, 0xFF, 0x7F]), "things follow"),
    ]
)
def test_bytes_that_are_no_message_are_refused_with_what_is_wrong(data, how):
    with pytest.raises(Unreadable, match=how):
        message(data)


def test_numbers_of_variable_size_are_read_as_java_writes_them():
    assert [Bytes(bytes(one)).zigzag() for one in ([0], [1], [2], [0x80, 1], [0xFF, 1])] == [0, -1, 1, 64, -128]


def test_every_type_has_a_number_and_a_name_of_its_own():
    assert len({schema.name for schema in SCHEMAS.values()}) == len(SCHEMAS)
