"""What is said about how a controller is found."""

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import FOLLOWER, PROSPECTIVE, Quorum, ZooKeeper
from kafkaviz.model.quorum.events import (
    ControllerCrashed,
    ControllerStarted,
    ElectionStarted,
    LeaderAnnounced,
    LeaderResigned,
    MetadataFetched,
    VoteAnswered,
)
from kafkaviz.model.zookeeper.events import ControllerLoaded, ControllerRaceBegan, ControllerRaceLost
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.words import limit, listed, seconds


@sentence.register
def _controller_crashed(event: ControllerCrashed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.node == before.controller.active:
        return f"Controller {event.node} crashes. It was the active one.", (
            "The other voters notice when controller.quorum.fetch.timeout.ms is over without an answer."
        )
    if after.controller.active is None:
        return (
            f"Controller {event.node} crashes.",
            f"{_alive(after)}: nothing can be decided, so no ISR changes and no partition gets a new leader.",
        )
    return f"Controller {event.node} crashes.", f"{_alive(after)}, so controller {after.controller.active} decides on."


def _fetch_timeout(cause: Cause) -> str:
    return limit("controller.quorum.fetch.timeout.ms", cause.policies.controller_quorum_fetch_timeout_ms)


def _alive(cluster: Cluster) -> str:
    assert isinstance(cluster.controller, Quorum)
    up = sum(voter.up for voter in cluster.controller.voters.values())
    verb = "is" if up == 1 else "are"
    return f"{up} of {len(cluster.controller.voters)} {verb} left, and {cluster.controller.majority} are a majority"


def _remembered(node: int, cluster: Cluster) -> str:
    assert isinstance(cluster.controller, Quorum)
    voter = cluster.controller.voters[node]
    vote = "no vote" if voter.voted_for is None else f"its vote for controller {voter.voted_for}"
    return f"Its disk keeps epoch {voter.epoch}, {vote}, and its metadata log up to offset {voter.log_end[1]}."


@sentence.register
def _controller_started(event: ControllerStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Controller {event.node} starts again.", _remembered(event.node, after)


@sentence.register
def _election_started(event: ElectionStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.pre_vote:
        cap = f"Controller {event.node} asks whether it would be elected, still in epoch {event.epoch}."
        return cap, f"{_waited(event.node, before, cause)} A pre-vote raises no epoch, so it disturbs no leader."
    return (
        f"Controller {event.node} stands as a candidate in epoch {event.epoch}, and votes for itself.",
        f"{_why_stands(event.node, before, cause)} In epoch {event.epoch} requests of an older leader are refused.",
    )


def _waited(node: int, before: Cluster, cause: Cause) -> str:
    assert isinstance(before.controller, Quorum)
    voter = before.controller.voters[node]
    waited = seconds(before.now_ms - (before.now_ms if voter.waiting_since_ms is None else voter.waiting_since_ms))
    if voter.state == FOLLOWER:
        return f"No answer of a leader for {waited}: {_fetch_timeout(cause)} is over."
    return f"No leader for {waited}: its election timeout ({seconds(voter.current_election_timeout_ms)}) is over."


def _why_stands(node: int, before: Cluster, cause: Cause) -> str:
    assert isinstance(before.controller, Quorum)
    voter, majority = before.controller.voters[node], before.controller.majority
    if voter.state == PROSPECTIVE and len(voter.granted) >= majority:
        return f"{len(voter.granted)} pre-votes are a majority of {len(before.controller.voters)}."
    return _waited(node, before, cause)


@sentence.register
def _vote_answered(event: VoteAnswered, before: Cluster, after: Cluster, cause: Cause) -> Said:
    kind = "pre-vote" if event.pre_vote else "vote"
    if event.granted:
        assert isinstance(before.controller, Quorum)
        asker, voter = before.controller.voters[event.candidate], before.controller.voters[event.voter]
        (epoch, end), (own_epoch, own_end) = asker.log_end, voter.log_end
        why = (
            f"Its metadata log, to offset {end} of epoch {epoch}, is not behind the voter's ({own_end} of {own_epoch})."
        )
        if not event.pre_vote:
            why = f"{why} The voter has one vote in epoch {event.epoch}."
        return f"Controller {event.voter} gives controller {event.candidate} its {kind}.", why
    return f"Controller {event.voter} refuses controller {event.candidate} its {kind}.", event.reason


@sentence.register
def _leader_announced(event: LeaderAnnounced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = listed(event.voters, "controller")
    return f"{who.capitalize()} follow{'s' * (len(event.voters) == 1)} controller {event.leader}.", (
        f"It won the election of epoch {event.epoch}, and tells the voters that do not follow it yet."
    )


@sentence.register
def _leader_resigned(event: LeaderResigned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Controller {event.node} steps down.",
        f"No majority has fetched from it for 1.5 × {_fetch_timeout(cause)}: it could commit nothing.",
    )


@sentence.register
def _metadata_fetched(event: MetadataFetched, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Controller {event.node} fetches the metadata log up to offset {event.log_end[1]}.", _lacking(event, before)


def _lacking(event: MetadataFetched, before: Cluster) -> str:
    assert isinstance(before.controller, Quorum)
    voter = before.controller.voters[event.node]
    (epoch, end), (own_epoch, own_end) = event.log_end, voter.log_end
    leader = f"that of its leader, controller {voter.leader}, at offset {end} of epoch {epoch}"
    return f"Its own log ended at offset {own_end} of epoch {own_epoch}, {leader}."


@sentence.register
def _controller_race_began(event: ControllerRaceBegan, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = listed(event.brokers)
    return f"ZooKeeper tells {who} that there is no /controller.", (
        f"Their watches on /controller fire in controller epoch {_epoch(before)}; whoever makes the node first wins."
    )


@sentence.register
def _controller_race_lost(event: ControllerRaceLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = listed(event.brokers)
    verb = "finds" if len(event.brokers) == 1 else "find"
    return f"{who.capitalize()} {verb} the node of broker {event.controller} there.", (
        f"Broker {event.controller} was first in controller epoch {_epoch(after)}; a watch says when its node goes."
    )


@sentence.register
def _controller_loaded(event: ControllerLoaded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = f"{listed(event.brokers)}, which it tells" if event.brokers else "no broker it could tell"
    return (
        f"Controller {event.controller} reads from ZooKeeper: topics {event.topics}, partitions {event.partitions}.",
        f"Only now can it decide: /brokers/ids names {who}.",
    )


def _epoch(cluster: Cluster) -> int:
    assert isinstance(cluster.controller, ZooKeeper)
    return cluster.controller.epoch
