"""What people let producers and consumers do: send a record, poll a topic."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.errors import (
    InvalidRequiredAcksError,
    LearnerError,
    OffsetOutOfRangeError,
    UnknownTopicOrPartitionError,
)
from kafkaviz.decisions.partitioners import is_well_formed_partition
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.record_sizes import batch_growth, record_size
from kafkaviz.decisions.values import Sent, TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.apply.clients import open_batch
from kafkaviz.model.chance import PARTITIONER, Chance, chance_of
from kafkaviz.model.handlers.admin import require_topic
from kafkaviz.model.learner import asked, shown_call
from kafkaviz.model.values import Batch, Cluster, Consumer, Producer, Record, Replica, Routed


def _send(cluster: Cluster, asked_for: r.Send, policies: Policies) -> e.RecordQueued:
    require_topic(cluster, asked_for.topic)
    acks = _acks(policies.acks if asked_for.acks is None else asked_for.acks)
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
    if acks in ("all", -1):
        return -1
    if acks in (0, 1):
        return int(acks)
    raise InvalidRequiredAcksError(f"acks is 0, 1 or 'all', not {acks!r}.")


def _explicit(cluster: Cluster, asked_for: r.Send) -> int:
    number, last = asked_for.partition, cluster.topics[asked_for.topic].partitions - 1
    if isinstance(number, int) and number < 0:
        raise ValueError(f"Invalid partition: {number}. Partition number should always be non-negative or None.")
    if not isinstance(number, int) or number > last:
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


def _poll(cluster: Cluster, asked_for: r.Poll, policies: Policies) -> e.RecordsPolled:
    require_topic(cluster, asked_for.topic)
    consumer = cluster.consumers.get(asked_for.consumer, Consumer())
    fetched = []
    for tp in cluster.partitions_of(asked_for.topic):
        leader = cluster.partitions[tp].leader
        if leader is None or not cluster.leads(tp, leader):
            continue
        replica = cluster.replicas[tp][leader]
        position = _position(tp, consumer.positions.get(tp), replica, asked_for.auto_offset_reset)
        records = tuple(record for record in replica.log if position <= record.offset < replica.high_watermark)
        fetched.append((tp, leader, max(position, _end(records, position)), records))
    return e.RecordsPolled(asked_for.consumer, tuple(fetched))


def _end(records: tuple[Record, ...], position: int) -> int:
    return records[-1].offset + 1 if records else position


def _position(tp: TopicPartition, position: int | None, replica: Replica, reset: Any) -> int:
    if position is not None and replica.log_start_offset <= position <= replica.log_end_offset:
        return position
    if reset == "earliest":
        return replica.log_start_offset
    if reset == "latest":
        return replica.high_watermark
    if reset != "none":
        raise ValueError(f"auto_offset_reset is 'earliest', 'latest' or 'none', not {reset!r}.")
    wanted = "no position yet" if position is None else f"position {position}"
    raise OffsetOutOfRangeError(
        f"The consumer has {wanted} in {tp}; its log goes from {replica.log_start_offset} to "
        f"{replica.log_end_offset}, and auto.offset.reset is none."
    )


BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {r.Send: _send, r.Poll: _poll}
