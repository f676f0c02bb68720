"""What is said about how a controller is found."""

from kafkaviz.model.core.cluster import Cluster
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
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.words import listed


@sentence.register
def _controller_crashed(event: ControllerCrashed, before: Cluster, after: Cluster) -> Said:
    if event.node == before.controller.active:
        return f"Controller {event.node} crashes. It was the active one.", "The other voters do not know yet."
    if after.controller.active is None:
        return (
            f"Controller {event.node} crashes.",
            "No majority is left: nothing can be decided, but records still flow.",
        )
    return f"Controller {event.node} crashes.", "A majority is left, so decisions go on."


@sentence.register
def _controller_started(event: ControllerStarted, before: Cluster, after: Cluster) -> Said:
    return f"Controller {event.node} starts again.", "It remembers its epoch, its vote and its metadata log."


@sentence.register
def _election_started(event: ElectionStarted, before: Cluster, after: Cluster) -> Said:
    if event.pre_vote:
        cap = f"Controller {event.node} asks whether it would be elected, still in epoch {event.epoch}."
        return cap, "It has heard no leader for too long; a pre-vote disturbs nobody."
    return (
        f"Controller {event.node} stands as a candidate in epoch {event.epoch}, and votes for itself.",
        "The epoch rises, so that an old leader is known as old.",
    )


@sentence.register
def _vote_answered(event: VoteAnswered, before: Cluster, after: Cluster) -> Said:
    kind = "pre-vote" if event.pre_vote else "vote"
    if event.granted:
        why = "Its log is not behind the voter's own." if event.pre_vote else "Each voter has one vote in an epoch."
        return f"Controller {event.voter} gives controller {event.candidate} its {kind}.", why
    return f"Controller {event.voter} refuses controller {event.candidate} its {kind}.", event.reason


@sentence.register
def _leader_announced(event: LeaderAnnounced, before: Cluster, after: Cluster) -> Said:
    who = listed(event.voters, "controller")
    return f"{who.capitalize()} follow{'s' * (len(event.voters) == 1)} controller {event.leader}.", ""


@sentence.register
def _leader_resigned(event: LeaderResigned, before: Cluster, after: Cluster) -> Said:
    return (
        f"Controller {event.node} steps down.",
        "No majority has fetched from it for 1.5 times the fetch timeout, so it could commit nothing.",
    )


@sentence.register
def _metadata_fetched(event: MetadataFetched, before: Cluster, after: Cluster) -> Said:
    return f"Controller {event.node} fetches the metadata log up to offset {event.log_end[1]}.", ""


@sentence.register
def _controller_race_began(event: ControllerRaceBegan, before: Cluster, after: Cluster) -> Said:
    who = listed(event.brokers)
    return f"ZooKeeper tells {who} that there is no /controller.", "Whoever makes the node first is the controller."


@sentence.register
def _controller_race_lost(event: ControllerRaceLost, before: Cluster, after: Cluster) -> Said:
    who = listed(event.brokers)
    verb = "finds" if len(event.brokers) == 1 else "find"
    return f"{who.capitalize()} {verb} the node of broker {event.controller} there.", "A watch will say when it goes."


@sentence.register
def _controller_loaded(event: ControllerLoaded, before: Cluster, after: Cluster) -> Said:
    return (
        f"Controller {event.controller} reads from ZooKeeper: topics {event.topics}, partitions {event.partitions}.",
        "Only now can it decide; it tells every live broker who the others are.",
    )
