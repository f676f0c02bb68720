"""How a leader of the quorum whose process is stopped in order hands over: nobody waits for a timeout."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import CANDIDATE, FOLLOWER, PROSPECTIVE, RESIGNED, Quorum
from kafkaviz.model.core.rule import rule
from kafkaviz.model.quorum.events import ElectionStarted, LeaderResigned


@rule("controller", "partitions", "processes")
def hand_over(cluster: Cluster, subject: object, policies: Policies) -> Iterator[LeaderResigned]:
    """A leader whose process is stopped in order steps down once its broker leads nothing, and names who follows it.

    Kafka: KafkaRaftClient.shutdown, EndQuorumEpochRequest. Simplified: who cannot follow at once is waited for no
    longer, Kafka waits for 5 s.
    """
    quorum = cluster.controller
    assert isinstance(quorum, Quorum)
    leader = quorum.leader
    if leader is None or not is_stopping(cluster, leader) or successor(quorum, leader) is None:
        return
    if not any(partition.leader == leader for partition in cluster.partitions.values()):
        yield LeaderResigned(leader, quorum.voters[leader].epoch)


@rule("controller", "processes")
def succeed(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ElectionStarted]:
    """Whom a leader named that stepped down waits no longer. Kafka: KafkaRaftClient.endEpochElectionBackoff."""
    quorum = cluster.controller
    assert isinstance(quorum, Quorum)
    if quorum.leader is not None or any(v.up and v.state in (PROSPECTIVE, CANDIDATE) for v in quorum.voters.values()):
        return
    for node, voter in quorum.voters.items():
        named = successor(quorum, node) if voter.state == RESIGNED and is_stopping(cluster, node) else None
        if named is not None:
            pre_vote = policies.quorum_pre_vote
            yield ElectionStarted(named, voter.epoch if pre_vote else voter.epoch + 1, pre_vote)


def is_stopping(cluster: Cluster, node: int) -> bool:
    """Tells whether a controller's process is being stopped in order: in combined mode it is that of a broker."""
    return node in cluster.brokers and cluster.brokers[node].state == SHUTTING_DOWN


def successor(quorum: Quorum, node: int) -> int | None:
    """Returns the voter that a leader names first: one that follows it and has all that it has; None without one.

    >>> successor(Quorum.of(1, 2, 3), 1)
    2
    """
    leader = quorum.voters[node]
    for other, voter in quorum.voters.items():
        follows = voter.up and voter.state == FOLLOWER and (voter.leader, voter.epoch) == (node, leader.epoch)
        if follows and voter.log_end == leader.log_end:
            return other
    return None


RULES = (hand_over, succeed)
