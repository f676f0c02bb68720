"""What changes for producers and consumers."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.apply.logs import appended
from kafkaviz.model.chance import PARTITIONER
from kafkaviz.model.values import Acknowledged, Batch, Cluster, Consumed, Consumer, Producer, Routed, Routing

ROUTINGS_KEPT = 8


def put_producer(cluster: Cluster, name: str, producer: Producer) -> Cluster:
    """Give the cluster with one producer replaced."""
    return cluster._replace(producers={**cluster.producers, name: producer})


def _record_queued(cluster: Cluster, event: e.RecordQueued) -> Cluster:
    producer = cluster.producers.get(event.producer) or Producer(producer_id=len(cluster.producers) + 1)
    record = (event.key, event.value)
    batches = producer.batches
    open_at = None if event.new_batch else open_batch(batches, event.tp)
    if open_at is None:
        # A batch with another behind it waits no longer.
        batches = tuple(batch._replace(ready=True) if batch.tp == event.tp else batch for batch in batches)
        batches = (*batches, Batch(event.tp, (record,), event.bytes, cluster.now_ms, event.acks))
    else:
        old = batches[open_at]
        grown = old._replace(records=(*old.records, record), bytes=old.bytes + event.bytes)
        batches = (*batches[:open_at], grown, *batches[open_at + 1 :])
    if event.flush:
        batches = tuple(batch._replace(ready=True) for batch in batches)
    routed = _routed(producer.routed.get(event.tp.topic, Routed()), event)
    return put_producer(
        cluster._replace(draws={**cluster.draws, PARTITIONER: cluster.draws.get(PARTITIONER, 0) + event.drawn}),
        event.producer,
        producer._replace(
            batches=batches,
            routed={**producer.routed, event.tp.topic: routed},
            latest=(*producer.latest, _routing(cluster, producer, event))[-ROUTINGS_KEPT:],
        ),
    )


def _routing(cluster: Cluster, producer: Producer, event: e.RecordQueued) -> Routing:
    number = producer.latest[-1].number + 1 if producer.latest else 0
    partitions = cluster.topics[event.tp.topic].partitions
    return Routing(number, event.tp, event.key, event.value, partitions)


def _routed(before: Routed, event: e.RecordQueued) -> Routed:
    if event.keyed:
        return before._replace(records=before.records + 1)
    stayed = before.bytes if before.partition == event.tp.partition else 0
    return Routed(before.records + 1, event.tp.partition, stayed + event.bytes)


def open_batch(batches: tuple[Batch, ...], tp: TopicPartition) -> int | None:
    """Give the place of the batch that still takes records for a partition."""
    for place in range(len(batches) - 1, -1, -1):
        batch = batches[place]
        if batch.tp == tp:
            return place if batch.sent_to is None and not batch.ready and not batch.attempts else None
    return None


def _leaders_learned(cluster: Cluster, event: e.LeadersLearned) -> Cluster:
    producer = cluster.producers[event.producer]
    known = producer._replace(leaders={**producer.leaders, **event.leaders})
    return put_producer(cluster, event.producer, known)


def _records_appended(cluster: Cluster, event: e.RecordsAppended) -> Cluster:
    producer = cluster.producers[event.producer]
    place = waiting_batch(producer, event.tp)
    batch = producer.batches[place]
    first = event.records[0]
    sent = batch._replace(
        sequence=first.sequence,
        attempts=batch.attempts + 1,
        sent_to=event.leader,
        sent_ms=cluster.now_ms,
        leader_epoch=first.leader_epoch,
        base_offset=first.offset,
        error="",
    )
    sequences = producer.sequences
    if batch.sequence < 0 <= first.sequence:
        sequences = {**sequences, event.tp: first.sequence + len(event.records)}
    batches = (*producer.batches[:place], sent, *producer.batches[place + 1 :])
    after = put_producer(cluster, event.producer, producer._replace(batches=batches, sequences=sequences))
    return after if event.duplicate else appended(after, event.tp, event.leader, event.records)


def waiting_batch(producer: Producer, tp: TopicPartition) -> int:
    """Give the place of the first batch of a partition that is not under way."""
    return next(i for i, batch in enumerate(producer.batches) if batch.tp == tp and batch.sent_to is None)


def flying_batch(producer: Producer, tp: TopicPartition) -> int:
    """Give the place of the first batch of a partition that waits for its answer."""
    return next(i for i, batch in enumerate(producer.batches) if batch.tp == tp and batch.sent_to is not None)


def _batch_rejected(cluster: Cluster, event: e.BatchRejected) -> Cluster:
    producer = cluster.producers[event.producer]
    place = waiting_batch(producer, event.tp)
    return _put_batch(cluster, event.producer, place, error=event.error, retry_ms=event.retry_ms, attempts=1)


def _batch_returned(cluster: Cluster, event: e.BatchReturned | e.AcknowledgementLost) -> Cluster:
    producer = cluster.producers[event.producer]
    place = flying_batch(producer, event.tp)
    error = event.error if isinstance(event, e.BatchReturned) else "NETWORK_EXCEPTION"
    return _put_batch(
        cluster, event.producer, place, sent_to=None, base_offset=None, error=error, retry_ms=event.retry_ms
    )


def _put_batch(cluster: Cluster, name: str, place: int, *, attempts: int = 0, **changes: object) -> Cluster:
    producer = cluster.producers[name]
    old = producer.batches[place]
    new = old._replace(attempts=old.attempts + attempts, **changes)  # type: ignore[arg-type]
    batches = (*producer.batches[:place], new, *producer.batches[place + 1 :])
    return put_producer(cluster, name, producer._replace(batches=batches))


def _request_lost(cluster: Cluster, event: e.RequestLost) -> Cluster:
    producer = cluster.producers[event.producer]
    place = waiting_batch(producer, event.tp)
    count = len(producer.batches[place].records)
    if producer.batches[place].sequence < 0 <= event.sequence:
        sequences = {**producer.sequences, event.tp: event.sequence + count}
        cluster = put_producer(cluster, event.producer, producer._replace(sequences=sequences))
    return _put_batch(
        cluster,
        event.producer,
        place,
        attempts=1,
        sent_to=event.broker,
        sent_ms=cluster.now_ms,
        sequence=event.sequence,
    )


def _batch_expired(cluster: Cluster, event: e.BatchExpired) -> Cluster:
    """A number that was given out and may never arrive leaves a gap, so numbering starts again in a new epoch."""
    producer, tp = cluster.producers[event.producer], event.tp
    place = next(i for i, batch in enumerate(producer.batches) if batch.tp == tp)
    numbered = producer.batches[place].sequence >= 0
    after = _without_batch(cluster, event.producer, place)
    producer = after.producers[event.producer]
    producer = producer._replace(leaders={**producer.leaders, tp: None})
    if numbered:
        producer = producer._replace(
            batches=tuple(b._replace(sequence=-1) if b.tp == tp else b for b in producer.batches),
            sequences={**producer.sequences, tp: 0},
            epochs={**producer.epochs, tp: producer.epochs.get(tp, 0) + 1},
        )
    return put_producer(after, event.producer, producer)


def _produce_acknowledged(cluster: Cluster, event: e.ProduceAcknowledged) -> Cluster:
    producer = cluster.producers[event.producer]
    place = next(
        i
        for i, batch in enumerate(producer.batches)
        if (batch.tp, batch.sent_to, batch.base_offset) == (event.tp, event.broker, event.base_offset)
    )
    batch = producer.batches[place]
    promised = tuple(
        Acknowledged(event.tp, event.base_offset + n, value, batch.acks) for n, (_, value) in enumerate(batch.records)
    )
    after = _without_batch(cluster, event.producer, place)
    return after._replace(acknowledged=after.acknowledged + promised)


def _without_batch(cluster: Cluster, name: str, place: int) -> Cluster:
    producer = cluster.producers[name]
    batches = producer.batches[:place] + producer.batches[place + 1 :]
    return put_producer(cluster, name, producer._replace(batches=batches))


def _position_moved(cluster: Cluster, event: e.PositionMoved) -> Cluster:
    consumer = cluster.consumers.get(event.consumer, Consumer())
    moved = consumer._replace(positions={**consumer.positions, event.tp: event.offset})
    return cluster._replace(consumers={**cluster.consumers, event.consumer: moved})


def _records_polled(cluster: Cluster, event: e.RecordsPolled) -> Cluster:
    consumer = cluster.consumers.get(event.consumer, Consumer())
    positions = dict(consumer.positions)
    read: list[Consumed] = []
    for tp, _, position, records in event.fetched:
        positions[tp] = position
        read += [Consumed(event.consumer, tp, record.offset, record.leader_epoch) for record in records]
    return cluster._replace(
        consumers={**cluster.consumers, event.consumer: consumer._replace(positions=positions)},
        consumed=cluster.consumed + tuple(read),
    )


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.RecordQueued: _record_queued,
    e.LeadersLearned: _leaders_learned,
    e.RecordsAppended: _records_appended,
    e.BatchRejected: _batch_rejected,
    e.BatchReturned: _batch_returned,
    e.AcknowledgementLost: _batch_returned,
    e.RequestLost: _request_lost,
    e.BatchExpired: _batch_expired,
    e.ProduceAcknowledged: _produce_acknowledged,
    e.PositionMoved: _position_moved,
    e.RecordsPolled: _records_polled,
}
