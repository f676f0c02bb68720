"""What people let consumers do: poll a topic, and seek."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.errors import InvalidArgumentError, LearnerError, OffsetNotAvailableError, OffsetOutOfRangeError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reading import Readable
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short, whole
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.handlers.admin import require_partition, require_topic
from kafkaviz.model.learner import asked, shown_call
from kafkaviz.model.segments import place_of
from kafkaviz.model.values import Cluster, Consumer, Record, Replica


def _poll(cluster: Cluster, asked_for: r.Poll, policies: Policies) -> e.RecordsPolled:
    require_topic(cluster, asked_for.topic)
    consumer = cluster.consumers.get(asked_for.consumer, Consumer())
    fetched: list[tuple[TopicPartition, int, int, tuple[Record, ...]]] = []
    unknown, room = list[TopicPartition](), asked_for.max_poll_records
    for tp in cluster.partitions_of(asked_for.topic):
        leader = cluster.partitions[tp].leader
        if leader is None or not cluster.leads(tp, leader):
            continue
        start = _position(tp, consumer.positions.get(tp), cluster.replicas[tp][leader], asked_for.auto_offset_reset)
        if start is None:
            unknown.append(tp)
            continue
        broker = read_replica(cluster, tp, leader, start, asked_for.rack, policies)
        records = _readable(cluster.replicas[tp][broker], start)[:room]
        room -= len(records)
        fetched.append((tp, broker, records[-1].offset + 1 if records else start, records))
    if unknown and not fetched:
        raise OffsetNotAvailableError(
            f"The end of {unknown[0]} is not known yet: its new leader has not committed up to the start of its epoch."
        )
    return e.RecordsPolled(asked_for.consumer, tuple(fetched))


def _readable(replica: Replica, start: int) -> tuple[Record, ...]:
    return replica.log[place_of(replica.log, start) : place_of(replica.log, replica.high_watermark)]


def read_replica(
    cluster: Cluster, tp: TopicPartition, leader: int, offset: int, rack: str | None, policies: Policies
) -> int:
    """Give the broker a leader sends a consumer to: itself, or a follower in the ISR that has the offset."""
    held, seen = cluster.replicas[tp], cluster.replicas[tp][leader].followers
    followers = [
        Readable(b, cluster.brokers[b].rack, held[b].log_end_offset, seen[b].caught_up_ms)
        for b in held[leader].view.isr
        if b in seen
        and b in held
        and cluster.brokers[b].is_up
        and held[b].log_start_offset <= offset <= held[b].log_end_offset
    ]
    itself = Readable(leader, cluster.brokers[leader].rack, held[leader].log_end_offset, cluster.now_ms)
    broker: int = asked(policies.replica_selector, rack, itself, followers)
    if whole(broker) is None or (broker != leader and broker not in [follower.id for follower in followers]):
        call = shown_call(policies.replica_selector, rack, itself, followers)
        raise LearnerError(f"{call} gave {short(broker)}; it must name the leader or one of the followers offered.")
    return broker


def _position(tp: TopicPartition, position: int | None, leader: Replica, reset: str) -> int | None:
    """Give where a consumer reads on, by its reset policy where it has no valid position; None when not known yet."""
    if position is not None and leader.log_start_offset <= position <= leader.log_end_offset:
        return position
    if reset == "earliest":
        return leader.log_start_offset
    if reset == "latest":
        epoch_start = leader.epochs[-1][1] if leader.epochs else 0
        return leader.high_watermark if leader.high_watermark >= epoch_start else None
    wanted = "no position yet" if position is None else f"position {position}"
    raise OffsetOutOfRangeError(
        f"The consumer has {wanted} in {tp}; its log goes from {leader.log_start_offset} to "
        f"{leader.log_end_offset}, and auto.offset.reset is none."
    )


def _seek(cluster: Cluster, asked_for: r.SeekTo, policies: Policies) -> e.PositionMoved:
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    if asked_for.offset < 0:
        raise InvalidArgumentError(f"seek offset must not be a negative number, and {asked_for.offset} is.")
    return e.PositionMoved(asked_for.consumer, tp, asked_for.offset)


BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {r.Poll: _poll, r.SeekTo: _seek}
