"""Where a metadata log is read from: segments on disk, decoded lines, or the log that comes with the package."""

import json
from collections.abc import Iterator
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.metadata_log.records import LogRecord, decoded
from kafkaviz.metadata_log.replayed_log import MetadataLog
from kafkaviz.metadata_log.segment import records_of

_RECORDED: Final = files("kafkaviz.metadata_log")


class RecordedAct(NamedTuple):
    """What was done to the recorded cluster: when, in ms since the log's first record, what, and to which broker."""

    time_ms: int
    did: str
    broker: int | None


def read(path: "str | PathLike[str]") -> MetadataLog:
    """Reads the metadata log of a cluster from a file or from a directory.

    It is a segment as it lies on a controller's disk, in `__cluster_metadata-0/00000000000000000000.log`; that
    directory, whose segments are read one behind the other; or lines of JSON, as `metadata_log.records.decoded` says.
    Copy it from a cluster that runs: nothing is written to it.
    Raises InvalidArgumentError for a file that cannot be read, for a line or record that is damaged, which it names,
    and for a log that begins behind a snapshot; CorruptMessageError for a damaged batch; WrongTypeError for no path.

    >>> read("no-such-file.log")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: no-such-file.log cannot be read: No such file or directory.

    Kafka: kafka-dump-log.sh --cluster-metadata-decoder. Snapshots are not read.
    """
    if not isinstance(path, str | PathLike):
        raise WrongTypeError(f"A path is text or a pathlib.Path, not {short(path)}.")
    return MetadataLog(_records(Path(path)))


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

    Kafka: nothing of its own; the notes of those who ran the cluster.
    """
    start_ms = recorded().records[0].timestamp_ms
    done = json.loads(_RECORDED.joinpath("recorded_acts.json").read_text("utf-8"))
    return tuple(RecordedAct(act["at_ms"] - start_ms, act["did"], act.get("broker")) for act in done)


def _records(path: Path) -> Iterator[LogRecord]:
    try:
        segments = sorted(path.glob("*.log")) if path.is_dir() else [path]
        if not segments:
            raise InvalidArgumentError(f"{path} holds no segment: a metadata log is made of files *.log.")
        for segment in segments:
            yield from _contents(segment.read_bytes(), segment.name)
    except OSError as problem:
        raise InvalidArgumentError(f"{path} cannot be read: {problem.strerror}.") from None


def _contents(data: bytes, name: str) -> Iterator[LogRecord]:
    # A segment begins with an offset of eight bytes, which no file is long enough to make a brace of.
    if not data[:80].lstrip().startswith(b"{"):
        return records_of(data, name)
    try:
        return decoded(data.decode("utf-8").split("\n"), name)
    except UnicodeDecodeError:
        raise InvalidArgumentError(f"{name} is no text in UTF-8.") from None
