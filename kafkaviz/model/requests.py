"""What people ask for. A request makes one event or raises; everything that follows is the rules' work."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.asking import request
from kafkaviz.model.group_requests import Acknowledge as Acknowledge
from kafkaviz.model.group_requests import Commit as Commit
from kafkaviz.model.group_requests import CrashMember as CrashMember
from kafkaviz.model.group_requests import GroupPoll as GroupPoll
from kafkaviz.model.group_requests import Join as Join
from kafkaviz.model.group_requests import Leave as Leave
from kafkaviz.model.group_requests import ResumeMember as ResumeMember
from kafkaviz.model.group_requests import Seek as Seek
from kafkaviz.model.group_requests import StallMember as StallMember
from kafkaviz.model.kinds import Ms, Name, NodeId, Rack, ReadLater, Whole
from kafkaviz.model.values import Key

Acks = Annotated[int | Literal["all"] | str, ReadLater]


@request
class CreateTopic:
    """Make a topic; -1 asks for the broker's default. Kafka: CreateTopicsRequest."""

    topic: str
    partitions: int = -1
    replication_factor: int = -1
    configs: Mapping[str, object] = field(default_factory=dict)
    assignment: tuple[tuple[NodeId, ...], ...] | None = None


@request
class DeleteTopic:
    """Delete a topic and its records. Kafka: DeleteTopicsRequest."""

    topic: str


@request
class Configure:
    """Change a topic's own configs. Kafka: IncrementalAlterConfigsRequest."""

    topic: str
    configs: Mapping[str, object]


@request
class Send:
    """Hand one record to a producer; with `flush` its batches leave at once. Kafka: KafkaProducer.send, flush."""

    topic: str
    value: bytes | None
    key: Key = None
    partition: int | None = None
    producer: Name = "producer"
    acks: Acks | None = None
    flush: bool = True


@request
class Poll:
    """Let a consumer fetch from every partition of a topic. Kafka: KafkaConsumer.assign and poll, client.rack."""

    topic: str
    consumer: Name = "consumer"
    auto_offset_reset: Literal["earliest", "latest", "none"] = "earliest"
    rack: Rack = None
    max_poll_records: Annotated[int, Whole(1)] = 500


@request
class SeekTo:
    """Tell a consumer without a group where to read next in one partition. Kafka: KafkaConsumer.seek."""

    topic: str
    partition: int
    offset: int
    consumer: Name = "consumer"


@request
class DeleteRecords:
    """Delete what lies below an offset; -1 stands for the high watermark. Kafka: DeleteRecordsRequest."""

    topic: str
    partition: int
    before_offset: int = -1


@request
class Kill:
    """Crash a broker's process; with `power_lost`, lose what it had not flushed."""

    broker: NodeId
    power_lost: bool = False


@request
class Flush:
    """Let a broker's machine write to disk what it holds in memory; after that a power cut cannot take it."""

    broker: NodeId


@request
class Restart:
    """Start a dead broker's process again."""

    broker: NodeId


@request
class Stop:
    """Shut a broker down in order. Kafka: controlled shutdown."""

    broker: NodeId


@request
class Pause:
    """Stall a broker's replica fetchers; it still serves and still sends heartbeats."""

    broker: NodeId


@request
class Resume:
    """Let a paused broker fetch again."""

    broker: NodeId


@request
class Freeze:
    """Stop a broker's whole process where it is, as SIGSTOP or a very long garbage collection does.

    Heartbeats, fetches and answers stop, and in combined mode the controller in the same process too; nothing is
    lost. Clients hold back what they would send it; Kafka's send it, and wait for request.timeout.ms.
    """

    broker: int


@request
class Thaw:
    """Let a frozen process go on where it was, not knowing what it missed. Kafka: what SIGCONT does to a broker."""

    broker: int


@request
class CutOff:
    """Cut a broker from the controller only: a zombie in the making."""

    broker: NodeId


@request
class Reconnect:
    """Mend the connection between a broker and the controller."""

    broker: NodeId


@request
class Elect:
    """Ask for a preferred or an unclean election of one partition. Kafka: ElectLeadersRequest."""

    topic: str
    partition: int
    election: Literal["PREFERRED", "UNCLEAN"] = "PREFERRED"


@request
class ServeFetch:
    """Let a follower's fetch be answered now, whatever else is waiting; the answer stays on its way."""

    topic: str
    partition: int
    follower: NodeId


@request
class LoseFetch:
    """Lose the answer to a follower's fetch on its way."""

    topic: str
    partition: int
    follower: NodeId


@request
class LoseRequest:
    """Lose a producer's next request to one partition on its way to the broker."""

    topic: str
    partition: int
    producer: Name = "producer"


@request
class LoseAcknowledgement:
    """Lose the answer to a producer's oldest request to one partition."""

    topic: str
    partition: int
    producer: Name = "producer"


@request
class KillController:
    """Crash a controller of the quorum."""

    node: NodeId


@request
class RestartController:
    """Start a dead controller of the quorum again."""

    node: NodeId


@request
class AddBroker:
    """Let a broker that nobody knew join the cluster."""

    broker: NodeId
    rack: Rack = None


@request
class RemoveBroker:
    """Take a dead broker that holds no replica off the books. Kafka: UnregisterBrokerRequest."""

    broker: NodeId


@request
class AddPartitions:
    """Raise a topic's partition count to `partitions`. Kafka: CreatePartitionsRequest."""

    topic: str
    partitions: int


@request
class Reassign:
    """Move a partition to other brokers, in this order. Kafka: AlterPartitionReassignmentsRequest."""

    topic: str
    partition: int
    replicas: tuple[NodeId, ...]


@request
class CancelReassignment:
    """Stop a move that goes on. Kafka: AlterPartitionReassignmentsRequest without a target."""

    topic: str
    partition: int


@request
class Tick:
    """Let time pass, from deadline to deadline; `every_ms` adds stops on the way."""

    ms: Ms
    every_ms: Annotated[int, Whole(1, unit="ms")] | None = None


def partition_of(asked: Any) -> TopicPartition:
    """Give the partition a request is about."""
    return TopicPartition(asked.topic, asked.partition)
