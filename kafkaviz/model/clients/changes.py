"""How a producer's batches and sequence numbers change; the events about clients are made of these."""

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.clients import Batch, Producer
from kafkaviz.model.core.cluster import Cluster


def put_producer(cluster: Cluster, name: str, producer: Producer) -> Cluster:
    """Returns the cluster with one producer replaced."""
    return cluster._replace(producers={**cluster.producers, name: producer})


def open_batch(batches: tuple[Batch, ...], tp: TopicPartition) -> int | None:
    """Returns the index of the batch that still takes records for a partition."""
    for index in range(len(batches) - 1, -1, -1):
        batch = batches[index]
        if batch.tp == tp:
            return index if batch.sent_to is None and not batch.ready and not batch.attempts else None
    return None


def waiting_batch(producer: Producer, tp: TopicPartition) -> int:
    """Returns the index of the first batch of a partition that is not under way."""
    return next(i for i, batch in enumerate(producer.batches) if batch.tp == tp and batch.sent_to is None)


def flying_batch(producer: Producer, tp: TopicPartition) -> int:
    """Returns the index of the first batch of a partition that waits for its answer."""
    return next(i for i, batch in enumerate(producer.batches) if batch.tp == tp and batch.sent_to is not None)


def _put_batch(cluster: Cluster, name: str, index: int, *, attempts: int = 0, **changes: object) -> Cluster:
    producer = cluster.producers[name]
    old = producer.batches[index]
    new = old._replace(attempts=old.attempts + attempts, **changes)  # type: ignore[arg-type]
    batches = (*producer.batches[:index], new, *producer.batches[index + 1 :])
    return put_producer(cluster, name, producer._replace(batches=batches))


def _without_batch(cluster: Cluster, name: str, index: int) -> Cluster:
    producer = cluster.producers[name]
    batches = producer.batches[:index] + producer.batches[index + 1 :]
    return put_producer(cluster, name, producer._replace(batches=batches))
