"""Where a metadata log is read from: segments and snapshots, decoded lines, or the log that comes with the package."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.paths import path_of
from kafkaviz.metadata_log.directory import log_of, read_snapshot
from kafkaviz.metadata_log.dumped import files_of, is_dump
from kafkaviz.metadata_log.events import OFFSETS
from kafkaviz.metadata_log.filed import FiledLog
from kafkaviz.metadata_log.groups.segment import offsets_records_of
from kafkaviz.metadata_log.index import index_of
from kafkaviz.metadata_log.packed import is_archive, unpack
from kafkaviz.metadata_log.records import LogRecord, decode_lines
from kafkaviz.metadata_log.replayed_log import MetadataLog
from kafkaviz.metadata_log.segment import records_of
from kafkaviz.metadata_log.snapshots import CHECKPOINT, COPIES, HEADER, LOG, OFFSETS_LOG, SEGMENT
from kafkaviz.model.core.kinds import check_kind

MOST_OFFSETS_BYTES: Final = 64 << 20
"""How much of `__consumer_offsets` is read; all of it becomes a history."""
MOST_BYTES: Final = 256 << 20
"""How much of a metadata log is read from one file; a controller begins a snapshot every 20 MiB."""
_LOOKED_AT: Final = 1 << 16
_OF_A_TOPIC: Final = f"; if this is the log of a topic, that of the cluster lies in {LOG} beside it"
_NOTHING: Final = LogRecord(0, 0, "", None, "")
_RECORDED: Final = files("kafkaviz.metadata_log")


class RecordedAct(NamedTuple):
    """What was done to the recorded cluster: when, in ms since the log's first record, what, and to which broker."""

    time_ms: int
    did: str
    broker: int | None


def read(path: "str | PathLike[str]", *, snapshot: int | None = None) -> MetadataLog:
    """Reads the metadata log of a cluster from a directory or from a file.

    The directory is a controller's or a broker's `__cluster_metadata-0`, or one of its `log.dirs`, where beside that
    lie the partitions of `__consumer_offsets` that the node has: they tell of groups. The metadata log's segments are
    read one behind the other where they begin at offset 0; where they do not, reading begins with the newest snapshot
    that they continue, or with the one that ends at the offset `snapshot`, as its name says. A file is a segment, a
    snapshot, a tar archive of such a directory, what Kafka's dump tool printed of its files with
    `--cluster-metadata-decoder`, or lines of JSON, as `metadata_log.records.decoded` says. Copy it from a cluster that
    runs: nothing is written to it.
    Raises InvalidArgumentError for what cannot be read or is larger than 256 MiB, for a line or record that is
    damaged, which it names, and for segments that neither begin at offset 0 nor continue a snapshot;
    CorruptMessageError for a damaged batch; WrongTypeError for no path. What `summary()` counts of a large one is kept
    in the cache folder, by the bytes of its files; the same one opens with that the next time, and is then read, as
    far as it is still what it was, when its records are asked for.

    >>> read("no-such-file.log")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: no-such-file.log cannot be read: No such file or directory.

    Kafka: kafka-dump-log.sh --cluster-metadata-decoder, and MetadataLoader, which begins with the newest snapshot.
    """
    there, end_offset = path_of(path), check_kind("snapshot", int | None, snapshot)
    index, reading = index_of(there, end_offset, MOST_BYTES), cache(partial(_read, there, end_offset))
    if index is None or (index.counts is None and not reading().is_large):
        return reading()

    def same() -> MetadataLog:
        if index.counts is not None and getattr(index_of(there, end_offset, MOST_BYTES), "path", None) != index.path:
            raise InvalidArgumentError(f"{there} is not what it was when it was opened: read it again.")
        return reading()

    return FiledLog(same, index)


def _read(there: Path, asked: int | None) -> MetadataLog:
    try:
        return _of_directory(there, asked) if there.is_dir() else _of_file(there, asked)
    except OSError as problem:
        name = problem.filename or there
        is_gone = isinstance(problem, FileNotFoundError) and str(name) != str(there)
        gone = ": a cluster that runs deletes old files, so copy the directory first" if is_gone else ""
        raise InvalidArgumentError(f"{name} cannot be read: {problem.strerror}{gone}.") from None


@cache
def recorded() -> MetadataLog:
    """Returns what a real cluster of Kafka 4.4.0 wrote in 82 seconds; its metadata log comes with the package.

    Three nodes were brokers and controllers at once. `recorded_acts` says what was done to them.

    >>> recorded().cluster.brokers[2].epoch
    141

    Kafka: the topic __cluster_metadata, as it lay on a disk of 4.4.0.
    """
    return MetadataLog(records_of(_RECORDED.joinpath("recorded.log").read_bytes(), "recorded.log"))


def recorded_acts() -> tuple[RecordedAct, ...]:
    """Returns what was done to the recorded cluster; its log tells only a part of that.

    >>> recorded_acts()[1]
    RecordedAct(time_ms=15511, did='kill -9', broker=2)

    The notes of those who ran the cluster.
    """
    start_ms = recorded().records[0].timestamp_ms
    done = json.loads(_RECORDED.joinpath("recorded_acts.json").read_text("utf-8"))
    return tuple(RecordedAct(act["at_ms"] - start_ms, act["did"], act.get("broker")) for act in done)


def _of_directory(folder: Path, asked: int | None) -> MetadataLog:
    # An iteration says where a directory may not be read, which a pattern would not.
    entries, offset_files = sorted(folder.iterdir()), _offsets_in(folder)
    if (size := sum(file.stat().st_size for files in offset_files.values() for file in files)) > MOST_OFFSETS_BYTES:
        raise InvalidArgumentError(
            f"{folder} has {size >> 20} MiB of __consumer_offsets, and {MOST_OFFSETS_BYTES >> 20} MiB are read: copy "
            f"{LOG} and only those partitions beside it whose groups you look for, as coordinator_partition says."
        )
    groups = {
        n: {file.name: partial(_of_groups, partial(_bytes_of, file), f"{OFFSETS}-{n}/{file.name}") for file in files}
        for n, files in offset_files.items()
    }
    within = folder / LOG
    if not within.is_dir() or any(
        file.suffix in (SEGMENT, CHECKPOINT) and not OFFSETS_LOG.fullmatch(file.stem) for file in entries
    ):
        within = folder
    own = [file for file in sorted(within.iterdir()) if not OFFSETS_LOG.fullmatch(file.stem)]
    return log_of({file.name: partial(_in_file, file) for file in own}, within, asked, groups)


def _offsets_in(folder: Path) -> dict[int, list[Path]]:
    """Returns the files of `__consumer_offsets` by partition: folders as a node has them, or copies of one segment.

    Such a copy is called `__consumer_offsets-7.log` and lies in the folder, or in its folder `offsets`.
    """
    found = dict[int, list[Path]]()
    copies = folder / COPIES
    for entry in sorted([*folder.iterdir(), *(copies.iterdir() if copies.is_dir() else ())]):
        if entry.is_dir() and (of := OFFSETS_LOG.fullmatch(entry.name)):
            found.setdefault(int(of[1]), []).extend(file for file in sorted(entry.iterdir()) if file.suffix == SEGMENT)
        elif entry.suffix == SEGMENT and (of := OFFSETS_LOG.fullmatch(entry.stem)):
            found.setdefault(int(of[1]), []).append(entry)
    return found


def _of_file(file: Path, asked: int | None) -> MetadataLog:
    data, name = _bytes_of(file), file.name
    if is_archive(data):
        log_files, offset_files = unpack(data, name, MOST_BYTES)
        groups = {
            n: {
                name: partial(_of_groups, partial(bytes, data), f"{OFFSETS}-{n}/{name}") for name, data in files.items()
            }
            for n, files in offset_files.items()
        }
        return log_of({name: partial(_contents, data, name) for name, data in log_files.items()}, name, asked, groups)
    if files := _dumped(data, name):
        return log_of({name: partial(tuple, records) for name, records in files.items()}, name, asked)
    if asked is not None:
        raise InvalidArgumentError(f"{file} is a file; a snapshot is chosen among those of a directory.")
    if name.endswith(CHECKPOINT) or next(_contents(data, name), _NOTHING).type == HEADER:
        return MetadataLog((), read_snapshot(name, {name: partial(_contents, data, name)}))
    records = [*_contents(data, name)]
    if not records:
        raise InvalidArgumentError(f"{file} holds no record of a metadata log.")
    return MetadataLog(records)


def _dumped(data: bytes, name: str) -> Mapping[str, list[LogRecord]]:
    """Returns the files that were dumped into a text, or none where these bytes are no such text."""
    start = data[:_LOOKED_AT].decode("utf-8", "replace")
    return files_of(_text(data, name), name) if is_dump(start) else {}


def _bytes_of(file: Path) -> bytes:
    """Returns what stands in a file; what is none, such as a pipe or a device, may never end."""
    if file.exists() and not file.is_file():
        raise InvalidArgumentError(f"{file} is no ordinary file.")
    with file.open("rb") as opened:
        # A log that is being written may grow after it was asked for its size.
        data = opened.read(MOST_BYTES + 1) if file.stat().st_size <= MOST_BYTES else None
    if data is None or len(data) > MOST_BYTES:
        raise InvalidArgumentError(
            f"{file} has more than {MOST_BYTES >> 20} MiB, and its history would need many times as much memory: begin "
            "with a later snapshot."
        )
    return data


def _in_file(file: Path) -> Iterator[LogRecord]:
    return _contents(_bytes_of(file), file.name)


def _contents(data: bytes, name: str) -> Iterator[LogRecord]:
    # A segment begins with an offset of eight bytes, which no file is long enough to make a brace of.
    if not data[:80].lstrip().startswith(b"{"):
        return records_of(data, name, "" if name.endswith(CHECKPOINT) else _OF_A_TOPIC)
    return decode_lines(_text(data, name).split("\n"), name)


def _of_groups(data: Callable[[], bytes], name: str) -> Iterator[LogRecord]:
    content = data()
    if content.startswith(b"{"):
        return decode_lines(_text(content, name).split("\n"), name)
    return offsets_records_of(content, name)


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidArgumentError(f"{name} is no text in UTF-8.") from None
