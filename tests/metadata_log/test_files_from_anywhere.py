"""Files that are damaged, cut off, foreign, empty or huge: each is read, or refused in one sentence."""

import gzip
import io
import random
import tarfile
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from kafkaviz import read_metadata_log
from kafkaviz.decisions.errors import LONGEST_MESSAGE, OneSentence
from kafkaviz.metadata_log import reading
from tests.sampling import every

VECTORS: Final = Path(__file__).parents[1] / "vectors" / "metadata-log"
CHECKPOINT: Final = sorted((VECTORS / "quorum").glob("*.checkpoint"))[-1]
SEGMENT: Final = "00000000000000000000.log"
RECORDED: Final = files("kafkaviz.metadata_log").joinpath("recorded.log").read_bytes()
LINES: Final = (VECTORS / "decoded.jsonl").read_bytes()
EACH: Final = 25
MAGIC: Final = (
    b"\x89PNG\r\n\x1a\n",
    b"PK\x03\x04",
    b"%PDF-1.7\n",
    b"\x80\x04\x95",
    b"\x1f\x8b\x08\x00",
    b"BZh9",
    b"\xfd7zXZ\x00",
)


def archive(mode: str, **members: bytes) -> bytes:
    """Returns a tar archive of a directory with these files."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=f"w:{mode}") as tar:
        for name, data in members.items():
            member = tarfile.TarInfo(f"__cluster_metadata-0/{name}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return made.getvalue()


def node(mode: str, *logs: Path) -> bytes:
    """Returns a tar archive of some of a node's directories."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=f"w:{mode}") as tar:
        for log in logs:
            tar.add(log, log.name, filter=lambda member: member.replace(mtime=0, deep=False))
    return made.getvalue()


@cache
def whole() -> dict[str, bytes]:
    """Returns files of each kind, by their names."""
    return {
        SEGMENT: RECORDED,
        "night.jsonl": LINES,
        "night.txt": gzip.decompress((VECTORS / "dumped.txt.gz").read_bytes()),
        "snapshot.txt": (VECTORS / "dumped-snapshot.txt").read_bytes(),
        "night.tar.gz": gzip.compress(archive("", **{SEGMENT: RECORDED}), mtime=0),
        "night.tar": archive("", **{SEGMENT: RECORDED}),
        "night.tar.xz": archive("xz", **{SEGMENT: RECORDED}),
        "night.tar.bz2": archive("bz2", **{SEGMENT: RECORDED}),
        CHECKPOINT.name: CHECKPOINT.read_bytes(),
        "groups.tar": node("", *sorted((VECTORS / "groups").glob("__*"))),
        "groups.tar.xz": node("xz", *sorted((VECTORS / "groups").glob("__*"))),
    }


def changed(data: bytes, draw: random.Random) -> bytes:
    """Returns a file of which some bytes are others."""
    made = bytearray(data)
    for _ in range(draw.choice((1, 2, 20))):
        made[draw.randrange(len(made))] = draw.randrange(256)
    return bytes(made)


def cut(data: bytes, draw: random.Random) -> bytes:
    """Returns the beginning of a file."""
    return data[: draw.randrange(len(data))]


def torn(data: bytes, draw: random.Random) -> bytes:
    """Returns a file without a part in its middle, which is zeros or gone."""
    begin = draw.randrange(len(data))
    end = min(len(data), begin + draw.choice((1, 61, 4096)))
    return data[:begin] + draw.choice((b"", bytes(end - begin))) + data[end:]


def joined(data: bytes, draw: random.Random) -> bytes:
    """Returns a file with a part of another in it."""
    other = draw.choice([*whole().values()])
    at, begin = draw.randrange(len(data)), draw.randrange(len(other))
    return data[:at] + other[begin : begin + draw.choice((17, 300, 9_000))] + data[at:]


def foreign(data: bytes, draw: random.Random) -> bytes:
    """Returns what is no log of anything, or nothing at all."""
    size = draw.choice((0, 1, 11, 80, 600, 70_000))
    return draw.choice(MAGIC) * draw.randrange(2) + draw.choice((draw.randbytes(size), bytes(size), b"{" * size))


DAMAGES: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (changed, cut, torn, joined, foreign)


def read_or_refused(path: Path) -> bool:
    """Tells whether a file was read; one that is refused is refused in one sentence, which does not quote the file."""
    try:
        log = read_metadata_log(path)
    except OneSentence as refusal:
        said = str(refusal)
        assert "\n" not in said and said.endswith(".") and len(said) <= LONGEST_MESSAGE, said
        assert said.isprintable(), said
        return False
    assert log.records or log.snapshot
    return True


def try_files(folder: Path, seed: int, count: int) -> tuple[int, int]:
    """Returns how many damaged files were read, and how many were refused."""
    draw, read = random.Random(seed), 0
    for _ in range(count):
        name = draw.choice([*whole()])
        path = folder / draw.choice((name, name, SEGMENT, "night.tar.gz"))
        path.write_bytes(draw.choice(DAMAGES)(whole()[name], draw))
        read += read_or_refused(path)
    return read, count - read


def test_what_is_whole_is_read(tmp_path):
    for name, data in whole().items():
        assert data, name
        (tmp_path / name).write_bytes(data)
        assert read_or_refused(tmp_path / name), name


@pytest.mark.parametrize("seed", every(2, range(8)))
def test_what_is_damaged_is_read_or_refused_in_one_sentence(tmp_path, seed):
    _, refused = try_files(tmp_path, seed, EACH)
    assert refused > EACH // 2


@pytest.mark.slow
def test_two_thousand_files_are_each_read_or_refused_in_one_sentence(tmp_path):
    read, refused = try_files(tmp_path, 2026, 2_000)
    assert read and refused > 1_000


def test_what_is_too_large_is_refused_before_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_BYTES", 10_000)
    for name, data in whole().items():
        (tmp_path / name).write_bytes(data)
        if len(data) > 10_000:
            assert not read_or_refused(tmp_path / name), name
    # A small archive may hold a large file.
    (tmp_path / "bomb.tar.gz").write_bytes(gzip.compress(archive("", **{SEGMENT: bytes(1 << 20)}), mtime=0))
    assert (tmp_path / "bomb.tar.gz").stat().st_size < 10_000
    assert not read_or_refused(tmp_path / "bomb.tar.gz")
