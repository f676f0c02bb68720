"""How the voters of a quorum find a leader, in the order in which it is asked.

Timeouts come first, so that two voters whose timeouts end at one moment both become prospective before either asks;
then the one with the shorter election timeout is heard first.
"""

from collections.abc import Iterator
from typing import Final, Literal

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import CANDIDATE, FOLLOWER, LEADER, PROSPECTIVE, Quorum, Voter, VoterState
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import Timer, is_over
from kafkaviz.model.quorum.events import (
    ControllerElected,
    ElectionStarted,
    LeaderAnnounced,
    LeaderResigned,
    MetadataFetched,
    VoteAnswered,
)

Refusal = Literal["epoch", "leads", "follows", "knows", "voted", "log"]
"""A later epoch, a leader in the candidate's own epoch (itself, one it fetches from or one it knows), another vote
there, or a log that ends later."""
FETCH_TIMEOUT: Final = "controller.quorum.fetch.timeout.ms"


@rule("controller", "now_ms")
def election_timeout(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ElectionStarted]:
    """A voter that has waited too long for its leader, or for votes, asks for votes.

    With pre-votes the epoch stays until a majority has said it would agree.

    Kafka: KafkaRaftClient.pollFollower, pollUnattached, pollCandidate; KIP-996. Simplified: a voter that can reach no
    majority goes on waiting, Kafka lets it ask in vain at every timeout.
    """
    quorum = _quorum(cluster)
    for voter in quorum.voters.values():
        if voter.waiting_since_ms is not None:
            break
    else:
        return
    for node, voter in _by_election_timeout(quorum):
        if voter.state == LEADER or not is_over(voter_timer(quorum, node, policies), cluster.now_ms):
            continue
        if policies.quorum_pre_vote:
            yield ElectionStarted(node, voter.epoch, True)
            continue
        yield ElectionStarted(node, voter.epoch + 1, False)


def voter_timer(quorum: Quorum, node: int, policies: Policies) -> Timer | None:
    """Returns when a voter stops waiting, or None while it misses nothing or can change nothing.

    A leader gives the majority half as much time again as a follower gives its leader.

    Kafka: LeaderState.CHECK_QUORUM_TIMEOUT_FACTOR.
    """
    voter = quorum.voters[node]
    if not voter.up or voter.waiting_since_ms is None:
        return None
    if voter.state in (FOLLOWER, LEADER):
        limit_ms = policies.controller_quorum_fetch_timeout_ms
        waits_ms = limit_ms * 3 // 2 if voter.state == LEADER else limit_ms
        return Timer(voter.waiting_since_ms + waits_ms, FETCH_TIMEOUT, limit_ms, f"controller {node}")
    lacks_majority = sum(other.up for other in quorum.voters.values()) < quorum.majority
    if lacks_majority and voter.state == PROSPECTIVE:
        return None
    limit_ms = waits_ms = voter.current_election_timeout_ms
    if len(quorum.voters) == 1 and voter.state not in (PROSPECTIVE, CANDIDATE):
        waits_ms = 0  # It need not wait for anybody, and asks nobody.
    return Timer(voter.waiting_since_ms + waits_ms, "the election timeout", limit_ms, f"controller {node}")


@rule("controller", "now_ms")
def resign(cluster: Cluster, subject: object, policies: Policies) -> Iterator[LeaderResigned]:
    """A leader that no majority fetches from steps down. Kafka: KafkaRaftClient.pollLeader."""
    quorum = _quorum(cluster)
    for node, voter in quorum.voters.items():
        if voter.state == LEADER and is_over(voter_timer(quorum, node, policies), cluster.now_ms):
            yield LeaderResigned(node, voter.epoch)


@rule("controller")
def become_leader(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ControllerElected]:
    """A candidate that a majority voted for leads. Kafka: CandidateState.isVoteGranted."""
    quorum = _quorum(cluster)
    for node, voter in quorum.voters.items():
        if voter.up and voter.state == CANDIDATE and len(voter.granted) >= quorum.majority:
            yield ControllerElected(node, voter.epoch)


@rule("controller")
def become_candidate(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ElectionStarted]:
    """A voter that would be elected raises the epoch and stands. Kafka: ProspectiveState, KIP-996."""
    quorum = _quorum(cluster)
    for node, voter in _by_election_timeout(quorum, PROSPECTIVE):
        if voter.up and len(voter.granted) >= quorum.majority:
            yield ElectionStarted(node, voter.epoch + 1, False)


@rule("controller")
def answer_vote(cluster: Cluster, subject: object, policies: Policies) -> Iterator[VoteAnswered]:
    """A voter that is up answers whoever asks for its vote. Kafka: KafkaRaftClient.handleVoteRequest."""
    quorum = _quorum(cluster)
    for node, asker in _by_election_timeout(quorum, PROSPECTIVE, CANDIDATE):
        if not asker.up:
            continue
        for other, voter in quorum.voters.items():
            if other == node or not voter.up or other in asker.granted or other in asker.refused:
                continue
            pre_vote = asker.state == PROSPECTIVE
            reason = objection(voter, node, asker, pre_vote=pre_vote)
            yield VoteAnswered(other, node, asker.epoch, pre_vote, not reason, reason)


def objection(voter: Voter, candidate: int, asker: Voter, *, pre_vote: bool) -> str:
    """Says why a voter refuses a candidate its vote; empty when it grants it.

    >>> objection(Voter(epoch=1, log_end=(1, 9)), 102, Voter(epoch=2, log_end=(1, 7)), pre_vote=False)
    "The candidate's metadata log ends at offset 7 of epoch 1, the voter's own at offset 9 of epoch 1."
    """
    (epoch, end), (own_epoch, own_end) = asker.log_end, voter.log_end
    return {
        None: "",
        "epoch": f"The voter is in epoch {voter.epoch} already.",
        "leads": f"It leads epoch {voter.epoch} itself.",
        "follows": f"It still follows its leader, controller {voter.leader}.",
        "knows": f"It knows a leader of epoch {voter.epoch}: controller {voter.leader}.",
        "voted": f"It has voted for controller {voter.voted_for} in epoch {voter.epoch}.",
        "log": f"The candidate's metadata log ends at offset {end} of epoch {epoch}, "
        f"the voter's own at offset {own_end} of epoch {own_epoch}.",
    }[refusal(voter, candidate, asker, pre_vote=pre_vote)]


def refusal(voter: Voter, candidate: int, asker: Voter, *, pre_vote: bool) -> Refusal | None:
    """Returns what makes a voter refuse a candidate its vote, or None when it grants it.

    >>> refusal(Voter(epoch=1, log_end=(1, 9)), 102, Voter(epoch=2, log_end=(1, 7)), pre_vote=False)
    'log'

    Kafka: EpochState.canGrantVote and canGrantPreVote of each state.
    """
    if voter.epoch > asker.epoch:
        return "epoch"
    if voter.epoch == asker.epoch:
        if voter.state == LEADER:
            return "leads"
        if pre_vote and voter.state == FOLLOWER:
            return "follows"
        if not pre_vote and voter.leader is not None:
            return "knows"
        if not pre_vote and voter.voted_for not in (None, candidate):
            return "voted"
    return "log" if asker.log_end < voter.log_end else None


@rule("controller")
def announce(cluster: Cluster, subject: object, policies: Policies) -> Iterator[LeaderAnnounced]:
    """The leader tells every voter that does not follow it yet. Kafka: BeginQuorumEpochRequest."""
    quorum = _quorum(cluster)
    leader = quorum.leader
    if leader is None:
        return
    epoch = quorum.voters[leader].epoch
    unaware = tuple(
        node
        for node, voter in quorum.voters.items()
        if voter.up and voter.epoch <= epoch and node != leader and (voter.leader, voter.epoch) != (leader, epoch)
    )
    if unaware:
        yield LeaderAnnounced(leader, epoch, unaware)


@rule("controller", "metadata_log")
def fetch_metadata(cluster: Cluster, subject: object, policies: Policies) -> Iterator[MetadataFetched]:
    """A voter copies its leader's metadata log, and cuts off what differs.

    Kafka: KafkaRaftClient.pollFollower. Simplified: of a voter's metadata log only its end is kept.
    """
    quorum = _quorum(cluster)
    for node, voter in quorum.voters.items():
        if not voter.up or voter.state != FOLLOWER or voter.leader is None:
            continue
        leader = quorum.voters[voter.leader]
        if leader.up and leader.state == LEADER and leader.epoch == voter.epoch and voter.log_end != leader.log_end:
            yield MetadataFetched(node, leader.log_end)


def voter_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields how long voters will wait."""
    if isinstance(cluster.controller, Quorum):
        for node in cluster.controller.voters:
            timer = voter_timer(cluster.controller, node, policies)
            if timer is not None:
                yield timer


def _quorum(cluster: Cluster) -> Quorum:
    assert isinstance(cluster.controller, Quorum)
    return cluster.controller


def _by_election_timeout(quorum: Quorum, *states: VoterState) -> list[tuple[int, Voter]]:
    """Returns the voters in these states, or all, the one with the shortest timeout first."""
    voters = [(node, voter) for node, voter in quorum.voters.items() if not states or voter.state in states]
    return sorted(voters, key=lambda item: item[1].current_election_timeout_ms)


RULES = (election_timeout, resign, become_leader, become_candidate, answer_vote, announce, fetch_metadata)
