"""A producer with one batch, as a case of an exercise has it: waiting to be sent, or waiting for its answer."""

from collections.abc import Sequence

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.core.clients import Batch, Producer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Record
from kafkaviz.scenarios.nb06 import TP

PRODUCER, PRODUCER_ID = "producer", 1


def waiting(
    cluster: Cluster,
    values: Sequence[bytes],
    *,
    acks: int = -1,
    leader: int = 1,
    written_at: int | None = None,
    tp: TopicPartition = TP,
) -> Cluster:
    """Returns a cluster with a producer that holds one batch, unsent, or written by the leader at an offset.

    Kafka: RecordAccumulator, and NetworkClient's requests in flight.
    """
    batch = Batch(0, tp, tuple((None, value) for value in values), 1, cluster.now_ms, acks, ready=True)
    if written_at is not None:
        epoch = cluster.partitions[tp].leader_epoch
        batch = batch._replace(
            attempts=1, sent_to=leader, sent_ms=cluster.now_ms, leader_epoch=epoch, base_offset=written_at
        )
    producer = Producer(PRODUCER_ID, (batch,), leaders={tp: leader}, batches_opened=1)
    return cluster._replace(producers={PRODUCER: producer})


def append_event(
    cluster: Cluster,
    values: Sequence[bytes],
    *,
    leader: int,
    numbers: Sequence[int] = (),
    duplicate: bool = False,
    tp: TopicPartition = TP,
) -> RecordsAppended:
    """Returns the event in which a leader appends the one batch, or finds that it has it already."""
    end, epoch = cluster.replicas[tp][leader].log_end_offset, cluster.partitions[tp].leader_epoch
    start = end - len(values) if duplicate else end
    records = tuple(
        Record(start + n, None, value, cluster.now_ms, epoch, PRODUCER_ID, number)
        for n, (value, number) in enumerate(zip(values, numbers or [-1] * len(values), strict=True))
    )
    return RecordsAppended(PRODUCER, tp, 0, leader, records, duplicate=duplicate)
