"""What each partition, broker or consumer carries, and how uneven that is."""

from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.partitioners import MOST_PARTITIONS
from kafkaviz.decisions.wording import short
from kafkaviz.spark.aggregates.checks import checked_partition, require_columns, require_whole
from kafkaviz.spark.aggregates.owners import consumers_of, leaders_of, owned_columns, owners_frame
from kafkaviz.spark.aggregates.parts import Parts
from kafkaviz.spark.errors import plain_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import pandas as pd
    from pyspark.sql import Column, DataFrame

    from kafkaviz.spark.aggregates.owners import Assignment, Leaders


class Skew(NamedTuple):
    """How uneven a load is: the hottest partition, its share of all, that share over the mean's, and the Gini index.

    The Gini index is 0 when all carry the same and comes near 1 when one carries everything.
    """

    hottest: int
    share: float
    max_over_mean: float
    gini: float

    def __str__(self) -> str:
        return (
            f"partition {self.hottest} carries {self.share:.1%} of the records, "
            f"{self.max_over_mean:.2f} times the mean (Gini {self.gini:.2f})"
        )


def load(df: "DataFrame", partitions: int | None = None) -> "DataFrame":
    """Counts what each partition carries: a row per topic and partition with records, bytes and share.

    `bytes` are those of keys and values, `share` is of the records of the topic. Partitions without a record are
    there too: up to `partitions`, or else up to the highest that has one. A topic without a record is unknown here.
    Nothing runs until the result is asked for; then records that have no partition, or lie beyond `partitions`, fail
    with one sentence. Raises InvalidArgumentError for other columns or numbers.

    >>> int(load(workload(spark, records=600, partitions=3)).toPandas().records.sum())  # doctest: +SKIP
    600

    Kafka: the record and byte counts of kafka.log:type=Log, without headers and the batches' own bytes.
    """
    if partitions is not None:
        require_whole("partitions", partitions, 1, MOST_PARTITIONS)
    return _load_of(counts(df), partitions)


def load_by_broker(df: "DataFrame", leaders: "Leaders") -> "DataFrame":
    """Counts what each broker takes from producers as the leader: broker, partitions, records, bytes, share.

    `leaders` is a placement (a list of replicas for each partition, leader first), a dict from partition number or
    TopicPartition to broker id, or a cluster of the model. Brokers that lead nothing are there with 0; partitions
    without a leader count for broker null. Records of a partition that is not in `leaders` fail with one sentence.
    Raises InvalidArgumentError for what is no such mapping, and for other columns.

    >>> load_by_broker(workload(spark, records=9, partitions=2), [[1, 2], [2, 1]]).count()  # doctest: +SKIP
    2

    Kafka: BytesInPerSec by broker. Followers fetch the same again, which is left out.
    """
    return _load_by(df, "broker", owners_frame(df, "broker", leaders_of(leaders)))


def load_by_consumer(df: "DataFrame", assignment: "Assignment") -> "DataFrame":
    """Counts what each consumer of a group has to read: consumer, partitions, records, bytes, share.

    `assignment` is what an assignor of `kafkaviz.decisions.assignors` answers, a dict from member to partition
    numbers, or a group of the model. Members that own nothing are there with 0. Records of a partition that nobody
    owns fail with one sentence. Raises InvalidArgumentError for what is no such mapping, and for other columns.

    >>> clicks = workload(spark, records=9, partitions=2)  # doctest: +SKIP
    >>> [row.consumer for row in load_by_consumer(clicks, {"C1": [0, 1], "C2": []}).collect()]  # doctest: +SKIP
    ['C1', 'C2']

    Kafka: records-consumed-rate by client, once every consumer keeps up.
    """
    return _load_by(df, "consumer", owners_frame(df, "consumer", consumers_of(assignment)))


def skew(shares: "pd.DataFrame | DataFrame | Sequence[float] | np.ndarray") -> Skew:
    """Tells how uneven a load is; `shares` is what `load` returns (which runs Spark), or one number per partition.

    Empty partitions count in the mean. Raises InvalidArgumentError when there is no load at all, or it is of several
    topics; WrongTypeError for what is no load.

    >>> print(skew([8, 1, 3]))
    partition 0 carries 66.7% of the records, 2.00 times the mean (Gini 0.39)
    """
    import pandas as pd

    if hasattr(shares, "toPandas"):
        with plain_errors():
            shares = shares.toPandas()
    if isinstance(shares, pd.DataFrame):
        if "topic" in shares.columns and shares["topic"].nunique() > 1:
            topics = sorted(shares["topic"].unique())
            raise InvalidArgumentError(
                f"This load is of {len(topics)} topics ({', '.join(topics[:5])}); "
                f"keep one, as in load[load.topic == {topics[0]!r}]."
            )
        if "share" not in shares.columns:
            raise InvalidArgumentError("A load has the column 'share', as load(df) gives it.")
        shares = shares["share"]
    values = _loads(shares)
    hottest = int(values.argmax())
    share = float(values[hottest] / values.sum())
    return Skew(hottest, share, share * len(values), gini(values))


def gini(values: "Sequence[float] | np.ndarray") -> float:
    """Returns the Gini index: the mean difference between two of the values, over twice their mean.

    Raises InvalidArgumentError when there is no load at all, WrongTypeError for what is no load.

    >>> gini([1, 1, 1]), gini([0, 0, 0, 1])
    (0.0, 0.75)
    """
    import numpy as np

    ordered = np.sort(_loads(values))
    ranks = np.arange(1, len(ordered) + 1)
    return float(2 * (ranks * ordered).sum() / (len(ordered) * ordered.sum()) - (len(ordered) + 1) / len(ordered))


def _loads(given: object) -> "np.ndarray":
    import numpy as np

    try:
        values = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        values = np.zeros(())
    if values.ndim != 1:
        raise WrongTypeError(f"A load is what load(df) gives, or a number for each partition, not {short(given)}.")
    if not np.isfinite(values).all() or (values < 0).any() or not values.sum() > 0:
        raise InvalidArgumentError("There is no load, so nothing of it can be uneven: give at least one record.")
    return values


def hottest_keys(df: "DataFrame", count: int = 5) -> "DataFrame":
    """Finds the keys with the most records, the hottest first: key, text, records, and their share of all records.

    `text` is the key as UTF-8. Keys that are equally hot come in the order of their bytes; records without a key
    count as one. Raises InvalidArgumentError for other columns or a negative count.

    >>> clicks = workload(spark, records=600, partitions=3)  # doctest: +SKIP
    >>> [row.text for row in hottest_keys(clicks, 2).collect()]  # doctest: +SKIP
    ['user-1', 'user-2']

    Kafka: no broker knows this; it is found by reading the topic.
    """
    import pyspark.sql.functions as F

    require_columns(df, "key")
    require_whole("count", count, 0)
    by_key = df.groupBy(F.col("key").cast("binary").alias("key")).agg(F.count("*").alias("records"))
    total = by_key.agg(F.sum("records").alias("_total"))
    text = F.expr("make_valid_utf8(cast(key AS STRING))").alias("text")
    hottest = by_key.orderBy(F.desc("records"), "key").limit(count).crossJoin(F.broadcast(total))
    return hottest.select("key", text, "records", (F.col("records") / F.col("_total")).alias("share")).orderBy(
        F.desc("records"), "key"
    )


def counts(df: "DataFrame") -> "DataFrame":
    """Counts records and bytes of each partition that has any; parts of a topic can be counted alone and added up.

    Raises InvalidArgumentError for other columns.
    """
    import pyspark.sql.functions as F

    require_columns(df, "topic", "partition", "key", "value")
    sized = df.select("topic", "partition", key_and_value_bytes().alias("bytes"))
    return sized.groupBy("topic", "partition").agg(F.count("*").alias("records"), F.sum("bytes").alias("bytes"))


def key_and_value_bytes() -> "Column":
    """Returns the bytes (int) of a record's key and value, as a column."""
    import pyspark.sql.functions as F

    return F.coalesce(F.octet_length("key"), F.lit(0)) + F.coalesce(F.octet_length("value"), F.lit(0))


LOAD = Parts(("topic", "partition"), counts, lambda summed: _load_of(summed, None))
"""What `load` is made of, for a stream: `watch(stream, LOAD)`."""


def _load_of(counts: "DataFrame", partitions: int | None) -> "DataFrame":
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    by_number = Window.partitionBy("topic").orderBy("partition")
    least = (partitions or 0) - 1
    known = counts.withColumn("partition", checked_partition(partitions))
    # Each row also makes the empty partitions between the one before and itself, and the last one those behind it.
    gaps = known.select(
        "*",
        (F.lag("partition", 1, -1).over(by_number) + 1).alias("_first"),
        F.when(F.lead("partition").over(by_number).isNull(), F.greatest("partition", F.lit(least)))
        .otherwise(F.col("partition"))
        .alias("_last"),
    )
    every = gaps.withColumn("_partition", F.explode(F.sequence("_first", "_last")))
    own = F.col("_partition") == F.col("partition")
    records = F.when(own, F.col("records")).otherwise(F.lit(0)).cast("long")
    filled = every.select(
        "topic",
        F.col("_partition").alias("partition"),
        records.alias("records"),
        F.when(own, F.col("bytes")).otherwise(F.lit(0)).cast("long").alias("bytes"),
    )
    of_topic = F.sum("records").over(Window.partitionBy("topic"))
    return filled.withColumn("share", F.col("records") / of_topic).orderBy("topic", "partition")


def _load_by(df: "DataFrame", kind: str, owners: "DataFrame") -> "DataFrame":
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    by_number = counts(df).withColumn("partition", checked_partition())
    on = owned_columns(owners)
    by_partition = by_number.groupBy(*on).agg(F.sum("records").alias("records"), F.sum("bytes").alias("bytes"))
    joined = owners.withColumn("_known", F.lit(True)).join(by_partition, on, "full")
    unknown = F.raise_error(
        F.format_string(f"Partition %d has records and no {kind} is given for it: give one.", "partition")
    )
    whose = F.when(F.col("_known").isNull(), unknown.cast(owners.schema[kind].dataType)).otherwise(F.col(kind))
    totals = joined.groupBy(whose.alias(kind)).agg(
        F.count(F.when(F.col("partition") >= 0, 1)).alias("partitions"),
        F.coalesce(F.sum("records"), F.lit(0)).alias("records"),
        F.coalesce(F.sum("bytes"), F.lit(0)).alias("bytes"),
    )
    everything = F.sum("records").over(Window.partitionBy(F.lit(0)))
    shared = totals.withColumn("share", F.col("records") / F.greatest(everything, F.lit(1)))
    # Somebody whom nobody is was only needed if they have partitions.
    return shared.where(F.col(kind).isNotNull() | (F.col("partitions") > 0)).orderBy(F.asc_nulls_last(kind))
