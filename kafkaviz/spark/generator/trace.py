"""What a lab's history appended, as records: the same columns, with the partitions, offsets and times it got."""

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.core.history import History
from kafkaviz.model.sessions.file import read
from kafkaviz.model.sessions.session import replay_acts
from kafkaviz.model.sessions.start import beginning_of
from kafkaviz.spark.generator.rates import CREATE_TIME, START_MICROS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

_SCHEMA = (
    "key binary, value binary, topic string, partition int, offset long, micros long, timestampType int, "
    "producer string"
)
Row = tuple[bytes | None, bytes | None, str, int, int, int, int, str]


def history_of(given: object) -> History:
    """Returns a history: the one given, that of a lab, or that of a session, which is played again.

    Raises WrongTypeError for anything else, SessionError for a session that cannot be played.

    >>> from kafkaviz.model.core.cluster import Cluster
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> len(history_of(History(Cluster(0, Quorum.of(101), {}))).steps)
    0
    """
    if isinstance(given, Mapping):
        session = read(given)
        start, policies = beginning_of(session)
        return replay_acts(start, session.acts, policies)
    history = getattr(given, "history", given)
    if not isinstance(history, History):
        raise WrongTypeError(
            f"A trace is made of a lab, its history or its session, as in history=lab, not of {short(given)}."
        )
    return history


def appended_records(history: History) -> "Iterator[Row]":
    """Yields the records in the order in which leaders wrote them, also those that were lost later; retries once."""
    for step in history.steps:
        event = step.event
        if isinstance(event, RecordsAppended) and not event.duplicate:
            for record in event.records:
                micros = START_MICROS + 1_000 * record.timestamp_ms
                at = event.tp.topic, event.tp.partition, record.offset
                yield record.key, record.value, *at, micros, CREATE_TIME, event.producer


def trace(
    spark: "SparkSession", history: History, records: int, topic: str | None, tasks: int, renumber: bool
) -> "DataFrame":
    """Makes a DataFrame of up to `records` records of a history, of one topic or of all, with their `producer`.

    With `renumber` the offset is the record's number in the trace. Raises InvalidArgumentError for a topic without one.
    """
    import pyspark.sql.functions as F

    rows = list(appended_records(history))
    topics = sorted({row[2] for row in rows})
    if topic is not None and topic not in topics:
        raise InvalidArgumentError(
            f"The history appended nothing to the topic {short(topic)}; {suggestion(topic, topics)}"
        )
    kept = islice((row for row in rows if topic in (None, row[2])), records)
    numbered = [(*row[:4], number if renumber else row[4], *row[5:]) for number, row in enumerate(kept)]
    df = spark.createDataFrame(numbered, _SCHEMA).repartition(tasks)
    timed = df.withColumn("micros", F.timestamp_micros("micros"))
    return timed.withColumnRenamed("micros", "timestamp")
