"""Records by the million with the columns of Spark's own Kafka source, each a pure function of its number and a seed.

What is computed from them runs unchanged on `spark.read.format("kafka")` or on a dump of a real topic.
"""

from typing import TYPE_CHECKING

from kafkaviz.spark.routing import partition_of, with_murmur2_of_id
from kafkaviz.spark.zipf import zipf_rank

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

COLUMNS = ("key", "value", "topic", "partition", "offset", "timestamp", "timestampType")
"""The columns of Spark's Kafka source, in its order."""

_CREATE_TIME = 0
_START_MICROS = 1_767_225_600_000_000  # 2026-01-01 00:00 UTC
_TASKS = 16


def workload(
    spark: "SparkSession",
    records: int = 1_000_000,
    keys: int = 10_000,
    zipf: float = 1.1,
    *,
    seed: int = 1,
    topic: str = "clicks",
    prefix: str = "user-",
    partitions: int | None = None,
    record_bytes: int = 200,
    records_per_second: int = 10_000,
    tasks: int = _TASKS,
) -> "DataFrame":
    """Makes records whose keys `user-1` .. `user-<keys>` follow Zipf's law, the hottest first; nothing runs yet.

    Columns: key and value (binary), topic (string), partition (int), offset (long), timestamp, timestampType
    (int). With `partitions` they are routed as Kafka does; without it the partition is null until `route` fills
    it. The offset is the number of the record in the whole workload, so it rises within a partition and has
    gaps, which Kafka allows; `dense_offsets` closes them. Every value has `record_bytes` bytes. The same
    arguments give the same records, however many `tasks` (Spark's partitions of the data) make them.
    Raises ValueError for a number that is too small.

    >>> workload(spark, 5, keys=3, partitions=2).select("offset", "key").count()  # doctest: +SKIP
    5

    Kafka: the columns of Spark's Kafka source, timestampType 0 (CreateTime); values as kafka-producer-perf-test
    makes them with --record-size. One producer, a steady rate, no batches.
    """
    import pyspark.sql.functions as F

    for name, given, least in (
        ("records", records, 0),
        ("record_bytes", record_bytes, 0),
        ("records_per_second", records_per_second, 1),
        ("tasks", tasks, 1),
    ):
        if given < least:
            raise ValueError(f"{name} is at least {least}, not {given}.")
    offset = F.col("id")
    drawn = spark.range(records, numPartitions=tasks).withColumn("uniform", _uniform(offset, seed))
    ranked = drawn.withColumn("rank", zipf_rank(F.col("uniform"), keys, zipf))
    partition = F.lit(None).cast("int")
    if partitions is not None:
        ranked = with_murmur2_of_id(ranked, "rank", prefix, keys)
        partition = partition_of(F.col("murmur2"), partitions)
    micros = F.lit(_START_MICROS) + F.expr(f"id * 1000000L div {records_per_second}L")
    return ranked.select(
        F.concat(F.lit(prefix), F.col("rank").cast("string")).cast("binary").alias("key"),
        F.lit(b"x" * record_bytes).alias("value"),
        F.lit(topic).alias("topic"),
        partition.alias("partition"),
        offset.alias("offset"),
        F.timestamp_micros(micros).alias("timestamp"),
        F.lit(_CREATE_TIME).alias("timestampType"),
    )


def dense_offsets(df: "DataFrame") -> "DataFrame":
    """Renumbers the offsets of each partition 0, 1, 2, … in the order they had; this sorts all records.

    >>> dense_offsets(workload(spark, 9, partitions=2)).groupBy("partition").min("offset")  # doctest: +SKIP
    DataFrame[partition: int, min(offset): bigint]

    Kafka: the offsets of a log that nothing was compacted from and no transaction has written to.
    """
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    in_log = Window.partitionBy("topic", "partition").orderBy("offset")
    return df.withColumn("offset", F.row_number().over(in_log).cast("long") - 1)


def _uniform(number: "Column", seed: int) -> "Column":
    """Returns a double in (0, 1) that depends on a record's number and the seed alone, not on who computes it."""
    import pyspark.sql.functions as F

    bits = F.shiftrightunsigned(F.xxhash64(number, F.lit(seed).cast("long")), 11)
    return (bits.cast("double") + 0.5) * 2.0**-53
