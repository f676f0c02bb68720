"""Topics and clusters that grow: partitions and brokers added, brokers taken away."""

from typing import ClassVar

from kafkaviz.decisions.values import Partition
from kafkaviz.model.events.base import Duty, event


@event
class PartitionsAdded:
    """The controller placed more partitions of a topic; `first` is the number of the first new one."""

    duty: ClassVar[Duty] = "controller"
    topic: str
    first: int
    partitions: tuple[Partition, ...]
    drawn: int = 0


@event
class BrokerAdded:
    """A broker that nobody knew registered; it owns nothing. Kafka: RegisterBrokerRecord."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    rack: str | None = None


@event
class BrokerRemoved:
    """A dead broker that holds no replica was taken off the books. Kafka: UnregisterBrokerRecord."""

    duty: ClassVar[Duty] = "controller"
    broker: int
