"""What people let producers do: send a record, where a partitioner decides."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.config_values import parse_config
from kafkaviz.decisions.errors import (
    InvalidArgumentError,
    InvalidRequiredAcksError,
    LearnerError,
    MessageTooLargeError,
    UnknownTopicOrPartitionError,
)
from kafkaviz.decisions.partitioners import is_well_formed_partition
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.record_sizes import batch_growth, record_size, record_size_upper_bound
from kafkaviz.decisions.values import Sent, TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.apply.clients import open_batch
from kafkaviz.model.chance import PARTITIONER, Chance, chance_of
from kafkaviz.model.handlers.admin import require_topic
from kafkaviz.model.learner import asked, shown_call
from kafkaviz.model.values import Batch, Cluster, Producer, Routed


def _send(cluster: Cluster, asked_for: r.Send, policies: Policies) -> e.RecordQueued:
    require_topic(cluster, asked_for.topic)
    acks = _acks(policies.acks if asked_for.acks is None else asked_for.acks)
    _require_size(asked_for, policies)
    producer = cluster.producers.get(asked_for.producer, Producer())
    size = record_size(asked_for.key, asked_for.value)
    chance = chance_of(cluster, PARTITIONER)
    explicit = asked_for.partition is not None
    number = (
        _explicit(cluster, asked_for) if explicit else _chosen(cluster, asked_for, producer, size, chance, policies)
    )
    tp = TopicPartition(asked_for.topic, number)
    batch = _open(producer, tp)
    opens = batch is None or batch.bytes + size > policies.batch_size
    return e.RecordQueued(
        asked_for.producer,
        tp,
        asked_for.key,
        asked_for.value,
        batch_growth(size, opens),
        acks,
        asked_for.flush,
        explicit or asked_for.key is not None,
        opens,
        chance.drawn,
    )


def _acks(acks: Any) -> int:
    try:
        read = parse_config("acks", acks)
    except InvalidArgumentError:
        raise InvalidRequiredAcksError(f"acks is 0, 1 or 'all', not {short(acks)}.") from None
    return -1 if read == "all" else int(read)


def _require_size(asked_for: r.Send, policies: Policies) -> None:
    """Refuse a record that no request could hold. Raises MessageTooLargeError (10)."""
    size = record_size_upper_bound(asked_for.key, asked_for.value)
    if size > policies.max_request_size:
        raise MessageTooLargeError(
            f"The message is {size} bytes when serialized which is larger than {policies.max_request_size}, "
            "which is the value of the max.request.size configuration."
        )


def _explicit(cluster: Cluster, asked_for: r.Send) -> int:
    number, last = asked_for.partition, cluster.topics[asked_for.topic].partitions - 1
    assert number is not None
    if number < 0:
        raise InvalidArgumentError(
            f"Invalid partition: {number}. Partition number should always be non-negative or None."
        )
    if number > last:
        raise UnknownTopicOrPartitionError(
            f"There is no partition {number!r} of {asked_for.topic}; it has partitions 0 to {last}."
        )
    return number


def _chosen(
    cluster: Cluster, asked_for: r.Send, producer: Producer, size: int, chance: Chance, policies: Policies
) -> int:
    partitions = cluster.topics[asked_for.topic].partitions
    sent = _sent(cluster, asked_for.topic, producer, size, chance, policies)
    answer = asked(policies.partitioner, asked_for.key, partitions, sent)
    if is_well_formed_partition(answer, partitions):
        call = shown_call(policies.partitioner, asked_for.key, partitions)
        raise LearnerError(
            f"{call} gave {answer!r}; the answer must be the number of a partition, from 0 to {partitions - 1}."
        )
    return int(answer)


def _sent(cluster: Cluster, topic: str, producer: Producer, size: int, chance: Chance, policies: Policies) -> Sent:
    routed = producer.routed.get(topic, Routed())
    sticky = None if routed.partition is None else TopicPartition(topic, routed.partition)
    batch = None if sticky is None else _open(producer, sticky)
    available = tuple(tp.partition for tp in cluster.partitions_of(topic) if cluster.partitions[tp].leader is not None)
    waiting = [b.tp for b in producer.batches if b.sent_to is None]
    return Sent(
        records=routed.records,
        partition=routed.partition,
        bytes=routed.bytes,
        batch_size=policies.batch_size,
        batch_full=batch is None or batch.bytes >= policies.batch_size,
        new_batch=batch is None or batch.bytes + size > policies.batch_size,
        available=available,
        queue_sizes=tuple(waiting.count(TopicPartition(topic, n)) for n in available) if waiting else (),
        draw=chance,
    )


def _open(producer: Producer, tp: TopicPartition) -> Batch | None:
    place = open_batch(producer.batches, tp)
    return None if place is None else producer.batches[place]


BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {r.Send: _send}
