"""Which partition each record goes to: Kafka's partitioners over a DataFrame, equal to `decisions` row for row.

A key is enough for some: they are computed record by record. The others depend on what their producer sent before,
so its records are put in order first.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kafkaviz.decisions import partitioners
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError, WrongTypeError
from kafkaviz.decisions.values import Sent
from kafkaviz.decisions.wording import name_of, short, suggestion
from kafkaviz.spark.any_key import murmur2_of_key
from kafkaviz.spark.arguments import MOST_RECORDS, count, partition_count, require_records
from kafkaviz.spark.errors import plain_sentence
from kafkaviz.spark.generator.chance import below
from kafkaviz.spark.hashing import partition_of

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

Partitioner = str | Callable[[bytes | None, int, Sent], int]

PARTITIONERS: Final[dict[str, Callable[[bytes | None, int, Sent], int]]] = {
    "default": partitioners.kafka_default,
    "murmur2": partitioners.murmur2_random,
    "crc32": partitioners.consistent_random,
    "round_robin": partitioners.round_robin,
    "sticky": partitioners.sticky,
    "uniform_sticky": partitioners.uniform_sticky,
    "round_robin_by_default": partitioners.round_robin_by_default,
    "sticky_by_default": partitioners.sticky_by_default,
}
"""The partitioners that have a name here, each with the decision that it must equal."""

DEFAULT_IN: Final[dict[str, str]] = {"2.3": "round_robin_by_default", "2.4": "sticky_by_default", "3.3": "default"}
"""The name of the default partitioner by release: up to 2.3, from 2.4 on, from 3.3 on."""

_OTHER_NAMES = {function.__name__: name for name, function in PARTITIONERS.items()}
_IGNORE_KEYS = ("sticky", "uniform_sticky")
_PRODUCER = "_producer"


def route(
    df: "DataFrame",
    partitions: int,
    partitioner: Partitioner = "default",
    *,
    producers: int | str = 1,
    batch_size: int = 16_384,
    seed: int = 1,
) -> "DataFrame":
    """Fills the column `partition` (int) of records as their producers do with a partitioner.

    `df` has the columns `key` (binary or string) and `offset` (long). `partitioner` is "default", "murmur2" (keyless
    records anywhere), "crc32" (as librdkafka: empty keys anywhere, too), "round_robin", "sticky", "uniform_sticky",
    "round_robin_by_default", "sticky_by_default", or your own function `(key, partitions, sent) -> int`.

    Where the order counts, `producers` is the name of a column that tells who sent a record, or a number: record n is
    then sent by producer n % `producers`. Each sends its records by ascending offset, topic by topic, all partitions
    have a leader, and full batches leave at once; chance follows from the seed. A function of your own is asked about
    every record, one producer after another, so give it more producers than one where it is to run on several cores.
    Raises InvalidArgumentError for what cannot be routed. When a function of your own raises, or answers what is no
    partition, Spark's action fails with a LearnerError that names the record; nothing is counted by halves.

    >>> letters = spark.createDataFrame([("A", 0), ("B", 1)], "key string, offset long")  # doctest: +SKIP
    >>> [row.partition for row in route(letters, 3).orderBy("offset").collect()]  # doctest: +SKIP
    [1, 1]
    >>> [row.partition for row in route(letters, 3, "round_robin").orderBy("offset").collect()]  # doctest: +SKIP
    [0, 1]

    Kafka: BuiltInPartitioner, RoundRobinPartitioner, UniformStickyPartitioner, and librdkafka's partitioners. In a
    stream, which has no end to sort by, the default sends a record without a key to `offset % partitions`.
    """
    import pyspark.sql.functions as F

    partitions, chosen = partition_count(partitions), partitioner_of(partitioner)
    seed, batch_size = count("seed", seed, -(2**63), 2**63 - 1), count("batch_size", batch_size, 0, 2**31 - 1)
    _check_columns(df, producers)
    key, scattered = F.col("key"), below(F.col("offset"), partitions, seed).cast("int")
    if chosen == "crc32":
        by_crc32 = (F.crc32(key) % partitions).cast("int")
        return df.withColumn("partition", F.when(F.octet_length(key) > 0, by_crc32).otherwise(scattered))
    by_key = partition_of(murmur2_of_key(key), partitions)
    if chosen == "murmur2":
        return df.withColumn("partition", F.coalesce(by_key, scattered))
    if df.isStreaming and chosen == "default":
        return df.withColumn("partition", F.coalesce(by_key, dealt(F.col("offset"), partitions)))
    if df.isStreaming:
        raise InvalidArgumentError(
            f"{chosen if isinstance(chosen, str) else name_of(chosen)} depends on the order of a producer's records, "
            'and a stream cannot be sorted; route it by "default", "murmur2" or "crc32".'
        )
    if chosen in ("round_robin", "round_robin_by_default"):
        turns = dealt(_turn(df, producers), partitions)
        return df.withColumn("partition", F.coalesce(by_key, turns) if chosen == "round_robin_by_default" else turns)
    if chosen == "default":
        if not df.schema["key"].nullable:
            return df.withColumn("partition", by_key)
        keyed = df.where(key.isNotNull()).withColumn("partition", by_key)
        return keyed.unionByName(_in_order(df.where(key.isNull()), partitions, chosen, producers, batch_size, seed))
    return _in_order(df, partitions, chosen, producers, batch_size, seed)


def partitioner_of(given: object) -> Partitioner:
    """Returns a partitioner's name here, or the function itself when it is nobody's but the learner's.

    Raises UnknownNameError for a name that is not there.

    >>> partitioner_of(partitioners.kafka_default), partitioner_of("consistent_random")
    ('default', 'crc32')

    Kafka: partitioner.class.
    """
    if isinstance(given, str):
        name = _OTHER_NAMES.get(given, given)
        if name not in PARTITIONERS:
            raise UnknownNameError(f"There is no partitioner {short(given)}; {suggestion(given, PARTITIONERS)}")
        return name
    if not callable(given):
        raise WrongTypeError(
            f"A partitioner is a name, as 'round_robin', or a function (key, partitions, sent), not {short(given)}."
        )
    return next((name for name, function in PARTITIONERS.items() if function is given), given)


def dealt(turn: "Column", partitions: int) -> "Column":
    """Returns the partition (int) that is next when so many records were dealt out in a circle before.

    >>> spark.range(4).select(dealt(F.col("id"), 3).alias("p")).toPandas().p.tolist()  # doctest: +SKIP
    [0, 1, 2, 0]

    Kafka: RoundRobinPartitioner, as `decisions.partitioners.round_robin`.
    """
    return (turn % partitions).cast("int")


def _check_columns(df: "DataFrame", producers: int | str) -> None:
    require_records(df)
    wanted = ["key", "offset", *([producers] if isinstance(producers, str) else [])]
    missing = [name for name in wanted if name not in df.columns]
    if missing:
        raise InvalidArgumentError(
            f"There is no column {missing[0]!r} to route by; there are {', '.join(map(short, df.columns))}."
        )
    for name in ("key", "value"):
        kind = df.schema[name].dataType.simpleString() if name in df.columns else "binary"
        if kind not in ("binary", "string"):
            raise WrongTypeError(f"The column {name} is binary or string, not {kind}: encode it as the producer does.")
    if not isinstance(producers, str):
        count("producers", producers, 1, MOST_RECORDS)


def _producer(producers: int | str) -> "Column":
    import pyspark.sql.functions as F

    return F.col(producers) if isinstance(producers, str) else F.pmod(F.col("offset"), F.lit(producers).cast("long"))


def _order(df: "DataFrame") -> list[str]:
    return [name for name in ("offset", "partition") if name in df.columns]


def _topic(df: "DataFrame") -> list[str]:
    return ["topic"] if "topic" in df.columns else []


def _turn(df: "DataFrame", producers: int | str) -> "Column":
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    of_one = Window.partitionBy(_producer(producers), *_topic(df)).orderBy(*_order(df))
    return F.row_number().over(of_one) - 1


def _in_order(
    df: "DataFrame", partitions: int, chosen: Partitioner, producers: int | str, batch_size: int, seed: int
) -> "DataFrame":
    """Hands each producer's records, in their order, to Python, which knows what was sent before."""
    from pyspark.sql.types import IntegerType, StructField, StructType

    from kafkaviz.spark.in_order import route_in_order

    fields = [field for field in df.schema if field.name != "partition"]
    at = df.columns.index("partition") if "partition" in df.columns else len(fields)
    fields.insert(at, StructField("partition", IntegerType()))
    tasks = int(df.sparkSession.conf.get("spark.sql.shuffle.partitions") or 1)
    tasks = tasks if isinstance(producers, str) else min(tasks, producers)
    by = [_PRODUCER, *_topic(df)]
    sent = df.withColumn(_PRODUCER, _producer(producers))
    ordered = sent.repartition(tasks, *by).sortWithinPartitions(*by, *_order(df))
    function = PARTITIONERS[chosen] if isinstance(chosen, str) else chosen
    routed = route_in_order(function, partitions, batch_size, seed, at, ignores_keys=chosen in _IGNORE_KEYS)
    try:
        return ordered.mapInArrow(routed, StructType(fields))
    except Exception as fault:  # Whatever pickling makes of what a function holds.
        if isinstance(chosen, str):
            raise
        raise InvalidArgumentError(
            f"{name_of(chosen)} cannot be handed to Spark's workers, as it holds what stays here: "
            f"{plain_sentence(fault)}"
        ) from None
