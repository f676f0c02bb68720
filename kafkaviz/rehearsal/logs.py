"""The metadata logs of played clusters: each is kept whole, with the acts of every story that was played on it.

`<name>.log.gz` is a segment of `__cluster_metadata`, and `<name>.jsonl` has a line for each story: what was asked, and
from which offset to which the cluster wrote meanwhile.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from struct import unpack_from
from typing import Final, NamedTuple

SEGMENT: Final = "00000000000000000000.log"
_LENGTH_AT, _LAST_DELTA_AT, _HEADER_BYTES = 8, 23, 12


class KeptPlay(NamedTuple):
    """A story that was played, what was asked in it, and its offsets in the log: the first, and the one behind it."""

    story: str
    acts: tuple[str, ...]
    first: int
    end: int


def whole_batches(data: bytes) -> bytes:
    """Returns what a segment holds up to its last whole batch: a cluster that runs may be writing the next.

    Kafka: DefaultRecordBatch, whose length follows its base offset.
    """
    end = 0
    for start in _batches(data):
        end = start + _HEADER_BYTES + _length(data, start)
    return data[:end]


def end_offset(data: bytes) -> int:
    """Returns the offset behind the last record of a segment; 0 for an empty one."""
    end = 0
    for start in _batches(data):
        base, delta = unpack_from(">q", data, start)[0], unpack_from(">i", data, start + _LAST_DELTA_AT)[0]
        end = base + delta + 1
    return end


def _batches(data: bytes) -> Iterator[int]:
    start = 0
    while len(data) - start >= _HEADER_BYTES and 0 < _length(data, start) <= len(data) - start - _HEADER_BYTES:
        yield start
        start += _HEADER_BYTES + _length(data, start)


def _length(data: bytes, start: int) -> int:
    return int(unpack_from(">i", data, start + _LENGTH_AT)[0])


def keep(folder: Path, era: str, data: bytes, plays: Sequence[KeptPlay]) -> None:
    """Writes a log and its plays into a folder, by a name that says what is in it."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{era}-{hashlib.sha256(data).hexdigest()[:10]}"
    (folder / f"{name}.log.gz").write_bytes(gzip.compress(data, 9, mtime=0))
    write_plays(folder / f"{name}.jsonl", plays)


def write_plays(file: Path, plays: Sequence[KeptPlay]) -> None:
    """Writes the plays of a log, a line for each."""
    file.write_text("".join(json.dumps(play._asdict(), ensure_ascii=False) + "\n" for play in plays), "utf-8")


def read_plays(file: Path) -> list[KeptPlay]:
    """Returns the plays of a log."""
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    return [KeptPlay(**{**row, "acts": tuple(row["acts"])}) for row in rows]


def log_of(file: Path) -> Path:
    """Returns the log beside a file of plays."""
    return file.with_suffix(".log.gz")
