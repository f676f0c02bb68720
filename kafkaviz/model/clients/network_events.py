"""What a network does to requests of producers on their way."""

from typing import ClassVar

from kafkaviz.decisions.errors import CorruptMessageError
from kafkaviz.model.clients.changes import batch_of, disconnect, put_batch, without_batch
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent, Duty, event


@event
class RequestLost(BatchEvent):
    """A connection broke, and a produce request never arrived; all that was under way on it comes back.

    With acks=0 nothing comes back: what the producer has sent is done with, arrived or not.
    """

    duty: ClassVar[Duty] = "person"
    broker: int
    retry_ms: int
    sequence: int = -1

    def apply(self, cluster: Cluster) -> Cluster:
        return disconnect(_sent(cluster, self), self.producer, self.broker, self.retry_ms)


@event
class RequestCorrupted(BatchEvent):
    """A produce request was damaged on its way; the broker has refused it, which its producer has yet to hear.

    With acks=0 it never will. Kafka: CORRUPT_MESSAGE, of DefaultRecordBatch.ensureValid.
    """

    duty: ClassVar[Duty] = "person"
    broker: int
    sequence: int = -1

    def apply(self, cluster: Cluster) -> Cluster:
        return _sent(cluster, self, CorruptMessageError.name)


def _sent(cluster: Cluster, event: RequestLost | RequestCorrupted, error: str = "") -> Cluster:
    """Returns the cluster with a batch under way to a broker, which will not write it."""
    batch = batch_of(cluster, event.producer, event.batch)
    if batch.acks == 0:
        return without_batch(cluster, event.producer, event.batch)
    sent = batch._replace(
        attempts=batch.attempts + 1, sent_to=event.broker, sent_ms=cluster.now_ms, sequence=event.sequence, error=error
    )
    return put_batch(cluster, event.producer, sent)


@event
class AcknowledgementLost(BatchEvent):
    """A connection broke while a producer waited for an answer; all that was under way on it comes back."""

    duty: ClassVar[Duty] = "person"
    broker: int
    retry_ms: int

    def apply(self, cluster: Cluster) -> Cluster:
        return disconnect(cluster, self.producer, self.broker, self.retry_ms)
