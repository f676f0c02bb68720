"""Which records of a metadata log belong together: what the controller wrote down for one cause is one unit."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.metadata_log.records import LEADER_CHANGE, LogRecord

QUIET: Final = "quiet"
"""The kind of unit that changes no broker, topic or partition."""
SHORT_MS: Final = 1_000
"""A quiet unit that is shorter is no wait of its own."""
NAMED: Final = {
    LEADER_CHANGE: "lead",
    "RegisterBrokerRecord": "register",
    "UnregisterBrokerRecord": "unregister",
    "FenceBrokerRecord": "fence",
    "UnfenceBrokerRecord": "unfence",
    "TopicRecord": "create",
    "PartitionRecord": "place",
    "PartitionChangeRecord": "change",
    "RemoveTopicRecord": "delete",
    "ConfigRecord": "configure",
    "ClearElrRecord": "configure",
    "FeatureLevelRecord": "feature",
}
"""What a record of a type is about."""
WITHOUT_EFFECT: Final = (
    "NoOpRecord",
    "RegisterControllerRecord",
    "UnregisterControllerRecord",
    "ZkMigrationStateRecord",
    "ProducerIdsRecord",
    "BeginTransactionRecord",
    "EndTransactionRecord",
    "AbortTransactionRecord",
    "KRaftVersionRecord",
    "VotersRecord",
    "SnapshotHeaderRecord",
    "SnapshotFooterRecord",
    "AccessControlEntryRecord",
    "RemoveAccessControlEntryRecord",
    "ClientQuotaRecord",
    "UserScramCredentialRecord",
    "RemoveUserScramCredentialRecord",
    "DelegationTokenRecord",
    "RemoveDelegationTokenRecord",
)
"""Types that say nothing of brokers, topics and partitions, so that there is nothing of them to be shown."""
KNOWN: Final = frozenset((*NAMED, *WITHOUT_EFFECT, "BrokerRegistrationChangeRecord"))
_JOINED: Final = {
    ("create", "place"): "create",
    ("create", "configure"): "create",
    ("place", "place"): "place",
    ("change", "change"): "change",
    ("change", "fence"): "fence",
    ("change", "unregister"): "unregister",
    ("fence", "fence"): "fence",
    ("fence", "change"): "fence",
    ("stop", "change"): "stop",
    ("unfence", "change"): "unfence",
    ("feature", "feature"): "feature",
    ("feature", "configure"): "feature",
    ("configure", "configure"): "configure",
}
"""Which kinds go together where they were written at the same moment, and what they are then."""


class Unit(NamedTuple):
    """Records that were written for one cause, in their order: what they are about, and who they are."""

    kind: str
    records: tuple[LogRecord, ...]

    @property
    def at_ms(self) -> int:
        """When the last of its records was written."""
        return self.records[-1].timestamp_ms


class Replayed(NamedTuple):
    """One unit as it was replayed: its steps are those from `first` up to `end` of the history, both from 0."""

    unit: Unit
    first: int
    end: int


class Read(NamedTuple):
    """What was read of a log: the units, and how many records stand in transactions that took no effect."""

    units: tuple[Unit, ...]
    undone: int


def kind_of(record: LogRecord) -> str:
    """Returns what a record is about; one that changes no broker, topic or partition is quiet.

    >>> kind_of(LogRecord(0, 0, "BrokerRegistrationChangeRecord", {"brokerId": 1, "fenced": -1}, ""))
    'unfence'
    >>> kind_of(LogRecord(0, 0, "NoOpRecord", None, ""))
    'quiet'

    Kafka: BrokerRegistrationFencingChange and BrokerRegistrationInControlledShutdownChange.
    """
    if record.type == "BrokerRegistrationChangeRecord":
        if (fenced := record.integer("fenced", 0)) != 0:
            return "fence" if fenced > 0 else "unfence"
        return "stop" if record.integer("inControlledShutdown", 0) > 0 else QUIET
    return NAMED.get(record.type, QUIET)


def units_of(records: Iterable[LogRecord]) -> Read:
    """Returns the records in units; a transaction is one whole unit, and one that did not end takes no effect.

    >>> wrote = [LogRecord(n, 0, "PartitionChangeRecord", {}, "") for n in range(2)]
    >>> [(unit.kind, len(unit.records)) for unit in units_of(wrote).units]
    [('change', 2)]

    Kafka: MetadataLoader and MetadataBatchLoader, which publish an image for each batch or transaction. Which records
    were written for one cause is found by their moment and kind, since batches hold several.
    """
    units: list[Unit] = []
    undone = 0
    for group, lost in transactions(records):
        undone += lost
        if not group:
            continue
        made = _unit_of(group) if len(group) > 1 else Unit(kind_of(group[0]), tuple(group))
        joined = _joined(units[-1], made) if units else None
        if joined is None:
            units.append(made)
        else:
            units[-1] = joined
    return Read(tuple(_with_waits(units)), undone)


def about(records: Sequence[LogRecord], topics: Collection[str], before: Sequence[LogRecord] = ()) -> list[LogRecord]:
    """Returns the records that are about no topics but these; some topics are created in the records `before`.

    >>> log = [LogRecord(n, 0, "TopicRecord", {"name": name, "topicId": name}, "") for n, name in enumerate("ab")]
    >>> [record.offset for record in about(log, ["b"])]
    [1]
    """
    created = [record for record in (*before, *records) if record.type == "TopicRecord"]
    others = {record.text("topicId"): record.text("name") for record in created if record.text("name") not in topics}
    names = frozenset(others.values())

    def is_about_others(record: LogRecord) -> bool:
        if record.type in _OF_TOPICS:
            return record.text("topicId") in others
        if record.type == "ConfigRecord":
            return record.text("resourceName") in names
        return False

    return [record for record in records if not is_about_others(record)]


_OF_TOPICS: Final = ("TopicRecord", "PartitionRecord", "PartitionChangeRecord", "RemoveTopicRecord")


def transactions(records: Iterable[LogRecord]) -> Iterator[tuple[Sequence[LogRecord], int]]:
    """Yields a list for each record or whole transaction, and how many records beside it took no effect.

    Kafka: MetadataBatchLoader, which publishes a transaction at its end.
    """
    opened: list[LogRecord] | None = None
    for record in records:
        kind = record.type
        if kind == LEADER_CHANGE:
            yield (record,), 0  # The quorum writes it, in a transaction of the controller or not.
        elif kind == "BeginTransactionRecord":
            if opened is not None:
                raise record.damage(f"begins a transaction within the one from offset {opened[0].offset}")
            opened = [record]
        elif opened is None:
            if kind in ("EndTransactionRecord", "AbortTransactionRecord"):
                raise record.damage("ends a transaction that never began")
            yield (record,), 0
        else:
            opened.append(record)
            if kind == "AbortTransactionRecord":
                yield (record,), len(opened) - 2
            elif kind == "EndTransactionRecord":
                yield opened, 0
            opened = None if kind in ("EndTransactionRecord", "AbortTransactionRecord") else opened
    if opened:
        yield (), len(opened) - 1


def _unit_of(group: Sequence[LogRecord]) -> Unit:
    kinds = [kind for kind in map(kind_of, group) if kind != QUIET]
    return Unit("create" if "create" in kinds else kinds[0] if kinds else QUIET, tuple(group))


def _joined(last: Unit, made: Unit) -> Unit | None:
    """Returns two units as one where they belong together."""
    if last.kind == made.kind == QUIET:
        return Unit(QUIET, last.records + made.records)
    if last.records[-1].timestamp_ms != made.records[0].timestamp_ms:
        return None
    kind = last.kind if made.kind == QUIET else _JOINED.get((last.kind, made.kind))
    if kind is None or (made.kind == "place" and _topic_of(last) != _topic_of(made)):
        return None
    return Unit(kind, last.records + made.records)


def _topic_of(unit: Unit) -> str:
    """Returns the id of the topic that a unit creates or places."""
    return next(r for r in unit.records if r.type in ("TopicRecord", "PartitionRecord")).text("topicId")


def _with_waits(units: Sequence[Unit]) -> list[Unit]:
    """Returns the units with what is quiet for a moment only as part of the next one, or at the end of the last one."""
    found: list[Unit] = []
    before: tuple[LogRecord, ...] = ()
    for unit in units:
        since = found[-1].at_ms if found else unit.records[0].timestamp_ms
        if unit.kind == QUIET and unit.at_ms - since < SHORT_MS:
            before = unit.records
            continue
        found.append(Unit(unit.kind, before + unit.records))
        before = ()
    if before:
        found = [*found[:-1], Unit(found[-1].kind, found[-1].records + before)] if found else [Unit(QUIET, before)]
    return found


def given_names(topics: str | Sequence[str], argument: str = "topics") -> list[str]:
    """Returns the names of topics that were given, one or several; raises WrongTypeError for anything else."""
    names = [topics] if isinstance(topics, str) else topics
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise WrongTypeError(f"{argument} is a name, or a list of names, not {short(topics)}.")
    return list(names)
