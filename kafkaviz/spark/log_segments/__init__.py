"""Log segments of a real Kafka as a DataFrame: what a broker has on disk, read without a broker and without a jar."""

import os
from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.spark.arguments import require_session
from kafkaviz.spark.errors import plain_sentence
from kafkaviz.spark.log_segments.files import SCHEME

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def read_segments(
    spark: "SparkSession",
    path: "str | PathLike[str] | Sequence[str | PathLike[str]]",
    topic: str | None = None,
    *,
    include_headers: bool = False,
) -> "DataFrame":
    """Reads the log segments of Kafka that lie at a path, with the columns of Spark's own Kafka source.

    `path` is a segment, the directory of a partition (`payments-0`), a broker's log directory, a pattern such as
    `logs/payments-*`, or a list of these; a copied segment may also be called `payments-0.log`. With `topic`
    only the partitions of that topic are read. Columns: key and value (binary), topic (string), partition (int),
    offset (long), timestamp, timestampType (int: 0 CreateTime, 1 LogAppendTime, -1 none), and with
    `include_headers` headers (array of key and value, null where a record has none). Nothing is read yet: each
    segment becomes a task, a large one several. The path is one of the machines that do the work, so on a cluster
    all of them must see it, and have kafka-python (`pip install "kafkaviz[segments]"`).
    Raises InvalidArgumentError where no segment lies, where one partition lies in two places, or where kafka-python
    is missing; WrongTypeError for what is no path. A damaged batch is named when the records are asked for.

    >>> read_segments(spark, "tests/vectors/segments/librdkafka").count()  # doctest: +SKIP
    1656

    Kafka: LogSegment and FileRecords, as a consumer with isolation.level=read_uncommitted sees them: markers of
    transactions are left out, records of aborted ones are not. A batch that is cut off at the end of the last
    segment, which a broker may be writing to, is not there yet; there is no high watermark in a segment.
    """
    from pyspark.errors import PySparkException

    require_session(spark, "read_segments")
    register(spark)
    reader = spark.read.format("kafka_segments").option("includeHeaders", include_headers)
    if topic is not None:
        reader = reader.option("topic", topic)
    try:
        df = reader.load(_absolute(path))
        # Connect looks at the path only when somebody wants to know the columns.
        _ = df.schema
    except PySparkException as problem:
        raise InvalidArgumentError(plain_sentence(problem)) from None
    return df


def register(spark: "SparkSession") -> None:
    """Makes `spark.read.format("kafka_segments").load(path)` work in a session; a second time changes nothing.

    Its options are `topic`, `includeHeaders` as in Spark's Kafka source, and `maxPartitionBytes`, above which a
    segment is read by several tasks (128 MiB).

    >>> register(spark)  # doctest: +SKIP

    Kafka: org.apache.spark.sql.kafka010, whose columns it has; the source itself is Spark's DataSource in Python.
    """
    from kafkaviz.spark.log_segments.source import KafkaSegments

    spark.dataSource.register(KafkaSegments)


def _absolute(path: "str | PathLike[str] | Sequence[str | PathLike[str]]") -> list[str]:
    # Spark's own processes keep the folder in which they were started, a notebook may change its own.
    several = [path] if isinstance(path, str | PathLike) else path
    if not isinstance(several, Sequence) or not all(isinstance(each, str | PathLike) for each in several):
        raise WrongTypeError(f"A path is text or a pathlib.Path, or a list of these, not {path!r}.")
    return [str(each) if SCHEME.match(str(each)) else os.path.abspath(each) for each in several]
