"""What changes when controllers come, go and vote, and what each metadata record does to their logs."""

from collections.abc import Callable
from typing import Any, Final

from kafkaviz.model import events as e
from kafkaviz.model.controllers import CANDIDATE, FOLLOWER, LEADER, PROSPECTIVE, RESIGNED, UNATTACHED
from kafkaviz.model.values import Cluster, Quorum, Voter, ZooKeeper

METADATA: Final = frozenset(
    {
        e.TopicCreated,
        e.TopicDeleted,
        e.TopicConfigured,
        e.PartitionsAdded,
        e.PartitionChanged,
        e.OffsetsPartitionCreated,
        e.BrokerAdded,
        e.BrokerRemoved,
        e.BrokerStarted,
        e.BrokerFenced,
        e.BrokerUnfenced,
    }
)
"""The events that are records of the metadata log."""


def journaled(cluster: Cluster, event: Any) -> Cluster:
    """Give the cluster with an event's record in the metadata log of every voter that hears the active controller."""
    quorum = cluster.controller
    if type(event) not in METADATA or not isinstance(quorum, Quorum) or quorum.active is None:
        return cluster
    return cluster._replace(controller=_appended(quorum))


def _appended(quorum: Quorum) -> Quorum:
    """One record more at the leader; followers that hear it fetch it at once, so a majority has it."""
    leader = quorum.leader
    assert leader is not None
    epoch, (_, end) = quorum.epoch, quorum.voters[leader].log_end
    voters = {
        node: voter._replace(log_end=(epoch, end + 1))
        if voter.up and voter.leader == leader and voter.log_end[1] == end
        else voter
        for node, voter in quorum.voters.items()
    }
    having = sum(voter.log_end == (epoch, end + 1) for voter in voters.values())
    return Quorum(voters, end + 1 if having >= quorum.majority else quorum.committed)


def put_voter(quorum: Quorum, node: int, **changes: object) -> Quorum:
    """Give the quorum with one voter changed."""
    changed = quorum.voters[node]._replace(**changes)  # type: ignore[arg-type]
    return quorum._replace(voters={**quorum.voters, node: changed})


def led(quorum: Quorum, node: int, epoch: int) -> Quorum:
    """Give the quorum with a new leader; its first record says so. Kafka: LeaderChangeMessage."""
    voter = quorum.voters[node]
    ended = (epoch, voter.log_end[1] + 1)
    changed = put_voter(
        quorum, node, state=LEADER, leader=node, log_end=ended, waiting_since_ms=None, granted=(), refused=()
    )
    return changed._replace(committed=ended[1]) if quorum.majority == 1 else changed


def crashed(cluster: Cluster, node: int) -> Cluster:
    """Give the cluster without one controller's process, dead or frozen: those who counted on it begin to wait."""
    quorum = cluster.controller
    if not isinstance(quorum, Quorum) or node not in quorum.voters:
        return cluster
    changed = put_voter(quorum, node, up=False, granted=(), refused=())
    up = sum(voter.up for voter in changed.voters.values())
    for other, voter in changed.voters.items():
        left = voter.state == FOLLOWER and voter.leader == node
        alone = voter.state == LEADER and up < quorum.majority
        if voter.up and voter.waiting_since_ms is None and (left or alone):
            changed = put_voter(changed, other, waiting_since_ms=cluster.now_ms)
    return cluster._replace(controller=changed)


def started(cluster: Cluster, node: int) -> Cluster:
    """Give the cluster with a controller's process back, which remembers its epoch and its vote."""
    quorum = cluster.controller
    if not isinstance(quorum, Quorum) or node not in quorum.voters:
        return cluster
    was = quorum.voters[node]
    state = RESIGNED if was.state == LEADER else UNATTACHED
    changed = put_voter(quorum, node, up=True, state=state, leader=None, waiting_since_ms=cluster.now_ms)
    leader = changed.leader
    if leader is not None and changed.active is not None:
        changed = put_voter(changed, leader, waiting_since_ms=None)
    return cluster._replace(controller=changed)


def continued(cluster: Cluster, node: int) -> Cluster:
    """Give the cluster with a frozen controller's process going on: in the part it had, whatever was decided since."""
    quorum = cluster.controller
    if not isinstance(quorum, Quorum) or node not in quorum.voters:
        return cluster
    changed = put_voter(quorum, node, up=True)
    leader = changed.leader
    for other, voter in changed.voters.items():
        follows = leader is not None and (voter.leader, voter.epoch) == (leader, changed.voters[leader].epoch)
        if voter.up and follows and (other != leader or not changed.is_stuck):
            changed = put_voter(changed, other, waiting_since_ms=None)
        elif other == node:
            changed = put_voter(changed, node, waiting_since_ms=cluster.now_ms)
    return cluster._replace(controller=changed)


def _controller_crashed(cluster: Cluster, event: e.ControllerCrashed) -> Cluster:
    return crashed(cluster, event.node)


def _controller_started(cluster: Cluster, event: e.ControllerStarted) -> Cluster:
    return started(cluster, event.node)


def _with_voter(cluster: Cluster, node: int, **changes: object) -> Cluster:
    assert isinstance(cluster.controller, Quorum)
    return cluster._replace(controller=put_voter(cluster.controller, node, **changes))


def _voter(cluster: Cluster, node: int) -> Voter:
    assert isinstance(cluster.controller, Quorum)
    return cluster.controller.voters[node]


def _election_started(cluster: Cluster, event: e.ElectionStarted) -> Cluster:
    return _with_voter(
        cluster,
        event.node,
        state=PROSPECTIVE if event.pre_vote else CANDIDATE,
        epoch=event.epoch,
        voted_for=_voter(cluster, event.node).voted_for if event.pre_vote else event.node,
        leader=None,
        waiting_since_ms=cluster.now_ms,
        granted=(event.node,),
        refused=(),
    )


def _vote_answered(cluster: Cluster, event: e.VoteAnswered) -> Cluster:
    asker, voter = _voter(cluster, event.candidate), _voter(cluster, event.voter)
    if event.granted:
        cluster = _with_voter(cluster, event.candidate, granted=(*asker.granted, event.voter))
    else:
        cluster = _with_voter(cluster, event.candidate, refused=(*asker.refused, event.voter))
    if voter.epoch > event.epoch:
        cluster = _with_voter(
            cluster,
            event.candidate,
            state=UNATTACHED,
            epoch=voter.epoch,
            voted_for=None,
            waiting_since_ms=cluster.now_ms,
            granted=(),
            refused=(),
        )
    if event.epoch > voter.epoch:
        # Whoever hears of a later epoch enters it, whatever it was before and whatever it answers.
        cluster = _with_voter(
            cluster,
            event.voter,
            state=UNATTACHED,
            epoch=event.epoch,
            voted_for=None,
            leader=None,
            waiting_since_ms=cluster.now_ms,
            granted=(),
            refused=(),
        )
    if event.granted and not event.pre_vote:
        cluster = _with_voter(
            cluster, event.voter, state=UNATTACHED, voted_for=event.candidate, waiting_since_ms=cluster.now_ms
        )
    return cluster


def _leader_announced(cluster: Cluster, event: e.LeaderAnnounced) -> Cluster:
    for node in event.voters:
        voter = _voter(cluster, node)
        cluster = _with_voter(
            cluster,
            node,
            state=FOLLOWER,
            epoch=event.epoch,
            voted_for=voter.voted_for if voter.epoch == event.epoch else None,
            leader=event.leader,
            waiting_since_ms=None,
            granted=(),
            refused=(),
        )
    return cluster


def _leader_resigned(cluster: Cluster, event: e.LeaderResigned) -> Cluster:
    return _with_voter(cluster, event.node, state=RESIGNED, leader=None, waiting_since_ms=cluster.now_ms)


def _metadata_fetched(cluster: Cluster, event: e.MetadataFetched) -> Cluster:
    cluster = _with_voter(cluster, event.node, log_end=event.log_end)
    quorum = cluster.controller
    assert isinstance(quorum, Quorum)
    having = sum(voter.log_end == event.log_end for voter in quorum.voters.values())
    committed = max(quorum.committed, event.log_end[1]) if having >= quorum.majority else quorum.committed
    return cluster._replace(controller=quorum._replace(committed=committed))


def _controller_race_began(cluster: Cluster, event: e.ControllerRaceBegan) -> Cluster:
    assert isinstance(cluster.controller, ZooKeeper)
    return cluster._replace(controller=cluster.controller._replace(racing=event.brokers))


def _controller_race_lost(cluster: Cluster, event: e.ControllerRaceLost) -> Cluster:
    assert isinstance(cluster.controller, ZooKeeper)
    return cluster._replace(controller=cluster.controller._replace(racing=()))


def _controller_loaded(cluster: Cluster, event: e.ControllerLoaded) -> Cluster:
    assert isinstance(cluster.controller, ZooKeeper)
    return cluster._replace(controller=cluster.controller._replace(loaded=True))


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.ControllerCrashed: _controller_crashed,
    e.ControllerStarted: _controller_started,
    e.ElectionStarted: _election_started,
    e.VoteAnswered: _vote_answered,
    e.LeaderAnnounced: _leader_announced,
    e.LeaderResigned: _leader_resigned,
    e.MetadataFetched: _metadata_fetched,
    e.ControllerRaceBegan: _controller_race_began,
    e.ControllerRaceLost: _controller_race_lost,
    e.ControllerLoaded: _controller_loaded,
}
