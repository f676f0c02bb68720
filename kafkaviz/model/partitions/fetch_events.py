"""What followers fetched, and what leaders noted of them."""

from typing import ClassVar

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, ReplicasEvent, event
from kafkaviz.model.core.facets import bits_of
from kafkaviz.model.core.replicas import UNKNOWN_OFFSET, FetchAnswer, Follower
from kafkaviz.model.core.segments import bytes_of
from kafkaviz.model.core.subjects import Subject
from kafkaviz.model.partitions.changes import (
    put_replica,
    put_replicas,
    with_epochs_of,
    with_high_watermark,
    without_start,
)


@event
class FetchServed(ReplicasEvent):
    """A leader answered a follower's fetch and noted how far that follower is; the answer is on its way."""

    duty: ClassVar[Duty] = "broker"
    changes: ClassVar[int] = bits_of("followers", "incoming")
    follower: int
    answer: FetchAnswer

    def touches(self, cluster: Cluster) -> list[Subject]:
        return [self.tp]

    def apply(self, cluster: Cluster) -> Cluster:
        answer, now = self.answer, cluster.now_ms
        held = cluster.replicas[self.tp]
        leader = held[answer.leader]
        follower = held[self.follower]._replace(incoming=answer)
        if answer.diverging is None:
            epoch = cluster.brokers[self.follower].epoch
            seen = _fetched(leader.followers[self.follower], answer.fetch_offset, leader.log_end_offset, now, epoch)
            leader = leader._replace(followers={**leader.followers, self.follower: seen})
        return put_replicas(cluster, self.tp, {**held, answer.leader: leader, self.follower: follower})


def _fetched(seen: Follower, fetch_offset: int, end_offset: int, now_ms: int, broker_epoch: int) -> Follower:
    """Notes a follower's fetch; it was caught up then if it asks for what was the end at its previous fetch."""
    caught_up = seen.caught_up_ms
    if fetch_offset >= end_offset:
        caught_up = max(caught_up, now_ms)
    elif seen.fetch_offset != UNKNOWN_OFFSET and fetch_offset >= seen.end_offset_then:
        caught_up = max(caught_up, seen.fetched_ms)
    return Follower(fetch_offset, caught_up, now_ms, end_offset, seen.behind_since_ms, broker_epoch)


@event
class FetchReceived(ReplicasEvent):
    """A follower appended what it fetched and took over the high watermark it was told."""

    duty: ClassVar[Duty] = "broker"
    follower: int

    def touches(self, cluster: Cluster) -> list[Subject]:
        return [self.tp]

    def apply(self, cluster: Cluster) -> Cluster:
        held = cluster.replicas[self.tp]
        replica = held[self.follower]
        answer = replica.incoming
        assert answer is not None, "only an answer on its way can be received"
        if answer.records:
            log, leader = replica.log + answer.records, held.get(answer.leader)
            grown = replica._replace(
                # Equal logs share one tuple: a replica that has caught up costs no memory. Who answered may be gone.
                log=leader.log if leader is not None and log == leader.log else log,
                epochs=with_epochs_of(replica.epochs, answer.records),
                incoming=None,
                active_bytes=replica.active_bytes + bytes_of(answer.records),
            )
        else:
            grown = replica._replace(incoming=None)
        if answer.log_start_offset > replica.log_start_offset:
            grown = without_start(grown, answer.log_start_offset)
        high_watermark = max(grown.log_start_offset, min(answer.high_watermark, grown.log_end_offset))
        if high_watermark != grown.high_watermark:
            grown = with_high_watermark(grown, high_watermark, cluster.now_ms)
        return put_replica(cluster, self.tp, self.follower, grown)


@event
class FetchLost(ReplicasEvent):
    """A fetch answer never arrived."""

    duty: ClassVar[Duty] = "person"
    follower: int

    def apply(self, cluster: Cluster) -> Cluster:
        replica = cluster.replicas[self.tp][self.follower]
        return put_replica(cluster, self.tp, self.follower, replica._replace(incoming=None))
