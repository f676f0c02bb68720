"""A segment of the metadata log says what Kafka's own classes read from it; what is damaged is named."""

import struct
from pathlib import Path

import pytest

from kafkaviz.decisions.errors import CorruptMessageError
from kafkaviz.metadata_log.reading import _RECORDED
from kafkaviz.metadata_log.records import LEADER_CHANGE, decode_lines
from kafkaviz.metadata_log.segment import crc32c, records_of
from tests.sampling import together

DECODED = Path(__file__).parents[1] / "vectors" / "metadata-log" / "decoded.jsonl"
DATA = _RECORDED.joinpath("recorded.log").read_bytes()
BATCH = 61


def test_every_record_says_what_kafkas_own_classes_decoded():
    own = list(records_of(DATA, "recorded.log"))
    theirs = list(decode_lines(DECODED.read_text("utf-8").splitlines(), "decoded.jsonl"))
    assert [(one.offset, one.type) for one in own] == [(one.offset, one.type) for one in theirs]
    assert len(own) == 388
    for one, other in zip(own[1:], theirs[1:], strict=True):
        assert one.timestamp_ms == other.timestamp_ms
        assert one.fields is not None
        told = other.fields or {}
        assert {name: one.fields[name] for name in told} == told


def test_a_control_record_says_who_leads_and_who_voted():
    first = next(records_of(DATA, "recorded.log"))
    assert first.type == LEADER_CHANGE
    assert first.fields == {"epoch": 1, "leaderId": 1, "voters": [1, 2, 3], "grantingVoters": [2, 1]}


def test_what_a_controller_is_writing_is_not_there_yet():
    whole = list(records_of(DATA, "a"))
    for cut in (1, BATCH, 100, 3_000):
        read = list(records_of(DATA[:-cut], "a"))
        assert read == whole[: len(read)] and len(read) < len(whole)


def test_zeros_behind_the_last_batch_are_no_batch():
    assert list(records_of(DATA + bytes(500), "a")) == list(records_of(DATA, "a"))


@together([16, 17, 30, 70, 5_000, 20_000, len(DATA) - 1])
def test_a_byte_that_changed_is_a_damaged_batch_and_never_another_history(place):
    changed = bytearray(DATA)
    changed[place] ^= 0x40
    with pytest.raises(CorruptMessageError, match=r"a, byte \d+: the batch at offset \d+ ") as refusal:
        list(records_of(bytes(changed), "a"))
    assert "\n" not in str(refusal.value)


def rewritten(data: bytes) -> bytes:
    """Returns one batch with the checksum that fits it."""
    return data[:17] + struct.pack(">I", crc32c(data[21:])) + data[21:]


def first_batch() -> bytearray:
    (length,) = struct.unpack_from(">i", DATA, 8)
    return bytearray(DATA[: 12 + length])


def test_a_batch_that_is_compressed_is_refused():
    batch = first_batch()
    batch[22] |= 2
    with pytest.raises(CorruptMessageError, match="is compressed"):
        list(records_of(rewritten(bytes(batch)), "a"))


def test_a_batch_with_more_bytes_than_records_is_refused():
    batch = first_batch() + b"\0"
    batch[8:12] = struct.pack(">i", len(batch) - 12)
    with pytest.raises(CorruptMessageError, match="1 bytes too many"):
        list(records_of(rewritten(bytes(batch)), "a"))


def test_batches_in_another_order_are_refused():
    with pytest.raises(CorruptMessageError, match="comes behind"):
        list(records_of(DATA + DATA, "a"))


def test_a_batch_that_does_not_come_behind_the_one_before_it_is_refused():
    batch = bytes(first_batch())
    with pytest.raises(CorruptMessageError, match=rf"byte {len(batch)}: the batch at offset 0 is no batch of message "):
        list(records_of(batch + batch, "a"))
