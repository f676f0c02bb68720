"""What people ask of topics and clusters that grow: partitions, moves, brokers."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.elections import change_partition
from kafkaviz.decisions.errors import (
    InvalidArgumentError,
    InvalidReplicaAssignmentError,
    LearnerError,
    NoReassignmentInProgressError,
)
from kafkaviz.decisions.naming import validate_partition_growth
from kafkaviz.decisions.placement import is_well_formed_placement, place_zookeeper
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reassignment import cancel_reassignment, plan_reassignment, validate_replica_assignment
from kafkaviz.decisions.values import Partition, PartitionChange, PartitionRequest, Reassignment, TopicPartition
from kafkaviz.decisions.wording import name_of, short
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.chance import PLACEMENT, chance_of
from kafkaviz.model.circumstances import circumstances, elector
from kafkaviz.model.configs import config
from kafkaviz.model.handlers.admin import (
    new_partition,
    placeable_brokers,
    require_controller,
    require_partition,
    require_room,
    require_topic,
)
from kafkaviz.model.learner import asked
from kafkaviz.model.rules.quorum import is_clean
from kafkaviz.model.values import DEAD, Cluster, Quorum, ZooKeeper


def _add_partitions(cluster: Cluster, asked_for: r.AddPartitions, policies: Policies) -> e.PartitionsAdded:
    require_controller(cluster)
    require_topic(cluster, asked_for.topic)
    count, wanted = cluster.topics[asked_for.topic].partitions, asked_for.partitions
    validate_partition_growth(asked_for.topic, count, wanted)
    brokers = placeable_brokers(cluster)
    chance = chance_of(cluster, PLACEMENT)
    first = cluster.partitions[TopicPartition(asked_for.topic, 0)].replicas
    require_room(cluster, wanted - count, (wanted - count) * len(first))
    goes_on: dict[str, int] = {}
    if policies.placer is place_zookeeper:
        # The old placement is gone on from; the striped one begins anew.
        start = next((place for place, broker in enumerate(brokers) if broker.id >= first[0]), 0)
        goes_on = {"fixed_start_index": start, "start_partition_id": count}
    placement = asked(policies.placer, brokers, wanted - count, len(first), draw=chance, **goes_on)
    fault = is_well_formed_placement(placement, brokers, wanted - count)
    if fault:
        raise LearnerError(f"{name_of(policies.placer)} gave {short(placement)}. {fault}")
    added = tuple(new_partition(cluster, tuple(replicas)) for replicas in placement)
    return e.PartitionsAdded(asked_for.topic, count, added, chance.drawn)


def _reassign(cluster: Cluster, asked_for: r.Reassign, policies: Policies) -> e.PartitionChanged:
    require_controller(cluster)
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    validate_replica_assignment(asked_for.replicas, cluster.brokers)
    partition = cluster.partitions[tp]
    # A move that goes on is replaced: what it has added so far counts as never asked for.
    origin = tuple(b for b in partition.replicas if b not in partition.adding)
    plan = plan_reassignment(origin, asked_for.replicas)
    in_sync = tuple(b for b in partition.isr if b in plan.replicas)
    if not in_sync:
        raise InvalidReplicaAssignmentError(f"No replica of {tp} that is in sync would be left.")
    wish = PartitionRequest(
        target_isr=None if in_sync == partition.isr else in_sync,
        target_replicas=plan.replicas,
        target_adding=plan.adding,
        target_removing=plan.removing,
    )
    change = _changed(cluster, tp, partition, wish, policies)
    if change is None:
        raise InvalidArgumentError(f"{tp} is on brokers {list(asked_for.replicas)} already, in this order.")
    if isinstance(cluster.controller, ZooKeeper) and change.leader == "keep":
        # The old controller tells every replica of the move in a new leader epoch.
        change = change._replace(leader=partition.leader)
    return e.PartitionChanged(tp, change, is_clean(partition, change))


def _cancel_reassignment(cluster: Cluster, asked_for: r.CancelReassignment, policies: Policies) -> e.PartitionChanged:
    require_controller(cluster)
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    partition = cluster.partitions[tp]
    if not partition.adding and not partition.removing:
        raise NoReassignmentInProgressError("No partition reassignment is in progress.")
    moving = Reassignment(partition.replicas, partition.adding, partition.removing)
    replicas, isr, unclean = cancel_reassignment(moving, partition.isr)
    if unclean and not config(cluster, tp.topic, "unclean_leader_election_enable", policies):
        raise InvalidReplicaAssignmentError(
            f"Unable to revert partition assignment for {tp.topic}:{tp.partition} because it would require an unclean "
            "leader election."
        )
    wish = PartitionRequest(target_isr=isr, target_replicas=replicas, target_adding=(), target_removing=())
    change = _changed(cluster, tp, partition, wish, policies, unclean=unclean)
    assert change is not None
    return e.PartitionChanged(tp, change, is_clean(partition, change))


def _changed(
    cluster: Cluster,
    tp: TopicPartition,
    partition: Partition,
    wish: PartitionRequest,
    policies: Policies,
    *,
    unclean: bool = False,
) -> PartitionChange | None:
    known = circumstances(cluster, tp, policies, election="UNCLEAN" if unclean else "ONLINE")
    acceptable = tuple(b for b in wish.target_replicas or partition.replicas if cluster.brokers[b].is_active)
    return change_partition(partition, wish, known._replace(acceptable=acceptable), elect=elector(policies))


def _add_broker(cluster: Cluster, asked_for: r.AddBroker, policies: Policies) -> e.BrokerAdded:
    broker = asked_for.broker
    taken = cluster.controller.voters if isinstance(cluster.controller, Quorum) else {}
    if broker in cluster.brokers or broker in taken:
        raise InvalidArgumentError(f"There is a node {broker} already; choose another id.")
    return e.BrokerAdded(broker, asked_for.rack)


def _remove_broker(cluster: Cluster, asked_for: r.RemoveBroker, policies: Policies) -> e.BrokerRemoved:
    require_controller(cluster)
    broker = asked_for.broker
    if broker not in cluster.brokers:
        raise InvalidArgumentError(
            f"There is no broker {broker!r}; the brokers are {', '.join(map(str, cluster.brokers))}."
        )
    held = [str(tp) for tp, partition in cluster.partitions.items() if broker in partition.replicas]
    if held:
        raise InvalidArgumentError(
            f"Broker {broker} still holds {', '.join(held[:4])}; reassign these to other brokers first."
        )
    if cluster.brokers[broker].state != DEAD:
        raise InvalidArgumentError(f"Broker {broker} is {cluster.brokers[broker].state}; stop it first.")
    if isinstance(cluster.controller, Quorum) and broker in cluster.controller.voters:
        raise InvalidArgumentError(f"Node {broker} is a voter of the quorum as well; it cannot be removed.")
    if not cluster.brokers[broker].fenced:
        raise InvalidArgumentError(f"The session of broker {broker} has not ended yet; tick until it is fenced.")
    return e.BrokerRemoved(broker)


BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {
    r.AddPartitions: _add_partitions,
    r.Reassign: _reassign,
    r.CancelReassignment: _cancel_reassignment,
    r.AddBroker: _add_broker,
    r.RemoveBroker: _remove_broker,
}
