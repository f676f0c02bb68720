"""What was read of a metadata log, and its history: made at once where the log is short, else when it is asked for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.metadata_log.counting import Counts, counts_of
from kafkaviz.metadata_log.groups.messages import NAMES
from kafkaviz.metadata_log.groups.units import Offsets, all_records, group_units, since, until
from kafkaviz.metadata_log.image import Image
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.spans import utc
from kafkaviz.metadata_log.together import Told, replay_units
from kafkaviz.metadata_log.units import KNOWN, Replayed, given_names, transactions, units_of
from kafkaviz.model.core.history import History


class Held(NamedTuple):
    """What was read: the records of the metadata log, a snapshot before them, and what is kept of groups beside it."""

    records: tuple[LogRecord, ...]
    snapshot: Snapshot | None
    offsets: Offsets


LARGE: Final = 100_000
"""More records than these are not replayed before somebody asks: their history takes minutes and gigabytes."""


class KeptLog:
    """The records of a log, those of a snapshot before them, and the history that they tell."""

    def __init__(
        self,
        records: Iterable[LogRecord],
        snapshot: Snapshot | None = None,
        offsets: Offsets | None = None,
        *,
        since_ms: int | None = None,
    ) -> None:
        self._given = Held(tuple(records), snapshot, offsets or {})
        self._since_ms = since_ms
        if not self.records and snapshot is None:
            raise InvalidArgumentError("A metadata log holds a record at least; this one holds none.")
        if not self.is_large:
            # What is wrong with a short log is said where it is read.
            assert self._told

    @property
    def records(self) -> tuple[LogRecord, ...]:
        """What was read, in the order of the offsets."""
        return self._held.records

    @property
    def snapshot(self) -> Snapshot | None:
        """What the log says before its first record, or None where it begins at its start."""
        return self._held.snapshot

    @property
    def offsets(self) -> Offsets:
        """The records of `__consumer_offsets` by partition, as far as its logs lie beside: fields are key and value."""
        return self._held.offsets

    @cached_property
    def counts(self) -> Counts:
        """What one pass over the records counts, without the history."""
        return counts_of(self.records, self.snapshot)

    @property
    def types(self) -> Mapping[str, int]:
        """How many records there are of each type, those of the snapshot and those of groups included."""
        before = self.snapshot.records if self.snapshot else ()
        return Counter(record.type for record in (*before, *self.records, *all_records(self.offsets)))

    @property
    def unknown(self) -> Mapping[str, int]:
        """How many records there are of each type that is not known here, and which change nothing."""
        return {name: count for name, count in self.types.items() if name not in KNOWN | NAMES}

    @property
    def is_large(self) -> bool:
        """Whether the log is replayed only when its history is asked for."""
        return self._record_count + sum(map(len, self.offsets.values())) > LARGE

    @property
    def history(self) -> History:
        """What happened, as a history of the model."""
        return self._told[0].history

    @property
    def undone(self) -> int:
        """How many records took no effect, since their transaction was aborted or never ended."""
        return self._told[1]

    @property
    def _held(self) -> Held:
        return self._given

    @property
    def _record_count(self) -> int:
        return len(self.records)

    @property
    def _replayed(self) -> Sequence[Replayed]:
        return self._told[0].units

    @cached_property
    def _told(self) -> tuple[Told, int]:
        units, undone = units_of(self.records)
        of_groups, without_effect = group_units(self.offsets)
        return replay_units(units, self.snapshot, self._since_ms, of_groups), undone + without_effect

    def _there(self, topics: str | Sequence[str]) -> list[str]:
        """Returns the names of topics that were given, each of which the log has at some time."""
        names = given_names(topics)
        there = dict.fromkeys(name for moment in self.history.clusters for name in moment.topics)
        for name in names:
            if name not in there:
                raise InvalidArgumentError(f"The log has no topic {short(name)}; {suggestion(name, there)}")
        return names

    @property
    def first_offset(self) -> int:
        """The offset with which the history begins: of the first record, or of the last one before it."""
        if self._since_ms is not None:
            return self._replayed[0].unit.records[0].offset - 1
        return self.records[0].offset if self.snapshot is None else self.snapshot.end_offset - 1

    def _beginning_at(self, since_ms: int, until_ms: int | None) -> tuple[list[LogRecord], Snapshot | None, Offsets]:
        offsets = since(until(self.offsets, until_ms), since_ms)
        return *beginning_at(self.records, self.snapshot, since_ms, until_ms), offsets


def beginning_at(
    records: Iterable[LogRecord], snapshot: Snapshot | None, since_ms: int, until_ms: int | None
) -> tuple[list[LogRecord], Snapshot | None]:
    """Returns the records of a part of a log's time, and a snapshot of the cluster as it was before the first of them.

    Raises InvalidArgumentError where no record was written then. Kafka: MetadataImage, written as a snapshot.
    """
    image, left = Image(), list[LogRecord]()
    if snapshot is not None:
        image.begin(snapshot)
    for group, _ in transactions(records):
        at_ms = group[-1].timestamp_ms if group else since_ms
        if not left and at_ms < since_ms:
            for record in group:
                image.replay(record)
        elif until_ms is None or at_ms <= until_ms:
            left += group
    if not left:
        until = "" if until_ms is None else f" to {utc(until_ms)}"
        raise InvalidArgumentError(f"No record was written from {utc(since_ms)}{until}.")
    return sorted(left, key=lambda record: record.offset), image.snapshot() if image.end_offset else snapshot
