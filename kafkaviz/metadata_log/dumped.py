"""What Kafka's dump tool prints of a metadata log: the same records as text, a line for each."""

import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Final

from kafkaviz.decisions.errors import CorruptMessageError, InvalidArgumentError
from kafkaviz.decisions.wording import short
from kafkaviz.metadata_log.records import LEADER_CHANGE, LogRecord

_FILE: Final = re.compile(r"^Dumping (.+)$", re.MULTILINE)
_BATCH: Final = re.compile(
    r"baseOffset: (\d+) lastOffset: .* partitionLeaderEpoch: (-?\d+) .*isControl: (true|false) "
    r".*\b(?:CreateTime|LogAppendTime): (-?\d+) .*isvalid: (true|false)"
)
_RECORD: Final = re.compile(r"\| offset: (\d+) \w+: (-?\d+) ")
_PAYLOAD: Final = re.compile(r"\bpayload: (.*)$")
_CONTROL: Final = re.compile(r"(?:controlType: (\w+)\(-?\d+\)|\b(Snapshot\w+|KRaft\w+) (\{.*\}))$")
_CONTROLS: Final = {
    "LEADER_CHANGE": LEADER_CHANGE,
    "SnapshotHeader": "SnapshotHeaderRecord",
    "SnapshotFooter": "SnapshotFooterRecord",
    "KRaftVersion": "KRaftVersionRecord",
    "KRaftVoters": "VotersRecord",
}
"""How the tool calls what the quorum writes for itself."""
_LOOKED_AT: Final = 1 << 16


def is_dump(text: str) -> bool:
    """Tells whether a text is what the dump tool printed; lines of its own log may come first.

    >>> is_dump("Dumping /var/lib/kafka/__cluster_metadata-0/00000000000000000000.log")
    True
    """
    return _FILE.search(text, 0, _LOOKED_AT) is not None


def files_of(text: str, name: str) -> dict[str, list[LogRecord]]:
    """Returns the records of each file that was dumped, by the file's name; `name` names the text in messages.

    Raises InvalidArgumentError, with the number of the line, for one that is damaged or that the tool could not read;
    CorruptMessageError for a batch that the tool found damaged. Who leads a new epoch the tool does not print.

    >>> printed = '''Dumping 00000000000000000000.log
    ... | offset: 7 CreateTime: 1000 keySize: -1 payload: {"type":"NO_OP_RECORD","version":0,"data":{}}'''
    >>> [(record.offset, record.type) for record in files_of(printed, "a.txt")["00000000000000000000.log"]]
    [(7, 'NoOpRecord')]

    Kafka: kafka-dump-log.sh --cluster-metadata-decoder, with and without --skip-record-metadata.
    """
    found: dict[str, list[LogRecord]] = {}
    batch, within = _Batch(), ""
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{name}, line {number}"
        if started := _FILE.match(line):
            path = started[1].strip()
            within = (PureWindowsPath if "\\" in path else PurePosixPath)(path).name
            found.setdefault(within, [])
            batch = _Batch()
        elif line.startswith("baseOffset: "):
            batch = _batch(line, place, batch.epoch)
        elif within and (record := batch.read(line, place)):
            records = found[within]
            if records and record.offset <= records[-1].offset:
                raise InvalidArgumentError(f"{place}: offset {record.offset} comes behind offset {records[-1].offset}.")
            records.append(record)
    return found


class _Batch:
    """A batch of which the tool has printed the head: where its next record stands, and what all of them share."""

    def __init__(
        self, offset: int = 0, epoch: int = 0, at_ms: int = -1, *, is_control: bool = False, begins_epoch: bool = False
    ) -> None:
        self.offset, self.epoch, self.at_ms = offset, epoch, at_ms
        self.is_control, self.begins_epoch = is_control, begins_epoch

    def read(self, line: str, place: str) -> LogRecord | None:
        """Returns the record that a line tells, or None where it tells none."""
        head = _RECORD.match(line)
        offset, at_ms = (int(head[1]), int(head[2])) if head else (self.offset, self.at_ms)
        payload, control = _PAYLOAD.search(line), _CONTROL.search(line)
        if payload and not self.is_control:
            kind, fields = _message(payload[1], place, offset)
        elif control:
            kind = _CONTROLS.get(control[1] or control[2], control[1] or control[2])
            fields = {"epoch": self.epoch} if kind == LEADER_CHANGE else _json(control[3] or "{}", place)
        elif self.begins_epoch:
            # Without the metadata of records the tool prints an empty line for what the quorum wrote for itself.
            kind, fields = LEADER_CHANGE, {"epoch": self.epoch}
        elif head:
            raise InvalidArgumentError(
                f"{place} has no payload: print the log with the option --cluster-metadata-decoder."
            )
        else:
            return None
        self.offset, self.begins_epoch = offset + 1, False
        return LogRecord(offset, at_ms, kind, fields, place)


def _batch(line: str, place: str, before: int) -> _Batch:
    head = _BATCH.match(line)
    if head is None:
        raise InvalidArgumentError(f"{place} is the head of a batch that is cut off or changed: {short(line)}.")
    if head[5] == "false":
        raise CorruptMessageError(f"{place}: the dump tool found the batch at offset {head[1]} damaged.")
    epoch, is_control = int(head[2]), head[3] == "true"
    return _Batch(int(head[1]), epoch, int(head[4]), is_control=is_control, begins_epoch=is_control and epoch > before)


def _message(payload: str, place: str, offset: int) -> tuple[str, Mapping[str, object]]:
    """Returns the type and the fields of a record, which the tool names in capitals."""
    if payload.startswith("Error at "):
        raise InvalidArgumentError(
            f"{place}: the dump tool could not read the record at offset {offset}; use the tool of the cluster's own "
            "release."
        )
    said = _json(payload, place)
    kind, fields = said.get("type"), said.get("data")
    if not isinstance(kind, str) or not isinstance(fields, dict):
        raise InvalidArgumentError(f"{place} has no type or no data: {short(payload)}.")
    return "".join(part.capitalize() for part in kind.split("_")), fields


def _json(text: str, place: str) -> dict[str, object]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise InvalidArgumentError(f"{place} is cut off or changed: {short(text)}.")
    return said
