"""What happens in a rebalance of the classic protocol."""

from collections.abc import Mapping
from typing import ClassVar

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, event
from kafkaviz.model.groups.common.changes import commit_offsets, only, put_group, put_member, rebalancing
from kafkaviz.model.groups.common.event import GroupEvent
from kafkaviz.model.groups.common.events import Tps


@event
class JoinRequested(GroupEvent):
    """A consumer asked to join a rebalance; an eager one gave up all it owned first. Kafka: JoinGroupRequest."""

    duty: ClassVar[Duty] = "consumer"
    member: str
    revoked: Tps = ()
    committed: Mapping[TopicPartition, int] | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        cluster = commit_offsets(cluster, self.group, self.committed)
        group = cluster.groups[self.group]
        member = group.members[self.member]
        owned = tuple(tp for tp in member.owned if tp not in self.revoked)
        stopped = cluster.now_ms if self.revoked else member.stopped_since_ms
        cluster = put_member(
            cluster,
            self.group,
            self.member,
            member._replace(
                state="waiting",
                owned=owned,
                positions=only(member.positions, owned),
                committing=None,
                stopped_since_ms=stopped,
            ),
        )
        if group.state == "Empty":
            group = cluster.groups[self.group]._replace(
                state="PreparingRebalance", since_ms=cluster.now_ms, initial=True
            )
            return put_group(cluster, self.group, group)
        return rebalancing(cluster, self.group)


@event
class GenerationBegun(GroupEvent):
    """The coordinator closed the round: everybody asked, or the time was up for those it removed."""

    duty: ClassVar[Duty] = "broker"
    generation: int
    leader: str | None
    removed: tuple[str, ...] = ()

    def replay(self, cluster: Cluster) -> Cluster:
        group = cluster.groups[self.group]
        # A static member that did not ask stays in, and will have to join before it reads again.
        members = {
            name: m._replace(state="syncing", epoch=self.generation)
            if m.state == "waiting"
            else m._replace(state="joining", owned=(), positions={}, committing=None)
            for name, m in group.members.items()
            if name not in self.removed
        }
        return put_group(
            cluster,
            self.group,
            group._replace(
                state="CompletingRebalance" if members else "Empty",
                generation=self.generation,
                leader=self.leader,
                members=members,
                initial=False,
                target={name: given for name, given in group.target.items() if name in members},
                withheld={},
            ),
        )


@event
class PartitionsAssigned(GroupEvent):
    """The group's leader ran its assignor and sent the result in. Kafka: SyncGroupRequest.

    `withheld` is what a cooperative assignor keeps back until its owner has given it up.
    """

    duty: ClassVar[Duty] = "consumer"
    generation: int
    leader: str
    assignment: Mapping[str, Tps]
    withheld: Mapping[str, Tps]
    metadata: Mapping[str, int]

    def replay(self, cluster: Cluster) -> Cluster:
        group = cluster.groups[self.group]
        leader = group.members[self.leader]
        asked_anew = self.metadata != group.metadata
        return put_group(
            cluster,
            self.group,
            group._replace(
                state="Stable",
                target=self.assignment,
                target_epoch=self.generation,
                target_ms=cluster.now_ms,
                withheld=self.withheld,
                members={**group.members, self.leader: leader._replace(metadata=self.metadata)},
                metadata=self.metadata,
                metadata_ms=cluster.now_ms if asked_anew else group.metadata_ms,
            ),
        )


@event
class AssignmentReceived(GroupEvent):
    """A member learned its share: what it gave up, kept and gained. Kafka: SyncGroupResponse.

    Who gave something up in a cooperative rebalance joins again at once.
    """

    duty: ClassVar[Duty] = "consumer"
    member: str
    revoked: Tps
    kept: Tps
    gained: Tps
    positions: Mapping[TopicPartition, int]
    committed: Mapping[TopicPartition, int] | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        cluster = commit_offsets(cluster, self.group, self.committed)
        group = cluster.groups[self.group]
        member = group.members[self.member]
        owned = (*self.kept, *self.gained)
        # Who gave something up joins again, so that its new owner may have it.
        again = bool(self.revoked)
        return put_member(
            cluster,
            self.group,
            self.member,
            member._replace(
                state="joining" if again else "stable",
                owned=owned,
                positions={**only(member.positions, owned), **self.positions},
                stopped_since_ms=None,
            ),
        )
