"""How a leader takes in a batch: it checks it, numbers its records, and knows what it has already."""

from kafkaviz.decisions.errors import (
    CorruptMessageError,
    InvalidRecordError,
    NotEnoughReplicasError,
    NotLeaderOrFollowerError,
    OutOfOrderSequenceNumberError,
    UnknownTopicOrPartitionError,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.core.clients import Batch, Producer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.election_context import effective_min_isr
from kafkaviz.model.core.replicas import Record, Replica


def append_batch(
    cluster: Cluster, name: str, producer: Producer, batch: Batch, broker: int, policies: Policies
) -> RecordsAppended:
    """Checks and numbers a batch as the leader does. Kafka: ReplicaManager.appendRecords, ProducerAppendInfo."""
    tp = batch.tp
    if tp not in cluster.replicas:
        raise UnknownTopicOrPartitionError(f"{tp} does not exist any more.")
    replica = cluster.replicas[tp].get(broker)
    if replica is None or not cluster.leads(tp, broker):
        raise NotLeaderOrFollowerError(f"Broker {broker} does not lead {tp}.")
    compacted = "compact" in cluster.config(tp.topic, "cleanup_policy", policies)
    if compacted and any(key is None for key, _ in batch.records):
        refusal = InvalidRecordError if policies.invalid_records_are_refused else CorruptMessageError
        raise refusal(f"Compacted topic cannot accept message without key in topic partition {tp}.")
    least = effective_min_isr(cluster, tp, policies)
    if batch.acks == -1 and len(replica.view.isr) < least:
        isr = ", ".join(map(str, replica.view.isr))
        raise NotEnoughReplicasError(f"The ISR of {tp} is {{{isr}}}, fewer than min.insync.replicas = {least}.")
    sequence = sequence_of(producer, batch, policies)
    era = producer.epochs.get(tp, 0)
    if sequence >= 0:
        known = duplicate_of(replica, (producer.producer_id, era), sequence, len(batch.records))
        if known:
            return RecordsAppended(name, tp, batch.number, broker, known, duplicate=True)
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
            era if numbered else 0,
        )
        for n, (key, value) in enumerate(batch.records)
    )
    return RecordsAppended(name, tp, batch.number, broker, records)


def sequence_of(producer: Producer, batch: Batch, policies: Policies) -> int:
    """Returns the sequence number of a batch's first record, or -1 without idempotence; a retry keeps its number."""
    if batch.sequence >= 0 or not policies.enable_idempotence:
        return batch.sequence
    return producer.sequences.get(batch.tp, 0)


def duplicate_of(replica: Replica, producer: tuple[int, int], sequence: int, count: int) -> tuple[Record, ...]:
    """Returns the records a leader already has of a batch, or nothing; `producer` is its id and epoch.

    Raises OutOfOrderSequenceNumberError (45) where records between are missing.
    """
    sent = [r for r in replica.log if (r.producer_id, r.producer_epoch) == producer]
    if not sent or sequence == sent[-1].sequence + 1:
        return ()
    known = tuple(r for r in sent if sequence <= r.sequence < sequence + count)
    if len(known) < count:
        raise OutOfOrderSequenceNumberError(
            f"Producer {producer[0]} sent sequence {sequence}; the last one here is {sent[-1].sequence}."
        )
    return known
