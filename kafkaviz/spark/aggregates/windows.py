"""Records per second, or per any tumbling window of time, for each partition or consumer."""

from typing import TYPE_CHECKING

from kafkaviz.spark.aggregates.checks import MOST_WINDOWS, checked_partition, require_columns, require_whole
from kafkaviz.spark.aggregates.load import key_and_value_bytes
from kafkaviz.spark.aggregates.owners import consumers_of, owned_columns, owners_frame
from kafkaviz.spark.aggregates.parts import Parts

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

    from kafkaviz.spark.aggregates.owners import Assignment

MEASURES = ("records", "bytes", "lag_records", "capacity_per_s")
"""Columns that say how much, not whose."""

_MICROS = 1_000_000


def arrivals(df: "DataFrame", window_s: int = 1) -> "DataFrame":
    """Counts what arrives in each partition in each window: topic, partition, window_start, records, bytes.

    Windows are `window_s` seconds long, do not overlap and begin at whole multiples of that since 1970. Those in which
    nothing arrives are missing until `filled` adds them. Raises InvalidArgumentError for other columns or numbers.

    >>> clicks = workload(spark, records=600, partitions=3)  # doctest: +SKIP
    >>> arrivals(clicks, window_s=60).groupBy().sum("records").first()[0]  # doctest: +SKIP
    600

    Kafka: MessagesInPerSec and BytesInPerSec, by the records' own timestamps.
    """
    import pyspark.sql.functions as F

    require_columns(df, "topic", "partition", "timestamp", "key", "value")
    width = require_whole("window_s", window_s, 1) * _MICROS
    micros = F.unix_micros(F.col("timestamp").cast("timestamp"))
    dated = df.select(
        "topic",
        "partition",
        (micros - F.pmod(micros, F.lit(width))).alias("_start"),
        key_and_value_bytes().alias("bytes"),
    )
    by_window = dated.groupBy("topic", "partition", "_start").agg(
        F.count("*").alias("records"), F.sum("bytes").alias("bytes")
    )
    start = F.timestamp_micros("_start").alias("window_start")
    return by_window.select("topic", checked_partition().alias("partition"), start, "records", "bytes")


def arrivals_by_consumer(arriving: "DataFrame", assignment: "Assignment") -> "DataFrame":
    """Adds up what arrives for each consumer of a group: consumer, window_start, records, bytes.

    `arriving` is what `arrivals` returns, `assignment` as in `load_by_consumer`. Records of a partition that nobody
    owns fail with one sentence. Raises InvalidArgumentError for other columns, or what is no assignment.

    >>> clicks = workload(spark, records=600, partitions=3)  # doctest: +SKIP
    >>> arrivals_by_consumer(arrivals(clicks), {"C1": [0, 1, 2]}).columns  # doctest: +SKIP
    ['consumer', 'window_start', 'records', 'bytes']

    Kafka: records-consumed-rate by client, once every consumer keeps up.
    """
    import pyspark.sql.functions as F

    owned = _with_consumer(arriving, assignment)
    return owned.groupBy("consumer", "window_start").agg(
        F.sum("records").alias("records"), F.sum("bytes").alias("bytes")
    )


def with_shared_capacity(arriving: "DataFrame", assignment: "Assignment", capacity_per_s: float) -> "DataFrame":
    """Adds whose each partition is, and its even share of what that consumer can read: consumer, capacity_per_s.

    This is a consumer that takes from all its partitions in turn and leaves what one does not use. One that gives
    it to the others is what `arrivals_by_consumer` measures. Arguments and errors as there.

    >>> shared = with_shared_capacity(arrivals(clicks), {"C1": [0, 1], "C2": [2]}, 1_000)  # doctest: +SKIP
    >>> sorted({(row.consumer, row.capacity_per_s) for row in shared.collect()})  # doctest: +SKIP
    [('C1', 500.0), ('C2', 1000.0)]

    Kafka: a consumer with as many records of each partition in every poll.
    """
    import pyspark.sql.functions as F

    sizes: dict[object, int] = {}
    for owned in consumers_of(assignment):
        sizes[owned.owner] = sizes.get(owned.owner, -1) + 1
    shares = [(str(member), capacity_per_s / size) for member, size in sizes.items() if size]
    table = arriving.sparkSession.createDataFrame(shares or [("", 0.0)], "consumer string, capacity_per_s double")
    return _with_consumer(arriving, assignment).join(F.broadcast(table), "consumer", "left")


def filled(arriving: "DataFrame", window_s: int = 1, *, extra_windows: int = 0) -> "DataFrame":
    """Adds the windows in which nothing arrives: from the first of all to the last of all, for each partition.

    `arriving` is what `arrivals` or `arrivals_by_consumer` returns, with the same `window_s`; a capacity beside it
    is carried on. `extra_windows` more follow at the end, in which a lag can drain. Raises InvalidArgumentError for
    other columns or numbers; more than ten million windows in a row fail with one sentence.

    >>> filled(arrivals(workload(spark, records=600, partitions=3))).columns  # doctest: +SKIP
    ['topic', 'partition', 'window_start', 'records', 'bytes']
    """
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    require_columns(arriving, "window_start", "records")
    width = require_whole("window_s", window_s, 1) * _MICROS
    extra = require_whole("extra_windows", extra_windows, 0, MOST_WINDOWS)
    owners = owners_in(arriving)
    timed = arriving.withColumn("_start", F.unix_micros("window_start"))
    ends = timed.agg(F.min("_start").alias("_from"), (F.max("_start") + extra * width).alias("_to"))
    in_time = Window.partitionBy(*owners).orderBy("_start")
    windows = (F.col("_to") - F.col("_from")) / width
    too_long = F.raise_error(
        F.format_string(
            f"From the first record to the last it is %.0f windows of {window_s} s; take longer ones.", windows
        )
    )
    gaps = timed.crossJoin(F.broadcast(ends)).select(
        *timed.columns,
        F.when(windows > MOST_WINDOWS, too_long.cast("long"))
        .otherwise(F.coalesce(F.lag("_start").over(in_time) + width, F.col("_from")))
        .alias("_first"),
        F.when(F.lead("_start").over(in_time).isNull(), F.col("_to")).otherwise(F.col("_start")).alias("_last"),
    )
    every = gaps.withColumn("_at", F.explode(F.sequence("_first", "_last", F.lit(width))))
    own = F.col("_at") == F.col("_start")

    def column(name: str) -> "Column":
        if name == "window_start":
            return F.timestamp_micros("_at").alias(name)
        if name in ("records", "bytes"):
            return F.when(own, F.col(name)).otherwise(F.lit(0)).cast("long").alias(name)
        return F.col(name)

    return every.select(*map(column, arriving.columns))


def owners_in(arriving: "DataFrame") -> list[str]:
    """Returns the columns that say whose a row is: all but time and measures."""
    return [name for name in arriving.columns if name not in ("window_start", *MEASURES)]


def _with_consumer(arriving: "DataFrame", assignment: "Assignment") -> "DataFrame":
    import pyspark.sql.functions as F

    require_columns(arriving, "topic", "partition", "window_start", "records", "bytes")
    owners = owners_frame(arriving, "consumer", consumers_of(assignment))
    on = owned_columns(owners)
    unknown = F.format_string("Partition %d has records and nobody reads it: give it to a consumer.", "partition")
    joined = arriving.join(F.broadcast(owners), on, "left")
    return joined.withColumn(
        "consumer",
        F.when(F.col("consumer").isNull(), F.raise_error(unknown).cast("string")).otherwise(F.col("consumer")),
    ).select(*arriving.columns, "consumer")


ARRIVALS = Parts(("topic", "partition", "window_start"), arrivals, lambda summed: summed)
"""What `arrivals` of windows of a second is made of, for a stream."""
