"""What people ask the controller about topics: create, delete, configure, add partitions."""

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from kafkaviz.decisions.config_values import topic_configs
from kafkaviz.decisions.errors import (
    InvalidReplicaAssignmentError,
    InvalidReplicationFactorError,
    InvalidRequestError,
    InvalidTopicError,
    LearnerError,
    PolicyViolationError,
    RequestTimedOutError,
    TopicAlreadyExistsError,
    TopicDeletionDisabledError,
)
from kafkaviz.decisions.naming import (
    topics_collide,
    validate_partition_count,
    validate_partition_growth,
    validate_replication_factor,
    validate_topic_name,
)
from kafkaviz.decisions.placement import place_zookeeper, placement_fault
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reassignment import validate_replica_assignment
from kafkaviz.decisions.values import Partition, Placeable, TopicPartition
from kafkaviz.decisions.wording import name_of, short
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.chance import PLACEMENT, chance_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.forwarding import ControllerRequest, way_to_controller
from kafkaviz.model.core.kinds import NodeId
from kafkaviz.model.core.learner import call_policy
from kafkaviz.model.core.request import request
from kafkaviz.model.core.require import require_topic
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted

Assignment = tuple[tuple[NodeId, ...], ...]


@request
class CreateTopic(ControllerRequest):
    """Makes a topic; -1 asks for the broker's default.

    Kafka: CreateTopicsRequest. Simplified: ZooKeeper's controllers take an assignment to brokers that are away or not
    known at all, and a client waits for their leaders in vain; here it is refused, as a quorum does.
    """

    API = "CreateTopics"

    topic: str
    partitions: int = -1
    replication_factor: int = -1
    configs: Mapping[str, object] = field(default_factory=dict)
    assignment: Assignment | None = None

    def decide(self, cluster: Cluster, policies: Policies) -> TopicCreated:
        topic = self.topic
        placed = None if policies.existing_topics_are_refused_first else _placement(cluster, self, policies)
        if topic in cluster.topics:
            raise TopicAlreadyExistsError(f"Topic '{topic}' already exists.")
        validate_topic_name(topic)
        for other in cluster.topics:
            if topics_collide(topic, other):
                raise InvalidTopicError(f"Topic '{topic}' collides with existing topic: {other}")
        configs = topic_configs(self.configs)
        placement, drawn = placed or _placement(cluster, self, policies)
        partitions = tuple(new_partition(cluster, tuple(replicas)) for replicas in placement)
        return TopicCreated(topic, partitions, configs, drawn, way_to_controller(cluster, policies))


MOST_PARTITIONS: Final = 2_000
MOST_REPLICAS: Final = 10_000
"""A state takes its partitions anew, so time and memory grow with their square: beyond this a kill takes gigabytes."""


def _placement(cluster: Cluster, request: CreateTopic, policies: Policies) -> tuple[list[list[int]], int]:
    count, factor = request.partitions, request.replication_factor
    if request.assignment is not None:
        if (count, factor) != (-1, -1):
            raise InvalidRequestError(
                "A manual assignment says both counts itself; leave partitions and replication_factor out."
            )
        require_room(cluster, len(request.assignment), sum(map(len, request.assignment)))
        return _manual_placement(cluster, request.assignment), 0
    validate_replication_factor(factor)
    validate_partition_count(count)
    count = policies.num_partitions if count == -1 else count
    factor = policies.default_replication_factor if factor == -1 else factor
    require_room(cluster, count, count * factor)
    brokers = placeable_brokers(cluster)
    chance = chance_of(cluster, PLACEMENT)
    try:
        placement = call_policy(policies.placer, brokers, count, factor, draw=chance)
    except InvalidReplicationFactorError as refusal:
        if not isinstance(cluster.controller, Quorum):
            raise
        raise InvalidReplicationFactorError(
            f"Unable to replicate the partition {factor} time(s): {refusal.message}"
        ) from None
    fault = placement_fault(placement, brokers, count)
    if fault:
        raise LearnerError(f"{name_of(policies.placer)} gave {short(placement)}. {fault}")
    return placement, chance.drawn


def placeable_brokers(cluster: Cluster) -> list[Placeable]:
    """Returns the brokers that placement may use: registered ones under KRaft, live ones before."""
    keeps_fenced = isinstance(cluster.controller, Quorum)
    return [
        Placeable(b.id, b.rack, b.fenced)
        for b in cluster.brokers.values()
        if b.registered and b.state != SHUTTING_DOWN and (keeps_fenced or not b.fenced)
    ]


def require_room(cluster: Cluster, partitions: int, replicas: int) -> None:
    """Refuses more than a lab can hold. Raises PolicyViolationError (44).

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
        validate_replica_assignment(replicas, cluster.registered_brokers)
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
    """Returns a partition as it begins; raises InvalidReplicationFactorError (38) where nobody can lead it."""
    isr = tuple(broker for broker in replicas if cluster.brokers[broker].is_active)
    if not isr:
        raise InvalidReplicationFactorError(
            f"Unable to replicate the partition {len(replicas)} time(s): All brokers are currently fenced or in "
            "controlled shutdown."
        )
    return Partition(replicas, isr[0], isr)


@request
class DeleteTopic(ControllerRequest):
    """Deletes a topic and its records.

    Kafka: DeleteTopicsRequest, delete.topic.enable. Simplified: where it is off, 0.10 lets a client wait until its
    time is over; here that is told at once. Without a broker that is up the controllers carry it out, though an
    AdminClient may not ask them for it.
    """

    API = "DeleteTopics"

    topic: str

    def decide(self, cluster: Cluster, policies: Policies) -> TopicDeleted:
        if not policies.delete_topic_enable and policies.disabled_deletion_is_refused:
            raise TopicDeletionDisabledError("Topic deletion is disabled.")
        require_topic(cluster, self.topic)
        if not policies.delete_topic_enable:
            raise RequestTimedOutError(f"Topic '{self.topic}' was not deleted in time: delete.topic.enable is off.")
        return TopicDeleted(self.topic)


@request
class Configure(ControllerRequest):
    """Changes a topic's own configs; another `min.insync.replicas` clears its eligible leader replicas.

    Kafka: IncrementalAlterConfigsRequest, ConfigurationControlManager.createClearElrRecordsAsNeeded.
    """

    API = "IncrementalAlterConfigs"

    topic: str
    configs: Mapping[str, object]

    def decide(self, cluster: Cluster, policies: Policies) -> TopicConfigured:
        require_topic(cluster, self.topic)
        configs, own = topic_configs(self.configs), cluster.topics[self.topic].configs
        least = own.get("min_insync_replicas")
        tps = tuple[TopicPartition, ...]()
        if configs.get("min_insync_replicas", least) != least:
            known = cluster.partitions.items()
            tps = tuple(tp for tp, p in known if tp.topic == self.topic and (p.elr or p.last_known_elr))
        return TopicConfigured(self.topic, configs, tps)


@request
class AddPartitions(ControllerRequest):
    """Raises a topic's partition count to `partitions`.

    Kafka: CreatePartitionsRequest. Simplified: with ZooKeeper a client waits until every partition of the topic has a
    leader, the older ones as well; here it hears at once that the new ones are there.
    """

    API = "CreatePartitions"

    topic: str
    partitions: int

    def decide(self, cluster: Cluster, policies: Policies) -> PartitionsAdded:
        require_topic(cluster, self.topic)
        count, wanted = cluster.topics[self.topic].partitions, self.partitions
        validate_partition_growth(self.topic, count, wanted)
        brokers = placeable_brokers(cluster)
        chance = chance_of(cluster, PLACEMENT)
        first = cluster.partitions[TopicPartition(self.topic, 0)].replicas
        require_room(cluster, wanted - count, (wanted - count) * len(first))
        goes_on: dict[str, int] = {}
        if policies.placer is place_zookeeper:
            # The old placement is gone on from; the striped one begins anew.
            start = next((index for index, broker in enumerate(brokers) if broker.id >= first[0]), 0)
            goes_on = {"fixed_start_index": start, "start_partition_id": count}
        placement = call_policy(policies.placer, brokers, wanted - count, len(first), draw=chance, **goes_on)
        fault = placement_fault(placement, brokers, wanted - count)
        if fault:
            raise LearnerError(f"{name_of(policies.placer)} gave {short(placement)}. {fault}")
        added = tuple(new_partition(cluster, tuple(replicas)) for replicas in placement)
        return PartitionsAdded(self.topic, count, added, chance.drawn)
