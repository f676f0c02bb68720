"""The cluster's metadata as far as a log was read, without its history: what a day of a large cluster is read onto."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kafkaviz.decisions.elections import apply_change
from kafkaviz.decisions.values import Partition, PartitionChange
from kafkaviz.decisions.wording import short
from kafkaviz.metadata_log.records import LEADER_CHANGE, LogRecord
from kafkaviz.metadata_log.snapshots import Snapshot, SnapshotId, snapshot_that_says
from kafkaviz.metadata_log.units import kind_of
from kafkaviz.metadata_log.values import change_of, partition_of, placement_fields, registration_of, require_replicas

MIN_ISR: Final = "min.insync.replicas"
_TOPIC, _BROKER = 2, 4


@dataclass(slots=True)
class BrokerImage:
    """One registered broker; `seen` tells that it was active at some time, so that it can be away now."""

    epoch: int
    rack: str | None
    fenced: bool
    stopping: bool
    seen: bool

    @property
    def is_away(self) -> bool:
        """Whether it was there and is fenced, or on its way out."""
        return self.seen and (self.fenced or self.stopping)


@dataclass(slots=True)
class TopicImage:
    """One topic: its name, its configs as texts, and its partitions by their numbers."""

    name: str
    configs: dict[str, str]
    partitions: dict[int, Partition]


class Listener:
    """Who is told what a record changes; each method may be left out."""

    def partition(self, topic: TopicImage, was: Partition | None, now: Partition | None, names_leader: bool) -> None:
        """Hears of a partition that is new, changed or gone; `names_leader` tells that the record names one."""

    def broker(self, id: int, before: str, now: str) -> None:
        """Hears of a broker whose state changed."""

    def min_isr(self, topic: TopicImage, was: int | None, now: int | None) -> None:
        """Hears of a topic whose min.insync.replicas changed."""

    def controller(self, record: LogRecord) -> None:
        """Hears of a new leader of the quorum."""


class Image:
    """Brokers, topics and partitions as far as records were replayed; what it holds grows with the cluster alone.

    Kafka: MetadataImage and MetadataDelta, which write themselves as a snapshot.
    """

    def __init__(self, listener: Listener | None = None) -> None:
        self.listener = listener or Listener()
        self.topics = dict[str, TopicImage]()
        self.brokers = dict[int, BrokerImage]()
        self.features = dict[str, int]()
        self.default_min_isr: str | None = None
        self.leader: LogRecord | None = None
        self.end_offset, self.at_ms, self.epoch = 0, 0, 0
        self._names = dict[str, str]()
        self._replaying: Mapping[str, Callable[[LogRecord], None]] = {
            LEADER_CHANGE: self._led,
            "TopicRecord": self._created,
            "PartitionRecord": self._placed,
            "PartitionChangeRecord": self._changed,
            "RemoveTopicRecord": self._removed,
            "ConfigRecord": self._configured,
            "ClearElrRecord": self._cleared,
            "RegisterBrokerRecord": self._registered,
            "UnregisterBrokerRecord": self._unregistered,
            "FenceBrokerRecord": self._told_of_broker,
            "UnfenceBrokerRecord": self._told_of_broker,
            "BrokerRegistrationChangeRecord": self._told_of_broker,
            "FeatureLevelRecord": self._feature,
        }

    def begin(self, snapshot: Snapshot) -> None:
        """Makes the image what a snapshot says."""
        for record in snapshot.records:
            self.replay(record)
        for broker in self.brokers.values():
            broker.seen = True
        self.end_offset, self.epoch = snapshot.end_offset, snapshot.epoch

    def replay(self, record: LogRecord) -> None:
        """Does what a record says; raises InvalidArgumentError, with its place, where it cannot follow the others."""
        self.end_offset = record.offset + 1
        # Clocks of two controllers may differ, and time never runs backwards.
        self.at_ms = max(self.at_ms, record.timestamp_ms)
        replaying = self._replaying.get(record.type)
        if replaying is not None:
            replaying(record)

    def min_isr_of(self, topic: TopicImage) -> int | None:
        """Returns min.insync.replicas of a topic, None where the log does not say it: it may stand in a node's file."""
        text = topic.configs.get(MIN_ISR) or self.default_min_isr
        # Nothing else than a short number can be a count of replicas.
        return int(text) if text is not None and len(text) < 10 and text.isascii() and text.isdecimal() else None

    @property
    def named_brokers(self) -> set[int]:
        """The brokers that hold a replica, whether they are registered or not."""
        return {b for topic in self.topics.values() for p in topic.partitions.values() for b in p.replicas}

    def snapshot(self) -> Snapshot:
        """Returns a snapshot that makes this image. Kafka: MetadataImage.write."""
        return snapshot_that_says(self._records(), SnapshotId(self.end_offset, self.epoch), self.at_ms)

    def _records(self) -> Iterator[tuple[str, dict[str, object]]]:
        for feature, level in self.features.items():
            yield "FeatureLevelRecord", {"name": feature, "featureLevel": level}
        for id, broker in sorted(self.brokers.items()):
            said: dict[str, object] = {"brokerId": id, "brokerEpoch": broker.epoch, "rack": broker.rack}
            yield "RegisterBrokerRecord", said | {"fenced": broker.fenced, "inControlledShutdown": broker.stopping}
        if self.default_min_isr is not None:
            default = {"resourceType": _BROKER, "resourceName": "", "name": MIN_ISR, "value": self.default_min_isr}
            yield "ConfigRecord", {**default}
        for topic_id, topic in self.topics.items():
            yield "TopicRecord", {"name": topic.name, "topicId": topic_id}
            for name, value in topic.configs.items():
                config = {"resourceType": _TOPIC, "resourceName": topic.name, "name": name, "value": value}
                yield "ConfigRecord", config
            for number, partition in sorted(topic.partitions.items()):
                yield "PartitionRecord", placement_fields(partition) | {"partitionId": number, "topicId": topic_id}

    def _topic(self, record: LogRecord) -> TopicImage:
        id = record.text("topicId")
        if id not in self.topics:
            raise record.damage(f"is about topic id {short(id)}, which no record before it created")
        return self.topics[id]

    def _created(self, record: LogRecord) -> None:
        name, id = record.text("name"), record.text("topicId")
        if name in self._names:
            raise record.damage(f"creates topic {name}, which is there already")
        self._names[name] = id
        self.topics[id] = TopicImage(name, {}, {})

    def _removed(self, record: LogRecord) -> None:
        topic = self._topic(record)
        for was in topic.partitions.values():
            self.listener.partition(topic, was, None, names_leader=False)
        del self.topics[record.text("topicId")], self._names[topic.name]

    def _placed(self, record: LogRecord) -> None:
        topic, number, now = self._topic(record), record.integer("partitionId"), partition_of(record)
        if number in topic.partitions or number < 0:
            raise record.damage(f"places {topic.name}-{number}, which is there already or cannot be")
        require_replicas(now, record)
        topic.partitions[number] = now
        self.listener.partition(topic, None, now, names_leader=False)

    def _changed(self, record: LogRecord) -> None:
        topic, number = self._topic(record), record.integer("partitionId")
        was = topic.partitions.get(number)
        if was is None:
            raise record.damage(f"changes {topic.name}-{number}, which no record before it placed")
        now = apply_change(was, change_of(record))
        require_replicas(now, record)
        topic.partitions[number] = now
        self.listener.partition(topic, was, now, names_leader=record.has("leader"))

    def _configured(self, record: LogRecord) -> None:
        kind, resource, name = record.integer("resourceType", _TOPIC), record.text("resourceName"), record.text("name")
        value = record.text("value") if record.has("value") else None
        if kind == _TOPIC and resource in self._names:
            topic = self.topics[self._names[resource]]
            was = self.min_isr_of(topic)
            if value is None:
                topic.configs.pop(name, None)
            else:
                topic.configs[name] = value
            if name == MIN_ISR:
                self.listener.min_isr(topic, was, self.min_isr_of(topic))
        elif kind == _BROKER and not resource and name == MIN_ISR:
            before = {id: self.min_isr_of(topic) for id, topic in self.topics.items()}
            self.default_min_isr = value
            for id, topic in self.topics.items():
                self.listener.min_isr(topic, before[id], self.min_isr_of(topic))

    def _cleared(self, record: LogRecord) -> None:
        if record.fields is None:
            return
        name = record.text("topicName") if record.has("topicName") else ""
        for topic in self.topics.values():
            for number, partition in topic.partitions.items() if name in ("", topic.name) else ():
                if partition.elr or partition.last_known_elr:
                    topic.partitions[number] = apply_change(partition, PartitionChange(elr=(), last_known_elr=()))

    def _registered(self, record: LogRecord) -> None:
        found = registration_of((record,))
        if found is None or found.broker < 0:
            raise record.damage(f"registers broker {short(record.integer('brokerId'))}, and an id is at least 0")
        id, before = found.broker, self.brokers.get(found.broker)
        fenced, stopping = record.boolean("fenced", True), record.boolean("inControlledShutdown", False)
        rack = record.text("rack") if record.has("rack") else None
        seen = (before is not None and before.seen) or not fenced
        self.brokers[id] = BrokerImage(found.epoch, rack, fenced, stopping, seen)
        self.listener.broker(id, state_of(before), state_of(self.brokers[id]))

    def _told_of_broker(self, record: LogRecord) -> None:
        id = record.integer("brokerId" if record.has("brokerId") else "id")
        broker = self.brokers.get(id)
        if broker is None:
            raise record.damage(f"names broker {id}, which no record before it registered")
        before, kind = state_of(broker), kind_of(record)
        if kind == "fence":
            broker.fenced = True
        elif kind == "unfence":
            broker.fenced, broker.stopping, broker.seen = False, False, True
        elif kind == "stop":
            broker.stopping = True
        self.listener.broker(id, before, state_of(broker))

    def _unregistered(self, record: LogRecord) -> None:
        id = record.integer("brokerId")
        if id not in self.brokers:
            raise record.damage(f"names broker {id}, which no record before it registered")
        before = state_of(self.brokers.pop(id))
        self.listener.broker(id, before, "")

    def _feature(self, record: LogRecord) -> None:
        self.features[record.text("name")] = record.integer("featureLevel")

    def _led(self, record: LogRecord) -> None:
        self.listener.controller(record)
        self.leader, self.epoch = record, record.integer("epoch")


def state_of(broker: BrokerImage | None) -> str:
    """Returns in a word how a broker is: active, fenced, stopping, joining where it never was active, or nothing."""
    if broker is None:
        return ""
    if not broker.seen:
        return "joining"
    return "stopping" if broker.stopping and not broker.fenced else "fenced" if broker.fenced else "active"
