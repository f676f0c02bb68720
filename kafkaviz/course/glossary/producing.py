"""Terms of producers: who chooses a partition, what is sent together, and what an answer promises."""

from typing import Final

from kafkaviz.course.glossary.term import Shown, Term
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb03, nb04, nb06

WHERE: Final = "Where do football, basketball and tennis go?"
KEYLESS: Final = "Without a key, then and now"
PROMISE: Final = "What does an acknowledgement promise?"
TOPIC: Final = "letters"
MAP: Final = "When the map is old"
ANSWER_LOST: Final = "What if the answer is lost?"


def stale_map() -> Lab:
    """Sends to a leader that is none any more, with the map of before.

    >>> stale_map().cluster.partitions["letters", 0].leader
    3

    Kafka: NOT_LEADER_OR_FOLLOWER, Metadata.requestUpdate.
    """
    return nb03.old_map().send(TOPIC, "DEF")


def read_nearby() -> Lab:
    """Lets a consumer in the east read a partition whose leader is in the west.

    >>> [broker for _, broker, _, _ in read_nearby().history.steps[-1].event.fetched]
    [2]

    Kafka: KIP-392.
    """
    return nb03.nearby().poll(TOPIC, rack="east")


TERMS: Final = (
    Term(
        "producer",
        (),
        "A program that sends records. Its partitioner chooses the partition of each, and it sends them to the "
        "partition's leader.",
        "KafkaProducer",
        Shown("04", WHERE, nb04.news, {}, "RecordQueued", "partitioner"),
    ),
    Term(
        "partitioner",
        ("partitioner.class",),
        "The function of a producer that chooses the partition of a record. Not an assignor: that one gives partitions "
        "to consumers.",
        "Partitioner, BuiltInPartitioner; partitioner.class (none: the built-in rule)",
        Shown("04", "Decide it yourself", nb04.news, {}, "RecordQueued", "partitioner"),
    ),
    Term(
        "key hash",
        ("murmur2",),
        "The number that Kafka's Java producer makes of a key's bytes; its remainder modulo the count of partitions is "
        "the partition. Other clients may use another hash.",
        "Utils.murmur2, BuiltInPartitioner.partitionForKey",
        Shown("04", "Does every client agree?", nb04.months, {}, "RecordQueued", "partitioner"),
    ),
    Term(
        "sticky partitioning",
        ("sticky partitioner", "uniform sticky partitioning"),
        "A producer sends records without a key to one partition until about batch.size bytes went there, then to "
        "another. Slow brokers get less.",
        "BuiltInPartitioner; KIP-480, KIP-794; partitioner.adaptive.partitioning.enable",
        Shown("04", KEYLESS, nb04.readings, {}, "RecordQueued", "partitioner"),
    ),
    Term(
        "round-robin partitioner",
        ("round robin partitioning",),
        "Deals records out to partitions in turn, whatever their keys. For records without a key it was the default "
        "until 2.3, and is a choice since.",
        "RoundRobinPartitioner; KIP-369",
        Shown("04", KEYLESS, nb04.readings, {"kafka": "2.3"}, "RecordQueued", "partitioner"),
    ),
    Term(
        "key skew",
        ("skew", "hot key", "hot partition"),
        "Few keys with most of the records: their partitions are hot, however many partitions there are.",
        "No config; a partitioner of one's own, or a key with a salt",
        Shown("04", "What if one key dominates?", nb04.news, {"football": 10}, "RecordsAppended", "partitioner"),
    ),
    Term(
        "batch",
        ("record batch", "batch.size", "linger.ms"),
        "Records for one partition that a producer sends together. It leaves when batch.size is reached or linger.ms "
        "is over, whichever comes first.",
        "RecordAccumulator, ProducerBatch; batch.size (16 KiB), linger.ms (5 since 4.0)",
        Shown("04", KEYLESS, nb04.readings, {}, "RecordsAppended", "partitioner"),
    ),
    Term(
        "acks",
        ("acknowledgement", "acks=all", "acks=1", "acks=0"),
        "How far a record must have come before the producer gets its answer: nowhere (0), into the leader's log (1), "
        "or into the log of every replica in the ISR (all).",
        "acks (all since 3.0); DelayedProduce",
        Shown("06", PROMISE, nb06.crash, {"acks": 1}, "ProduceAcknowledged", "replication"),
    ),
    Term(
        "retry",
        ("retries", "delivery.timeout.ms"),
        "A producer sends a batch again that got no answer, or an error that may pass. It goes on until "
        "delivery.timeout.ms is over.",
        "retries, delivery.timeout.ms (2 min), request.timeout.ms (30 s)",
        Shown("06", PROMISE, nb06.crash, {"acks": "all"}, "BatchReturned"),
    ),
    Term(
        "idempotent producer",
        ("idempotence", "enable.idempotence"),
        "A producer whose retries leave one copy: the leader recognises a batch by producer id, epoch and sequence "
        "number.",
        "enable.idempotence (true since 3.0; a bug kept it off in 3.0.0 and 3.1.0); ProducerStateManager",
        Shown("06", ANSWER_LOST, nb06.lost_answer, {}, "AcknowledgementLost", "replication"),
    ),
    Term(
        "sequence number",
        ("producer id", "PID"),
        "The number that an idempotent producer gives each record of a partition. A leader refuses a gap with "
        "OUT_OF_ORDER_SEQUENCE_NUMBER.",
        "ProducerIdAndEpoch, DefaultRecordBatch.baseSequence",
        Shown("06", ANSWER_LOST, nb06.overtaken, {}, "BatchRejected", "replication"),
    ),
    Term(
        "client metadata",
        ("metadata", "bootstrap.servers", "metadata request"),
        "What a client knows of a cluster: brokers, topics, and who leads each partition. Any broker gives it, and "
        "the client asks again when it proves stale.",
        "Metadata, MetadataRequest; bootstrap.servers, metadata.max.age.ms (5 min)",
        Shown("03", MAP, stale_map, {}, "LeadersLearned", "client"),
    ),
    Term(
        "NOT_LEADER_OR_FOLLOWER",
        ("stale metadata",),
        "What a broker answers a client that asks it for a partition it does not lead. The client fetches new metadata "
        "and tries again, at the leader.",
        "NotLeaderOrFollowerException, code 6; retry.backoff.ms (100 ms)",
        Shown("03", MAP, stale_map, {}, "BatchRejected", "client"),
    ),
    Term(
        "follower fetching",
        ("fetch from follower", "client.rack", "read from follower", "replica selector"),
        "A consumer reads from a replica near it instead of the leader, if brokers have a selector that looks at racks "
        "and the consumer says its own. It reads no further than that replica's high watermark.",
        "client.rack, replica.selector.class (RackAwareReplicaSelector); KIP-392, since 2.4",
        Shown("03", MAP, read_nearby, {}, "RecordsPolled", "client"),
    ),
)
