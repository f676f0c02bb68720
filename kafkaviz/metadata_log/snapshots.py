"""A snapshot of the metadata log: all that it says up to an offset, in a file `OFFSET-EPOCH.checkpoint`."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.metadata_log.records import LogRecord

LOG: Final = "__cluster_metadata-0"
"""How the directory of a metadata log is called."""
OFFSETS_LOG: Final = re.compile(r"__consumer_offsets-([0-9]{1,9})")
"""How the directories are called in which a node keeps what it knows of groups."""
COPIES: Final = "offsets"
"""How a folder may be called in which copies of single segments of those lie."""
SEGMENT: Final = ".log"
CHECKPOINT: Final = ".checkpoint"
HEADER: Final = "SnapshotHeaderRecord"
FOOTER: Final = "SnapshotFooterRecord"
BOOTSTRAP: Final = "bootstrap.checkpoint"
"""The snapshot with which releases up to 4.2 begin a cluster; later ones call it as any other, and it ends at 0."""
ANEW: Final = "copy it anew, or begin with another snapshot"
"""What to do about a damaged one."""
_NAME: Final = re.compile(r"([0-9]{20})-([0-9]{10})\.checkpoint(?:\.|$)")


class SnapshotId(NamedTuple):
    """Where a snapshot ends: the first offset that it does not contain, and the epoch of the record before that.

    Kafka: OffsetAndEpoch.
    """

    end_offset: int
    epoch: int


class Snapshot(NamedTuple):
    """What a cluster's metadata log says up to an offset, as records that make the same cluster.

    Each of them stands for the last offset that the snapshot contains, and for `timestamp_ms`, when that was written.
    `voters` are those of the quorum, and empty where they stand in the nodes' configs alone.

    Kafka: RecordsSnapshotReader.
    """

    name: str
    end_offset: int
    epoch: int
    timestamp_ms: int
    voters: tuple[int, ...]
    records: tuple[LogRecord, ...]

    @property
    def usual_name(self) -> str:
        """What a node calls its file."""
        return f"{self.end_offset:020}-{self.epoch:010}{CHECKPOINT}"


def snapshot_id(name: str) -> SnapshotId | None:
    """Returns where a snapshot ends, as its file is called; None for another file.

    >>> snapshot_id("00000000000000001200-0000000003.checkpoint")
    SnapshotId(end_offset=1200, epoch=3)
    >>> snapshot_id("00000000000000001200.log")

    Kafka: Snapshots.parse, which knows files that are being written or deleted as well.
    """
    if name == BOOTSTRAP:
        return SnapshotId(0, 0)
    found = _NAME.match(name)
    return SnapshotId(int(found[1]), int(found[2])) if found else None


def snapshot_of(records: Iterable[LogRecord], name: str) -> Snapshot:
    """Returns the snapshot that the records of a file are.

    Raises InvalidArgumentError where its beginning or its end is missing, or where the file's name does not say at
    which offset it ends, since nothing in it does.

    >>> snapshot_of([], "00000000000000001200-0000000003.checkpoint")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: 00000000000000001200-0000000003.checkpoint holds no record: \
copy it anew, or begin with another snapshot.

    Kafka: RecordsSnapshotReader, which wants a SnapshotHeaderRecord first and a SnapshotFooterRecord last.
    """
    held = tuple(records)
    if not held:
        raise InvalidArgumentError(f"{name} holds no record: {ANEW}.")
    header, last = held[0], held[-1]
    if header.type != HEADER:
        raise header.damage(f"begins a snapshot, and a {HEADER} should: {ANEW}")
    if last.type != FOOTER:
        raise last.damage(f"is the last record, so this snapshot is cut off behind it: {ANEW}")
    id = snapshot_id(name)
    if id is None:
        raise InvalidArgumentError(
            f"{name} is a snapshot, and its name does not say where it ends: call it as its cluster did, such as "
            "00000000000000001200-0000000003.checkpoint."
        )
    timestamp_ms = header.timestamp_ms
    if header.fields is not None:
        timestamp_ms = header.integer("lastContainedLogTimestamp", timestamp_ms)
    voters = [_voters(record) for record in held if record.type == "VotersRecord"]
    said = tuple(record._replace(offset=id.end_offset - 1, timestamp_ms=timestamp_ms) for record in held)
    return Snapshot(name, *id, timestamp_ms, voters[-1] if voters else (), said)


def snapshot_that_says(said: Iterable[tuple[str, dict[str, object]]], id: SnapshotId, at_ms: int) -> Snapshot:
    """Returns the snapshot with records of these types and fields between its header and its footer.

    Kafka: RecordsSnapshotWriter.
    """
    begun: dict[str, object] = {"version": 0, "lastContainedLogTimestamp": at_ms}
    whole: list[tuple[str, dict[str, object]]] = [(HEADER, begun), *said, (FOOTER, {"version": 0})]
    empty = Snapshot("", *id, at_ms, (), ())
    name = empty.usual_name
    return empty._replace(
        name=name, records=tuple(LogRecord(id.end_offset - 1, at_ms, type, fields, name) for type, fields in whole)
    )


def _voters(record: LogRecord) -> tuple[int, ...]:
    """Returns the ids of the voters that a VotersRecord names."""
    voters = record.fields.get("voters") if record.fields is not None else []
    if not isinstance(voters, list) or not all(isinstance(voter, dict) for voter in voters):
        raise record.damage("has no list of voters")
    return record._replace(fields={"ids": [voter.get("voterId") for voter in voters]}).brokers("ids")
