"""The records of a metadata log, replayed onto the model: every change becomes a step with the cluster behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple

from kafkaviz.decisions.elections import apply_change
from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.naming import validate_topic_name
from kafkaviz.decisions.values import PartitionChange, TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.metadata_log.events import RecordsReplayed, Registration, partitions_in
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.units import QUIET, Replayed, Unit, kind_of
from kafkaviz.metadata_log.values import (
    change_of,
    config_of,
    leading_of,
    partition_of,
    registration_of,
    require_replicas,
)
from kafkaviz.model.brokers.events import ShutdownRequested
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerFenced, BrokerRemoved, BrokerUnfenced
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted


class Done(NamedTuple):
    """A record, or several that make one change, and the event of the model that they are; None where they are none."""

    records: tuple[LogRecord, ...]
    event: Event | None


def states_of(at: Replayed, history: History) -> list[tuple[int, Cluster]]:
    """Returns the offsets at which the log was read, each with the cluster then."""
    steps = history.steps[at.first : at.end]
    return [(step.event.offset, step.cluster) for step in steps if isinstance(step.event, RecordsReplayed)]


class ReplayedImage:
    """The cluster as far as the log was read, and the names of its topics."""

    def __init__(self, start_ms: int) -> None:
        self.first = self.cluster = Cluster(0, Quorum({}), {})
        self.start_ms = start_ms
        self.steps = list[Step]()
        self.names = dict[str, str]()
        self.configs = dict[str, dict[str, object]]()
        self.gone = set[int]()

    def begin(self, snapshot: Snapshot) -> None:
        """Makes the cluster that a snapshot describes the first one, without a step that led to it."""
        self.start_ms = snapshot.timestamp_ms
        registered = {r.integer("brokerId") for r in snapshot.records if r.type == "RegisterBrokerRecord"}
        placed = [record for record in snapshot.records if record.type == "PartitionRecord"]
        unregistered = {broker for record in placed for broker in record.brokers("replicas")} - registered
        known = RecordsReplayed(snapshot.end_offset - 1, 0)
        for broker in sorted(unregistered):
            self._apply(BrokerAdded(broker), replace(known, registered=Registration(broker, UNKNOWN_EPOCH)))
        for done in self.read(Unit(QUIET, snapshot.records)):
            self._apply(done.event, replace(known, registered=registration_of(done.records)))
        # Views are copied once for all partitions: a snapshot may hold as many as a cluster has.
        self._apply(replace(known, tps=tuple(self.cluster.partitions)))
        self.first, self.gone = self.cluster, unregistered

    def _apply(self, *events: Event | None) -> None:
        for event in events:
            self.cluster = self.cluster if event is None else event.apply(self.cluster)

    def add(self, done: Done) -> None:
        """Adds the steps of what was read: the event itself, then how far the log is read."""
        event, last = done.event, done.records[-1]
        if event is not None:
            self.step(event)
        now_ms = max(self.cluster.now_ms, last.timestamp_ms - self.start_ms)
        said = partitions_in(event), registration_of(done.records), leading_of(last)
        self.step(RecordsReplayed(last.offset, now_ms, *said))
        left = self.gone - self._named_brokers() if self.gone else set()
        self.gone -= left
        for broker in sorted(left):
            self.add(Done(done.records[-1:], BrokerRemoved(broker)))

    def _named_brokers(self) -> set[int]:
        return {broker for partition in self.cluster.partitions.values() for broker in partition.replicas}

    def step(self, event: Event) -> None:
        """Adds one step."""
        self.cluster = event.apply(self.cluster)
        self.steps.append(Step(None, None, event, self.cluster))

    def read(self, unit: Unit) -> Iterator[Done]:
        """Yields what the records of a unit do, one after another; each is to be added before the next is read."""
        for are_placed, run in groupby(unit.records, key=lambda record: record.type == "PartitionRecord"):
            if not are_placed:
                for record in run:
                    yield from self._read_one(record)
                continue
            for topic, several in groupby(run, key=self._topic):
                records = tuple(several)
                yield Done(records, self._placed(topic, records))

    def _read_one(self, record: LogRecord) -> Iterator[Done]:
        reading = {
            "create": self._created,
            "change": self._changed,
            "delete": self._deleted,
            "configure": self._configured,
            "register": self._registers,
            "unregister": self._unregistered,
            "fence": self._fenced,
            "unfence": self._unfenced,
            "stop": self._stopping,
            "feature": self._set,
        }.get(kind_of(record))
        events: list[Event | None] = [] if reading is None else [*reading(record)]
        yield from (Done((record,), event) for event in events or [None])

    def _topic(self, record: LogRecord) -> str:
        known = self.names.get(record.text("topicId"))
        if known is None:
            id = short(record.text("topicId"))
            raise record.damage(f"is about topic id {id}, which no record before it created{_SNAPSHOT}")
        return known

    def _broker(self, record: LogRecord) -> int:
        broker = record.integer("brokerId" if record.has("brokerId") else "id")
        self._require([broker], record)
        epoch, known = self.cluster.brokers[broker].epoch, record.integer("epoch", -1)
        if record.integer("brokerEpoch", known) not in (-1, epoch):
            raise record.damage(f"is about another registration of broker {broker} than the one with epoch {epoch}")
        return broker

    def _require(self, brokers: Sequence[int], record: LogRecord) -> None:
        unknown = [b for b in brokers if b not in self.cluster.brokers]
        if unknown:
            raise record.damage(f"names broker {unknown[0]}, which no record before it registered{_SNAPSHOT}")

    def _created(self, record: LogRecord) -> Iterator[Event]:
        name = record.text("name")
        try:
            validate_topic_name(name)
        except KafkaError as refusal:
            raise record.damage(f"names a topic that cannot be: {refusal.message}") from None
        if name in self.names.values():
            raise record.damage(f"creates topic {name}, which is there already")
        self.names[record.text("topicId")] = name
        self.configs.setdefault(name, {})
        return iter(())

    def _placed(self, topic: str, records: tuple[LogRecord, ...]) -> Event:
        first = self.cluster.topics[topic].partitions if topic in self.cluster.topics else 0
        numbered = sorted(records, key=lambda record: record.integer("partitionId"))
        for number, record in enumerate(numbered, first):
            if record.integer("partitionId") != number:
                raise record.damage(
                    f"places {topic}-{record.integer('partitionId')}, where {topic}-{number} comes next"
                )
            self._require(record.brokers("replicas"), record)
        partitions = tuple(map(partition_of, numbered))
        for partition, record in zip(partitions, numbered, strict=True):
            require_replicas(partition, record)
        if topic in self.cluster.topics:
            return PartitionsAdded(topic, first, partitions)
        return TopicCreated(topic, partitions, self.configs[topic])

    def _changed(self, record: LogRecord) -> Iterator[Event]:
        topic = self._topic(record)
        tp = TopicPartition(topic, record.integer("partitionId"))
        if tp not in self.cluster.partitions:
            raise record.damage(f"changes {tp}, which no record before it placed{_SNAPSHOT}")
        self._require(record.brokers("replicas", ()), record)
        change = change_of(record)
        require_replicas(apply_change(self.cluster.partitions[tp], change), record)
        yield PartitionChanged(tp, change)

    def _deleted(self, record: LogRecord) -> Iterator[Event]:
        topic = self._topic(record)
        del self.names[record.text("topicId")], self.configs[topic]
        if topic in self.cluster.topics:
            yield TopicDeleted(topic)

    def _configured(self, record: LogRecord) -> Iterator[Event]:
        if record.type == "ClearElrRecord":
            yield from self._without_elr(record)
            return
        topic = record.text("resourceName")
        if topic not in self.configs or record.integer("resourceType", _TOPIC) != _TOPIC:
            return
        name = record.text("name")
        value = record.text("value") if record.has("value") else None
        read = config_of(name, value)
        own = self.configs[topic] | read
        self.configs[topic] = {field: value for field, value in own.items() if value is not None}
        if topic in self.cluster.topics:
            yield TopicConfigured(topic, read)

    def _without_elr(self, record: LogRecord) -> Iterator[Event]:
        # Kafka writes one for each topic that is created, where there is nothing to clear yet.
        topic = record.text("topicName") if record.fields is not None and record.has("topicName") else ""
        tps = [tp for tp, p in self.cluster.partitions.items() if p.elr or p.last_known_elr]
        for tp in tps if record.fields is not None else ():
            if topic in ("", tp.topic):
                yield PartitionChanged(tp, PartitionChange(elr=(), last_known_elr=()))

    def _registers(self, record: LogRecord) -> Iterator[Event]:
        broker = record.integer("brokerId")
        if broker < 0:
            raise record.damage(f"registers broker {broker}, and an id is at least 0")
        self.gone.discard(broker)
        yield BrokerAdded(broker, record.text("rack") if record.has("rack") else None)
        if not record.boolean("fenced", True):
            yield BrokerUnfenced(broker)
        if record.boolean("inControlledShutdown", False):
            yield ShutdownRequested(broker)

    def _unregistered(self, record: LogRecord) -> Iterator[Event]:
        broker = self._broker(record)
        # Kafka lets a broker go that holds replicas still; it stays in the picture as long as they name it.
        if broker in self._named_brokers():
            self.gone.add(broker)
            yield BrokerFenced(broker)
        else:
            yield BrokerRemoved(broker)

    def _fenced(self, record: LogRecord) -> Iterator[Event]:
        yield BrokerFenced(self._broker(record))

    def _unfenced(self, record: LogRecord) -> Iterator[Event]:
        yield BrokerUnfenced(self._broker(record))

    def _set(self, record: LogRecord) -> Iterator[Event]:
        record.text("name"), record.integer("featureLevel")
        return iter(())

    def _stopping(self, record: LogRecord) -> Iterator[Event]:
        yield ShutdownRequested(self._broker(record))


UNKNOWN_EPOCH: Final = -1
"""The epoch of a broker that is not registered any more when a snapshot is made, which names it as a replica still."""
_SNAPSHOT = "; a log that begins behind a snapshot is read with it: name the directory that holds both"
_TOPIC = 2
