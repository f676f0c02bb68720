"""Which files are log segments, and of which topic and partition: what a broker writes in names alone."""

import glob
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError

SCHEME = re.compile(r"(\w{2,}):")
"""How a path begins that is a URI; a letter alone is a drive."""

_SEGMENT = re.compile(r"[0-9]{20}\.log")
_PARTITION = re.compile(r"(?P<topic>[a-zA-Z0-9._-]+)-(?P<partition>[0-9]+)")
_HOW = "a segment is 00000000000000000000.log in a directory named like payments-0, or a file named like payments-0.log"


class Segment(NamedTuple):
    """A segment on disk: its file, whose records it holds, its size in bytes, and whether later segments follow."""

    path: Path
    topic: str
    partition: int
    size_bytes: int
    is_followed: bool


def find_segments(paths: Iterable[str], topic: str | None = None) -> list[Segment]:
    """Finds the segments at some paths, in the order of topic, partition and offset; of one topic if it is named.

    Everything else that a broker keeps is passed over: indexes, snapshots, checkpoints, what is being cleaned,
    swapped, deleted or moved (`.cleaned`, `.swap`, `.deleted`, `-delete`, `-future`, `-stray`).
    Raises InvalidArgumentError where nothing is left, or where a partition lies in two directories, which are
    replicas of the same records.

    >>> find_segments(["/nowhere"])
    Traceback (most recent call last):
    ...
    kafkaviz.decisions.errors.InvalidArgumentError: There is nothing at /nowhere.

    Kafka: LocalLog.parseTopicPartitionName, LogFileUtils.logFile.
    """
    found: dict[tuple[str, int], set[Path]] = {}
    for path in paths:
        try:
            for segment, owner in _at(path):
                found.setdefault(owner, set()).add(segment)
        except OSError as problem:
            raise InvalidArgumentError(f"{problem.filename} cannot be read ({problem.strerror}).") from None
    if not found:
        raise InvalidArgumentError(f"There is no log segment at {', '.join(paths) or 'no path'}: {_HOW}.")
    if topic is not None and not any(name == topic for name, _ in found):
        there = ", ".join(sorted({name for name, _ in found}))
        raise InvalidArgumentError(f"There is no segment of the topic {topic!r} here, only of {there}.")
    return [
        segment
        for (name, partition), files in sorted(found.items())
        if topic in (None, name)
        for segment in _in_order(name, partition, files)
    ]


def _in_order(topic: str, partition: int, files: set[Path]) -> Iterator[Segment]:
    folders = sorted({str(file.parent) for file in files})
    if len(folders) > 1 or (len(files) > 1 and any(not _SEGMENT.fullmatch(file.name) for file in files)):
        first, second = folders[:2] if len(folders) > 1 else sorted(map(str, files))[:2]
        raise InvalidArgumentError(
            f"{topic}-{partition} lies in two places, {first} and {second}, and replicas hold the same records: "
            "name one of them."
        )
    last = max(_siblings(files))
    for file in sorted(files):
        yield Segment(file, topic, partition, file.stat().st_size, file.name != last)


def _siblings(files: set[Path]) -> set[str]:
    (folder,) = {file.parent for file in files}
    near = {file.name for file in folder.iterdir() if _SEGMENT.fullmatch(file.name)}
    own = {file.name for file in files}
    return own | near if own <= near else own


def _at(path: str) -> Iterator[tuple[Path, tuple[str, int]]]:
    scheme = SCHEME.match(path)
    if scheme and scheme[1] != "file":
        raise InvalidArgumentError(
            f"{path} is not on a file system of this machine: copy the segments to a folder, or mount it as one."
        )
    plain = path.removeprefix("file://").removeprefix("file:")
    there = Path(plain).absolute()
    if there.is_file():
        owner = _owner(there)
        if owner is None:
            raise InvalidArgumentError(f"{path} does not tell of which topic and partition it is: {_HOW}.")
        yield there, owner
    elif there.is_dir():
        yield from _inside(there)
    elif glob.has_magic(plain):
        for match in sorted(glob.glob(str(there), recursive=True)):
            found = Path(match)
            if found.is_dir():
                yield from _inside(found)
            elif found.is_file() and (owner := _owner(found)):
                yield found, owner
    else:
        raise InvalidArgumentError(f"There is nothing at {path}.")


def _inside(folder: Path) -> Iterator[tuple[Path, tuple[str, int]]]:
    """Yields the segments of a partition's directory, or those of all partitions in a log directory."""
    for child in sorted(folder.iterdir()):
        nested = sorted(child.iterdir()) if child.is_dir() and _PARTITION.fullmatch(child.name) else [child]
        for file in nested:
            owner = _owner(file) if file.is_file() else None
            if owner:
                yield file, owner


def _owner(file: Path) -> tuple[str, int] | None:
    """Reads topic and partition from the directory's name, or from the file's own."""
    name = file.parent.name if _SEGMENT.fullmatch(file.name) else file.name.removesuffix(".log")
    match = _PARTITION.fullmatch(name) if file.suffix == ".log" else None
    return (match["topic"], int(match["partition"])) if match else None
