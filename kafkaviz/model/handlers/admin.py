"""What people ask the controller: topics, their configs, elections."""

from collections.abc import Callable
from typing import Any, Final

from kafkaviz.decisions.config_values import topic_configs
from kafkaviz.decisions.elections import change_partition
from kafkaviz.decisions.errors import (
    ElectionNotNeededError,
    EligibleLeadersNotAvailableError,
    InvalidReplicaAssignmentError,
    InvalidReplicationFactorError,
    InvalidRequestError,
    InvalidTopicError,
    LearnerError,
    NotControllerError,
    NotLeaderOrFollowerError,
    OffsetOutOfRangeError,
    PolicyViolationError,
    PreferredLeaderNotAvailableError,
    TopicAlreadyExistsError,
    UnknownTopicOrPartitionError,
)
from kafkaviz.decisions.naming import (
    topics_collide,
    validate_partition_count,
    validate_replication_factor,
    validate_topic_name,
)
from kafkaviz.decisions.placement import is_well_formed_placement
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reassignment import validate_replica_assignment
from kafkaviz.decisions.values import Partition, PartitionRequest, Placeable, TopicPartition
from kafkaviz.decisions.wording import meant, name_of, short
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.chance import PLACEMENT, chance_of
from kafkaviz.model.circumstances import circumstances, elector
from kafkaviz.model.learner import asked
from kafkaviz.model.values import SHUTTING_DOWN, Cluster, Quorum

MOST_PARTITIONS: Final = 2_000
MOST_REPLICAS: Final = 10_000
"""A state takes its partitions anew, so time and memory grow with their square: beyond this a kill takes gigabytes."""


def require_controller(cluster: Cluster) -> int:
    """Give the node that decides now. Raises NotControllerError (41) while there is none."""
    active = cluster.active_controller
    if active is None:
        raise NotControllerError("There is no active controller now; wait until one is elected.")
    return active


def require_topic(cluster: Cluster, topic: str) -> None:
    """Refuse a topic that is not there. Raises UnknownTopicOrPartitionError (3)."""
    if topic not in cluster.topics:
        raise UnknownTopicOrPartitionError(f"There is no topic {short(topic)}; {meant(topic, cluster.topics)}")


def require_partition(cluster: Cluster, tp: TopicPartition) -> None:
    """Refuse a partition that is not there. Raises UnknownTopicOrPartitionError (3)."""
    require_topic(cluster, tp.topic)
    if tp not in cluster.partitions:
        last = cluster.topics[tp.topic].partitions - 1
        raise UnknownTopicOrPartitionError(f"{tp} does not exist; {tp.topic} has partitions 0 to {last}.")


def _create_topic(cluster: Cluster, asked_for: r.CreateTopic, policies: Policies) -> e.TopicCreated:
    require_controller(cluster)
    topic = asked_for.topic
    if topic in cluster.topics:
        raise TopicAlreadyExistsError(f"Topic '{topic}' already exists.")
    validate_topic_name(topic)
    for other in cluster.topics:
        if topics_collide(topic, other):
            raise InvalidTopicError(f"Topic '{topic}' collides with existing topic: {other}")
    configs = topic_configs(asked_for.configs)
    placement, drawn = _placement(cluster, asked_for, policies)
    partitions = tuple(new_partition(cluster, tuple(replicas)) for replicas in placement)
    return e.TopicCreated(topic, partitions, configs, drawn, way_to_controller(cluster, policies))


def way_to_controller(cluster: Cluster, policies: Policies) -> tuple[str, ...]:
    """Give the way an admin request takes, by names of nodes.

    Now it goes to any broker, which forwards it to the active controller; before, the client asked the controller
    itself, and long ago it wrote a node in ZooKeeper, which told the controller.

    Kafka: ForwardingManager; AdminClient's controller node; kafka-topics.sh --zookeeper up to 2.x.
    """
    active = require_controller(cluster)
    if isinstance(cluster.controller, Quorum):
        nearest = min((b.id for b in cluster.brokers.values() if b.is_up), default=None)
        return ("client", *(() if nearest is None else (f"broker:{nearest}",)), f"controller:{active}")
    return ("client", *(("zookeeper",) if policies.topics_through_zookeeper else ()), f"broker:{active}")


def _placement(cluster: Cluster, asked_for: r.CreateTopic, policies: Policies) -> tuple[list[list[int]], int]:
    count, factor = asked_for.partitions, asked_for.replication_factor
    if asked_for.assignment is not None:
        if (count, factor) != (-1, -1):
            raise InvalidRequestError(
                "A manual assignment says both counts itself; leave partitions and replication_factor out."
            )
        require_room(cluster, len(asked_for.assignment), sum(map(len, asked_for.assignment)))
        return _manual_placement(cluster, asked_for.assignment), 0
    validate_replication_factor(factor)
    validate_partition_count(count)
    count = policies.num_partitions if count == -1 else count
    factor = policies.default_replication_factor if factor == -1 else factor
    require_room(cluster, count, count * factor)
    brokers = placeable_brokers(cluster)
    chance = chance_of(cluster, PLACEMENT)
    try:
        placement = asked(policies.placer, brokers, count, factor, draw=chance)
    except InvalidReplicationFactorError as refusal:
        if not isinstance(cluster.controller, Quorum):
            raise
        raise InvalidReplicationFactorError(
            f"Unable to replicate the partition {factor} time(s): {refusal.message}"
        ) from None
    fault = is_well_formed_placement(placement, brokers, count)
    if fault:
        raise LearnerError(f"{name_of(policies.placer)} gave {short(placement)}. {fault}")
    return placement, chance.drawn


def placeable_brokers(cluster: Cluster) -> list[Placeable]:
    """Give the brokers that placement may use: registered ones under KRaft, live ones before."""
    keeps_fenced = isinstance(cluster.controller, Quorum)
    return [
        Placeable(b.id, b.rack, b.fenced)
        for b in cluster.brokers.values()
        if b.state != SHUTTING_DOWN and (keeps_fenced or not b.fenced)
    ]


def require_room(cluster: Cluster, partitions: int, replicas: int) -> None:
    """Refuse more than a lab can hold. Raises PolicyViolationError (44).

    Kafka: ReplicationControlManager refuses more than 10,000 partitions in one request in the same way.
    """
    partitions += len(cluster.partitions)
    replicas += sum(len(partition.replicas) for partition in cluster.partitions.values())
    if partitions > MOST_PARTITIONS or replicas > MOST_REPLICAS:
        raise PolicyViolationError(
            f"A lab keeps every state, so it holds up to {MOST_PARTITIONS} partitions with {MOST_REPLICAS} replicas; "
            f"this would make {partitions} with {replicas}. Ask for fewer."
        )


def _manual_placement(cluster: Cluster, assignment: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    if not assignment:
        raise InvalidReplicaAssignmentError("The manual partition assignment names no partition; name at least one.")
    for number, replicas in enumerate(assignment):
        validate_replica_assignment(replicas, cluster.brokers)
        if len(replicas) != len(assignment[0]):
            raise InvalidReplicaAssignmentError(
                f"The manual partition assignment includes a partition with {len(replicas)} replica(s), but this is "
                f"not consistent with previous partitions, which have {len(assignment[0])} replica(s)."
            )
        if not any(cluster.brokers[broker].is_active for broker in replicas):
            raise InvalidReplicaAssignmentError(
                f"All brokers specified in the manual partition assignment for partition {number} are fenced or in "
                "controlled shutdown."
            )
    return [list(replicas) for replicas in assignment]


def new_partition(cluster: Cluster, replicas: tuple[int, ...]) -> Partition:
    """Give a partition as it begins; raises InvalidReplicationFactorError (38) where nobody can lead it."""
    isr = tuple(broker for broker in replicas if cluster.brokers[broker].is_active)
    if not isr:
        raise InvalidReplicationFactorError(
            f"Unable to replicate the partition {len(replicas)} time(s): All brokers are currently fenced or in "
            "controlled shutdown."
        )
    return Partition(replicas, isr[0], isr)


def _delete_topic(cluster: Cluster, asked_for: r.DeleteTopic, policies: Policies) -> e.TopicDeleted:
    require_controller(cluster)
    require_topic(cluster, asked_for.topic)
    return e.TopicDeleted(asked_for.topic)


def _configure(cluster: Cluster, asked_for: r.Configure, policies: Policies) -> e.TopicConfigured:
    require_controller(cluster)
    require_topic(cluster, asked_for.topic)
    return e.TopicConfigured(asked_for.topic, topic_configs(asked_for.configs))


def _delete_records(cluster: Cluster, asked_for: r.DeleteRecords, policies: Policies) -> e.RecordsDeleted:
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    leader = cluster.partitions[tp].leader
    if leader is None or not cluster.leads(tp, leader):
        raise NotLeaderOrFollowerError(f"Nobody leads {tp} now; wait until a leader is elected.")
    replica = cluster.replicas[tp][leader]
    before = replica.high_watermark if asked_for.before_offset == -1 else asked_for.before_offset
    if not 0 <= before <= replica.high_watermark:
        raise OffsetOutOfRangeError(
            f"Records of {tp} can be deleted up to its high watermark {replica.high_watermark}, not to {before}."
        )
    return e.RecordsDeleted(tp, leader, max(before, replica.log_start_offset))


def _elect(cluster: Cluster, asked_for: r.Elect, policies: Policies) -> e.PartitionChanged:
    require_controller(cluster)
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    partition = cluster.partitions[tp]
    preferred = asked_for.election == "PREFERRED"
    if partition.leader is not None and (not preferred or partition.leader == partition.replicas[0]):
        raise ElectionNotNeededError(f"{tp} is led by broker {partition.leader}; no election is needed.")
    change = change_partition(
        partition,
        PartitionRequest(),
        circumstances(cluster, tp, policies, election=asked_for.election),
        elect=elector(policies),
    )
    if change is None and preferred:
        raise PreferredLeaderNotAvailableError(
            f"Broker {partition.replicas[0]}, the preferred leader of {tp}, is not in the ISR or not alive."
        )
    if change is None:
        raise EligibleLeadersNotAvailableError(f"No replica of {tp} is alive.")
    clean = change.isr is None or change.leader in (*partition.isr, *partition.elr)
    return e.PartitionChanged(tp, change, clean)


BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {
    r.CreateTopic: _create_topic,
    r.DeleteTopic: _delete_topic,
    r.Configure: _configure,
    r.DeleteRecords: _delete_records,
    r.Elect: _elect,
}
