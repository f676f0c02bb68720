"""Which records of `__consumer_offsets` belong together, and which of them take effect, and when."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from kafkaviz.decisions.wording import short
from kafkaviz.metadata_log.groups.messages import END_MARKER, KINDS
from kafkaviz.metadata_log.records import LogRecord

Offsets = Mapping[int, tuple[LogRecord, ...]]
"""The records of `__consumer_offsets` by the number of their partition."""
COMMITS: Final = ("OffsetCommit", "LegacyOffsetCommit")
"""The types of record that say how far a group is in a partition."""
READ: Final = {kind.name: kind.key.fields[0].name for kind in KINDS.values()}
"""The types of which more is read than their names, and what each calls the group in its key."""


class GroupUnit(NamedTuple):
    """Records that were written at once about one group, and when they took effect.

    Kafka: a coordinator writes what one request leads to as one batch of records.
    """

    group: str
    partition: int
    at_ms: int
    records: tuple[LogRecord, ...]

    @property
    def is_commit(self) -> bool:
        """Whether nothing but offsets was written."""
        return all(record.type in COMMITS for record in self.records)


def group_of(record: LogRecord) -> str:
    """Returns the group that a record of a type in `READ` is about."""
    return key_of(record).text(READ[record.type])


def key_of(record: LogRecord) -> LogRecord:
    """Returns what the key of a record says."""
    return part_of(record, "key") or record._replace(fields={})


def value_of(record: LogRecord) -> LogRecord | None:
    """Returns what the value of a record says, or None for a tombstone."""
    return part_of(record, "value")


def part_of(record: LogRecord, name: str) -> LogRecord | None:
    """Returns what a field says that has fields of its own, or None where the record says nothing for it."""
    part = (record.fields or {}).get(name)
    if part is None:
        return None
    if not isinstance(part, Mapping):
        raise record.damage(f"has no fields in its {name}")
    return record._replace(fields=part)


def structs_in(record: LogRecord, name: str) -> list[LogRecord]:
    """Returns the structs that a field lists."""
    value = (record.fields or {}).get(name)
    if not isinstance(value, list | tuple) or not all(isinstance(item, Mapping) for item in value):
        raise record.damage(f"has no list of what it says for {name}")
    return [record._replace(fields=item) for item in value]


def text_of(record: LogRecord, name: str) -> str | None:
    """Returns a field that is a text, or None where the record says nothing for it."""
    return record.text(name) if record.has(name) else None


def texts(record: LogRecord, name: str) -> tuple[str, ...]:
    """Returns the texts that a field lists."""
    value = (record.fields or {}).get(name)
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise record.damage(f"has no list of texts for {name}")
    return tuple(value)


def group_units(offsets: Offsets) -> tuple[list[GroupUnit], int]:
    """Returns the units of all partitions in the order of time, and how many records took no effect.

    Time never runs backwards within a partition, although the clocks of two coordinators may differ.
    """
    units, undone = list[GroupUnit](), 0
    for partition, records in sorted(offsets.items()):
        latest_ms = 0
        effective, lost = in_effect(records)
        undone += lost
        for (group, at_ms), several in groupby(effective, lambda record: (group_of(record), record.timestamp_ms)):
            latest_ms = max(latest_ms, at_ms)
            units.append(GroupUnit(group, partition, latest_ms, tuple(several)))
    return sorted(units, key=lambda unit: unit.at_ms), undone


def in_effect(records: Iterable[LogRecord]) -> tuple[list[LogRecord], int]:
    """Returns the records that say something of a group in the order in which they took effect, and how many did not.

    What a transaction wrote takes effect when it is committed, unless the same was written again meanwhile; what an
    aborted or open transaction wrote takes none.

    Kafka: OffsetMetadataManager, which keeps pending transactional offsets by producer id.
    """
    found, undone = list[LogRecord](), 0
    pending, newest = dict[int, list[LogRecord]](), dict[object, int]()
    for record in records:
        if record.fields is None:
            continue
        if record.type == END_MARKER:
            waiting = pending.pop(record.integer("producerId"), [])
            late = [each for each in waiting if newest.get(_subject(each), -1) > each.offset]
            takes_effect = record.boolean("committed", False)
            undone += len(late) if takes_effect else len(waiting)
            if takes_effect:
                found += (each._replace(timestamp_ms=record.timestamp_ms) for each in waiting if each not in late)
        elif record.type not in READ:
            continue
        elif record.has("producerId"):
            pending.setdefault(record.integer("producerId"), []).append(record)
        else:
            if pending:
                newest[_subject(record)] = record.offset
            found.append(record)
    return found, undone + sum(map(len, pending.values()))


def _subject(record: LogRecord) -> tuple[object, ...]:
    """Returns what a record is about: the next one with the same key replaces it."""
    said = key_of(record).fields or {}
    for name, value in said.items():
        if isinstance(value, list | Mapping):
            raise record.damage(f"has {short(value)} for {name} in its key, which is a text or a number")
    return (record.type, *said.values())


def all_records(offsets: Offsets) -> Iterator[LogRecord]:
    """Yields the records of every partition."""
    for partition in sorted(offsets):
        yield from offsets[partition]


def until(offsets: Offsets, until_ms: int | None) -> Offsets:
    """Returns the records that were written up to a moment; None is the end."""
    if until_ms is None:
        return offsets
    return {n: tuple(r for r in records if r.timestamp_ms <= until_ms) for n, records in offsets.items()}


def since(offsets: Offsets, since_ms: int) -> Offsets:
    """Returns what was written from a moment on, and of all before as much as a compacted log would have kept.

    What a transaction wrote is kept whole, for its end may come later.

    Kafka: LogCleaner, which keeps the last record of each key.
    """
    found = dict[int, tuple[LogRecord, ...]]()
    for number, records in offsets.items():
        newest = dict[object, LogRecord]()
        for record in records:
            is_replaced = record.timestamp_ms < since_ms and record.type in READ and not record.has("producerId")
            newest[_subject(record) if is_replaced else record.offset] = record
        found[number] = tuple(sorted(newest.values(), key=lambda record: record.offset))
    return found
