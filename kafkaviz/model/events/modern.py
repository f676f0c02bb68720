"""Groups whose coordinator assigns: targets, revocations one by one, and records that are shared."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.events.base import Duty, event
from kafkaviz.model.events.groups import Tps
from kafkaviz.model.values import Record


@event
class MemberAdmitted:
    """The coordinator took a member in, and the group epoch rose. Kafka: ConsumerGroupHeartbeat with epoch 0."""

    duty: ClassVar[Duty] = "broker"
    group: str
    member: str
    epoch: int


@event
class TargetComputed:
    """The coordinator worked out who should own what; nobody has been told. Kafka: TargetAssignmentBuilder."""

    duty: ClassVar[Duty] = "broker"
    group: str
    epoch: int
    target: Mapping[str, Tps]
    metadata: Mapping[str, int]


@event
class RevocationAsked:
    """In the answer to its heartbeat a member was told to give partitions up. Kafka: UNREVOKED_PARTITIONS."""

    duty: ClassVar[Duty] = "broker"
    group: str
    member: str
    partitions: Tps


@event
class PartitionsReleased:
    """A member gave partitions up and said so."""

    duty: ClassVar[Duty] = "consumer"
    group: str
    member: str
    partitions: Tps
    committed: Mapping[TopicPartition, int] | None = None


@event
class MemberReconciled:
    """A member reached the target's epoch and got what is free; `missing` is still held by others."""

    duty: ClassVar[Duty] = "broker"
    group: str
    member: str
    epoch: int
    gained: Tps
    missing: Tps
    positions: Mapping[TopicPartition, int]


@event
class RecordsAcquired:
    """A share group handed records to one member, and to nobody else for a while. Kafka: ShareFetch."""

    duty: ClassVar[Duty] = "broker"
    group: str
    member: str
    fetched: tuple[tuple[TopicPartition, int, tuple[Record, ...]], ...]
    until_ms: int


@event
class RecordsAcknowledged:
    """A member of a share group said what became of its records. Kafka: ShareAcknowledge."""

    duty: ClassVar[Duty] = "consumer"
    group: str
    member: str
    offsets: Mapping[TopicPartition, tuple[int, ...]]
    outcome: Literal["accept", "release", "reject"] = "accept"


@event
class AcquisitionExpired:
    """Records that a member of a share group kept too long may go to another; tried too often, they are given up."""

    duty: ClassVar[Duty] = "broker"
    group: str
    partition: TopicPartition
    offsets: tuple[int, ...]
    given_up: tuple[int, ...] = ()
