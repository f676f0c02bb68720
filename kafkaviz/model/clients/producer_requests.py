"""What people let producers do: send a record, where a partitioner decides; and what is lost on the way."""

from collections import Counter
from typing import Annotated, Literal

from kafkaviz.decisions.config_values import parse_config
from kafkaviz.decisions.errors import (
    InvalidArgumentError,
    InvalidRequiredAcksError,
    LearnerError,
    MessageTooLargeError,
    RequestTimedOutError,
    UnknownTopicOrPartitionError,
)
from kafkaviz.decisions.partitioners import partition_fault
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.record_sizes import batch_growth, record_size, record_size_upper_bound
from kafkaviz.decisions.retrying import backoff_ms
from kafkaviz.decisions.values import Sent, TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.model.clients.appending import sequence_of
from kafkaviz.model.clients.changes import known_partitions, open_batch
from kafkaviz.model.clients.events import LeadersLearned, RecordQueued
from kafkaviz.model.clients.metadata_rules import leader_now
from kafkaviz.model.clients.network_events import AcknowledgementLost, RequestCorrupted, RequestLost
from kafkaviz.model.core.chance import PARTITIONER, Chance, chance_of
from kafkaviz.model.core.clients import Batch, Producer, Routed
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import Name, ReadLater
from kafkaviz.model.core.learner import call_policy, call_text
from kafkaviz.model.core.replicas import Key
from kafkaviz.model.core.request import ClientRequest, Request, request
from kafkaviz.model.core.require import require_partition, require_topic

Acks = Annotated[int | Literal["all"] | str, ReadLater]


@request
class Send(ClientRequest):
    """Hands one record to a producer; with `flush` its batches leave at once.

    A producer that knows nothing of the topic asks for metadata first; then its partitioner chooses.

    Kafka: KafkaProducer.send, flush. Simplified: where no broker is up to tell, it fails at once, and not after
    max.block.ms.
    """

    API = "Produce"
    AWAITS_ANSWER = True

    topic: str
    value: bytes | None
    key: Key = None
    partition: int | None = None
    producer: Name = "producer"
    acks: Acks | None = None
    flush: bool = True

    def preparation(self, cluster: Cluster, policies: Policies) -> LeadersLearned | None:
        """Returns what a producer hears first of a topic, or of a partition, that is new to it.

        Raises RequestTimedOutError (7) where no broker is up to tell.
        """
        there = cluster.topics[self.topic].partitions if self.topic in cluster.topics else 0
        known = cluster.producers.get(self.producer, Producer()).metadata.get(self.topic, 0)
        if not known <= (self.partition or 0) < there:
            return None
        if not any(broker.is_up for broker in cluster.brokers.values()):
            raise RequestTimedOutError(f"Topic {self.topic} not present in metadata after {policies.max_block_ms} ms.")
        return LeadersLearned(self.producer, {tp: leader_now(cluster, tp) for tp in cluster.partitions_of(self.topic)})

    def handle(self, cluster: Cluster, policies: Policies) -> RecordQueued:
        require_topic(cluster, self.topic)
        acks = _acks(policies.acks if self.acks is None else self.acks)
        _require_size(self, policies)
        producer = cluster.producers.get(self.producer, Producer())
        size = record_size(self.key, self.value)
        chance = chance_of(cluster, PARTITIONER)
        explicit = self.partition is not None
        number = _explicit(cluster, self) if explicit else _chosen(cluster, self, producer, size, chance, policies)
        tp = TopicPartition(self.topic, number)
        batch = open_batch(producer, tp)
        grows = batch is not None and batch.bytes + size <= policies.batch_size
        return RecordQueued(
            self.producer,
            tp,
            batch.number if batch is not None and grows else producer.batches_opened,
            self.key,
            self.value,
            batch_growth(size, not grows),
            acks,
            self.flush,
            explicit or self.key is not None,
            chance.drawn,
        )

    def refused_api(self, cluster: Cluster, refusal: str, policies: Policies) -> str:
        is_unheard = refusal == RequestTimedOutError.name
        return "Metadata" if is_unheard else ClientRequest.refused_api(self, cluster, refusal, policies)


def _require_size(request: Send, policies: Policies) -> None:
    """Refuses a record that no request could hold. Raises MessageTooLargeError (10)."""
    size = record_size_upper_bound(request.key, request.value)
    if size > policies.max_request_size:
        raise MessageTooLargeError(
            f"The message is {size} bytes when serialized which is larger than {policies.max_request_size}, "
            "which is the value of the max.request.size configuration."
        )


def _acks(acks: object) -> int:
    try:
        read = parse_config("acks", acks)
    except InvalidArgumentError:
        raise InvalidRequiredAcksError(f"acks is 0, 1 or 'all', not {short(acks)}.") from None
    return -1 if read == "all" else int(read)


def _explicit(cluster: Cluster, request: Send) -> int:
    number, last = request.partition, cluster.topics[request.topic].partitions - 1
    assert number is not None
    if number < 0:
        raise InvalidArgumentError(
            f"Invalid partition: {number}. Partition number should always be non-negative or None."
        )
    if number > last:
        raise UnknownTopicOrPartitionError(
            f"There is no partition {number!r} of {request.topic}; it has partitions 0 to {last}."
        )
    return number


def _chosen(cluster: Cluster, request: Send, producer: Producer, size: int, chance: Chance, policies: Policies) -> int:
    partitions = known_partitions(cluster, producer, request.topic)
    sent = count_sent(cluster, request.topic, producer, size, chance, policies)
    answer = call_policy(policies.partitioner, request.key, partitions, sent)
    if partition_fault(answer, partitions):
        call = call_text(policies.partitioner, request.key, partitions)
        raise LearnerError(
            f"{call} gave {short(answer)}; the answer must be the number of a partition, from 0 to {partitions - 1}."
        )
    return int(answer)


def count_sent(cluster: Cluster, topic: str, producer: Producer, size: int, chance: Chance, policies: Policies) -> Sent:
    """Returns what a partitioner is told of one topic before it chooses for a record of `size` bytes."""
    routed = producer.routed.get(topic, Routed())
    sticky = None if routed.partition is None else TopicPartition(topic, routed.partition)
    batch = None if sticky is None else open_batch(producer, sticky)
    known = cluster.partitions_of(topic)[: known_partitions(cluster, producer, topic)]
    available = tuple(tp.partition for tp in known if cluster.partitions[tp].leader is not None)
    queued = Counter([b.tp for b in producer.batches if b.sent_to is None])
    return Sent(
        records=routed.records,
        partition=routed.partition,
        bytes=routed.bytes,
        batch_size=policies.batch_size,
        batch_full=batch is None or batch.bytes >= policies.batch_size,
        new_batch=batch is None or batch.bytes + size > policies.batch_size,
        available=available,
        queue_sizes=tuple([queued[TopicPartition(topic, n)] for n in available]) if queued else (),
        draw=chance,
    )


@request
class LoseRequest(Request):
    """Breaks a producer's connection while its next request to one partition is on its way to the broker."""

    API = "Produce"

    topic: str
    partition: int
    producer: Name = "producer"

    def handle(self, cluster: Cluster, policies: Policies) -> RequestLost:
        batch, leader, sequence = _next_request(self, cluster, policies)
        retry_ms = cluster.now_ms + backoff_ms(batch.attempts + 1, policies)
        return RequestLost(self.producer, batch.tp, batch.number, leader, retry_ms, sequence)


@request
class CorruptRequest(Request):
    """Damages a producer's next request to one partition on its way, so that the broker refuses it.

    Kafka: the checksum of a record batch, CORRUPT_MESSAGE.
    """

    API = "Produce"

    topic: str
    partition: int
    producer: Name = "producer"

    def handle(self, cluster: Cluster, policies: Policies) -> RequestCorrupted:
        batch, leader, sequence = _next_request(self, cluster, policies)
        return RequestCorrupted(self.producer, batch.tp, batch.number, leader, sequence)


def _next_request(
    request: LoseRequest | CorruptRequest, cluster: Cluster, policies: Policies
) -> tuple[Batch, int, int]:
    """Returns the batch that a producer sends next to a partition, to whom, and with which sequence number."""
    tp = require_partition(cluster, request.topic, request.partition)
    producer, leader = cluster.producers.get(request.producer), cluster.partitions[tp].leader
    waiting = [b for b in producer.batches if b.tp == tp and b.sent_to is None] if producer else []
    if producer is None or not waiting or leader is None:
        raise InvalidArgumentError(f"{request.producer} has nothing to send to {tp}, or {tp} has no leader.")
    return waiting[0], leader, sequence_of(producer, waiting[0], policies)


@request
class LoseAcknowledgement(Request):
    """Breaks a producer's connection while it waits for the answer to its oldest request to one partition."""

    API = "Produce"

    topic: str
    partition: int
    producer: Name = "producer"

    def handle(self, cluster: Cluster, policies: Policies) -> AcknowledgementLost:
        tp = require_partition(cluster, self.topic, self.partition)
        producer = cluster.producers.get(self.producer)
        flying = [b for b in producer.batches if b.tp == tp and b.sent_to is not None] if producer else []
        if not flying:
            raise InvalidArgumentError(f"{self.producer} waits for no acknowledgement from {tp}.")
        batch, broker = flying[0], flying[0].sent_to
        assert broker is not None
        retry_ms = cluster.now_ms + backoff_ms(batch.attempts, policies)
        return AcknowledgementLost(self.producer, tp, batch.number, broker, retry_ms)
