"""Records of `__consumer_offsets` are read as Kafka's own classes write them, in every type and version."""

import json
from pathlib import Path
from typing import Any

import pytest

from kafkaviz.metadata_log.encoding import Unreadable
from kafkaviz.metadata_log.groups.messages import KINDS, NAMES, OTHERS, message
from tests.metadata_log.test_groups import without_user_data
from tests.sampling import together

MESSAGES = Path(__file__).parents[1] / "vectors" / "metadata-log" / "group-messages.jsonl"
CASES = [json.loads(line) for line in MESSAGES.read_text("ascii").splitlines()]


def bytes_of(case: dict[str, Any]) -> tuple[bytes, bytes | None]:
    value = case["value_hex"]
    return bytes.fromhex(case["key_hex"]), None if value is None else bytes.fromhex(value)


def group_record_is_read_as_written(case: dict[str, Any]) -> bool:
    """Tells whether a recorded message has the name that Kafka says, and its key and value where they are read."""
    name, said = message(*bytes_of(case))
    if name != case["name"]:
        return False
    if name in OTHERS.values():
        return said is None
    assert said is not None
    return all(without_user_data(said[part]) == without_user_data(case[part]) for part in ("key", "value"))


def test_every_recorded_message_is_read_as_kafka_wrote_it():
    assert [case for case in CASES if not group_record_is_read_as_written(case)] == []


def test_every_type_and_every_version_is_among_the_recorded_messages():
    recorded = {(case["name"], case["version"]) for case in CASES}
    assert recorded >= {(kind.name, v) for kind in KINDS.values() for v in range(kind.value.highest + 1)}
    # Those of earlier releases nobody writes any more.
    assert NAMES - {name for name, _ in recorded} == {
        "EndTransactionMarker",
        "ShareGroupPartitionMetadata",
        "StreamsGroupPartitionMetadata",
    }
    assert any(case["value"] is None for case in CASES)


@together([c for c in CASES if c["name"] not in OTHERS.values() and c["value"]][::9], str)
def test_a_message_that_is_cut_anywhere_is_refused(case):
    key, value = bytes_of(case)
    for end in range(len(key)):
        with pytest.raises(Unreadable):
            message(key[:end], value)
    for end in range(len(value)):
        with pytest.raises(Unreadable):
            message(key, value[:end])


def test_a_type_that_nobody_knows_is_named_by_its_number():
    assert message(bytes([0, 99, 1, 2, 3]), b"whatever") == ("coordinator record type 99", None)


@together(
    [
        (b"", None, "needs 2 bytes"),
        (b"\0\3\0\1a\0", None, "1 bytes too many"),
        (b"\0\3\0\1\xff", None, "no UTF-8"),
        (b"\0\3\0\1a", b"\0\1", "in version 1, and 0 is the highest"),
        (b"\0\3\0\1a", b"\xff\xff", "in version -1"),
        (b"\0\2\0\1a", b"\0\3\0\0\0\0\0\0\xff\xff\xff\xff" + bytes(8) + b"\x7f\0\0\0", "things follow"),
    ]
)
def test_bytes_that_are_no_such_record_are_refused_with_what_is_wrong(key, value, how):
    with pytest.raises(Unreadable, match=how):
        message(key, value)
