"""What a producer does by itself: send batches, retry, give up. And what brokers answer."""

from collections.abc import Iterator
from typing import Final

from kafkaviz.decisions.errors import (
    CorruptMessageError,
    KafkaError,
    LearnerError,
    NotEnoughReplicasAfterAppendError,
    NotLeaderOrFollowerError,
    OutOfOrderSequenceNumberError,
    RequestTimedOutError,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.replication import epoch_for_offset
from kafkaviz.decisions.replication_validity import yes_or_no_fault
from kafkaviz.decisions.retrying import backoff_ms, reaction
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.model.clients import metadata_rules
from kafkaviz.model.clients.appending import append_batch
from kafkaviz.model.clients.events import (
    NETWORK_EXCEPTION,
    BatchExpired,
    BatchRejected,
    BatchReturned,
    ProduceAcknowledged,
    RecordsAppended,
)
from kafkaviz.model.clients.metadata_rules import can_reach, leader_now
from kafkaviz.model.core.brokers import DEAD
from kafkaviz.model.core.clients import Batch, Producer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.election_context import effective_min_isr
from kafkaviz.model.core.learner import call_policy, call_text
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.subjects import ProducerName
from kafkaviz.model.core.timer import Timer, is_over, retry_timer
from kafkaviz.model.partitions.log_events import SegmentRolled
from kafkaviz.model.partitions.log_rules import rolled_segment

ANSWER_MS: Final = 10


@rule("producers", "views", "logs", "high_watermarks", "isr_proposals", "processes", "partitions", "topics")
def acknowledge(cluster: Cluster, subject: ProducerName, policies: Policies) -> Iterator[ProduceAcknowledged]:
    """A leader answers once the records are as safe as was asked.

    Kafka: DelayedProduce. Simplified: the answer reaches the producer at once.
    """
    name = subject.producer
    for batch in cluster.producers[name].batches:
        if batch.sent_to is None or batch.base_offset is None:
            continue
        if _is_answered(cluster, batch, policies):
            yield ProduceAcknowledged(name, batch.tp, batch.number, batch.sent_to, batch.base_offset)


@rule("producers", "processes", "now_ms")
def hear_refusal(cluster: Cluster, subject: ProducerName, policies: Policies) -> Iterator[BatchRejected]:
    """A producer hears that a request was damaged on its way; meanwhile others may have left behind it.

    Kafka: Sender.completeBatch. Simplified: any other answer reaches it at once.
    """
    name = subject.producer
    for batch in cluster.producers[name].batches:
        if is_over(answer_timer(name, batch), cluster.now_ms) and cluster.is_up(batch.sent_to):
            assert batch.sent_to is not None
            refusal = CorruptMessageError(f"The checksum of the batch for {batch.tp} does not fit its records.")
            retry_ms = cluster.now_ms + backoff_ms(batch.attempts, policies)
            said = refusal.name, refusal.code, refusal.message
            yield BatchRejected(name, batch.tp, batch.number, batch.sent_to, *said, retry_ms)


def answer_timer(name: str, batch: Batch) -> Timer | None:
    """Returns when a producer hears that a request under way was refused; None for any other batch."""
    if batch.sent_to is None or not batch.error or batch.base_offset is not None:
        return None
    return Timer(batch.sent_ms + ANSWER_MS, "the round trip", ANSWER_MS, name)


def _is_answered(cluster: Cluster, batch: Batch, policies: Policies) -> bool:
    leader = _leader_of(cluster, batch)
    if leader is None or batch.base_offset is None:
        return False
    end, least = batch.base_offset + len(batch.records), effective_min_isr(cluster, batch.tp, policies)
    asked = batch.acks, end, leader.high_watermark, len(leader.maximal_isr), least
    answer = call_policy(policies.may_acknowledge, *asked)
    if yes_or_no_fault(answer):
        call = call_text(policies.may_acknowledge, *asked)
        raise LearnerError(f"{call} gave {short(answer)}; a leader may acknowledge, True, or may not, False.")
    return bool(answer)


def _leader_of(cluster: Cluster, batch: Batch) -> Replica | None:
    """Returns the leader a batch was written by, if it leads still, and still has what it wrote."""
    assert batch.sent_to is not None and batch.base_offset is not None
    leader = cluster.replicas.get(batch.tp, {}).get(batch.sent_to)
    if leader is None or not cluster.leads(batch.tp, batch.sent_to):
        return None
    if leader.log_end_offset < batch.base_offset + len(batch.records):
        return None
    return leader if epoch_for_offset(leader.epochs, batch.base_offset) == batch.leader_epoch else None


def _is_replicated(leader: Replica, batch: Batch) -> bool:
    return batch.base_offset is not None and leader.high_watermark >= batch.base_offset + len(batch.records)


def _has_enough_replicas(cluster: Cluster, leader: Replica, batch: Batch, policies: Policies) -> bool:
    return len(leader.maximal_isr) >= effective_min_isr(cluster, batch.tp, policies)


@rule("producers", "views", "logs", "high_watermarks", "isr_proposals", "processes", "partitions", "topics", "now_ms")
def break_connection(cluster: Cluster, subject: ProducerName, policies: Policies) -> Iterator[BatchReturned]:
    """A producer takes a batch back when whom it was sent to died, resigned or was too slow.

    Kafka: Sender.handleProduceResponse, NetworkClient.handleTimedOutRequests. Simplified: a request carries one batch,
    and a back-off has no jitter.
    """
    name = subject.producer
    for batch in cluster.producers[name].batches:
        if batch.sent_to is None:
            continue
        error = _broken(cluster, name, batch, policies)
        if error:
            retry_ms = cluster.now_ms + backoff_ms(batch.attempts, policies)
            yield BatchReturned(name, batch.tp, batch.number, batch.sent_to, error, retry_ms)


def _broken(cluster: Cluster, name: str, batch: Batch, policies: Policies) -> str:
    assert batch.sent_to is not None
    broker = cluster.brokers.get(batch.sent_to)
    if broker is None or broker.state == DEAD:
        return NETWORK_EXCEPTION
    if broker.is_up and batch.base_offset is not None:
        leader = _leader_of(cluster, batch)
        if leader is None:
            return NotLeaderOrFollowerError.name
        is_due = batch.acks == -1 and _is_replicated(leader, batch)
        if is_due and not _has_enough_replicas(cluster, leader, batch, policies):
            return NotEnoughReplicasAfterAppendError.name
    return RequestTimedOutError.name if is_over(request_timer(name, batch, policies), cluster.now_ms) else ""


@rule("producers", "now_ms")
def expire(cluster: Cluster, subject: ProducerName, policies: Policies) -> Iterator[BatchExpired]:
    """A producer gives a batch up after `delivery.timeout.ms`. Kafka: Sender.sendProducerData, a TimeoutException."""
    name = subject.producer
    for batch in cluster.producers[name].batches:
        if is_over(delivery_timer(name, batch, policies), cluster.now_ms):
            yield BatchExpired(name, batch.tp, batch.number, RequestTimedOutError.name)


@rule("producers", "processes", "partitions", "now_ms")
def send_batch(
    cluster: Cluster, subject: ProducerName, policies: Policies
) -> Iterator[RecordsAppended | SegmentRolled | BatchRejected | BatchExpired]:
    """A producer sends the next batch that is due, and the broker appends or refuses it.

    Kafka: Sender.sendProducerData. Simplified: a request carries one batch and arrives at once.
    """
    name = subject.producer
    producer = cluster.producers[name]
    blocked: set[TopicPartition] = set()
    for batch in producer.batches:
        if batch.tp in blocked or batch.sent_to is not None:
            continue
        # Batches of one partition leave in order: one that waits holds back those behind it.
        blocked.add(batch.tp)
        broker = producer.leaders.get(batch.tp)
        if broker is None or not can_reach(cluster, broker, policies) or not _is_due(cluster, name, batch, policies):
            continue
        if batch.error and broker != leader_now(cluster, batch.tp):
            continue  # A refused batch waits until the producer has asked who leads.
        flying = [other.sent_to for other in producer.batches].count(broker)
        if flying >= policies.max_in_flight_requests_per_connection:
            continue
        if (found := _delivered(cluster, name, producer, batch, broker, policies)) is not None:
            yield found


def _is_due(cluster: Cluster, name: str, batch: Batch, policies: Policies) -> bool:
    """Tells whether a batch may leave: flushed, full, or lingered long enough, and not backing off."""
    if cluster.now_ms < batch.retry_ms:
        return False
    if batch.ready or batch.attempts or batch.bytes >= policies.batch_size:
        return True
    return is_over(linger_timer(name, batch, policies), cluster.now_ms)


def _delivered(
    cluster: Cluster, name: str, producer: Producer, batch: Batch, broker: int, policies: Policies
) -> RecordsAppended | SegmentRolled | BatchRejected | BatchExpired:
    try:
        appended = append_batch(cluster, name, producer, batch, broker, policies)
        return (
            not appended.duplicate and rolled_segment(cluster, batch.tp, broker, appended.records, policies)
        ) or appended
    except KafkaError as refusal:
        waited_ms = cluster.now_ms - batch.created_ms
        final = reaction(refusal.name, waited_ms, policies.delivery_timeout_ms) == "give up"
        final &= not isinstance(refusal, OutOfOrderSequenceNumberError)
        if batch.acks == 0 or final:
            # With acks=0 nobody waits for an answer: the broker closes the connection, and the records are lost.
            return BatchExpired(name, batch.tp, batch.number, refusal.name)
        # A leader known to have moved is asked at once; anything else waits its back-off.
        moved = isinstance(refusal, NotLeaderOrFollowerError) and cluster.partitions[batch.tp].leader != broker
        retry_ms = cluster.now_ms + (0 if moved else backoff_ms(batch.attempts + 1, policies))
        return BatchRejected(
            name, batch.tp, batch.number, broker, refusal.name, refusal.code, refusal.message, retry_ms
        )


def batch_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields when batches are due, may be tried again, or will be given up."""
    for name, producer in cluster.producers.items():
        for batch in producer.batches:
            if batch.sent_to is not None:
                yield request_timer(name, batch, policies)
                yield from filter(None, [answer_timer(name, batch)])
            else:
                yield linger_timer(name, batch, policies)
                if batch.retry_ms > cluster.now_ms:
                    yield retry_timer(batch.retry_ms, batch.attempts, policies, name)
            yield delivery_timer(name, batch, policies)


def linger_timer(name: str, batch: Batch, policies: Policies) -> Timer:
    """Returns how long a producer holds a batch back for more records. Kafka: linger.ms."""
    return Timer(batch.created_ms + policies.linger_ms, "linger.ms", policies.linger_ms, name)


def request_timer(name: str, batch: Batch, policies: Policies) -> Timer:
    """Returns how long a producer waits for the answer to a batch. Kafka: request.timeout.ms."""
    timeout_ms = policies.request_timeout_ms
    return Timer(batch.sent_ms + timeout_ms, "request.timeout.ms", timeout_ms, name)


def delivery_timer(name: str, batch: Batch, policies: Policies) -> Timer:
    """Returns how long a producer tries at all. Kafka: delivery.timeout.ms."""
    timeout_ms = policies.delivery_timeout_ms
    return Timer(batch.created_ms + timeout_ms, "delivery.timeout.ms", timeout_ms, name)


RULES = (acknowledge, hear_refusal, break_connection, expire, *metadata_rules.RULES, send_batch)
