"""How a producer's batches and sequence numbers change; the events about clients are made of these."""

from collections.abc import Mapping

from kafkaviz.decisions.errors import NetworkError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.clients import Batch, Producer
from kafkaviz.model.core.cluster import Cluster


def put_producer(cluster: Cluster, name: str, producer: Producer) -> Cluster:
    """Returns the cluster with one producer replaced."""
    return cluster._replace(producers={**cluster.producers, name: producer})


def producer_named(cluster: Cluster, name: str) -> Producer:
    """Returns a producer, a new one if nobody has sent anything under this name."""
    return cluster.producers.get(name) or Producer(producer_id=len(cluster.producers) + 1, metadata_ms=cluster.now_ms)


def known_partitions(cluster: Cluster, producer: Producer, topic: str) -> int:
    """Returns how many partitions of a topic a producer chooses from: those it has heard of, or all if it must ask.

    Simplified: that a topic was deleted and made anew with fewer partitions it knows at once.
    """
    there = cluster.topics[topic].partitions
    return min(producer.metadata.get(topic, there), there)


def with_metadata(producer: Producer, leaders: Mapping[TopicPartition, int | None]) -> Producer:
    """Returns a producer that has heard who leads these partitions, and so how many a topic has."""
    counts = dict(producer.metadata)
    for tp in leaders:
        counts[tp.topic] = max(tp.partition + 1, counts.get(tp.topic, 0))
    return producer._replace(leaders={**producer.leaders, **leaders}, metadata=counts)


def open_batch(producer: Producer, tp: TopicPartition) -> Batch | None:
    """Returns the batch that still takes records for a partition, if there is one."""
    newest = next((batch for batch in reversed(producer.batches) if batch.tp == tp), None)
    is_open = newest is not None and newest.sent_to is None and not newest.ready and not newest.attempts
    return newest if is_open else None


def batch_of(cluster: Cluster, name: str, number: int) -> Batch:
    """Returns the batch of a producer with this number."""
    return next(batch for batch in cluster.producers[name].batches if batch.number == number)


def put_batch(cluster: Cluster, name: str, batch: Batch) -> Cluster:
    """Returns the cluster with one batch of a producer replaced by what it has become.

    If it got its numbers just now, the producer goes on behind them in its partition.
    """
    producer = cluster.producers[name]
    sequences = producer.sequences
    if batch_of(cluster, name, batch.number).sequence < 0 <= batch.sequence:
        sequences = {**sequences, batch.tp: batch.sequence + len(batch.records)}
    batches = tuple([batch if other.number == batch.number else other for other in producer.batches])
    return put_producer(cluster, name, producer._replace(batches=batches, sequences=sequences))


def reenqueue_batch(cluster: Cluster, name: str, batch: Batch, error: str, retry_ms: int) -> Cluster:
    """Returns the cluster after a producer took back a batch that waits for no answer any more.

    A numbered one goes to its old place. Without numbers it goes to the front, and so before what was sent earlier on
    the same connection and came back first.

    Kafka: RecordAccumulator.reenqueue, insertInSequenceOrder or addFirst.
    """
    back = batch._replace(sent_to=None, base_offset=None, error=error, retry_ms=retry_ms)
    if batch.sequence >= 0 or batch.sent_to is None:
        return put_batch(cluster, name, back)
    producer = cluster.producers[name]
    others = [other for other in producer.batches if other.number != batch.number]
    return put_producer(cluster, name, producer._replace(batches=(back, *others)))


def disconnect(cluster: Cluster, name: str, broker: int, retry_ms: int) -> Cluster:
    """Returns the cluster after the connection of a producer to a broker broke, with all that was under way on it.

    Kafka: NetworkClient.cancelInFlightRequests.
    """
    for batch in cluster.producers[name].batches:
        if batch.sent_to == broker:
            cluster = reenqueue_batch(cluster, name, batch, NetworkError.name, retry_ms)
    return cluster


def without_batch(cluster: Cluster, name: str, number: int) -> Cluster:
    """Returns the cluster after a producer let one of its batches go."""
    producer = cluster.producers[name]
    batches = tuple(batch for batch in producer.batches if batch.number != number)
    return put_producer(cluster, name, producer._replace(batches=batches))
