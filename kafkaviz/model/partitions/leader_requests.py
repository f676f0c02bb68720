"""What people ask the controller about where a partition lies and who leads it: elect, reassign, cancel."""

from typing import Literal

from kafkaviz.decisions.elections import change_partition
from kafkaviz.decisions.errors import (
    ElectionNotNeededError,
    EligibleLeadersNotAvailableError,
    InvalidReplicaAssignmentError,
    NoReassignmentInProgressError,
    PreferredLeaderNotAvailableError,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reassignment import cancel_reassignment, plan_reassignment, validate_replica_assignment
from kafkaviz.decisions.values import Partition, PartitionChange, PartitionRequest, Reassignment, TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.election_context import election_context, elector, is_clean
from kafkaviz.model.core.forwarding import ControllerRequest
from kafkaviz.model.core.kinds import NodeId
from kafkaviz.model.core.request import request
from kafkaviz.model.core.require import require_partition
from kafkaviz.model.partitions.events import ElectionSkipped, PartitionChanged, ReassignmentSkipped

Replicas = tuple[NodeId, ...]


@request
class Elect(ControllerRequest):
    """Asks for a preferred or an unclean election of one partition. Kafka: ElectLeadersRequest."""

    API = "ElectLeaders"

    topic: str
    partition: int
    election: Literal["PREFERRED", "UNCLEAN"] = "PREFERRED"

    def decide(self, cluster: Cluster, policies: Policies) -> PartitionChanged | ElectionSkipped:
        tp = require_partition(cluster, self.topic, self.partition)
        partition = cluster.partitions[tp]
        preferred = self.election == "PREFERRED"
        if partition.leader is not None and (not preferred or partition.leader == partition.replicas[0]):
            if preferred and not policies.needless_elections_are_refused:
                return ElectionSkipped(tp)
            raise ElectionNotNeededError(f"{tp} is led by broker {partition.leader}; no election is needed.")
        change = change_partition(
            partition,
            PartitionRequest(),
            election_context(cluster, tp, policies, election=self.election),
            elect=elector(policies),
        )
        if change is None and preferred:
            raise PreferredLeaderNotAvailableError(
                f"Broker {partition.replicas[0]}, the preferred leader of {tp}, is not in the ISR or not alive."
            )
        if change is None:
            raise EligibleLeadersNotAvailableError(f"No replica of {tp} is alive.")
        clean = change.isr is None or change.leader in (*partition.isr, *partition.elr)
        return PartitionChanged(tp, change, clean)


@request
class Reassign(ControllerRequest):
    """Moves a partition to other brokers, in this order. Kafka: AlterPartitionReassignmentsRequest."""

    API = "AlterPartitionReassignments"

    topic: str
    partition: int
    replicas: Replicas

    def decide(self, cluster: Cluster, policies: Policies) -> PartitionChanged | ReassignmentSkipped:
        tp = require_partition(cluster, self.topic, self.partition)
        validate_replica_assignment(self.replicas, cluster.registered_brokers)
        partition = cluster.partitions[tp]
        # A move that goes on is replaced: what it has added so far counts as never asked for.
        origin = tuple(b for b in partition.replicas if b not in partition.adding)
        plan = plan_reassignment(origin, self.replicas)
        in_sync = tuple(b for b in partition.isr if b in plan.replicas)
        if partition.isr and not in_sync:
            raise InvalidReplicaAssignmentError(f"No replica of {tp} that is in sync would be left.")
        wish = PartitionRequest(
            target_isr=None if in_sync == partition.isr else in_sync,
            target_replicas=plan.replicas,
            target_adding=plan.adding,
            target_removing=plan.removing,
        )
        change = _change(cluster, tp, partition, wish, policies)
        if change is None:
            return ReassignmentSkipped(tp)
        if isinstance(cluster.controller, ZooKeeper) and change.leader == "keep":
            # The old controller tells every replica of the move in a new leader epoch.
            change = change._replace(leader=partition.leader)
        return PartitionChanged(tp, change, is_clean(partition, change))


@request
class CancelReassignment(ControllerRequest):
    """Stops a move that goes on. Kafka: AlterPartitionReassignmentsRequest without a target."""

    API = "AlterPartitionReassignments"

    topic: str
    partition: int

    def decide(self, cluster: Cluster, policies: Policies) -> PartitionChanged:
        tp = require_partition(cluster, self.topic, self.partition)
        partition = cluster.partitions[tp]
        if not partition.adding and not partition.removing:
            raise NoReassignmentInProgressError("No partition reassignment is in progress.")
        moving = Reassignment(partition.replicas, partition.adding, partition.removing)
        replicas, isr, unclean = cancel_reassignment(moving, partition.isr)
        if unclean and not cluster.config(tp.topic, "unclean_leader_election_enable", policies):
            raise InvalidReplicaAssignmentError(
                f"Unable to revert partition assignment for {tp.topic}:{tp.partition} because it would require an "
                "unclean leader election."
            )
        wish = PartitionRequest(target_isr=isr, target_replicas=replicas, target_adding=(), target_removing=())
        change = _change(cluster, tp, partition, wish, policies, unclean=unclean)
        assert change is not None
        return PartitionChanged(tp, change, is_clean(partition, change))


def _change(
    cluster: Cluster,
    tp: TopicPartition,
    partition: Partition,
    wish: PartitionRequest,
    policies: Policies,
    *,
    unclean: bool = False,
) -> PartitionChange | None:
    """Returns the change that grants a wish about a partition, or None where nothing changes."""
    known = election_context(cluster, tp, policies, election="UNCLEAN" if unclean else "ONLINE")
    acceptable = tuple(b for b in wish.target_replicas or partition.replicas if cluster.brokers[b].is_active)
    return change_partition(partition, wish, known._replace(acceptable=acceptable), elect=elector(policies))
