"""What was counted of a large log is kept, and opens it again; whatever became of it, the words are the same."""

import json
import random
import shutil
import tarfile
import zlib
from pathlib import Path

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.metadata_log import index as index_module
from kafkaviz.metadata_log import kept as kept_module
from kafkaviz.metadata_log import read, reading, recorded
from kafkaviz.metadata_log.groups.messages import NAMES
from kafkaviz.metadata_log.index import Index
from tests.sampling import bounded, every

GROUPS = Path(__file__).parents[1] / "vectors" / "metadata-log" / "groups"
RECORDED = Path(__file__).parents[2] / "kafkaviz" / "metadata_log" / "recorded.log"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Returns the folder of counts in a cache of its own; the recorded log is a large one."""
    monkeypatch.setenv("KAFKAVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(kept_module, "LARGE", 300)
    monkeypatch.setattr(index_module, "_SMALLEST_BYTES", 1_000)
    return tmp_path / "cache" / "metadata-log"


@pytest.fixture
def segment(tmp_path):
    file = tmp_path / "00000000000000000000.log"
    file.write_bytes(RECORDED.read_bytes())
    return file


def said_of(log):
    # The time line is drawn from what was counted.
    return repr(log), str(log.summary()), str(log.summary().rows), log.counts


def archived(segment, folder):
    with tarfile.open(folder / "night.tar.gz", "w:gz") as packed:
        packed.add(segment, "__cluster_metadata-0/00000000000000000000.log")
    return folder / "night.tar.gz"


def in_folder(segment, folder):
    (folder / "__cluster_metadata-0").mkdir(parents=True)
    return segment.rename(folder / "__cluster_metadata-0" / segment.name).parent


def in_a_node(segment, folder):
    return in_folder(segment, folder).parent


def beside_groups(segment, folder):
    """Returns a log directory with the metadata log, and a partition of __consumer_offsets."""
    in_folder(segment, folder)
    groups = folder / "__consumer_offsets-1"
    shutil.copytree(GROUPS / groups.name, groups)
    return folder


PACKED = beside_groups, lambda segment, _: segment, in_a_node, in_folder, archived


@pytest.mark.parametrize("packed", every(2, PACKED, whole=1))
def test_the_second_opening_reads_no_record_before_one_is_asked_for(packed, cache, segment, tmp_path, monkeypatch):
    path, asked = packed(segment, tmp_path), []
    first = said_of(read(path))
    (kept,) = cache.iterdir()
    of_file, of_directory = reading._of_file, reading._of_directory
    monkeypatch.setattr(reading, "_of_file", lambda *args: asked.append(args) or of_file(*args))
    monkeypatch.setattr(reading, "_of_directory", lambda *args: asked.append(args) or of_directory(*args))
    again = read(str(path))
    assert said_of(again) == first and not asked and [*cache.iterdir()] == [kept]
    of_groups = {name: count for name, count in again.types.items() if name in NAMES}
    assert again.types == recorded().types | of_groups and bool(of_groups) == (packed is beside_groups)
    assert again.records[7] == read(path).records[7] and len(asked) == 2
    assert str(again.summary().film().film.captions) == str(recorded().summary().film().film.captions)


def test_nothing_is_kept_before_somebody_asks_and_nothing_of_a_small_log(cache, segment, monkeypatch):
    assert read(segment).records and not cache.exists()
    monkeypatch.setattr(kept_module, "LARGE", 400)
    assert said_of(read(segment)) and not cache.exists()
    monkeypatch.setattr(kept_module, "LARGE", 300)
    monkeypatch.setattr(index_module, "_SMALLEST_BYTES", 1_000_000)
    assert said_of(read(segment)) and not cache.exists()


def damages(seeds):
    """Yields what may have become of the kept bytes."""
    yield lambda data: b""
    yield lambda data: data[:-1]
    yield lambda data: data[: len(data) // 2]
    yield lambda data: b"\x80\x04K\x01."
    for given in ([], {}, 7, [1], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, [[1]]], [1, 2, 3, 4, None, []], ["1"] * 5 + [[]]):
        yield lambda data, given=given: zlib.compress(json.dumps(given).encode())
    yield lambda data: zlib.compress(b"[" * 100_000)
    yield lambda data: zlib.compress(b"\xff\xfe")
    for seed in range(seeds):
        yield lambda data, seed=seed: flipped(data, random.Random(seed))


def flipped(data, draw):
    changed = bytearray(data)
    changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(changed)


@bounded("seeds", 4, 20)
def test_a_damaged_one_is_made_anew(cache, segment, seeds):
    first = said_of(read(segment))
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    for damage in damages(seeds):
        kept.write_bytes(damage(whole))
        assert said_of(read(segment)) == first
        # A bit of its head may say nothing.
        assert Index(kept).counts == recorded().counts


def test_more_than_fits_is_not_unpacked(cache, segment, monkeypatch):
    said_of(read(segment))
    (kept,) = cache.iterdir()
    monkeypatch.setattr(index_module, "_MOST_BYTES", 100)
    assert Index(kept).counts is None


def test_other_bytes_are_counted_anew_and_those_that_change_meanwhile_are_refused(cache, segment):
    said_of(read(segment))
    data = segment.read_bytes()
    opened = read(segment)
    # A batch is gone from its end, as if it were still being written.
    segment.write_bytes(data[:-1])
    assert said_of(opened) == said_of(recorded_in(data, segment))
    segment.write_bytes(data[:-1])
    with pytest.raises(InvalidArgumentError, match=r"00\.log is not what it was when it was opened: read it again\."):
        assert opened.records
    shorter = read(segment)
    assert len(shorter.records) < len(recorded().records) and said_of(shorter) and len([*cache.iterdir()]) == 2
    segment.unlink()
    with pytest.raises(InvalidArgumentError, match="is not what it was"):
        assert opened.history


def recorded_in(data, file):
    """Returns the log of some bytes in a file of that name."""
    file.write_bytes(data)
    return read(file)


def test_where_nothing_can_be_written_it_opens_as_the_first_time(cache, segment, tmp_path, monkeypatch):
    first = said_of(read(segment))
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KAFKAVIZ_CACHE", str(tmp_path / "file"))
    assert said_of(read(segment)) == first and (tmp_path / "file").read_text() == ""


def test_it_holds_no_name_and_is_one_of_few(cache, segment, monkeypatch):
    monkeypatch.setattr(index_module, "_MOST_KEPT", 3)
    data = segment.read_bytes()
    for n in range(5):
        segment.write_bytes(data + bytes(n))
        said_of(read(segment))
    kept = [*cache.iterdir()]
    assert len(kept) == 3
    for file in kept:
        assert not set(b"orders") <= set(zlib.decompress(file.read_bytes())), "numbers alone"


def test_another_snapshot_is_another_log(cache, segment, tmp_path):
    log = recorded()
    log.part(since=log.records[60].timestamp_ms).save(tmp_path / "late.tar.gz")
    with tarfile.open(tmp_path / "late.tar.gz") as packed:
        packed.extractall(tmp_path, filter="data")
    (snapshot,) = tmp_path.rglob("*.checkpoint")
    folder, end_offset = snapshot.parent, int(snapshot.name[:20])
    for late in folder.glob("*.log"):
        late.unlink()
    segment.rename(folder / segment.name)
    whole, later = said_of(read(folder)), said_of(read(folder, snapshot=end_offset))
    assert whole != later and len([*cache.iterdir()]) == 2
    assert said_of(read(folder)) == whole and said_of(read(folder, snapshot=end_offset)) == later


def test_groups_that_were_written_on_beside_it_are_another_log(cache, segment, tmp_path):
    path = beside_groups(segment, tmp_path / "node")
    first = read(path)
    assert first.is_large and first.cluster.groups and said_of(first)
    (file,) = (path / "__consumer_offsets-1").iterdir()
    file.write_bytes(file.read_bytes()[:-40])
    again = read(path)
    assert said_of(again) and len([*cache.iterdir()]) == 2
    assert again.is_large and len(again.offsets[1]) < len(first.offsets[1])
