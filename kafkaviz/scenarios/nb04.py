"""Notebook 04, who decides the partition: sports news with keys, months as keys, and records without a key."""

from typing import Any

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.scenarios.story import story

SPORTS = ("football", "basketball", "tennis")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@story
def news(
    articles: int = 12,
    *,
    football: int = 6,
    partitions: int = 3,
    brokers: int = 3,
    keyed: bool = True,
    kafka: str = "4.4",
    **how: Any,
) -> Lab:
    """Sends sports articles, `football` of them about football and the rest shared by basketball and tennis.

    The sport is the key, unless `keyed` is false. Whatever a Lab takes besides, such as `partitioner` or `seed`, may
    be given. ValueError where more of the articles are about football than there are.

    >>> counts(news())
    [9, 0, 3]
    >>> counts(news(football=10))
    [11, 0, 1]

    Verbs: create_topic, send.

    Kafka: the topic sports_news of the articles, which put football on P0, basketball on P1 and tennis on P2.
    """
    if not 0 <= football <= articles:
        raise InvalidArgumentError(f"Of {articles} articles, 0 to {articles} can be about football, not {football}.")
    tennis = (articles - football) // 2
    shares = zip(SPORTS, (football, articles - football - tennis, tennis), strict=True)
    # Each sport's articles are spread over the whole time, as news is.
    sports = [sport for _, sport in sorted(((n + 0.5) / many, sport) for sport, many in shares for n in range(many))]
    values = [f"{sport[:4]}-{number}" for number, sport in enumerate(sports, 1)]
    lab = Lab(brokers=brokers, kafka=kafka, **how).create_topic("sports_news", partitions, 1)
    return lab.send("sports_news", *(zip(sports, values, strict=True) if keyed else values))


@story
def months(partitions: int = 3, **how: Any) -> Lab:
    """Sends one record for each month, with the month's name as its key.

    >>> counts(months())
    [8, 1, 3]

    Verbs: create_topic, send.

    Kafka: what any Java producer does with these keys.
    """
    lab = Lab(brokers=3, **how).create_topic("months", partitions, 1)
    return lab.send("months", *((month, month[:3]) for month in MONTHS))


@story
def readings(records: int = 24, *, partitions: int = 6, kafka: str = "4.4", **how: Any) -> Lab:
    """Sends records without a key to a topic of many partitions.

    >>> requests(readings()), requests(readings(kafka="2.3"))
    (1, 24)

    Verbs: create_topic, send.

    Kafka: a producer that logs or measures, and has no reason for a key.
    """
    lab = Lab(brokers=3, kafka=kafka, **how).create_topic("readings", partitions, 1)
    return lab.send("readings", *(f"r{number}" for number in range(1, records + 1)))


def counts(lab: Lab) -> list[int]:
    """Counts the records in each partition of a lab's topic, by asking its graph.

    >>> counts(months(partitions=4))
    [3, 2, 4, 3]

    Kafka: what kafka-get-offsets prints, for a topic that has never lost a record.
    """
    return [records for _, records in lab.graph("partitioner").nodes(data="records") if records is not None]


def requests(lab: Lab) -> int:
    """Counts the batches that leaders have written.

    >>> requests(months())
    3

    Kafka: one produce request may carry a batch for each partition of a broker; here every batch counts.
    """
    return sum(isinstance(step.event, RecordsAppended) for step in lab.history.steps)
