"""A batch of a few kilobytes that stands for gigabytes is refused before anybody decompresses it."""

import gzip
import resource
import sys

import pytest

from kafkaviz.decisions.errors import CorruptMessageError
from kafkaviz.spark.log_segments import inflating
from kafkaviz.spark.log_segments.batches import Part, batches, records
from tests.spark.log_segments.recorded import LOGS

record = pytest.importorskip("kafka.record", reason='Segments are read by kafka-python: pip install -e ".[test]".')
GZIP, SNAPPY, LZ4, ZSTD = 1, 2, 3, 4
CASES = [(2, GZIP), (2, SNAPPY), (2, LZ4), (2, ZSTD), (1, GZIP), (1, SNAPPY), (1, LZ4), (0, GZIP), (0, SNAPPY)]


def batch(magic: int, codec: int, size: int) -> bytes:
    builder = record.MemoryRecordsBuilder(magic=magic, compression_type=codec, batch_size=1 << 30)
    builder.append(timestamp=1_000, key=None, value=bytes(size))
    builder.close()
    return bytes(builder.buffer())


def part_of(folder, data: bytes) -> Part:
    file = folder / "payments-0.log"
    file.write_bytes(data)
    return Part(str(file), "payments", 0, 0, len(data), len(data), False)


@pytest.mark.parametrize(("magic", "codec"), CASES)
def test_a_batch_is_refused_from_its_first_byte_too_many(magic, codec, monkeypatch, tmp_path):
    monkeypatch.setattr(inflating, "MOST_INFLATED", 1 << 20)
    small, large = batch(magic, codec, 1_000_000), batch(magic, codec, 1 << 20)
    assert not inflating.inflates_too_far(small) and inflating.inflates_too_far(large)
    assert [len(one.value) for one in records(part_of(tmp_path, small))] == [1_000_000]
    with pytest.raises(CorruptMessageError, match="has more than 128 MiB when it is decompressed"):
        list(records(part_of(tmp_path, large)))


@pytest.mark.slow
def test_a_gigabyte_of_zeros_takes_no_gigabyte_to_be_refused(tmp_path):
    payload = gzipped_zeros(1 << 30)
    head = bytearray(batch(2, GZIP, 1_000)[:61])
    data = bytes(head) + payload
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert inflating.inflates_too_far(data)
    kilobytes = 1 if sys.platform != "darwin" else 1_024
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000 * kilobytes


def gzipped_zeros(size: int) -> bytes:
    """Returns so many zeros in gzip, made without them: a member for each of their blocks."""
    return gzip.compress(bytes(1 << 24)) * (size >> 24)


def test_what_real_clients_and_brokers_compressed_is_small_enough():
    for folder in LOGS.iterdir():
        for file in folder.glob("*.log"):
            size = file.stat().st_size
            for _, data in batches(Part(str(file), "t", 0, 0, size, size, False)):
                assert not inflating.inflates_too_far(data)


@pytest.mark.parametrize("codec", [GZIP, SNAPPY, LZ4, ZSTD])
def test_damaged_bytes_are_left_to_who_reads_them(codec, monkeypatch):
    monkeypatch.setattr(inflating, "MOST_INFLATED", 100)
    data = batch(2, codec, 1_000)
    assert not inflating.inflates_too_far(data[:61] + b"\xff" * 300)
