"""Groups: who joined and left, what each rebalance took and gave, what was committed."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.events.base import Duty, event
from kafkaviz.model.groups import GroupProtocol
from kafkaviz.model.values import Record

Tps = tuple[TopicPartition, ...]


@event
class MembersStarted:
    """Consumers started with a group id; a name with an instance id is a static member. Kafka: subscribe."""

    duty: ClassVar[Duty] = "consumer"
    group: str
    members: tuple[str, ...]
    topics: tuple[str, ...]
    protocol: GroupProtocol
    partition: int
    instance_ids: tuple[str | None, ...] = ()


@event
class OffsetsPartitionCreated:
    """The controller placed the partition of `__consumer_offsets` that a group's id falls on."""

    duty: ClassVar[Duty] = "controller"
    group: str
    partition: int
    replicas: tuple[int, ...]


@event
class CoordinatorMoved:
    """A broker became the coordinator of a group because it leads the group's partition, and loaded the group.

    Kafka: FindCoordinator; GroupCoordinatorService.onElection, which also starts every session timeout anew.
    """

    duty: ClassVar[Duty] = "broker"
    group: str
    partition: int
    broker: int | None


@event
class JoinRequested:
    """A consumer asked to join a rebalance; an eager one gave up all it owned first. Kafka: JoinGroupRequest."""

    duty: ClassVar[Duty] = "consumer"
    group: str
    member: str
    revoked: Tps = ()
    committed: Mapping[TopicPartition, int] | None = None


@event
class GenerationBegun:
    """The coordinator closed the round: everybody asked, or the time was up for those it removed."""

    duty: ClassVar[Duty] = "broker"
    group: str
    generation: int
    leader: str | None
    removed: tuple[str, ...] = ()


@event
class PartitionsAssigned:
    """The group's leader ran its assignor and sent the result in. Kafka: SyncGroupRequest.

    `withheld` is what a cooperative assignor keeps back until its owner has given it up.
    """

    duty: ClassVar[Duty] = "consumer"
    group: str
    generation: int
    leader: str
    assignment: Mapping[str, Tps]
    withheld: Mapping[str, Tps]
    metadata: Mapping[str, int]


@event
class AssignmentReceived:
    """A member learned its share: what it gave up, kept and gained. Kafka: SyncGroupResponse.

    Who gave something up in a cooperative rebalance joins again at once.
    """

    duty: ClassVar[Duty] = "consumer"
    group: str
    member: str
    revoked: Tps
    kept: Tps
    gained: Tps
    positions: Mapping[TopicPartition, int]
    committed: Mapping[TopicPartition, int] | None = None


@event
class MemberLeft:
    """A member said goodbye: closed by a person, or because it had not polled for max.poll.interval.ms."""

    duty: ClassVar[Duty] = "consumer"
    group: str
    member: str
    reason: Literal["closed", "max.poll.interval.ms"] = "closed"
    committed: Mapping[TopicPartition, int] | None = None


@event
class MemberClosed:
    """A static member was closed and told nobody: it has its session timeout to come back. Kafka: KIP-345."""

    duty: ClassVar[Duty] = "consumer"
    group: str
    member: str
    committed: Mapping[TopicPartition, int] | None = None


@event
class MemberCrashed:
    """A consumer's process died; the coordinator does not know yet."""

    duty: ClassVar[Duty] = "person"
    group: str
    member: str


@event
class MemberExpired:
    """The coordinator heard nothing from a member for its session timeout, and removed it."""

    duty: ClassVar[Duty] = "broker"
    group: str
    member: str


@event
class MemberReplaced:
    """A static member came back within its session timeout and got its partitions without a rebalance. KIP-345."""

    duty: ClassVar[Duty] = "broker"
    group: str
    member: str
    by: str
    positions: Mapping[TopicPartition, int]


@event
class MemberStalled:
    """A consumer is stuck in its processing: its heartbeats go on, its polls do not."""

    duty: ClassVar[Duty] = "person"
    group: str
    member: str


@event
class MemberResumed:
    """A consumer that was stuck polls again."""

    duty: ClassVar[Duty] = "person"
    group: str
    member: str


@event
class MetadataNoticed:
    """The group's leader, or the coordinator that assigns itself, saw that subscribed topics have grown."""

    duty: ClassVar[Duty] = "consumer"
    group: str
    metadata: Mapping[str, int]


@event
class GroupPolled:
    """A member fetched what it owns, below the high watermark; auto commit may have come first. Kafka: poll.

    `fetched` holds (partition, leader, position after, records).
    """

    duty: ClassVar[Duty] = "consumer"
    group: str
    member: str
    fetched: tuple[tuple[TopicPartition, int, int, tuple[Record, ...]], ...]
    committed: Mapping[TopicPartition, int] | None = None


@event
class OffsetsCommitted:
    """A member had the next offsets to read written down, by the coordinator or, long ago, in ZooKeeper."""

    duty: ClassVar[Duty] = "consumer"
    group: str
    member: str
    offsets: Mapping[TopicPartition, int]
    stored_in: Literal["__consumer_offsets", "zookeeper"] = "__consumer_offsets"


@event
class PositionSought:
    """A person moved a member's position; the committed offset stays. Kafka: KafkaConsumer.seek."""

    duty: ClassVar[Duty] = "person"
    group: str
    member: str
    partition: TopicPartition
    offset: int
