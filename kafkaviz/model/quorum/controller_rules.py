"""What a KRaft controller does by itself: fence and unfence brokers, move leaders, answer ISR proposals."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from kafkaviz.decisions.elections import change_partition, elect_leader
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import ElectionContext, Partition, PartitionChange, PartitionRequest, TopicPartition
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerUnfenced
from kafkaviz.model.brokers.rules import session_timer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.election_context import election_context, elector, is_clean
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import is_over
from kafkaviz.model.partitions.events import IsrChangeRefused, PartitionChanged


@rule("controller", "sessions", "fences", "partitions", "now_ms")
def fence_silent(cluster: Cluster, subject: object, policies: Policies) -> Iterator[BrokerFenced]:
    """The controller fences a broker whose session timed out. Kafka: BrokerHeartbeatManager.

    One at a time: whom it fenced before has left its ISRs first, as one batch of metadata records does it.
    """
    late: list[int] = []
    for broker in cluster.brokers.values():
        if broker.quiet_since_ms is not None and is_over(session_timer(cluster, broker, policies), cluster.now_ms):
            late.append(broker.id)
    if late and cluster.controller.active is not None and not _is_fencing(cluster):
        yield from map(BrokerFenced, late)


def _is_fencing(cluster: Cluster) -> bool:
    brokers = cluster.brokers
    for p in cluster.partitions.values():
        if p.leader is not None or len(p.isr) > 1:
            for b in p.isr:
                if brokers[b].fenced:
                    return True
    return False


@rule("controller", "processes", "fences", "links", "shutdowns", "partitions", "views")
def unfence_returned(cluster: Cluster, subject: object, policies: Policies) -> Iterator[BrokerUnfenced]:
    """The controller unfences a broker that is up, is heard again, and has read the metadata up to its registration.

    Kafka: BrokerHeartbeatManager.calculateNextBrokerState; BrokerServer starts the replica fetchers before.
    """
    for broker in cluster.brokers.values():
        if not broker.fenced or not broker.is_up or broker.cut_off or cluster.controller.active is None:
            continue
        if not broker.registered:
            continue  # Its heartbeats name a registration that is gone: STALE_BROKER_EPOCH.
        if _is_settled(cluster, broker.id, policies) and _has_metadata(cluster, broker.id):
            yield BrokerUnfenced(broker.id)


def _has_metadata(cluster: Cluster, broker: int) -> bool:
    """Tells whether a broker knows what was decided of its replicas; the only one in an ISR hears it afterwards."""
    for tp, replicas in cluster.replicas.items():
        partition = cluster.partitions[tp]
        if broker not in replicas or broker in partition.isr:
            continue
        if replicas[broker].view.partition_epoch < partition.partition_epoch:
            return False
    return True


def _is_settled(cluster: Cluster, broker: int, policies: Policies) -> bool:
    """It is out of every ISR that has another member, and what an unclean shutdown puts in doubt is taken away."""
    in_doubt = policies.eligible_leader_replicas_enable and cluster.brokers[broker].unclean_shutdown
    for p in cluster.partitions.values():
        if p.leader == broker or (broker in p.isr and len(p.isr) > 1):
            return False
        if in_doubt and (broker in p.isr or broker in p.elr):
            return False
    return True


@rule("controller", "partitions", "processes", "fences", "shutdowns", "topics")
def doubt_unclean(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[PartitionChanged]:
    """A broker back from an unclean shutdown may have lost its tail and leaves ISR and ELR. Kafka: KIP-966."""
    if not policies.eligible_leader_replicas_enable:
        return
    partition = cluster.partitions[tp]
    doubtful: list[int] = []
    brokers = cluster.brokers
    for b in partition.isr + partition.elr:
        if b in brokers and brokers[b].unclean_shutdown and brokers[b].is_up:  # An ELR may name who is gone.
            doubtful.append(b)
    if not doubtful or cluster.controller.active is None:
        return
    trusted = tuple(b for b in partition.isr if b not in doubtful)
    if (
        found := _changed(cluster, tp, PartitionRequest(target_isr=trusted, unclean_shutdown=tuple(doubtful)), policies)
    ) is not None:
        yield found


@rule("controller", "partitions", "processes", "fences", "topics")
def move_leadership(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[PartitionChanged]:
    """Brokers fenced or shutting down leave the ISR, and another replica leads. Kafka: PartitionChangeBuilder."""
    partition, brokers = cluster.partitions[tp], cluster.brokers
    first, target = None, None
    for at, b in enumerate(partition.isr):
        # One at a time: who was there when another left has everything, and may stand in for it.
        if not brokers[b].is_active and (first is None or (brokers[b].fenced and not brokers[first].fenced)):
            first, target = b, partition.isr[:at] + partition.isr[at + 1 :]
    if (first is None and partition.leader is not None) or cluster.controller.active is None:
        return
    if (found := _changed(cluster, tp, PartitionRequest(target_isr=target), policies)) is not None:
        yield found


@rule("controller", "isr_proposals", "processes", "links")
def answer_isr_proposal(
    cluster: Cluster, tp: TopicPartition, policies: Policies
) -> Iterator[PartitionChanged | IsrChangeRefused]:
    """The controller takes a leader's ISR over, unless it is out of date or impossible. Kafka: AlterPartition, KIP-497.

    With it the leader of an unclean election says that it has recovered; it has no other message to say so.
    """
    for broker, replica in cluster.replicas[tp].items():
        proposed = replica.pending_isr
        if proposed is None or not cluster.brokers[broker].is_up or cluster.brokers[broker].cut_off:
            continue
        if cluster.controller.active is None:
            return
        error = _refusal(cluster, cluster.partitions[tp], broker, replica, proposed)
        if error:
            yield IsrChangeRefused(tp, broker, error)
            continue
        request = PartitionRequest(target_isr=proposed, target_recovery="RECOVERED")
        changed = _changed(cluster, tp, request, policies)
        yield changed or IsrChangeRefused(tp, broker, "NO_CHANGE")


def _refusal(cluster: Cluster, partition: Partition, broker: int, replica: Replica, proposed: tuple[int, ...]) -> str:
    """Returns the error a proposal gets, or "". Kafka: ReplicationControlManager.validateAlterPartitionData."""
    view = replica.view
    if view.leader_epoch < partition.leader_epoch:
        return "FENCED_LEADER_EPOCH"
    if partition.leader != broker:
        return "INVALID_REQUEST"
    if view.partition_epoch < partition.partition_epoch:
        return "INVALID_UPDATE_VERSION"
    if broker not in proposed or len(set(proposed)) < len(proposed) or not set(proposed) <= set(partition.replicas):
        return "INVALID_REQUEST"
    joining = [b for b in proposed if b not in partition.isr]
    if any(not cluster.brokers[b].is_active or not is_same_incarnation(cluster, replica, b) for b in joining):
        return "INELIGIBLE_REPLICA"
    return ""


def is_same_incarnation(cluster: Cluster, leader: Replica, follower: int) -> bool:
    """Tells whether a leader has had a fetch of a follower since that one last started.

    Kafka: the broker epochs of an ISR proposal, KIP-903 since 3.5; a leader of older times went by what it remembered.
    """
    seen = leader.followers.get(follower)
    return seen is not None and seen.broker_epoch == cluster.brokers[follower].epoch


def _changed(
    cluster: Cluster, tp: TopicPartition, request: PartitionRequest, policies: Policies
) -> PartitionChanged | None:
    partition = cluster.partitions[tp]
    asked = partition, request, election_context(cluster, tp, policies)
    if policies.elect_leader is elect_leader:
        change = _decided(change_partition, *asked)
    else:
        change = change_partition(*asked, elect=elector(policies))
    if change is None:
        return None
    return PartitionChanged(tp, change, is_clean(partition, change, joining=request.target_isr or ()))


@lru_cache(maxsize=10_000)
def _decided(
    decide: Callable[[Partition, PartitionRequest, ElectionContext], PartitionChange | None],
    partition: Partition,
    request: PartitionRequest,
    context: ElectionContext,
) -> PartitionChange | None:
    """Returns a decision that was made before: a search asks the same few again and again, from a thousand states.

    A replaced election is not kept: it may count how often it is asked.
    """
    return decide(partition, request, context)


CONTROL_RULES = (fence_silent, unfence_returned)
PARTITION_RULES = (doubt_unclean, move_leadership, answer_isr_proposal)
