"""What controllers of a quorum did and were told: elections, votes, fetches."""

from typing import ClassVar

from kafkaviz.model.core.cluster import Cluster, put_broker
from kafkaviz.model.core.controllers import CANDIDATE, FOLLOWER, PROSPECTIVE, RESIGNED, UNATTACHED, Quorum, ZooKeeper
from kafkaviz.model.core.event import Duty, Event, event
from kafkaviz.model.core.voters import _voter, _with_voter, crashed, led, started


@event
class ControllerCrashed(Event):
    """A controller's process died; the other voters do not know yet."""

    duty: ClassVar[Duty] = "person"
    node: int

    def apply(self, cluster: Cluster) -> Cluster:
        return crashed(cluster, self.node)


@event
class ControllerStarted(Event):
    """A controller's process started with its metadata log, its epoch and its vote. Kafka: the quorum-state file."""

    duty: ClassVar[Duty] = "controller"
    node: int

    def apply(self, cluster: Cluster) -> Cluster:
        return started(cluster, self.node)


@event
class ElectionStarted(Event):
    """A voter waited too long and asks for votes; with `pre_vote` it only asks whether it would get them (KIP-996)."""

    duty: ClassVar[Duty] = "controller"
    node: int
    epoch: int
    pre_vote: bool

    def apply(self, cluster: Cluster) -> Cluster:
        return _with_voter(
            cluster,
            self.node,
            state=PROSPECTIVE if self.pre_vote else CANDIDATE,
            epoch=self.epoch,
            voted_for=_voter(cluster, self.node).voted_for if self.pre_vote else self.node,
            leader=None,
            waiting_since_ms=cluster.now_ms,
            granted=(self.node,),
            refused=(),
        )


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
        asker, voter = _voter(cluster, self.candidate), _voter(cluster, self.voter)
        if self.granted:
            cluster = _with_voter(cluster, self.candidate, granted=(*asker.granted, self.voter))
        else:
            cluster = _with_voter(cluster, self.candidate, refused=(*asker.refused, self.voter))
        if voter.epoch > self.epoch:
            cluster = _with_voter(
                cluster,
                self.candidate,
                state=UNATTACHED,
                epoch=voter.epoch,
                voted_for=None,
                waiting_since_ms=cluster.now_ms,
                granted=(),
                refused=(),
            )
        if self.epoch > voter.epoch:
            # Whoever hears of a later epoch enters it, whatever it was before and whatever it answers.
            cluster = _with_voter(
                cluster,
                self.voter,
                state=UNATTACHED,
                epoch=self.epoch,
                voted_for=None,
                leader=None,
                waiting_since_ms=cluster.now_ms,
                granted=(),
                refused=(),
            )
        if self.granted and not self.pre_vote:
            cluster = _with_voter(
                cluster, self.voter, state=UNATTACHED, voted_for=self.candidate, waiting_since_ms=cluster.now_ms
            )
        return cluster


@event
class LeaderAnnounced(Event):
    """The new leader of the quorum told these voters. Kafka: BeginQuorumEpoch."""

    duty: ClassVar[Duty] = "controller"
    leader: int
    epoch: int
    voters: tuple[int, ...]

    def apply(self, cluster: Cluster) -> Cluster:
        for node in self.voters:
            voter = _voter(cluster, node)
            cluster = _with_voter(
                cluster,
                node,
                state=FOLLOWER,
                epoch=self.epoch,
                voted_for=voter.voted_for if voter.epoch == self.epoch else None,
                leader=self.leader,
                waiting_since_ms=None,
                granted=(),
                refused=(),
            )
        return cluster


@event
class LeaderResigned(Event):
    """A leader that no majority fetched from stepped down. Kafka: LeaderState.timeUntilCheckQuorumExpires."""

    duty: ClassVar[Duty] = "controller"
    node: int
    epoch: int

    def apply(self, cluster: Cluster) -> Cluster:
        return _with_voter(cluster, self.node, state=RESIGNED, leader=None, waiting_since_ms=cluster.now_ms)


@event
class MetadataFetched(Event):
    """A voter fetched what its metadata log lacked, and threw away what its leader does not have."""

    duty: ClassVar[Duty] = "controller"
    node: int
    log_end: tuple[int, int]

    def apply(self, cluster: Cluster) -> Cluster:
        cluster = _with_voter(cluster, self.node, log_end=self.log_end)
        quorum = cluster.controller
        assert isinstance(quorum, Quorum)
        having = sum(voter.log_end == self.log_end for voter in quorum.voters.values())
        committed = max(quorum.committed, self.log_end[1]) if having >= quorum.majority else quorum.committed
        return cluster._replace(controller=quorum._replace(committed=committed))


@event
class ControllerElected(Event):
    """A controller took office. Kafka: the /controller node, or the Raft leader."""

    duty: ClassVar[Duty] = "controller"
    controller: int
    epoch: int

    def apply(self, cluster: Cluster) -> Cluster:
        old = cluster.controller
        if isinstance(old, Quorum):
            # A new controller has heard nobody yet: it counts each broker's silence from now.
            for broker in cluster.brokers.values():
                if broker.quiet_since_ms is not None and not broker.fenced:
                    cluster = put_broker(cluster, broker.id, quiet_since_ms=cluster.now_ms)
            return cluster._replace(controller=led(old, self.controller, self.epoch))
        others = tuple(b for b in old.racing if b != self.controller)
        return cluster._replace(controller=ZooKeeper(self.controller, self.epoch, others, loaded=False))
