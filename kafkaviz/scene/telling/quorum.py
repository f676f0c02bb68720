"""What is told of the quorum of controllers: who stands, votes, and is elected."""

from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, controller_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import FOLLOWER, PROSPECTIVE, RESIGNED, UNATTACHED, Quorum
from kafkaviz.model.quorum.events import (
    ControllerElected,
    ElectionStarted,
    LeaderAnnounced,
    LeaderResigned,
    MetadataFetched,
    VoteAnswered,
)
from kafkaviz.model.quorum.hand_over_rules import is_stopping
from kafkaviz.model.quorum.raft_rules import refusal
from kafkaviz.scene.telling.cue import NEWS, Cue, seat_of, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, telling
from kafkaviz.scene.telling.together import Together, one_after_another
from kafkaviz.scene.telling.words import limit, seconds


def _asked_for_votes_cues(event: ElectionStarted, before: Cluster, after: Cluster) -> list[Cue]:
    voters = after.controller.voters if isinstance(after.controller, Quorum) else {}
    text = "would you?" if event.pre_vote else "vote?"
    node = controller_id(event.node)
    asked = ((controller_id(v), "ask" if voter.up else "refuse") for v, voter in voters.items() if v != event.node)
    return [Cue(kind, node, voter, text) for voter, kind in asked]


def _why_stands(event: ElectionStarted, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why(_reason_to_stand(event, before, cause).words, controller_id(event.node))]


def _candidates(joint: Together) -> Said:
    """Says that several stand in one epoch, and that each of two refuses the other."""
    stood, answers = joint.of(ElectionStarted), joint.of(VoteAnswered)
    (_, (_, reason)), nodes = joint.say_each()[0], [event.node for event in stood]
    met = {(answer.voter, answer.candidate) for answer in answers if not answer.granted}
    each_other = len(nodes) == 2 and met == {(nodes[0], nodes[1]), (nodes[1], nodes[0])} and len(answers) == len(met)
    if len({event.epoch for event in stood}) != 1 or len(nodes) < 2 or (answers and not each_other):
        return one_after_another(joint)
    who, epoch = listing(nodes, "controller").capitalize(), stood[0].epoch
    refused = "refuses the other" if answers else ""
    if stood[0].pre_vote:
        asked = f"{who} ask whether they would be elected, still in epoch {epoch}"
        return f"{asked}; each {refused}." if refused else f"{asked}.", reason
    voted = f"{who} stand as candidates in epoch {epoch}; each votes for itself"
    return f"{voted} and {refused}." if refused else f"{voted}.", reason


@telling(
    ElectionStarted,
    Tag.VOTE,
    cues=_asked_for_votes_cues,
    why=_why_stands,
    together=_candidates,
    common=lambda event: event.pre_vote,
)
def _election_started(event: ElectionStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    why = _reason_to_stand(event, before, cause).sentence
    if event.pre_vote:
        cap = f"Controller {event.node} asks whether it would be elected, still in epoch {event.epoch}."
        return cap, f"{why} A pre-vote raises no epoch, so it disturbs no leader."
    return (
        f"Controller {event.node} stands as a candidate in epoch {event.epoch}, and votes for itself.",
        f"{why} In epoch {event.epoch} requests of an older leader are refused.",
    )


def _reason_to_stand(event: ElectionStarted, before: Cluster, cause: Cause) -> Reason:
    """Says what made a voter ask for votes: that it would be elected, or the timer that ran out."""
    assert isinstance(before.controller, Quorum)
    voter, quorum = before.controller.voters[event.node], before.controller
    granted = len(voter.granted)
    if voter.state == PROSPECTIVE and granted >= quorum.majority:
        return Reason(f"{granted} pre-votes", f"{granted} pre-votes are a majority of {len(quorum.voters)}.")
    leader = voter.leader
    if leader is not None and quorum.voters[leader].state == RESIGNED and is_stopping(before, leader):
        return Reason(f"controller {leader} stepped down", f"Controller {leader} named it as its successor.")
    waited = seconds(before.now_ms - (before.now_ms if voter.waiting_since_ms is None else voter.waiting_since_ms))
    if voter.state == FOLLOWER:
        return Reason("fetch timeout", f"No answer of a leader for {waited}: {_fetch_timeout(cause)} is over.")
    timeout = seconds(voter.current_election_timeout_ms)
    over = f"its election timeout ({timeout}) is over"
    if voter.state == UNATTACHED or not voter.granted:
        return Reason("election timeout", f"No leader for {waited}: {over}.")
    votes = f"{granted} of {quorum.majority} votes"
    return Reason(f"election timeout, {votes}", f"No leader for {waited}, and only {votes} that it needs: {over}.")


def _fetch_timeout(cause: Cause) -> str:
    return limit("controller.quorum.fetch.timeout.ms", cause.policies.controller_quorum_fetch_timeout_ms)


def _voted_cues(event: VoteAnswered, before: Cluster, after: Cluster) -> list[Cue]:
    voter, candidate = controller_id(event.voter), controller_id(event.candidate)
    return [Cue("vote" if event.granted else "refuse", voter, candidate, "yes" if event.granted else "no")]


def _why_answered(event: VoteAnswered, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
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
    return [why(words[reason], controller_id(event.voter))]


@telling(VoteAnswered, Tag.VOTE, cues=_voted_cues, why=_why_answered, common=lambda event: event.pre_vote)
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


def _in_office_cues(event: ControllerElected, before: Cluster, after: Cluster) -> list[Cue]:
    quorum = isinstance(after.controller, Quorum)
    node = controller_id(event.controller) if quorum else broker_id(event.controller)
    won = [] if quorum else [Cue("answer", ZOOKEEPER_ID, node, f"epoch {event.epoch}")]
    return [*won, Cue("flip", cells=(node,), patient=True)]


def _why_elected(event: ControllerElected, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    if not isinstance(before.controller, Quorum):
        return [why("got /controller", broker_id(event.controller))]
    votes, voters = len(before.controller.voters[event.controller].granted), len(before.controller.voters)
    return [why(f"{votes} of {voters} votes", controller_id(event.controller))]


@telling(ControllerElected, Tag.ELECT, cues=_in_office_cues, why=_why_elected)
def _controller_elected(event: ControllerElected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if isinstance(after.controller, Quorum):
        return f"Controller {event.controller} is elected in epoch {event.epoch}.", _majority(event.controller, before)
    why = f"It made the node /controller first; the controller epoch is {event.epoch}."
    return f"Broker {event.controller} becomes the controller.", why


def _majority(node: int, before: Cluster) -> str:
    assert isinstance(before.controller, Quorum)
    voter, quorum = before.controller.voters[node], before.controller
    return f"{len(voter.granted)} of {len(quorum.voters)} voters gave it their vote; {quorum.majority} are a majority."


def _announced_cues(event: LeaderAnnounced, before: Cluster, after: Cluster) -> list[Cue]:
    text = f"epoch {event.epoch}"
    return [Cue("push", controller_id(event.leader), controller_id(v), text) for v in event.voters]


def _why_announced(event: LeaderAnnounced, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why(f"won epoch {event.epoch}", controller_id(event.leader))]


@telling(LeaderAnnounced, Tag.ELECT, cues=_announced_cues, why=_why_announced)
def _leader_announced(event: LeaderAnnounced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = listing(event.voters, "controller")
    return f"{who.capitalize()} follow{'s' * (len(event.voters) == 1)} controller {event.leader}.", (
        f"It won the election of epoch {event.epoch}, and tells the voters that do not follow it yet."
    )


def _resigned_cues(event: LeaderResigned, before: Cluster, after: Cluster) -> list[Cue]:
    if not is_stopping(before, event.node) or not isinstance(after.controller, Quorum):
        return []
    told = (v for v, voter in after.controller.voters.items() if voter.up and v != event.node)
    return [Cue("push", controller_id(event.node), controller_id(v), f"epoch {event.epoch} ends") for v in told]


def _why_resigned(event: LeaderResigned, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    words = "its process ends" if is_stopping(before, event.node) else "no majority"
    return [why(words, controller_id(event.node))]


@telling(LeaderResigned, cues=_resigned_cues, why=_why_resigned)
def _leader_resigned(event: LeaderResigned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if is_stopping(before, event.node):
        return (
            f"Controller {event.node} steps down, and tells the other voters that epoch {event.epoch} ends.",
            "Its process is stopped in order, so nobody has to find out by a timeout that it is gone.",
        )
    return (
        f"Controller {event.node} steps down.",
        f"No majority has fetched from it for 1.5 × {_fetch_timeout(cause)}: it could commit nothing.",
    )


def _metadata_fetched_cues(event: MetadataFetched, before: Cluster, after: Cluster) -> list[Cue]:
    seat, node = seat_of(after), controller_id(event.node)
    return [Cue("ask", node, seat, NEWS), Cue("answer", seat, node, f"up to {event.log_end[1]}")]


def _why_fetched(event: MetadataFetched, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("log was behind", controller_id(event.node))]


@telling(MetadataFetched, Tag.CATCH_UP, cues=_metadata_fetched_cues, why=_why_fetched)
def _metadata_fetched(event: MetadataFetched, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Controller {event.node} fetches the metadata log up to offset {event.log_end[1]}.", _lacking(event, before)


def _lacking(event: MetadataFetched, before: Cluster) -> str:
    assert isinstance(before.controller, Quorum)
    voter = before.controller.voters[event.node]
    (epoch, end), (own_epoch, own_end) = event.log_end, voter.log_end
    leader = f"that of its leader, controller {voter.leader}, at offset {end} of epoch {epoch}"
    return f"Its own log ended at offset {own_end} of epoch {own_epoch}, {leader}."
