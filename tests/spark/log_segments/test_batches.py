"""Segments of real brokers are read record for record, and what is damaged, cut off or older is told apart."""

import subprocess
import sys
from pathlib import Path

import pytest

from kafkaviz.decisions.errors import CorruptMessageError, InvalidArgumentError
from kafkaviz.spark.log_segments.batches import Part, batches, records
from kafkaviz.spark.log_segments.files import find_segments
from tests.sampling import every
from tests.spark.log_segments.recorded import FIRST, LIBRDKAFKA, LOGS, TOPICS, written

legacy = pytest.importorskip(
    "kafka.record.legacy_records", reason='Segments are read by kafka-python: pip install -e ".[test]".'
)
PAYMENTS = LIBRDKAFKA / "payments-1.log"


def parts(*paths: object, bytes_each: int = 1 << 30) -> list[Part]:
    """Cuts the segments at some paths into parts."""
    return [
        Part(str(one.path), one.topic, one.partition, start, start + bytes_each, one.size_bytes, one.is_followed)
        for one in find_segments(map(str, paths))
        for start in range(0, max(one.size_bytes, 1), bytes_each)
    ]


def all_of(*paths: object, bytes_each: int = 1 << 30) -> list[dict[str, object]]:
    """Reads records as the file of what was written has them."""
    return [
        {"offset": r.offset, "timestamp_ms": r.timestamp, "key": r.key, "value": r.value, "headers": r.headers}
        for part in parts(*paths, bytes_each=bytes_each)
        for r in records(part)
    ]


def changed(folder: Path, change: dict[int, int], name: str = "payments-1.log") -> Path:
    """Copies a real segment and changes some of its bytes."""
    data = bytearray(PAYMENTS.read_bytes())
    for place, byte in change.items():
        data[place] = byte
    (folder / name).write_bytes(data)
    return folder / name


@pytest.mark.parametrize("topic", TOPICS)
def test_every_record_is_what_the_producer_wrote(topic):
    told = written(topic)
    assert len(told) >= 20
    assert all_of(LOGS / f"{topic}-0") == told


def test_each_codec_is_really_there():
    codecs = {"gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}
    for name, codec in codecs.items():
        for topic in (f"client-{name}", f"broker-{name}"):
            assert {data[22] & 7 for part in parts(LOGS / f"{topic}-0") for _, data in batches(part)} == {codec}


def test_markers_of_transactions_leave_gaps_and_aborted_records_are_there():
    offsets = [one["offset"] for one in all_of(LOGS / "eu.payments-tx-0")]
    assert len(offsets) == 80 and set(range(84)) - set(offsets) == {20, 41, 62, 83}


def test_a_compacted_log_has_gaps_and_the_last_record_of_each_key():
    offsets = [one["offset"] for one in all_of(LOGS / "compacted-0")]
    assert offsets == sorted(offsets) and offsets[-1] == 304 and len(offsets) < 60


@pytest.mark.parametrize("topic", ["__consumer_offsets", "__transaction_state", "__cluster_metadata"])
def test_internal_topics_are_read_as_bytes(topic):
    found = all_of(LOGS / f"{topic}-0")
    assert found and all(isinstance(one["value"], bytes | None) for one in found)
    group = [one for one in found if one["key"] and b"readers" in one["key"]]
    assert bool(group) == (topic == "__consumer_offsets")


@pytest.mark.parametrize("bytes_each", every(2, [17, 1, 999, 5_000], whole=1))
def test_however_a_segment_is_cut_every_batch_belongs_to_one_part(bytes_each):
    for path in (LOGS / "client-lz4-0", LOGS / "eu.payments-tx-0"):
        assert all_of(path, bytes_each=bytes_each) == all_of(path)


def test_a_batch_that_is_not_whole_yet_is_left_out_wherever_it_ends(tmp_path):
    data = PAYMENTS.read_bytes()
    (whole,) = parts(PAYMENTS)
    ends = [start + len(batch) for start, batch in batches(whole)]
    every = all_of(PAYMENTS)
    for end in (0, 5, 16, ends[0] - 1, ends[0], ends[0] + 1, ends[0] + 30, ends[5] - 1, len(data) - 1):
        (tmp_path / "payments-1.log").write_bytes(data[:end])
        found = all_of(tmp_path / "payments-1.log")
        last = max([0, *(one for one in ends if one <= end)])
        assert found == every[: len(found)]
        (there,) = parts(tmp_path / "payments-1.log")
        assert [start + len(batch) for start, batch in batches(there)][-1:] == ([last] if last else [])


def test_what_is_appended_after_the_planning_is_not_looked_at(tmp_path):
    data, copy = PAYMENTS.read_bytes(), tmp_path / "payments-1.log"
    copy.write_bytes(data[:20_000])
    (planned,) = parts(copy)
    before = [r.offset for r in records(planned)]
    copy.write_bytes(data)
    assert [r.offset for r in records(planned)] == before


def test_a_segment_that_others_follow_cannot_be_cut_off(tmp_path):
    folder = tmp_path / "payments-1"
    folder.mkdir()
    (folder / FIRST).write_bytes(PAYMENTS.read_bytes()[:-1])
    all_of(folder)
    (folder / "00000000000000000900.log").write_bytes(b"")
    with pytest.raises(CorruptMessageError, match="is followed by one that is cut off, although later segments exist"):
        all_of(folder)


def test_zeros_at_the_end_are_space_that_was_reserved_and_zeros_before_something_are_not(tmp_path):
    data, copy = PAYMENTS.read_bytes(), tmp_path / "payments-1.log"
    for zeros in (1, 40, 3_000_000):
        copy.write_bytes(data + bytes(zeros))
        assert all_of(copy) == all_of(PAYMENTS)
    copy.write_bytes(data + bytes(3_000_000) + b"x")
    with pytest.raises(CorruptMessageError, match="is followed by zeros and then by something else"):
        all_of(copy)


def test_every_byte_that_the_checksum_covers_is_checked(tmp_path):
    (part,) = parts(PAYMENTS)
    starts = [(start, len(data), int.from_bytes(data[:8], "big")) for start, data in batches(part)]
    start, size, offset = starts[7]
    for place in (17, 22, 30, 60, size - 1):
        copy = changed(tmp_path, {start + place: PAYMENTS.read_bytes()[start + place] ^ 1})
        with pytest.raises(CorruptMessageError) as refused:
            all_of(copy)
        told = f"{copy}, byte {start}: the batch at offset {offset} does not match its checksum."
        assert str(refused.value) == f"CORRUPT_MESSAGE (2): {told}"


@pytest.mark.parametrize(
    ("place", "byte", "words"),
    [
        (16, 9, "is in message format 9, and the known ones are 0, 1 and 2"),
        (16, 255, "is in message format -1"),
        (8, 255, r"says that it has -\d+ bytes, and the least is 49"),
        (7, 0, "does not come behind the one at offset"),
    ],
)
def test_a_head_that_makes_no_sense_gets_a_sentence(tmp_path, place, byte, words):
    (part,) = parts(PAYMENTS)
    start = [start for start, _ in batches(part)][3]
    with pytest.raises(CorruptMessageError, match=rf"byte {start}: the batch at offset \d+ {words}"):
        all_of(changed(tmp_path, {start + place: byte}))


def test_what_cannot_be_unpacked_although_its_checksum_fits_gets_a_sentence(tmp_path):
    from kafka.record.util import calc_crc32c

    (part,) = parts(LOGS / "client-zstd-0")
    data = bytearray(next(batches(part))[1])
    data[61:70] = bytes(9)
    data[17:21] = calc_crc32c(memoryview(data)[21:]).to_bytes(4, "big")
    (tmp_path / "t-0.log").write_bytes(data)
    with pytest.raises(CorruptMessageError, match=r"t-0\.log, byte 0: the batch at offset 0 cannot be read \(Zstd"):
        all_of(tmp_path)


# LZ4 in format 0 had a wrong checksum of its own, which needs a package more.
@pytest.mark.parametrize(("magic", "codec"), [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (1, 3)])
def test_the_message_formats_before_kafka_0_11_are_read_too(tmp_path, magic, codec):
    builder = legacy.LegacyRecordBatchBuilder(magic, codec, 1 << 20)
    for offset in range(20):
        builder.append(offset, 1_400_000_000_000 + offset, b"k%d" % offset, None if offset == 7 else b"v" * offset)
    (tmp_path / "old-0.log").write_bytes(builder.build())
    found = all_of(tmp_path)
    assert [(one["offset"], one["key"]) for one in found] == [(n, b"k%d" % n) for n in range(20)]
    assert [one["value"] for one in found] == [None if n == 7 else b"v" * n for n in range(20)]
    assert [one["timestamp_ms"] for one in found] == [1_400_000_000_000 + n if magic else None for n in range(20)]


def test_a_file_that_is_gone_gets_a_sentence(tmp_path):
    (part,) = parts(PAYMENTS)
    with pytest.raises(InvalidArgumentError, match=r"cannot be read any more .*so copy them first"):
        list(records(part._replace(path=str(tmp_path / "gone.log"))))


@pytest.mark.parametrize(
    ("missing", "words"),
    [("kafka", "read by kafka-python, which is not installed"), ("zstandard", "is compressed, and this Python")],
)
def test_a_missing_library_is_named_with_the_way_to_get_it(missing, words):
    code = f"""
import sys
sys.modules[{missing!r}] = None
from kafkaviz.spark.log_segments.batches import Part, records
path = {str(LOGS / "client-zstd-0" / FIRST)!r}
try:
    list(records(Part(path, "t", 0, 0, 10**9, 10_000, False)))
except ImportError as told:
    print(type(told).__name__, told)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("MissingLibraryError ")
    assert words in done.stdout and 'pip install "kafkaviz[segments]"' in done.stdout, done.stdout
