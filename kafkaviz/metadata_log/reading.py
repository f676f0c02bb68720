"""Where a metadata log is read from: segments and snapshots, decoded lines, or the log that comes with the package."""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import CorruptMessageError, InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.metadata_log.records import LogRecord, decoded
from kafkaviz.metadata_log.replayed_log import MetadataLog
from kafkaviz.metadata_log.segment import records_of
from kafkaviz.metadata_log.snapshots import ANEW, HEADER, Snapshot, snapshot_id, snapshot_of
from kafkaviz.model.core.kinds import checked

LOG: Final = "__cluster_metadata-0"
"""How the directory of a metadata log is called."""
MOST_BYTES: Final = 256 << 20
"""How much of a metadata log is read from one file; a controller begins a snapshot every 20 MiB."""
_CHECKPOINT: Final = ".checkpoint"
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

    The directory is a controller's or a broker's `__cluster_metadata-0`. Its segments are read one behind the other
    where they begin at offset 0; where they do not, reading begins with the newest snapshot that they continue, or with
    the one that ends at the offset `snapshot`, as its name says. A file is a segment, a snapshot, or lines of JSON, as
    `metadata_log.records.decoded` says. Copy it from a cluster that runs: nothing is written to it.
    Raises InvalidArgumentError for what cannot be read or is larger than 256 MiB, for a line or record that is
    damaged, which it names, and for segments that neither begin at offset 0 nor continue a snapshot;
    CorruptMessageError for a damaged batch; WrongTypeError for no path.

    >>> read("no-such-file.log")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: no-such-file.log cannot be read: No such file or directory.

    Kafka: kafka-dump-log.sh --cluster-metadata-decoder, and MetadataLoader, which begins with the newest snapshot.
    """
    if not isinstance(path, str | PathLike):
        raise WrongTypeError(f"A path is text or a pathlib.Path, not {short(path)}.")
    if "\0" in str(path):
        raise InvalidArgumentError(f"No file is called {short(str(path))}.")
    end_offset, there = checked("snapshot", int | None, snapshot), Path(path)
    try:
        if there.is_dir():
            return _of_directory(there, end_offset)
        if end_offset is not None:
            raise InvalidArgumentError(f"{there} is a file; a snapshot is chosen among those of a directory.")
        return _of_file(there)
    except OSError as problem:
        name = problem.filename or there
        is_gone = isinstance(problem, FileNotFoundError) and str(name) != str(there)
        gone = ": a cluster that runs deletes old files, so copy the directory first" if is_gone else ""
        raise InvalidArgumentError(f"{name} cannot be read: {problem.strerror}{gone}.") from None


def recorded() -> MetadataLog:
    """Returns what a real cluster of Kafka 4.4.0 wrote in 82 seconds; its metadata log comes with the package.

    Three nodes were brokers and controllers at once. What was done to them says `recorded_acts`.

    >>> recorded().cluster.brokers[2].epoch
    141

    Kafka: the topic __cluster_metadata, as it lay on a disk of 4.4.0.
    """
    return MetadataLog(records_of(_RECORDED.joinpath("recorded.log").read_bytes(), "recorded.log"))


def recorded_acts() -> tuple[RecordedAct, ...]:
    """Returns what was done to the recorded cluster, which its log tells in part only.

    >>> recorded_acts()[1]
    RecordedAct(time_ms=15511, did='kill -9', broker=2)

    The notes of those who ran the cluster.
    """
    start_ms = recorded().records[0].timestamp_ms
    done = json.loads(_RECORDED.joinpath("recorded_acts.json").read_text("utf-8"))
    return tuple(RecordedAct(act["at_ms"] - start_ms, act["did"], act.get("broker")) for act in done)


def _of_directory(folder: Path, asked: int | None) -> MetadataLog:
    # An iteration says where a directory may not be read, which a pattern would not.
    files = {file.name: file for file in sorted(folder.iterdir())}
    segments = [file for name, file in files.items() if name.endswith(".log")]
    ends = {id.end_offset: files[name] for name in files if name.endswith(_CHECKPOINT) and (id := snapshot_id(name))}
    if not segments and not ends:
        within = f": name {LOG} in it" if LOG in files else f", and the directory {LOG} of a cluster does"
        raise InvalidArgumentError(f"{folder} holds no segment and no snapshot of a metadata log{within}.")
    if asked is not None and asked not in ends:
        raise InvalidArgumentError(
            f"No snapshot in {folder} ends at offset {short(asked)}; {suggestion(asked, map(str, ends))}"
        )
    records = _in_order(segments)
    at = _beginning(folder, ends, _extent(segments, records) if segments else None, asked)
    if at is not None:
        return MetadataLog([record for record in records if record.offset >= at], _snapshot(ends[at]))
    if not records:
        raise InvalidArgumentError(f"The segments in {folder} hold no record yet.")
    return MetadataLog(records)


def _beginning(folder: Path, ends: Mapping[int, Path], held: tuple[int, int] | None, asked: int | None) -> int | None:
    """Returns where the snapshot ends with which reading begins, or None where the segments begin at offset 0."""
    begin, end = held or (0, 0)
    usable = [at for at in ends if held is None or begin <= at <= end]
    if asked is not None:
        if asked not in usable:
            raise InvalidArgumentError(
                f"The segments in {folder} hold the offsets {begin} to {end - 1} and do not continue "
                f"{ends[asked].name}; {suggestion(asked, map(str, usable))}"
            )
        return asked
    if held is not None and not begin:
        return None
    if not usable:
        raise InvalidArgumentError(
            f"The segments in {folder} begin at offset {begin} and continue no snapshot there: copy the whole "
            f"directory of a node, with its files *{_CHECKPOINT}."
        )
    return max(usable)


def _extent(segments: Sequence[Path], records: Sequence[LogRecord]) -> tuple[int, int]:
    """Returns the first offset of the segments and the one behind their last."""
    if records:
        return records[0].offset, records[-1].offset + 1
    # A node that has just fetched a snapshot has one segment without a record, called after the first that is to come.
    named = [int(file.stem) for file in segments if file.stem.isdecimal()]
    return (named[0], named[0]) if named else (0, 0)


def _in_order(segments: Sequence[Path]) -> list[LogRecord]:
    """Returns the records of segments that follow each other; raises InvalidArgumentError where one is missing."""
    records: list[LogRecord] = []
    for segment in segments:
        found = [*_contents(_bytes_of(segment), segment.name)]
        if records and found and found[0].offset != records[-1].offset + 1:
            raise InvalidArgumentError(
                f"{segment.name} begins at offset {found[0].offset}, and offset {records[-1].offset} is the last "
                "before it, so a segment is missing: copy the whole directory."
            )
        records += found
    return records


def _of_file(file: Path) -> MetadataLog:
    data = _bytes_of(file)
    if file.name.endswith(_CHECKPOINT) or next(_contents(data, file.name), _NOTHING).type == HEADER:
        return MetadataLog((), _snapshot(file))
    records = [*_contents(data, file.name)]
    if not records:
        raise InvalidArgumentError(f"{file} holds no record of a metadata log.")
    return MetadataLog(records)


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


def _snapshot(file: Path) -> Snapshot:
    try:
        return snapshot_of(_contents(_bytes_of(file), file.name), file.name)
    except CorruptMessageError as refusal:
        raise CorruptMessageError(f"{refusal.message.removesuffix('.')}; {ANEW}.") from None


def _contents(data: bytes, name: str) -> Iterator[LogRecord]:
    # A segment begins with an offset of eight bytes, which no file is long enough to make a brace of.
    if not data[:80].lstrip().startswith(b"{"):
        return records_of(data, name, "" if name.endswith(_CHECKPOINT) else _OF_A_TOPIC)
    try:
        return decoded(data.decode("utf-8").split("\n"), name)
    except UnicodeDecodeError:
        raise InvalidArgumentError(f"{name} is no text in UTF-8.") from None
