"""What people let the members of groups do: poll, commit and seek."""

from collections.abc import Mapping

from kafkaviz.decisions.errors import (
    CoordinatorLoadInProgressError,
    IllegalGenerationError,
    InvalidArgumentError,
    OffsetOutOfRangeError,
    RebalanceInProgressError,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.kinds import Name
from kafkaviz.model.core.request import request
from kafkaviz.model.groups.common.coordinator_events import (
    CommitBlocked,
    CoordinatorMarkedUnknown,
    GroupRequestRejected,
)
from kafkaviz.model.groups.common.coordinator_rules import reject_while_loading
from kafkaviz.model.groups.common.coordinators import is_served, refusal
from kafkaviz.model.groups.common.events import GroupPolled, OffsetsCommitted, PositionSought
from kafkaviz.model.groups.common.fetching import fetch_records
from kafkaviz.model.groups.common.member_requests import MemberRequest, polling_member, running_member
from kafkaviz.model.groups.common.rules import auto_committed
from kafkaviz.model.groups.share.events import RecordsAcquired
from kafkaviz.model.groups.share.lent import acquire_records


@request
class GroupPoll(MemberRequest):
    """Lets a member poll once: fetch what it owns, at most `max_records` (-1: max.poll.records)."""

    group: Name
    member: Name
    max_records: int = -1

    def handle(self, cluster: Cluster, policies: Policies) -> GroupPolled | RecordsAcquired:
        member, group = polling_member(cluster, self.group, self.member), cluster.groups[self.group]
        _require_no_commit(self.member, member)
        most = self.most(policies)
        if most < 1:
            raise InvalidArgumentError(f"A poll asks for at least one record, not {most}.")
        if group.protocol == "share":
            if policies.share_acknowledgement_mode == "explicit" and member.in_hand:
                raise InvalidArgumentError(
                    "All records must be acknowledged in explicit acknowledgement mode; "
                    f"acknowledge what {self.member} has before it polls again."
                )
            until_ms = cluster.now_ms + policies.group_share_record_lock_duration_ms
            return RecordsAcquired(
                self.group, self.member, acquire_records(cluster, group, member, most, policies), until_ms
            )
        is_due = cluster.now_ms >= member.committed_ms + policies.auto_commit_interval_ms
        heard = is_served(cluster, group, member)
        offsets = auto_committed(member, policies) if is_due and heard else None
        return GroupPolled(self.group, self.member, fetch_records(cluster, group, member, most, policies), offsets)

    def most(self, policies: Policies) -> int:
        """Returns how many records are asked for."""
        return policies.max_poll_records if self.max_records == -1 else self.max_records


@request
class Commit(MemberRequest):
    """Lets a member commit its positions, or what `offsets` says.

    Refused by a broker that is not the coordinator any more, it is tried again when the member has found the right one;
    put off by one that is still loading the group, after a back-off.

    While nobody answers it waits, and the member neither polls nor commits anything else.

    Kafka: KafkaConsumer.commitSync.
    """

    API = "OffsetCommit"

    group: Name
    member: Name
    offsets: Mapping[TopicPartition, int] | None = None

    def handle(
        self, cluster: Cluster, policies: Policies
    ) -> OffsetsCommitted | CommitBlocked | CoordinatorMarkedUnknown | GroupRequestRejected:
        member, group = running_member(cluster, self.group, self.member), cluster.groups[self.group]
        _require_no_commit(self.member, member)
        if group.protocol == "share":
            raise InvalidArgumentError("A share group commits no offsets; its members acknowledge records.")
        offsets = dict(member.positions if self.offsets is None else self.offsets)
        for tp, offset in offsets.items():
            if tp not in cluster.partitions or offset < 0:
                raise InvalidArgumentError(f"{tp} at {offset} cannot be committed; name a partition and an offset.")
        if group.stored_in == "zookeeper":
            return OffsetsCommitted(self.group, self.member, offsets, group.stored_in)
        if member.coordinator is not None and (error := refusal(cluster, group, member)) is not None:
            if error is CoordinatorLoadInProgressError:
                return reject_while_loading(
                    self.group, self.member, member, cluster.now_ms, "OffsetCommit", policies, offsets
                )
            return CoordinatorMarkedUnknown(
                self.group, self.member, member.coordinator, error.name, error.code, offsets
            )
        if not is_served(cluster, group, member):
            return CommitBlocked(self.group, self.member, offsets)
        if not group.is_server_assigned:
            _require_generation(group, self.member, member)
        return OffsetsCommitted(self.group, self.member, offsets)


def _require_no_commit(name: str, member: Member) -> None:
    """Refuses what a consumer cannot do while its commitSync has not returned."""
    if member.committing is not None:
        raise InvalidArgumentError(f"{name} still waits in commitSync; let time pass until it has an answer.")


def _require_generation(group: Group, name: str, member: Member) -> None:
    """Refuses a commit of another generation; while members are still being waited for the old one holds."""
    if group.state == "CompletingRebalance":
        raise RebalanceInProgressError(f"{name} cannot commit: its group waits for the new assignment.")
    if member.epoch != group.generation:
        raise IllegalGenerationError(
            f"{name} is in generation {member.epoch}, its group in {group.generation}; its partitions may have "
            "another owner now."
        )


@request
class Seek(MemberRequest):
    """Moves a member's position in a partition that it owns. Kafka: KafkaConsumer.seek."""

    group: Name
    member: Name
    topic: str
    partition: int
    offset: int

    def handle(self, cluster: Cluster, policies: Policies) -> PositionSought:
        member, tp = running_member(cluster, self.group, self.member), TopicPartition(self.topic, self.partition)
        if cluster.groups[self.group].protocol == "share":
            raise InvalidArgumentError("A share group has no positions; its coordinator lends record by record.")
        if tp not in member.owned:
            raise InvalidArgumentError(
                f"{self.member} does not own {tp}; it owns {', '.join(map(str, member.owned)) or 'none'}."
            )
        if self.offset < 0:
            raise OffsetOutOfRangeError(f"An offset is at least 0, not {self.offset}.")
        return PositionSought(self.group, self.member, tp, self.offset)
