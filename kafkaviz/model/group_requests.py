"""What people ask of the members of groups."""

from collections.abc import Mapping
from typing import Literal

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.asking import request
from kafkaviz.model.kinds import Name


@request
class Join:
    """Start consumers of one group; with instance ids they are static members. Kafka: KafkaConsumer.subscribe."""

    group: Name
    members: tuple[Name, ...]
    topics: tuple[str, ...]
    instance_ids: tuple[Name | None, ...] = ()


@request
class Leave:
    """Close a consumer; a static member says nothing to its group. Kafka: KafkaConsumer.close."""

    group: Name
    member: Name


@request
class CrashMember:
    """Crash a consumer's process."""

    group: Name
    member: Name


@request
class StallMember:
    """Let a consumer get stuck in its processing, so that it polls no more."""

    group: Name
    member: Name


@request
class ResumeMember:
    """Let a stuck consumer poll again."""

    group: Name
    member: Name


@request
class GroupPoll:
    """Let a member poll once: fetch what it owns, at most `max_records` (-1: max.poll.records)."""

    group: Name
    member: Name
    max_records: int = -1


@request
class Commit:
    """Let a member commit its positions, or what `offsets` says. Kafka: KafkaConsumer.commitSync."""

    group: Name
    member: Name
    offsets: Mapping[TopicPartition, int] | None = None


@request
class Seek:
    """Move a member's position in a partition that it owns. Kafka: KafkaConsumer.seek."""

    group: Name
    member: Name
    topic: str
    partition: int
    offset: int


@request
class Acknowledge:
    """Let a member of a share group say what became of the records it has. Kafka: ShareConsumer.acknowledge."""

    group: Name
    member: Name
    outcome: Literal["accept", "release", "reject"] = "accept"
