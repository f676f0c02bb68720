"""Producer duty beside broker duty, and beside that of the controller, which the article counts among the brokers."""

from typing import Final

from kafkaviz.course.tables.table import ArticleTable, Statement, TableRow
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb05, nb06

PRODUCER, BROKER, CONTROLLER = "producer", "broker", "controller"


def balance() -> Lab:
    """Spreads records and leaders, takes a leader away, and waits until leadership is back where it was.

    >>> [row.leads for row in balance().busiest().rows]
    [1, 1, 1]

    Kafka: leader.imbalance.check.interval.seconds, 300.
    """
    lab = Lab(brokers=3).create_topic("sports_news", 3, 2)
    lab.send("sports_news", ("football", "f1"), ("basketball", "b1"), ("tennis", "t1"))
    return lab.kill(1).restart(1).tick(300_000)


DUTIES: Final = ArticleTable(
    "duties",
    "Whose duty is it?",
    (PRODUCER, BROKER, CONTROLLER),
    (
        TableRow(
            "partition assignment",
            (
                Statement(
                    "choose the partition of a record",
                    PRODUCER,
                    "Its partitioner has chosen before anything is sent.",
                    "RecordQueued",
                ),
                Statement(
                    "write the record at the end of the log",
                    BROKER,
                    "The leader takes the partition as it is told, and adds the offset.",
                    "RecordsAppended",
                ),
            ),
            nb04.months,
            "partitioner",
        ),
        TableRow(
            "partition key handling",
            (
                Statement(
                    "compute the partition of a key, so that equal keys meet",
                    PRODUCER,
                    "murmur2 of the key's bytes, modulo the number of partitions; no broker looks at a key for that.",
                    "RecordQueued",
                ),
                Statement(
                    "keep a partition's records in order",
                    BROKER,
                    "The leader appends what arrives, and each record gets the next offset.",
                    "RecordsAppended",
                ),
                Statement(
                    "fetch copies of the records from the leader",
                    BROKER,
                    "Each follower fetches; that is replication.",
                    "FetchReceived",
                ),
            ),
            balance,
            "replication",
        ),
        TableRow(
            "load balancing",
            (
                Statement(
                    "spread the records over the partitions",
                    PRODUCER,
                    "By keys or by batches; a few heavy keys make it uneven, and no broker mends that.",
                    "RecordQueued",
                ),
                Statement(
                    "spread partitions and leaders over the brokers",
                    CONTROLLER,
                    "When a topic is created, by counts. The article says the brokers: its controller was one.",
                    "TopicCreated",
                ),
                Statement(
                    "give leadership back to the first replica",
                    CONTROLLER,
                    "Every 300 s it elects preferred leaders; it balances no bytes.",
                    "PartitionChanged",
                ),
            ),
            balance,
        ),
        TableRow(
            "acknowledgements",
            (
                Statement(
                    "set acks: how far a record must come before the answer",
                    PRODUCER,
                    "It travels with each request; acks=all is the default since 3.0.",
                    "RecordQueued",
                ),
                Statement(
                    "see to it that replicas in sync have the record",
                    BROKER,
                    "Followers fetch, whatever acks says, and the leader moves the high watermark.",
                    "HighWatermarkAdvanced",
                ),
                Statement(
                    "answer as soon as acks allows it",
                    BROKER,
                    "With acks=all the leader waits for every replica in the ISR.",
                    "ProduceAcknowledged",
                ),
            ),
            lambda: nb05.copies(slow=1, seconds=50, back=True),
            "replication",
        ),
        TableRow(
            "failover",
            (
                Statement(
                    "notice that a broker is silent",
                    CONTROLLER,
                    "It fences a broker without a heartbeat for 9 s. The article says the brokers; these only send.",
                    "BrokerFenced",
                ),
                Statement(
                    "name the next leader",
                    CONTROLLER,
                    "The first of the replicas that is in sync and alive. The article says the brokers.",
                    "PartitionChanged",
                ),
                Statement(
                    "send again what got no answer",
                    PRODUCER,
                    "It finds the new leader by asking for metadata, and retries until delivery.timeout.ms is over.",
                    "BatchReturned",
                ),
            ),
            lambda: nb06.crash("all", "written"),
        ),
    ),
)
