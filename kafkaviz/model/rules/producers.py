"""What a producer does by itself: learn leaders, send batches, retry, give up. And what brokers answer."""

from kafkaviz.decisions.errors import (
    KafkaError,
    NotEnoughReplicasError,
    NotLeaderOrFollowerError,
    OutOfOrderSequenceNumberError,
    RequestTimedOutError,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.circumstances import effective_min_isr
from kafkaviz.model.values import Batch, Cluster, Producer, Record, Replica

NETWORK_EXCEPTION = "NETWORK_EXCEPTION"


def acknowledge(cluster: Cluster, name: str, policies: Policies) -> e.ProduceAcknowledged | None:
    """A leader answers once the records are as safe as was asked. Kafka: DelayedProduce."""
    for batch in cluster.producers[name].batches:
        if batch.sent_to is None or batch.base_offset is None:
            continue
        if batch.acks == 0 or _is_answered(cluster, batch):
            return e.ProduceAcknowledged(name, batch.tp, batch.sent_to, batch.base_offset)
    return None


def _is_answered(cluster: Cluster, batch: Batch) -> bool:
    assert batch.sent_to is not None and batch.base_offset is not None
    if not cluster.leads(batch.tp, batch.sent_to):
        return False
    leader = cluster.replicas[batch.tp][batch.sent_to]
    if leader.view.leader_epoch != batch.leader_epoch:
        return False
    return batch.acks == 1 or leader.high_watermark >= batch.base_offset + len(batch.records)


def break_connection(cluster: Cluster, name: str, policies: Policies) -> e.BatchReturned | None:
    """A producer takes a batch back when whom it was sent to died, resigned or was too slow. Kafka: Sender."""
    for batch in cluster.producers[name].batches:
        if batch.sent_to is None:
            continue
        error = _broken(cluster, batch, policies)
        if error:
            retry_ms = cluster.now_ms + backoff(batch.attempts, policies)
            return e.BatchReturned(name, batch.tp, batch.sent_to, error, retry_ms)
    return None


def _broken(cluster: Cluster, batch: Batch, policies: Policies) -> str:
    assert batch.sent_to is not None
    if not cluster.brokers[batch.sent_to].is_up:
        return NETWORK_EXCEPTION
    view = cluster.replicas[batch.tp][batch.sent_to].view
    if view.leader != batch.sent_to or view.leader_epoch != batch.leader_epoch:
        return NotLeaderOrFollowerError.name
    if cluster.now_ms >= batch.sent_ms + policies.request_timeout_ms:
        return RequestTimedOutError.name
    return ""


def expire(cluster: Cluster, name: str, policies: Policies) -> e.BatchExpired | None:
    """A producer gives a batch up after `delivery.timeout.ms`. Kafka: ProducerBatch.hasReachedDeliveryTimeout."""
    for batch in cluster.producers[name].batches:
        if batch.sent_to is None and cluster.now_ms >= batch.created_ms + policies.delivery_timeout_ms:
            return e.BatchExpired(name, batch.tp, batch.error or "TIMEOUT")
    return None


def learn_leaders(cluster: Cluster, name: str, policies: Policies) -> e.LeadersLearned | None:
    """A producer asks for metadata when it knows no leader, or when the one it knows failed it. Kafka: Metadata."""
    producer = cluster.producers[name]
    for batch in producer.batches:
        known = producer.leaders.get(batch.tp)
        if batch.sent_to is None and (known is None or batch.error or not cluster.brokers[known].is_up):
            now = {tp: cluster.partitions[tp].leader for tp in cluster.partitions_of(batch.tp.topic)}
            if any(producer.leaders.get(tp, -1) != leader for tp, leader in now.items()):
                return e.LeadersLearned(name, now)
    return None


def send_batch(cluster: Cluster, name: str, policies: Policies) -> e.RecordsAppended | e.BatchRejected | None:
    """A producer sends the next batch that is due, and the broker appends or refuses it. Kafka: Sender."""
    producer = cluster.producers[name]
    blocked: set[TopicPartition] = set()
    flying = [batch.sent_to for batch in producer.batches if batch.sent_to is not None]
    for batch in producer.batches:
        if batch.tp in blocked or batch.sent_to is not None:
            continue
        # Batches of one partition leave in order: one that waits holds back those behind it.
        blocked.add(batch.tp)
        broker = producer.leaders.get(batch.tp)
        if broker is None or not cluster.brokers[broker].is_up or not is_due(batch, cluster, policies):
            continue
        if flying.count(broker) >= policies.max_in_flight_requests_per_connection:
            continue
        return _delivered(cluster, name, producer, batch, broker, policies)
    return None


def is_due(batch: Batch, cluster: Cluster, policies: Policies) -> bool:
    """Whether a batch may leave: flushed, full, or lingered long enough, and not backing off."""
    if cluster.now_ms < batch.retry_ms:
        return False
    lingered = cluster.now_ms >= batch.created_ms + policies.linger_ms
    return batch.ready or bool(batch.attempts) or batch.bytes >= policies.batch_size or lingered


def _delivered(
    cluster: Cluster, name: str, producer: Producer, batch: Batch, broker: int, policies: Policies
) -> e.RecordsAppended | e.BatchRejected:
    try:
        return _append(cluster, name, producer, batch, broker, policies)
    except KafkaError as refusal:
        # A leader known to have moved is asked at once; anything else waits its back-off.
        moved = isinstance(refusal, NotLeaderOrFollowerError) and cluster.partitions[batch.tp].leader != broker
        retry_ms = cluster.now_ms + (0 if moved else backoff(batch.attempts + 1, policies))
        return e.BatchRejected(name, batch.tp, broker, refusal.name, refusal.code, refusal.message, retry_ms)


def _append(
    cluster: Cluster, name: str, producer: Producer, batch: Batch, broker: int, policies: Policies
) -> e.RecordsAppended:
    """Check and number a batch as the leader does. Kafka: ReplicaManager.appendRecords, ProducerAppendInfo."""
    tp = batch.tp
    replica = cluster.replicas[tp].get(broker)
    if replica is None or not cluster.leads(tp, broker):
        raise NotLeaderOrFollowerError(f"Broker {broker} does not lead {tp}.")
    least = effective_min_isr(cluster, tp, policies)
    if batch.acks == -1 and len(replica.view.isr) < least:
        isr = ", ".join(map(str, replica.view.isr))
        raise NotEnoughReplicasError(f"The ISR of {tp} is {{{isr}}}, fewer than min.insync.replicas = {least}.")
    sequence = batch.sequence
    if policies.enable_idempotence and sequence < 0:
        sequence = producer.sequences.get(tp, 0)
    if sequence >= 0:
        known = duplicate_of(replica, producer.producer_id, sequence, len(batch.records))
        if known:
            return e.RecordsAppended(name, tp, broker, known, duplicate=True)
    start, epoch = replica.log_end_offset, replica.view.leader_epoch
    numbered = sequence >= 0
    records = tuple(
        Record(
            start + n,
            key,
            value,
            batch.created_ms,
            epoch,
            producer.producer_id if numbered else -1,
            sequence + n if numbered else -1,
        )
        for n, (key, value) in enumerate(batch.records)
    )
    return e.RecordsAppended(name, tp, broker, records)


def duplicate_of(replica: Replica, producer_id: int, sequence: int, count: int) -> tuple[Record, ...]:
    """Give the records a leader already has of a batch, or nothing. Raises OutOfOrderSequenceNumberError (45)."""
    last = next((r for r in reversed(replica.log) if r.producer_id == producer_id), None)
    if last is None or sequence == last.sequence + 1:
        return ()
    if sequence > last.sequence:
        raise OutOfOrderSequenceNumberError(
            f"Producer {producer_id} sent sequence {sequence}; the last one here is {last.sequence}."
        )
    wanted = range(sequence, sequence + count)
    return tuple(r for r in replica.log if r.producer_id == producer_id and r.sequence in wanted)


def backoff(attempts: int, policies: Policies) -> int:
    """Give how long to wait before the next attempt, in ms, without Kafka's jitter."""
    doubled: int = policies.retry_backoff_ms * 2 ** max(0, attempts - 1)
    return min(doubled, policies.retry_backoff_max_ms)


RULES = (acknowledge, break_connection, expire, learn_leaders, send_batch)
