"""The files of a node's metadata log put in their order: segments one behind the other, behind the right snapshot."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from kafkaviz.decisions.errors import CorruptMessageError, InvalidArgumentError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.replayed_log import MetadataLog
from kafkaviz.metadata_log.snapshots import ANEW, CHECKPOINT, LOG, SEGMENT, Snapshot, snapshot_id, snapshot_of

Files = Mapping[str, Callable[[], Iterable[LogRecord]]]
"""The files of a directory by their names, each with what reads its records."""


def log_of(files: Files, where: object, asked: int | None, groups: Mapping[int, Files] | None = None) -> MetadataLog:
    """Returns the metadata log in some files, which lie at `where`; `asked` is the end of the snapshot to begin with.

    `groups` are the files of `__consumer_offsets` by partition.

    Raises InvalidArgumentError where they neither begin at offset 0 nor continue a snapshot, or one is missing.
    """
    segments = [name for name in sorted(files) if name.endswith(SEGMENT)]
    ends = {id.end_offset: name for name in sorted(files) if name.endswith(CHECKPOINT) and (id := snapshot_id(name))}
    if not segments and not ends:
        raise InvalidArgumentError(
            f"{where} holds no segment and no snapshot of a metadata log, and the directory {LOG} of a cluster does."
        )
    if asked is not None and asked not in ends:
        raise InvalidArgumentError(
            f"No snapshot in {where} ends at offset {short(asked)}; {suggestion(asked, map(str, ends))}"
        )
    records = _in_order(segments, files)
    at = _beginning(where, ends, _extent(segments, records) if segments else None, asked)
    offsets = {number: _compacted(held) for number, held in sorted((groups or {}).items())}
    if at is not None:
        left = [record for record in records if record.offset >= at]
        return MetadataLog(left, read_snapshot(ends[at], files), offsets)
    if not records:
        raise InvalidArgumentError(f"The segments in {where} hold no record yet.")
    return MetadataLog(records, offsets=offsets)


def _compacted(files: Files) -> tuple[LogRecord, ...]:
    """Returns the records of a compacted log in the order of their offsets, between which some may be missing."""
    records = list[LogRecord]()
    for name in sorted(name for name in files if name.endswith(SEGMENT)):
        for record in files[name]():
            if records and record.offset <= records[-1].offset:
                raise record.damage(f"comes behind offset {records[-1].offset}")
            records.append(record)
    return tuple(records)


def read_snapshot(name: str, files: Files) -> Snapshot:
    """Returns the snapshot that a file is; raises CorruptMessageError where it is damaged."""
    try:
        return snapshot_of(files[name](), name)
    except CorruptMessageError as refusal:
        raise CorruptMessageError(f"{refusal.message.removesuffix('.')}; {ANEW}.") from None


def _beginning(where: object, ends: Mapping[int, str], held: tuple[int, int] | None, asked: int | None) -> int | None:
    """Returns where the snapshot ends with which reading begins, or None where the segments begin at offset 0."""
    begin, end = held or (0, 0)
    usable = [at for at in ends if held is None or begin <= at <= end]
    if asked is not None:
        if asked not in usable:
            raise InvalidArgumentError(
                f"The segments in {where} hold the offsets {begin} to {end - 1} and do not continue "
                f"{ends[asked]}; {suggestion(asked, map(str, usable))}"
            )
        return asked
    if held is not None and not begin:
        return None
    if not usable:
        raise InvalidArgumentError(
            f"The segments in {where} begin at offset {begin} and continue no snapshot there: copy the whole "
            f"directory of a node, with its files *{CHECKPOINT}."
        )
    return max(usable)


def _extent(segments: Sequence[str], records: Sequence[LogRecord]) -> tuple[int, int]:
    """Returns the first offset of the segments and the one behind their last."""
    if records:
        return records[0].offset, records[-1].offset + 1
    # A node that has just fetched a snapshot has one segment without a record, called after the first that is to come.
    stems = [name.removesuffix(SEGMENT) for name in segments]
    starts = [int(stem) for stem in stems if stem.isdecimal()]
    return (starts[0], starts[0]) if starts else (0, 0)


def _in_order(segments: Sequence[str], files: Files) -> list[LogRecord]:
    """Returns the records of segments that follow each other; raises InvalidArgumentError where one is missing."""
    records: list[LogRecord] = []
    for name in segments:
        found = [*files[name]()]
        if records and found and found[0].offset != records[-1].offset + 1:
            raise InvalidArgumentError(
                f"{name} begins at offset {found[0].offset}, and offset {records[-1].offset} is the last "
                "before it, so a segment is missing: copy the whole directory."
            )
        records += found
    return records
