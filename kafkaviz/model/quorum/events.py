"""What controllers of a quorum did and were told: elections, votes, fetches."""

from typing import ClassVar

from kafkaviz.model.core.cluster import Cluster, put_broker
from kafkaviz.model.core.controllers import (
    CANDIDATE,
    FOLLOWER,
    PROSPECTIVE,
    RESIGNED,
    UNATTACHED,
    Quorum,
    Voter,
    ZooKeeper,
)
from kafkaviz.model.core.event import Duty, Event, event
from kafkaviz.model.core.voters import start_voter, stop_voter, voter_of, with_leader, with_voter


@event
class ControllerCrashed(Event):
    """A controller's process died; the other voters do not know yet.

    Kafka: kill -9 of a process with process.roles=controller.
    """

    duty: ClassVar[Duty] = "person"
    node: int

    def apply(self, cluster: Cluster) -> Cluster:
        return stop_voter(cluster, self.node)


@event
class ControllerStarted(Event):
    """A controller's process started with its metadata log, its epoch and its vote. Kafka: the quorum-state file."""

    duty: ClassVar[Duty] = "controller"
    node: int

    def apply(self, cluster: Cluster) -> Cluster:
        return start_voter(cluster, self.node)


@event
class ElectionStarted(Event):
    """A voter waited too long and asks for votes; with `pre_vote` it only asks whether it would get them (KIP-996)."""

    duty: ClassVar[Duty] = "controller"
    node: int
    epoch: int
    pre_vote: bool

    def apply(self, cluster: Cluster) -> Cluster:
        voter = voter_of(cluster, self.node)
        asking = voter._replace(
            state=PROSPECTIVE if self.pre_vote else CANDIDATE,
            epoch=self.epoch,
            voted_for=voter.voted_for if self.pre_vote else self.node,
            leader=None,
            waiting_since_ms=cluster.now_ms,
            granted=(self.node,),
            refused=(),
            lost_elections=voter.lost_elections + (voter.state == CANDIDATE and bool(voter.refused)),
        )
        return with_voter(cluster, self.node, asking)


@event
class VoteAnswered(Event):
    """A voter granted or refused its vote; `reason` says why it refused. Kafka: VoteResponse."""

    duty: ClassVar[Duty] = "controller"
    voter: int
    candidate: int
    epoch: int
    pre_vote: bool
    granted: bool
    reason: str = ""

    def apply(self, cluster: Cluster) -> Cluster:
        candidate, voter = voter_of(cluster, self.candidate), voter_of(cluster, self.voter)
        theirs, now_ms = voter.epoch, cluster.now_ms
        if self.granted:
            candidate = candidate._replace(granted=(*candidate.granted, self.voter))
        else:
            candidate = candidate._replace(refused=(*candidate.refused, self.voter))
        if theirs > self.epoch:
            candidate = _entered(candidate, theirs, now_ms)
        if self.epoch > theirs:
            # Whoever hears of a later epoch enters it, whatever it was before and whatever it answers.
            voter = _entered(voter, self.epoch, now_ms)._replace(leader=None)
        if self.granted and not self.pre_vote:
            voter = voter._replace(state=UNATTACHED, voted_for=self.candidate, waiting_since_ms=now_ms)
        return with_voter(with_voter(cluster, self.candidate, candidate), self.voter, voter)


def _entered(voter: Voter, epoch: int, now_ms: int) -> Voter:
    """Returns a voter that entered a later epoch and has voted for nobody in it."""
    return voter._replace(
        state=UNATTACHED, epoch=epoch, voted_for=None, waiting_since_ms=now_ms, granted=(), refused=()
    )


@event
class LeaderAnnounced(Event):
    """The new leader of the quorum told these voters. Kafka: BeginQuorumEpoch."""

    duty: ClassVar[Duty] = "controller"
    leader: int
    epoch: int
    voters: tuple[int, ...]

    def apply(self, cluster: Cluster) -> Cluster:
        for node in self.voters:
            voter = voter_of(cluster, node)
            following = voter._replace(
                state=FOLLOWER,
                epoch=self.epoch,
                voted_for=voter.voted_for if voter.epoch == self.epoch else None,
                leader=self.leader,
                waiting_since_ms=None,
                granted=(),
                refused=(),
                lost_elections=0,
            )
            cluster = with_voter(cluster, node, following)
        return cluster


@event
class LeaderResigned(Event):
    """A leader that no majority fetched from, or whose process is stopped in order, stepped down.

    Kafka: LeaderState.timeUntilCheckQuorumExpires, KafkaRaftClient.shutdown.
    """

    duty: ClassVar[Duty] = "controller"
    node: int
    epoch: int

    def apply(self, cluster: Cluster) -> Cluster:
        resigned = voter_of(cluster, self.node)._replace(state=RESIGNED, leader=None, waiting_since_ms=cluster.now_ms)
        return with_voter(cluster, self.node, resigned)


@event
class MetadataFetched(Event):
    """A voter fetched what its metadata log lacked, and threw away what its leader does not have."""

    duty: ClassVar[Duty] = "controller"
    node: int
    log_end: tuple[int, int]

    def apply(self, cluster: Cluster) -> Cluster:
        cluster = with_voter(cluster, self.node, voter_of(cluster, self.node)._replace(log_end=self.log_end))
        quorum = cluster.controller
        assert isinstance(quorum, Quorum)
        having = sum(voter.log_end == self.log_end for voter in quorum.voters.values())
        committed = max(quorum.committed, self.log_end[1]) if having >= quorum.majority else quorum.committed
        return cluster._replace(controller=quorum._replace(committed=committed))


@event
class ControllerElected(Event):
    """A controller was elected. Kafka: the /controller node, or the Raft leader."""

    duty: ClassVar[Duty] = "controller"
    controller: int
    epoch: int

    def apply(self, cluster: Cluster) -> Cluster:
        old = cluster.controller
        if isinstance(old, Quorum):
            # A new controller has heard nobody yet: it counts each broker's silence from now.
            for broker in cluster.brokers.values():
                if broker.quiet_since_ms is not None and not broker.fenced:
                    cluster = put_broker(cluster, broker._replace(quiet_since_ms=cluster.now_ms))
            return cluster._replace(controller=with_leader(old, self.controller, self.epoch))
        others = tuple(b for b in old.racing if b != self.controller)
        return cluster._replace(controller=ZooKeeper(self.controller, self.epoch, others, loaded=False))
