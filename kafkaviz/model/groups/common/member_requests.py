"""What people do to the members of groups: start, close, crash and stall them."""

from typing import Final, NoReturn

from kafkaviz.decisions.errors import (
    CoordinatorLoadInProgressError,
    CoordinatorNotAvailableError,
    InconsistentGroupProtocolError,
    InvalidArgumentError,
    OffsetOutOfRangeError,
    UnknownMemberIdError,
)
from kafkaviz.decisions.hashing import coordinator_partition
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.groups import Group, Member, StoredIn
from kafkaviz.model.core.kinds import Name
from kafkaviz.model.core.request import Request, request
from kafkaviz.model.groups.common.coordinators import coordinator_of, is_served
from kafkaviz.model.groups.common.events import (
    MemberClosed,
    MemberCrashed,
    MemberLeft,
    MemberReplaced,
    MemberResumed,
    MembersStarted,
    MemberStalled,
)
from kafkaviz.model.groups.common.offsets_topic_rules import offsets_replicas
from kafkaviz.model.groups.common.rules import auto_committed, start_positions


def _group(cluster: Cluster, name: str) -> Group:
    if name not in cluster.groups:
        raise InvalidArgumentError(f"There is no group {short(name)}; {suggestion(name, cluster.groups)}")
    return cluster.groups[name]


def running_member(cluster: Cluster, group: str, name: str) -> Member:
    """Returns a running member; raises UnknownMemberIdError (25) for one that the coordinator does not know."""
    members = _group(cluster, group).members
    if name not in members:
        raise UnknownMemberIdError(f"{name!r} is not in group {group}; {suggestion(name, members)}")
    if not members[name].up:
        raise InvalidArgumentError(f"{name} of group {group} is not running.")
    return members[name]


def polling_member(cluster: Cluster, group: str, name: str) -> Member:
    """Returns a member that runs and polls; raises as `running_member` does, and where it is stuck."""
    member = running_member(cluster, group, name)
    if not member.is_polling:
        raise InvalidArgumentError(f"{name} is stuck in its processing and does not poll; resume it first.")
    return member


def refuse_without_coordinator(cluster: Cluster, group: str) -> NoReturn:
    """Says that nobody can answer for a group. Raises CoordinatorNotAvailableError (15), or that it is loaded (14)."""
    known = cluster.groups[group]
    if known.loading_since_ms is not None and cluster.is_up(known.coordinator):
        raise CoordinatorLoadInProgressError(
            f"Broker {known.coordinator} is still reading partition {known.partition} of __consumer_offsets; "
            f"wait until it has loaded group {group}."
        )
    if known.coordinator is not None and not cluster.is_up(known.coordinator):
        raise CoordinatorNotAvailableError(
            f"Broker {known.coordinator}, the coordinator of group {group}, is down; "
            "wait until another one has taken over."
        )
    raise CoordinatorNotAvailableError(f"Nobody coordinates group {group} now; wait until a broker has taken over.")


class MemberRequest(Request):
    """What a member asks its coordinator; if the group does not know it, the answer to its next heartbeat says so."""

    __slots__ = ()

    def refused_api(self, cluster: Cluster, refusal: str, policies: Policies) -> str:
        if refusal == OffsetOutOfRangeError.name:
            return "Fetch"
        group = cluster.groups.get(getattr(self, "group", ""))
        protocol = policies.group_protocol if group is None else group.protocol
        return self.API or HEARTBEATS.get(protocol, "Heartbeat")


HEARTBEATS: Final = {"consumer": "ConsumerGroupHeartbeat", "share": "ShareGroupHeartbeat"}
"""By which request a member of a group of these protocols joins, lives and leaves; others have one for each."""


@request
class Join(MemberRequest):
    """Starts consumers of one group; with instance ids they are static members, which a share group has none of.

    Kafka: KafkaConsumer.subscribe and KafkaShareConsumer.subscribe; ShareConsumerConfig refuses group.instance.id.
    """

    group: Name
    members: tuple[Name, ...]
    topics: tuple[str, ...]
    instance_ids: tuple[Name | None, ...] = ()

    def handle(self, cluster: Cluster, policies: Policies) -> MembersStarted | MemberReplaced:
        group = cluster.groups.get(self.group)
        members, instance_ids = self.members, self.instance_ids
        if not members or not self.topics:
            raise InvalidArgumentError(
                "Say who joins and which topics it reads, as in join('app', 'C0', topics=['letters'])."
            )
        if instance_ids and len(instance_ids) != len(members):
            raise InvalidArgumentError(
                f"{len(members)} members need {len(members)} instance ids, not {len(instance_ids)}."
            )
        if policies.group_protocol == "share" and any(instance_ids):
            raise InvalidArgumentError("A share group has no static members; leave the instance ids out.")
        if group is not None:
            if group.members and group.protocol != policies.group_protocol:
                raise InconsistentGroupProtocolError(
                    f"Group {self.group} uses the protocol {group.protocol}, not {policies.group_protocol}."
                )
            static = {m.instance_id: name for name, m in group.members.items() if m.instance_id is not None}
            if len(members) == 1 and instance_ids and instance_ids[0] in static:
                return _replaced(cluster, group, self, static[instance_ids[0]], policies)
            for name in members:
                if name in group.members:
                    raise InvalidArgumentError(f"{name} is in group {self.group} already; choose another name.")
        if len(set(members)) < len(members):
            raise InvalidArgumentError(f"Two members of one name: {', '.join(members)}.")
        partition = coordinator_partition(self.group, policies.offsets_topic_num_partitions)
        if partition not in cluster.offsets and not offsets_replicas(cluster, partition, policies):
            enough = "live brokers" if isinstance(cluster.controller, ZooKeeper) else "brokers, one of them alive"
            raise CoordinatorNotAvailableError(
                f"__consumer_offsets needs {policies.offsets_topic_replication_factor} {enough}; "
                "set offsets_topic_replication_factor to what you have."
            )
        topics, stored_in = tuple(self.topics), _stored_in(cluster, policies)
        return MembersStarted(self.group, members, topics, policies.group_protocol, partition, instance_ids, stored_in)

    def refused_api(self, cluster: Cluster, refusal: str, policies: Policies) -> str:
        if refusal == CoordinatorNotAvailableError.name:
            return "FindCoordinator"
        return HEARTBEATS.get(policies.group_protocol, "JoinGroup")


def _stored_in(cluster: Cluster, policies: Policies) -> StoredIn:
    """Returns where consumers that start now keep their offsets."""
    if policies.offsets_storage == "kafka":
        return "__consumer_offsets"
    if not isinstance(cluster.controller, ZooKeeper):
        raise InvalidArgumentError("Offsets in ZooKeeper need a ZooKeeper; choose kafka='0.10', say.")
    return "zookeeper"


def _replaced(cluster: Cluster, group: Group, request: Join, old: str, policies: Policies) -> MemberReplaced:
    """Returns the event of a static member that comes back and takes over what its instance id had."""
    if coordinator_of(cluster, request.group) is None:
        refuse_without_coordinator(cluster, request.group)
    positions = start_positions(cluster, group, group.members[old].owned, policies)
    return MemberReplaced(request.group, old, request.members[0], positions)


@request
class Leave(MemberRequest):
    """Closes a consumer; a static member stays in its group until its session ends.

    Kafka: KafkaConsumer.close; a static member sends no LeaveGroup, in the consumer protocol a heartbeat of epoch -2.
    """

    group: Name
    member: Name

    def handle(self, cluster: Cluster, policies: Policies) -> MemberLeft | MemberClosed:
        member = running_member(cluster, self.group, self.member)
        heard = is_served(cluster, cluster.groups[self.group], member)
        offsets = auto_committed(member, policies) if heard else None
        if member.instance_id is not None or not heard:
            # A static member does not leave, and nobody hears the goodbye that goes to a broker that is no coordinator.
            return MemberClosed(self.group, self.member, offsets)
        return MemberLeft(self.group, self.member, "closed", offsets)

    def refused_api(self, cluster: Cluster, refusal: str, policies: Policies) -> str:
        return HEARTBEATS.get(cluster.groups[self.group].protocol, "LeaveGroup")


@request
class CrashMember(MemberRequest):
    """Crashes a consumer's process."""

    group: Name
    member: Name

    def handle(self, cluster: Cluster, policies: Policies) -> MemberCrashed:
        running_member(cluster, self.group, self.member)
        return MemberCrashed(self.group, self.member)


@request
class StallMember(MemberRequest):
    """Lets a consumer get stuck in its processing, so that it polls no more."""

    group: Name
    member: Name

    def handle(self, cluster: Cluster, policies: Policies) -> MemberStalled:
        polling_member(cluster, self.group, self.member)
        return MemberStalled(self.group, self.member)


@request
class ResumeMember(MemberRequest):
    """Lets a stuck consumer poll again."""

    group: Name
    member: Name

    def handle(self, cluster: Cluster, policies: Policies) -> MemberResumed:
        if running_member(cluster, self.group, self.member).stalled_since_ms is None:
            raise InvalidArgumentError(f"{self.member} polls already.")
        return MemberResumed(self.group, self.member)
