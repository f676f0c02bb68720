"""Time, topics, brokers and the controller: what happened to them."""

from collections.abc import Mapping
from typing import ClassVar

from kafkaviz.decisions.values import Partition
from kafkaviz.model.events.base import Duty, event


@event
class TimeAdvanced:
    """The clock moved to a deadline, or to where a person wanted it."""

    duty: ClassVar[Duty] = "time"
    to_ms: int


@event
class RequestRejected:
    """Somebody asked for what cannot be; nothing changed."""

    duty: ClassVar[Duty] = "broker"
    request: str
    error: str
    code: int
    message: str


@event
class TopicCreated:
    """The controller placed a topic's replicas and named the first leaders. Kafka: TopicRecord, PartitionRecord.

    `path` is the way the request took, as in ("client", "broker:2", "controller:101").
    """

    duty: ClassVar[Duty] = "controller"
    topic: str
    partitions: tuple[Partition, ...]
    configs: Mapping[str, object]
    drawn: int = 0
    path: tuple[str, ...] = ()


@event
class TopicDeleted:
    """The controller forgot a topic and its replicas were deleted. Kafka: RemoveTopicRecord."""

    duty: ClassVar[Duty] = "controller"
    topic: str


@event
class TopicConfigured:
    """A topic's own settings changed. Kafka: ConfigRecord."""

    duty: ClassVar[Duty] = "controller"
    topic: str
    configs: Mapping[str, object]


@event
class BrokerCrashed:
    """A broker's process died; nobody else knows. With `power_lost`, what was not flushed is gone."""

    duty: ClassVar[Duty] = "person"
    broker: int
    power_lost: bool = False


@event
class BrokerStarted:
    """A broker's process started with what its disk holds, and registered; it stays fenced until it has caught up."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    unclean_shutdown: bool = False


@event
class BrokerPaused:
    """A broker's replica fetchers stalled; its heartbeats go on and it still serves."""

    duty: ClassVar[Duty] = "person"
    broker: int


@event
class BrokerResumed:
    """A broker's replica fetchers run again."""

    duty: ClassVar[Duty] = "person"
    broker: int


@event
class BrokerFrozen:
    """A broker's process stopped where it was, with all it knows; to everybody else it is silent."""

    duty: ClassVar[Duty] = "person"
    broker: int


@event
class BrokerThawed:
    """A frozen process goes on; what was decided meanwhile it has yet to hear."""

    duty: ClassVar[Duty] = "person"
    broker: int


@event
class BrokerCutOff:
    """A broker and the controller no longer hear each other; clients and other brokers still reach it."""

    duty: ClassVar[Duty] = "person"
    broker: int


@event
class BrokerReconnected:
    """A broker and the controller hear each other again."""

    duty: ClassVar[Duty] = "person"
    broker: int


@event
class ShutdownRequested:
    """A broker asked to be relieved of its leaderships before it stops. Kafka: BrokerHeartbeat wantShutDown."""

    duty: ClassVar[Duty] = "broker"
    broker: int


@event
class BrokerStopped:
    """A broker that leads nothing any more ended its process, its log flushed."""

    duty: ClassVar[Duty] = "broker"
    broker: int


@event
class BrokerFenced:
    """The controller no longer counts on a broker that was silent too long. Kafka: BrokerRegistrationChangeRecord."""

    duty: ClassVar[Duty] = "controller"
    broker: int


@event
class BrokerUnfenced:
    """The controller counts on a broker again."""

    duty: ClassVar[Duty] = "controller"
    broker: int


@event
class ControllerElected:
    """A controller took office. Kafka: the /controller node, or the Raft leader."""

    duty: ClassVar[Duty] = "controller"
    controller: int
    epoch: int


@event
class ControllerLost:
    """The controller's office became vacant."""

    duty: ClassVar[Duty] = "controller"
    controller: int
