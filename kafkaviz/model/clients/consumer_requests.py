"""What people let consumers without a group do: poll a topic, and seek."""

from typing import Annotated

from kafkaviz.decisions.config_values import parse_config
from kafkaviz.decisions.errors import InvalidArgumentError, LearnerError, OffsetNotAvailableError, OffsetOutOfRangeError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reading import Readable
from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import as_integer, short
from kafkaviz.model.clients.consumer_events import PositionMoved, RecordsPolled
from kafkaviz.model.clients.metadata_rules import can_reach
from kafkaviz.model.core.clients import Consumer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import Name, Rack, Whole
from kafkaviz.model.core.learner import call_policy, call_text
from kafkaviz.model.core.replicas import Record, Replica
from kafkaviz.model.core.request import ClientRequest, Request, request
from kafkaviz.model.core.require import require_partition, require_topic
from kafkaviz.model.core.segments import first_since, index_of


@request
class Poll(ClientRequest):
    """Lets a consumer fetch from every partition of a topic. Kafka: KafkaConsumer.assign and poll, client.rack."""

    API = "Fetch"

    topic: str
    consumer: Name = "consumer"
    auto_offset_reset: str = "earliest"
    rack: Rack = None
    max_poll_records: Annotated[int, Whole(1)] = 500

    def __post_init__(self) -> None:
        Request.__post_init__(self)
        object.__setattr__(self, "auto_offset_reset", parse_config("auto_offset_reset", self.auto_offset_reset))

    def handle(self, cluster: Cluster, policies: Policies) -> RecordsPolled:
        require_topic(cluster, self.topic)
        consumer = cluster.consumers.get(self.consumer, Consumer())
        fetched: list[tuple[TopicPartition, int, int, tuple[Record, ...]]] = []
        unknown, room = list[TopicPartition](), self.max_poll_records
        for tp in cluster.partitions_of(self.topic):
            leader = cluster.partitions[tp].leader
            if leader is None or not cluster.leads(tp, leader) or not can_reach(cluster, leader, policies):
                continue
            position, reset = consumer.positions.get(tp), self.auto_offset_reset
            start = _position(tp, position, cluster.replicas[tp][leader], reset, cluster.now_ms)
            if start is None and reset_duration_ms(reset) is not None:
                continue  # It asks again and again, until there is a record that is not older.
            if start is None:
                unknown.append(tp)
                continue
            broker = read_replica(cluster, tp, leader, start, self.rack, policies)
            records = _readable(cluster.replicas[tp][broker], start)[:room]
            room -= len(records)
            fetched.append((tp, broker, records[-1].offset + 1 if records else start, records))
        if unknown and not fetched:
            raise OffsetNotAvailableError(
                f"The end of {unknown[0]} is not known yet: its new leader has not committed up to the start of its "
                "epoch."
            )
        return RecordsPolled(self.consumer, tuple(fetched))


def _readable(replica: Replica, start: int) -> tuple[Record, ...]:
    return replica.log[index_of(replica.log, start) : index_of(replica.log, replica.high_watermark)]


def read_replica(
    cluster: Cluster, tp: TopicPartition, leader: int, offset: int, rack: str | None, policies: Policies
) -> int:
    """Returns the broker a leader sends a consumer to: itself, or a follower in the ISR that has the offset."""
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
    broker: int = call_policy(policies.replica_selector, rack, itself, followers)
    if as_integer(broker) is None or (broker != leader and broker not in [follower.id for follower in followers]):
        call = call_text(policies.replica_selector, rack, itself, followers)
        raise LearnerError(f"{call} gave {short(broker)}; it must name the leader or one of the followers offered.")
    return broker


def _position(tp: TopicPartition, position: int | None, leader: Replica, reset: str, now_ms: int) -> int | None:
    """Returns where a consumer reads on, by its reset policy where it has no valid one; None when not known yet."""
    if position is not None and leader.log_start_offset <= position <= leader.log_end_offset:
        return position
    if reset == "earliest":
        return leader.log_start_offset
    if reset == "latest":
        epoch_start = leader.epochs[-1][1] if leader.epochs else 0
        return leader.high_watermark if leader.high_watermark >= epoch_start else None
    if (duration_ms := reset_duration_ms(reset)) is not None:
        return first_since(leader, now_ms - duration_ms)
    wanted = "no position yet" if position is None else f"position {position}"
    raise OffsetOutOfRangeError(
        f"The consumer has {wanted} in {tp}; its log goes from {leader.log_start_offset} to "
        f"{leader.log_end_offset}, and auto.offset.reset is none."
    )


@request
class SeekTo(ClientRequest):
    """Tells a consumer without a group where to read next in one partition. Kafka: KafkaConsumer.seek."""

    API = "ListOffsets"

    topic: str
    partition: int
    offset: int
    consumer: Name = "consumer"

    def handle(self, cluster: Cluster, policies: Policies) -> PositionMoved:
        tp = require_partition(cluster, self.topic, self.partition)
        if self.offset < 0:
            raise InvalidArgumentError(f"seek offset must not be a negative number, and {self.offset} is.")
        return PositionMoved(self.consumer, tp, self.offset)
