"""What can have happened: a frozen value in the past tense, which carries its outcome and knows what it changes.

An event carries its outcome, also that of chance. `duty` says whose work it was. Events are dataclasses, not tuples:
two different events never compare equal.
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, TypeVar, dataclass_transform

from kafkaviz.decisions.errors import RequestTimedOutError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Forwarded, Quorum
from kafkaviz.model.core.subjects import Subject, everything, the_producer
from kafkaviz.model.core.timer import Timer

Duty = Literal["producer", "broker", "controller", "consumer", "person", "time"]
EVENTS: Final[dict[str, type]] = {}
"""Every kind of event that has been imported, by its name."""
_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def event(cls: type[_T]) -> type[_T]:
    """Makes a class an event: frozen, small, and equal only to an event of its own kind."""
    made = dataclass(frozen=True, slots=True)(cls)
    EVENTS[made.__name__] = made
    return made


class Event:
    """Something that happened to a cluster."""

    __slots__ = ()
    duty: ClassVar[Duty]
    is_urgent: ClassVar[bool] = False
    """Whether others hear of it at once, before what is waiting already."""
    changes: ClassVar[int] = 0
    """The facets that it may change, as bits, where they are declared: comparing two states takes longer than that."""

    @property
    def done_by(self) -> Duty:
        """Whose work this event was; a kind of event may answer differently for each of its events."""
        return self.duty

    def apply(self, cluster: Cluster) -> Cluster:
        """Returns the cluster after the event; what the event does not touch is shared, not copied.

        Kafka: MetadataDelta.replay, for everything and not only for metadata.
        """
        raise NotImplementedError(type(self).__name__)

    def touches(self, cluster: Cluster) -> list[Subject]:
        """Returns the subjects whose rules may yield an event after this one, in the order in which they are asked."""
        return everything(cluster)

    @property
    def only_partition(self) -> TopicPartition | None:
        """The one partition whose replicas the event may change; None if it may change those of several."""
        return None


class MetadataEvent(Event):
    """An event that is a record of the metadata log: it goes into the log of every voter that hears the leader.

    Where a person may have asked for it, `forwarded` is the request that a broker kept until it was decided.
    """

    __slots__ = ()

    def apply(self, cluster: Cluster) -> Cluster:
        return drop_forwarded(append_to_metadata_log(self.replay(cluster)), forwarded_request(self))

    def replay(self, cluster: Cluster) -> Cluster:
        """Returns the cluster after the event, its record not yet in the log."""
        raise NotImplementedError(type(self).__name__)


def forwarded_field() -> Any:
    """Returns the field `forwarded` of an event: None where nobody had to wait for it."""
    return field(default=None, kw_only=True, repr=False)


def forwarded_request(event: Event) -> Forwarded | None:
    """Returns the request that a broker kept until the event carried it out, if there is one."""
    return getattr(event, "forwarded", None)


def drop_forwarded(cluster: Cluster, kept: Forwarded | None) -> Cluster:
    """Returns the cluster without a forwarded request, which was decided or given up."""
    if kept is None:
        return cluster
    left = list(cluster.forwarded)
    left.remove(kept)
    return cluster._replace(forwarded=tuple(left))


def append_to_metadata_log(cluster: Cluster) -> Cluster:
    """Returns the cluster with one record more in the metadata log, if there is a quorum and it has a leader."""
    quorum = cluster.controller
    if not isinstance(quorum, Quorum) or quorum.active is None:
        return cluster
    return cluster._replace(controller=quorum.append_record())


@event
class PartitionEvent(Event):
    """An event about one partition."""

    tp: TopicPartition

    @property
    def only_partition(self) -> TopicPartition | None:
        return self.tp

    def touches(self, cluster: Cluster) -> list[Subject]:
        return [self.tp, *waiting_producers(cluster, self.tp)]


class ReplicasEvent(PartitionEvent):
    """An event that changes nothing but what brokers hold of its partition."""

    __slots__ = ()


def waiting_producers(cluster: Cluster, tp: TopicPartition) -> list[Subject]:
    """Returns the producers that hold a batch for a partition."""
    found: list[Subject] = []
    for name, producer in cluster.producers.items():
        for batch in producer.batches:
            if batch.tp == tp:
                found.append(the_producer(name))
                break
    return found


@event
class BatchEvent(Event):
    """An event about one batch of a producer, by the number that it got when it was opened."""

    producer: str
    tp: TopicPartition
    batch: int

    @property
    def only_partition(self) -> TopicPartition | None:
        return self.tp

    def touches(self, cluster: Cluster) -> list[Subject]:
        return [the_producer(self.producer), self.tp]


@event
class TimeAdvanced(Event):
    """The clock moved to a deadline, or to where a person wanted it.

    `timers` are those that run out first, now or later, all at the same time: they say why time stops, and are none of
    what happened.

    Kafka: broker.heartbeat.interval.ms is 2 s; heartbeats are drawn and not sent one by one here.
    """

    duty: ClassVar[Duty] = "time"
    to_ms: int
    timers: tuple[Timer, ...] = field(default=(), repr=False, compare=False)

    def apply(self, cluster: Cluster) -> Cluster:
        return cluster._replace(now_ms=self.to_ms)


CONTROLLERS: Final = frozenset({
    "AlterPartitionReassignments", "BrokerRegistration", "CreatePartitions", "CreateTopics", "DeleteTopics",
    "ElectLeaders", "IncrementalAlterConfigs", "UnregisterBroker",
})  # fmt: skip
"""Requests that the active controller answers: a broker only forwards them. Kafka: ApiKeys.forwardable, KIP-590."""


@event
class RequestRejected(Event):
    """Somebody asked for what cannot be; nothing changed, but that a broker may keep what its client gave up."""

    duty: ClassVar[Duty] = "broker"
    request: str
    error: str
    code: int
    message: str
    forwarded: Forwarded | None = forwarded_field()

    @property
    def done_by(self) -> Duty:
        """Whose answer it is; where there is no active controller, that of the broker that asked for it in vain."""
        return "controller" if self.request in CONTROLLERS and self.error != RequestTimedOutError.name else self.duty

    def apply(self, cluster: Cluster) -> Cluster:
        return cluster if self.forwarded is None else cluster._replace(forwarded=(*cluster.forwarded, self.forwarded))
