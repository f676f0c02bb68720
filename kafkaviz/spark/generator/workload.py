"""Records by the million with the columns of Spark's own Kafka source, each a pure function of its number and a seed.

What is computed from them runs unchanged on `spark.read.format("kafka")` or on a dump of a real topic.
"""

from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.naming import validate_topic_name
from kafkaviz.decisions.wording import short
from kafkaviz.spark.arguments import MOST_RECORDS, count, partition_count, require_records, require_session
from kafkaviz.spark.generator.keys import Keyless
from kafkaviz.spark.generator.nexmark import event_value
from kafkaviz.spark.generator.rates import CREATE_TIME, START_MICROS, Bursts, check_rate, micros
from kafkaviz.spark.generator.sizes import SizeLaw, check_size, value
from kafkaviz.spark.generator.workloads import TRACE, Workload, check_parameters, find_workload
from kafkaviz.spark.routing import Partitioner, dealt, partitioner_of, route

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

COLUMNS = ("key", "value", "topic", "partition", "offset", "timestamp", "timestampType")
"""The columns of Spark's Kafka source, in its order."""

_LONGEST_SECONDS = 7_000 * 365 * 86_400  # A timestamp of Python ends with the year 9999.
_TASKS = 16
_TOPIC = "clicks"


def workload(
    spark: "SparkSession",
    name: str = "zipf",
    *,
    records: int = 1_000_000,
    seed: int = 1,
    topic: str | None = None,
    partitions: int | None = None,
    partitioner: Partitioner | None = None,
    producers: int = 1,
    record_bytes: int | SizeLaw | None = None,
    rate: int | Bursts | None = None,
    tasks: int = _TASKS,
    **parameters: object,
) -> "DataFrame":
    """Makes the records of a workload by its name, as `workloads()` lists them with their parameters; nothing runs yet.

    Columns: key and value (binary), topic (string), partition (int), offset (long), timestamp, timestampType (int).
    With `partitions` they are routed by the `partitioner` (`route` has them all; else Kafka's default), and without it
    the partition is null until `route` fills it. The offset is the number of the record in the whole workload, so it
    rises within a partition and has gaps, which Kafka allows; `dense_offsets` closes them. Record n is sent by producer
    n % `producers`. `record_bytes` is the size of every value or a law (`UniformBytes`, `LognormalBytes`,
    `WeightedBytes`), `rate` the records a second or `Bursts`; the workload has its own of both. The same arguments give
    the same records, however many `tasks` (Spark's partitions of the data) make them. A `trace` is what `history=` (a
    lab, its history or its session) appended: up to `records`, with the partitions, offsets and times that it got.
    Raises InvalidArgumentError for an argument that cannot be, UnknownNameError for an unknown name or parameter, and
    InvalidTopicError (17) for a name that no topic has.

    >>> workload(spark, records=5, keys=3, partitions=2).select("offset", "key").count()  # doctest: +SKIP
    5
    >>> workload(spark, "country").groupBy("key").count().count()  # doctest: +SKIP
    12

    Kafka: the columns of Spark's Kafka source, timestampType 0 (CreateTime); values as kafka-producer-perf-test
    makes them with --record-size. No batches, no retries.
    """
    records = count("records", records, 0, MOST_RECORDS)
    tasks, producers = count("tasks", tasks, 1, 100_000), count("producers", producers, 1, MOST_RECORDS)
    seed = count("seed", seed, -(2**63), 2**63 - 1)
    _check_topic(topic)
    chosen = partitioner_of("default" if partitioner is None else partitioner)
    partitions = None if partitions is None else partition_count(partitions)
    if name == TRACE:
        _check_trace(parameters, record_bytes, rate)
        _check_partitions(partitions, partitioner)
        from kafkaviz.spark.generator.trace import history_of, trace

        history = history_of(parameters.get("history"))
        require_session(spark, "workload")
        df = trace(spark, history, records, topic, tasks, renumber=partitions is not None)
        if partitions is not None:
            df = route(df, partitions, chosen, producers="producer", seed=seed)
        return df.drop("producer")
    made = find_workload(name, parameters)
    size = None if record_bytes is None else check_size(record_bytes)
    steady = _rate(name, made, rate, records)
    partitions = made.partitions if partitions is None else partitions
    _check_partitions(partitions, partitioner)
    require_session(spark, "workload")
    ids = spark.range(records, numPartitions=tasks)
    # Kafka's own rule needs the key alone; any other partitioner is asked about the finished record.
    is_direct = partitions is not None and chosen == "default" and not isinstance(made.names, Keyless)
    df = made.law.draw(ids, seed)
    if partitions is not None and is_direct:
        df = made.names.add_partition(df, partitions, made.law, records)
    elif partitions is not None and chosen == "round_robin":
        df = df.withColumn("partition", dealt(_turn(producers), partitions))
    else:
        df = df.withColumn("partition", _no_partition())
    df = _finished(df, made, size, steady, _TOPIC if topic is None else topic, seed)
    if partitions is None or is_direct or chosen == "round_robin":
        return df
    return route(df, partitions, chosen, producers=producers, seed=seed)


def dense_offsets(df: "DataFrame") -> "DataFrame":
    """Renumbers the offsets of each partition 0, 1, 2, … in the order they had; this sorts all records.

    >>> dense_offsets(workload(spark, records=9, partitions=2)).groupBy("partition").min("offset")  # doctest: +SKIP
    DataFrame[partition: int, min(offset): bigint]

    Kafka: the offsets of a log that nothing was compacted from and no transaction has written to.
    """
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    require_records(df)
    in_log = Window.partitionBy("topic", "partition").orderBy("offset")
    return df.withColumn("offset", F.row_number().over(in_log).cast("long") - 1)


def _finished(
    df: "DataFrame", made: Workload, size: "int | SizeLaw | None", rate: int | Bursts, topic: str, seed: int
) -> "DataFrame":
    import pyspark.sql.functions as F

    number = F.col("id")
    size = made.record_bytes if size is None else size
    content = event_value(number) if size is None else value(size, number, seed)
    return df.select(
        made.names.column().alias("key"),
        content.alias("value"),
        F.lit(topic).alias("topic"),
        F.col("partition"),
        number.alias("offset"),
        F.timestamp_micros(F.lit(START_MICROS) + micros(rate, number)).alias("timestamp"),
        F.lit(CREATE_TIME).alias("timestampType"),
    )


def _rate(name: str, made: Workload, rate: int | Bursts | None, records: int) -> int | Bursts:
    if rate is not None and made.has_own_rate:
        raise InvalidArgumentError(
            f"The workload {name} has {made.records_per_second:,} records a second by what it is: leave rate out."
        )
    chosen = made.records_per_second if rate is None else check_rate(rate)
    slowest = chosen.records_per_second if isinstance(chosen, Bursts) else chosen
    if records / slowest > _LONGEST_SECONDS:
        raise InvalidArgumentError(f"At {slowest} records a second, {records:,} records end after the year 9999.")
    return chosen


def _check_trace(parameters: dict[str, object], record_bytes: object, rate: object) -> None:
    if record_bytes is not None or rate is not None:
        raise InvalidArgumentError("A trace has the values and times it was recorded with: leave both out.")
    check_parameters(TRACE, ["history"], parameters)


def _check_topic(topic: str | None) -> None:
    if topic is not None and not isinstance(topic, str):
        raise WrongTypeError(f"A topic's name is text, not {short(topic)}.")
    if topic is not None:
        validate_topic_name(topic)


def _check_partitions(partitions: int | None, partitioner: Partitioner | None) -> None:
    if partitions is None and partitioner is not None:
        raise InvalidArgumentError("A partitioner asks how many partitions there are: give partitions=12, for example.")


def _turn(producers: int) -> "Column":
    import pyspark.sql.functions as F

    return F.call_function("div", F.col("id"), F.lit(producers).cast("long"))


def _no_partition() -> "Column":
    import pyspark.sql.functions as F

    return F.lit(None).cast("int")
