"""How a quorum's voters change; the events about controllers are made of these."""

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import FOLLOWER, LEADER, RESIGNED, UNATTACHED, Quorum, Voter, VoterState


def put_voter(quorum: Quorum, node: int, voter: Voter) -> Quorum:
    """Returns the quorum with one voter replaced."""
    return quorum._replace(voters={**quorum.voters, node: voter})


def with_leader(quorum: Quorum, node: int, epoch: int) -> Quorum:
    """Returns the quorum with a new leader; its first record says so. Kafka: LeaderChangeMessage."""
    voter = quorum.voters[node]
    ended = (epoch, voter.log_end[1] + 1)
    leading = voter._replace(
        state=LEADER, leader=node, log_end=ended, waiting_since_ms=None, granted=(), refused=(), lost_elections=0
    )
    changed = put_voter(quorum, node, leading)
    return changed._replace(committed=ended[1]) if quorum.majority == 1 else changed


def stop_voter(cluster: Cluster, node: int) -> Cluster:
    """Returns the cluster with one controller's process dead or frozen; its followers begin to wait."""
    quorum = cluster.controller
    if not isinstance(quorum, Quorum) or node not in quorum.voters:
        return cluster
    changed = put_voter(quorum, node, quorum.voters[node]._replace(up=False, granted=(), refused=()))
    up = sum(voter.up for voter in changed.voters.values())
    for other, voter in changed.voters.items():
        left = voter.state == FOLLOWER and voter.leader == node
        alone = voter.state == LEADER and up < quorum.majority
        if voter.up and voter.waiting_since_ms is None and (left or alone):
            changed = put_voter(changed, other, voter._replace(waiting_since_ms=cluster.now_ms))
    return cluster._replace(controller=changed)


def continue_voter(cluster: Cluster, node: int) -> Cluster:
    """Returns the cluster with a frozen controller's process running again; it still believes in the role it had."""
    quorum = cluster.controller
    if not isinstance(quorum, Quorum) or node not in quorum.voters:
        return cluster
    changed = put_voter(quorum, node, quorum.voters[node]._replace(up=True))
    leader = changed.leader
    for other, voter in changed.voters.items():
        follows = leader is not None and (voter.leader, voter.epoch) == (leader, changed.voters[leader].epoch)
        if voter.up and follows and (other != leader or not changed.is_stuck):
            changed = put_voter(changed, other, voter._replace(waiting_since_ms=None))
        elif other == node:
            changed = put_voter(changed, node, changed.voters[node]._replace(waiting_since_ms=cluster.now_ms))
    return cluster._replace(controller=changed)


def start_voter(cluster: Cluster, node: int) -> Cluster:
    """Returns the cluster with a controller's process started again; it remembers its epoch and its vote."""
    quorum = cluster.controller
    if not isinstance(quorum, Quorum) or node not in quorum.voters:
        return cluster
    was = quorum.voters[node]
    state: VoterState = RESIGNED if was.state == LEADER else UNATTACHED
    back = was._replace(up=True, state=state, leader=None, waiting_since_ms=cluster.now_ms)
    changed = put_voter(quorum, node, back)
    leader = changed.leader
    if leader is not None and changed.active is not None:
        changed = put_voter(changed, leader, changed.voters[leader]._replace(waiting_since_ms=None))
    return cluster._replace(controller=changed)


def with_voter(cluster: Cluster, node: int, voter: Voter) -> Cluster:
    """Returns the cluster with one voter of its quorum replaced."""
    assert isinstance(cluster.controller, Quorum)
    return cluster._replace(controller=put_voter(cluster.controller, node, voter))


def voter_of(cluster: Cluster, node: int) -> Voter:
    """Returns a voter of the cluster's quorum."""
    assert isinstance(cluster.controller, Quorum)
    return cluster.controller.voters[node]
