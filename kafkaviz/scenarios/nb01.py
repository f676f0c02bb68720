"""The scenarios of notebook 01: what a topic is made of, in which order it is read, and what its logs forget."""

from typing import Any, Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.retention import segment_file_name
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.core.segments import segments_of
from kafkaviz.scenarios.story import story

TOPIC: Final = "news"
TP: Final = TopicPartition(TOPIC, 0)
PRICES: Final = "prices"
PRICES_TP: Final = TopicPartition(PRICES, 0)
DAY_MS: Final = 86_400_000
RECORD_BYTES: Final = 10
"""How large a record of these stories is: a value of three letters, no key."""
MARKET: Final = ("A 10", "B 20", "A 11", "C 30", "B 21", "A 12")
"""Prices as they come in: the article, then what it costs."""


@story
def news(*partitions: int, replication_factor: int = 1, kafka: str = "4.4", **policies: Any) -> Lab:
    """Returns a cluster with the topic `news` of two partitions, to which AAA, BBB and so on went, each where told.

    >>> news(0, 1, 0).cluster.log("news", 0)[1].value
    b'CCC'

    Verbs: create_topic.

    Kafka: ProducerRecord with a partition, of which no partitioner is asked.
    """
    lab = Lab(brokers=3, kafka=kafka, **policies).create_topic(TOPIC, 2, replication_factor)
    for number, partition in enumerate(partitions):
        lab.send(TOPIC, chr(ord("A") + number) * 3, partition=partition)
    return lab


@story
def numbered(partitions: int = 3, messages: int = 9, kafka: str = "4.4") -> Lab:
    """Returns a cluster with the topic `news`, to whose partitions the messages 1, 2, 3 and so on were dealt in turn.

    >>> [record.value for record in numbered().cluster.log("news", 1)]
    [b'2', b'5', b'8']

    Each message names its partition.

    Verbs: create_topic, send.
    """
    lab = Lab(brokers=3, kafka=kafka).create_topic(TOPIC, partitions)
    for number in range(messages):
        lab.send(TOPIC, str(number + 1), partition=number % partitions)
    return lab


def as_read(lab: Lab) -> list[str]:
    """Returns the values that all polls of this lab brought, in the order in which the application got them.

    >>> as_read(numbered(3).poll("news")), as_read(numbered(1, 3).poll("news"))
    (['1', '4', '7', '2', '5', '8', '3', '6', '9'], ['1', '2', '3'])

    Kafka: the ConsumerRecords that poll returns, partition by partition.
    """
    polls = [event for event in lab.history.events() if isinstance(event, RecordsPolled)]
    return [(record.value or b"").decode() for poll in polls for _, _, _, records in poll.fetched for record in records]


@story
def filled(records: int = 6, segment_records: int = 2, kafka: str = "4.4", **configs: Any) -> Lab:
    """Returns a cluster with the topic `news` of one partition, of whose files each holds so many records.

    Its records are AAA, BBB and so on, of 10 bytes each, and `configs` are the topic's own.

    >>> filled().cluster.replicas[TP][1].segments
    (0, 2, 4)

    Verbs: create_topic, send.

    Kafka: segment.bytes, which is one gibibyte by default.
    """
    lab = Lab(brokers=1, kafka=kafka)
    own = {"segment_bytes": RECORD_BYTES * segment_records, **configs}
    return more(lab.create_topic(TOPIC, 1, 1, configs=own), records)


def more(lab: Lab, records: int) -> Lab:
    """Sends so many more records to the first partition of `news`, named after their offsets.

    >>> [record.value for record in more(filled(1), 2).cluster.log("news", 0)]
    [b'AAA', b'BBB', b'CCC']
    """
    end = lab.cluster.replicas[TP][1].log_end_offset
    for offset in range(end, end + records):
        lab.send(TOPIC, chr(ord("A") + offset % 26) * 3)
    return lab


@story
def aged(
    records: int = 6,
    segment_records: int = 2,
    days: int = 1,
    retention_days: int = 7,
    retention_records: int = -1,
    kafka: str = "4.4",
) -> Lab:
    """Returns the cluster of `filled` after so many days in which nothing was sent.

    `retention_records` is the limit of size, as a number of records; -1 is none.

    >>> [aged(retention_records=kept).cluster.replicas[TP][1].log_start_offset for kept in (-1, 4, 3)]
    [0, 2, 2]
    >>> aged(days=8).cluster.replicas[TP][1].segments
    (6,)

    Verbs: create_topic, send, tick.

    Kafka: retention.ms and retention.bytes, looked at every log.retention.check.interval.ms.
    """
    limits = {"retention_ms": retention_days * DAY_MS, "retention_bytes": max(-1, retention_records * RECORD_BYTES)}
    return filled(records, segment_records, kafka, **limits).tick(days * DAY_MS)


@story
def power_cut(flushed: int = 1, kafka: str = "4.4") -> Lab:
    """Returns a cluster whose only broker acknowledged AAA, BBB and CCC, and lost its power; it is back again.

    Its machine had written so many records to the disk, 0 to 3; ValueError for another number.

    >>> [len(power_cut(flushed).cluster.log("news", 0)) for flushed in (0, 1, 3)]
    [0, 1, 3]

    Verbs: create_topic, send, flush, kill, restart.

    Kafka: log.flush.interval.messages, which is never by default; the page cache.
    """
    if flushed not in range(4):
        raise InvalidArgumentError(f"Of three records 0 to 3 are on the disk, not {flushed!r}.")
    lab = Lab(brokers=1, kafka=kafka).create_topic(TOPIC, 1, 1)
    for number in range(4):
        if number == flushed:
            lab.flush(1)
        if number < 3:
            more(lab, 1)
    return lab.kill(1, power_lost=True).restart(1)


@story
def prices(*sent: str, segment_records: int = 3, kafka: str = "4.4", **configs: Any) -> Lab:
    """Returns a cluster with the compacted topic `prices`, to which these prices went, or those of `MARKET`.

    The article is the key; one without a price is a tombstone. `configs` are the topic's own; it is compacted as soon
    as a file is closed, for a tenth of it is dirty enough.

    >>> [record.offset for record in prices().cluster.log("prices", 0)]
    [1, 2, 3, 4, 5]

    Verbs: create_topic, send.

    Kafka: cleanup.policy=compact and min.cleanable.dirty.ratio, which is 0.5 by default.
    """
    own = {"cleanup_policy": "compact", "segment_bytes": segment_records * RECORD_BYTES}
    own |= {"min_cleanable_dirty_ratio": 0.1, **configs}
    lab = Lab(brokers=1, kafka=kafka).create_topic(PRICES, 1, 1, configs=own)
    return priced(lab, *(sent or MARKET))


def priced(lab: Lab, *sent: str) -> Lab:
    """Sends more prices to the topic `prices`, one after the other.

    >>> priced(prices(), "C").cluster.log("prices", 0)[-1]._replace(producer_id=-1)
    Record(offset=6, key=b'C', value=None, timestamp_ms=0, leader_epoch=0, producer_id=-1, sequence=6, producer_epoch=0)
    """
    for article in sent:
        key, _, price = article.partition(" ")
        lab.send(PRICES, price or None, key=key)
    return lab


def files(lab: Lab) -> dict[int, list[str]]:
    """Returns the segment files of each broker, by the directory of their partition.

    >>> files(news(0, 1))[2]
    ['news-1/00000000000000000000.log']

    Kafka: log.dirs; beside each of them lie its indexes.
    """
    found: dict[int, list[str]] = {broker: [] for broker in lab.cluster.brokers}
    for tp, held in lab.cluster.replicas.items():
        for broker, copy in held.items():
            found[broker] += [f"{tp}/{segment_file_name(segment.base_offset)}" for segment in segments_of(copy)]
    return found


def log_of(lab: Lab, tp: tuple[str, int] = TP) -> dict[int, str]:
    """Returns what the leader of a partition has, by offset: the values, and of prices the article and its price.

    >>> log_of(aged(retention_records=2)), log_of(prices("A 10", "A"), PRICES_TP)
    ({4: 'EEE', 5: 'FFF'}, {0: 'A 10', 1: 'A'})

    Kafka: kafka-dump-log.sh --print-data-log.
    """
    pairs = {record.offset: (record.key, record.value) for record in lab.cluster.log(*tp)}
    return {offset: " ".join(part.decode() for part in pair if part is not None) for offset, pair in pairs.items()}


def known(lab: Lab) -> dict[str, str]:
    """Returns what a reader of all prices knows at the end: the last price of each article, "deleted" of a tombstone.

    >>> known(prices("A 10", "B 20", "A 11", "B"))
    {'A': '11', 'B': 'deleted'}

    Kafka: a KTable of Kafka Streams.
    """
    pairs = (value.partition(" ") for value in log_of(lab, PRICES_TP).values())
    return dict(sorted({article: price or "deleted" for article, _, price in pairs}.items()))


@story
def dropped(kafka: str = "4.4") -> Lab:
    """Returns the cluster of `prices` in which the article C was dropped, and its files were compacted since.

    >>> log_of(dropped(), PRICES_TP)
    {3: 'C', 4: 'A 11', 5: 'B 21', 6: 'A 12'}

    Verbs: create_topic, send.

    Kafka: a tombstone, a record whose value is null.
    """
    return prices("A 10", "C 30", "B 20", "C", "A 11", "B 21", "A 12", kafka=kafka)


@story
def keyless(kafka: str = "4.4") -> Lab:
    """Returns the cluster of `prices` to which a price without a key was sent.

    >>> keyless().history.steps[-1].event.error
    'INVALID_RECORD'

    Verbs: create_topic, send.

    Kafka: LogValidator, InvalidRecordException; before 2.4 (KIP-467) the producer takes it for damage and tries again.
    """
    lab = prices(kafka=kafka)
    return lab.send(PRICES, "99", expect=None if lab.policies.invalid_records_are_refused else "CORRUPT_MESSAGE")
