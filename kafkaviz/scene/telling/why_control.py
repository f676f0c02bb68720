"""Marks why brokers are fenced and unfenced, and why a controller is elected, by votes or by a node in ZooKeeper."""

from collections.abc import Iterator

from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, controller_id, replica_id
from kafkaviz.model.brokers.events import (
    BrokerAdded,
    BrokerFenced,
    BrokerRemoved,
    BrokerStarted,
    BrokerUnfenced,
    ShutdownRequested,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import FOLLOWER, PROSPECTIVE, Quorum
from kafkaviz.model.quorum.events import (
    ControllerElected,
    ElectionStarted,
    LeaderAnnounced,
    LeaderResigned,
    MetadataFetched,
    VoteAnswered,
)
from kafkaviz.model.quorum.raft_rules import refusal
from kafkaviz.model.zookeeper.events import ControllerLoaded, ControllerLost, ControllerRaceBegan, ControllerRaceLost
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.telling.telling import Cause
from kafkaviz.scene.telling.whys import why, whys


@whys(BrokerFenced)
def _fenced(event: BrokerFenced, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    since = after.brokers[event.broker].quiet_since_ms
    silent = "session timed out" if since is None else f"silent for {(after.now_ms - since) / 1000:g} s"
    copies = (replica_id(tp, event.broker) for tp, held in after.replicas.items() if event.broker in held)
    yield why(silent, broker_id(event.broker), *copies)


@whys(BrokerUnfenced)
def _unfenced(event: BrokerUnfenced, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    has = "has caught up" if isinstance(after.controller, Quorum) else "has a new session"
    yield why(has, broker_id(event.broker))


@whys(BrokerStarted, BrokerAdded)
def _came(event: BrokerStarted | BrokerAdded, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    if isinstance(after.controller, Quorum):
        yield why("starts fenced", broker_id(event.broker))


@whys(BrokerRemoved)
def _removed(event: BrokerRemoved, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("an admin asked", broker_id(event.broker))


@whys(ShutdownRequested)
def _leaving(event: ShutdownRequested, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("controlled shutdown", broker_id(event.broker))


@whys(ControllerLost)
def _lost(event: ControllerLost, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why(f"session of broker {event.controller} ended", ZOOKEEPER_ID, broker_id(event.controller))


@whys(ControllerRaceBegan)
def _raced(event: ControllerRaceBegan, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield from (why("watch fired", broker_id(broker)) for broker in event.brokers)


@whys(ControllerRaceLost)
def _too_late(event: ControllerRaceLost, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield from (why("lost the race", broker_id(broker)) for broker in event.brokers)


@whys(ControllerLoaded)
def _loaded(event: ControllerLoaded, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("new controller", broker_id(event.controller))


@whys(ControllerElected)
def _elected(event: ControllerElected, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    if not isinstance(before.controller, Quorum):
        yield why("got /controller", broker_id(event.controller))
        return
    votes, voters = len(before.controller.voters[event.controller].granted), len(before.controller.voters)
    yield why(f"{votes} of {voters} votes", controller_id(event.controller))


@whys(ElectionStarted)
def _stands(event: ElectionStarted, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    assert isinstance(before.controller, Quorum)
    voter, majority = before.controller.voters[event.node], before.controller.majority
    words = "fetch timeout" if voter.state == FOLLOWER else "election timeout"
    if voter.state == PROSPECTIVE and len(voter.granted) >= majority:
        words = f"{len(voter.granted)} pre-votes"
    yield why(words, controller_id(event.node))


@whys(VoteAnswered)
def _answered(event: VoteAnswered, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    assert isinstance(before.controller, Quorum)
    voter, asker = before.controller.voters[event.voter], before.controller.voters[event.candidate]
    words = {
        None: "log not behind",
        "epoch": f"is in epoch {voter.epoch}",
        "leads": "leads this epoch",
        "follows": "has a leader",
        "knows": "has a leader",
        "voted": f"voted for {voter.voted_for}",
        "log": "its log is longer",
    }
    reason = refusal(voter, event.candidate, asker, pre_vote=event.pre_vote)
    yield why(words[reason], controller_id(event.voter))


@whys(LeaderAnnounced)
def _announced(event: LeaderAnnounced, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why(f"won epoch {event.epoch}", controller_id(event.leader))


@whys(LeaderResigned)
def _resigned(event: LeaderResigned, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("no majority fetches", controller_id(event.node))


@whys(MetadataFetched)
def _caught_up(event: MetadataFetched, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("log was behind", controller_id(event.node))
