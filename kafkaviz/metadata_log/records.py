"""The records of a cluster's metadata log, as they were decoded elsewhere: a line of JSON for each."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, short

LEADER_CHANGE: Final = "LeaderChangeMessage"
"""The type of the control record with which a new leader of the quorum begins its epoch."""
_BEYOND: Final = 1 << 63


class LogRecord(NamedTuple):
    """One record of the metadata log: its offset, when the controller wrote it, its type and its fields.

    The fields have the names of Kafka's schema, as in `partitionId`; they are None where they were not written out.
    `place` says where the record was read, for messages.

    >>> record = LogRecord(123, 1_000, "FenceBrokerRecord", {"id": 2, "epoch": 11}, "line 1")
    >>> record.integer("id"), record.has("rack")
    (2, False)

    Kafka: ApiMessageAndVersion, with the name of its class.
    """

    offset: int
    timestamp_ms: int
    type: str
    fields: Mapping[str, object] | None
    place: str

    def has(self, name: str) -> bool:
        """Tells whether the record says anything for a field; null says nothing."""
        return (self.fields if self.fields is not None else self._known).get(name) is not None

    def integer(self, name: str, otherwise: int | None = None) -> int:
        """Returns a field that is a whole number, or `otherwise` where the record says nothing for it."""
        if otherwise is not None and not self.has(name):
            return otherwise
        read = as_integer(self._field(name))
        if read is None or not -_BEYOND <= read < _BEYOND:
            raise self.damage(f"has {short(self._field(name))} for {name}, which is a whole number of 64 bits")
        return read

    def text(self, name: str) -> str:
        """Returns a field that is a text."""
        value = self._field(name)
        if not isinstance(value, str):
            raise self.damage(f"has {short(value)} for {name}, which is a text")
        return value

    def boolean(self, name: str, otherwise: bool) -> bool:
        """Returns a field that is true or false, or `otherwise` where the record says nothing for it."""
        value = self._field(name) if self.has(name) else otherwise
        if not isinstance(value, bool):
            raise self.damage(f"has {short(value)} for {name}, which is true or false")
        return value

    def brokers(self, name: str, otherwise: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Returns a field that lists brokers, each once, or `otherwise` where the record says nothing for it."""
        if otherwise is not None and not self.has(name):
            return otherwise
        value = self._field(name)
        ids = [as_integer(item) for item in value] if isinstance(value, list | tuple) else [None]
        found = tuple(number for number in ids if number is not None)
        if len(found) < len(ids) or len(set(found)) < len(found) or not all(0 <= number < _BEYOND for number in found):
            raise self.damage(f"has {short(value)} for {name}, which is a list of broker ids, each once")
        return found

    @property
    def field_names(self) -> list[str]:
        """The names of the fields for which the record says anything."""
        return [name for name, value in self._known.items() if value is not None]

    def damage(self, how: str) -> InvalidArgumentError:
        """Returns the error that names the place of the record, its type, and what is wrong with it."""
        return InvalidArgumentError(f"{self.place}: {short(self.type)[1:-1]} at offset {self.offset} {how}.")

    @property
    def _known(self) -> Mapping[str, object]:
        if self.fields is None:
            raise self.damage("came without its fields, so what it changed is not known")
        return self.fields

    def _field(self, name: str) -> object:
        if name not in self._known:
            raise self.damage(f"has no {name}")
        return self._known[name]


def decode_lines(lines: Iterable[str], name: str) -> Iterator[LogRecord]:
    """Yields the records of decoded lines, in their order, which is that of their offsets.

    A line is `{"type": ..., "offset": ..., "ts": ..., "r": {...}}` with the timestamp in ms and the record's fields, or
    null where they were not written out. A line of the type Epoch says that a batch of a new leader epoch begins, and
    takes the timestamp of the next record. `name` names the source in messages. Raises InvalidArgumentError, with the
    number of the line, for one that is damaged.

    >>> list(decode_lines(['{"type": "NoOpRecord", "offset": 7, "ts": 1000, "v": 0, "r": null}'], "a.jsonl"))
    [LogRecord(offset=7, timestamp_ms=1000, type='NoOpRecord', fields=None, place='a.jsonl, line 1')]

    Kafka: what kafka-dump-log.sh --cluster-metadata-decoder prints, a record a line.
    """
    waiting: list[LogRecord] = []
    before, latest_ms = -1, 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        record = _read(line, f"{name}, line {number}")
        if record.offset <= before:
            raise InvalidArgumentError(f"{record.place}: offset {record.offset} comes behind offset {before}.")
        before = record.offset
        if record.type == LEADER_CHANGE and record.timestamp_ms < 0:
            waiting.append(record)
            continue
        latest_ms = record.timestamp_ms
        yield from (record._replace(timestamp_ms=latest_ms) for record in waiting)
        waiting = []
        yield record
    yield from (record._replace(timestamp_ms=latest_ms) for record in waiting)


def _read(line: str, place: str) -> LogRecord:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise InvalidArgumentError(f"{place} is no record: a line of JSON with type, offset, ts and r is expected.")
    kind, offset, fields = given.get("type"), as_integer(given.get("offset")), given.get("r")
    if not isinstance(kind, str) or not kind or offset is None or not 0 <= offset < _BEYOND:
        raise InvalidArgumentError(f"{place} has no type or no offset: {short(line.strip())}.")
    if kind == "Epoch":
        epoch = as_integer(given.get("epoch"))
        if epoch is None:
            raise InvalidArgumentError(f"{place} begins an epoch and does not say which.")
        return LogRecord(offset, -1, LEADER_CHANGE, {"epoch": epoch}, place)
    timestamp_ms = as_integer(given.get("ts"))
    if timestamp_ms is None or not 0 <= timestamp_ms < _BEYOND:
        raise InvalidArgumentError(f"{place} has no timestamp: ts is a number of ms.")
    if fields is not None and not isinstance(fields, dict):
        raise InvalidArgumentError(f"{place} has {short(fields)} for r, where the fields of a record are expected.")
    if fields is None:
        return LogRecord(offset, timestamp_ms, kind, None, place)
    # Where the resource has the name of Kafka's schema, so have its config and its value.
    others: Mapping[tuple[str, str], str] = {} if "resourceName" in fields else _SCHEMA
    known: dict[str, object] = {others.get((kind, name), name): value for name, value in fields.items()}
    return LogRecord(offset, timestamp_ms, kind, known, place)


_SCHEMA: Final[dict[tuple[str, str], str]] = {
    ("ConfigRecord", "name"): "resourceName",
    ("ConfigRecord", "key"): "name",
    ("FeatureLevelRecord", "level"): "featureLevel",
}
"""What some fields are called in Kafka's schema that are called otherwise in decoded lines."""
