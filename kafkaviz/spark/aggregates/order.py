"""Whether the records of a key keep their order, and what growth and salting do to it."""

from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.partitioners import MOST_PARTITIONS
from kafkaviz.decisions.wording import short
from kafkaviz.spark.aggregates.checks import checked_partition, require_columns, require_whole
from kafkaviz.spark.aggregates.load import hottest_keys, load, skew
from kafkaviz.spark.routing import route

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from pyspark.sql import Column, DataFrame


def order_per_key(df: "DataFrame", sent: str = "timestamp", key: str = "key") -> "DataFrame":
    """Tells for each key whether its records can be read in the order they were sent: a row per topic and key.

    Kafka keeps the order within a partition alone. `sent` is the column that says the order of sending; of records
    that are equal there, none came first. Columns: topic, the key, `records`, `partitions` (how many hold it),
    `out_of_order` (records whose predecessor lies in another partition, or behind them in the same one), and
    `kept`, which is true when that is 0. Records without a key have no order to keep and are left out.
    Raises InvalidArgumentError for other columns.

    >>> clicks = workload(spark, records=600, partitions=3)  # doctest: +SKIP
    >>> order_per_key(clicks).where("not kept").count()  # doctest: +SKIP
    0

    Kafka: the guarantee of order per partition. All records of one key are sorted by one task.
    """
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    require_columns(df, "topic", key, "partition", "offset", sent)
    of_key = Window.partitionBy("topic", key).orderBy(sent, "partition", "offset")
    before = F.lag(F.struct(F.col("partition"), F.col("offset"))).over(of_key)
    keyed = df.where(F.col(key).isNotNull()).withColumn("partition", checked_partition())
    compared = keyed.select("topic", key, "partition", "offset", before.alias("_before"))
    elsewhere = F.col("_before.partition") != F.col("partition")
    behind = F.col("_before.offset") > F.col("offset")
    of_keys = compared.groupBy("topic", key).agg(
        F.count("*").alias("records"),
        F.count_distinct("partition").alias("partitions"),
        F.count(F.when(elsewhere | behind, 1)).alias("out_of_order"),
    )
    return of_keys.withColumn("kept", F.col("out_of_order") == 0)


def broken_order(order: "DataFrame") -> "DataFrame":
    """Counts the keys whose order is broken, per topic: keys, broken, and `share` of the keys.

    `order` is what `order_per_key` returns. Raises InvalidArgumentError for other columns.

    >>> broken_order(order_per_key(clicks)).columns  # doctest: +SKIP
    ['topic', 'keys', 'broken', 'share']

    Kafka: the guarantee of order per partition.
    """
    import pyspark.sql.functions as F

    require_columns(order, "topic", "kept")
    of_topics = order.groupBy("topic").agg(F.count("*").alias("keys"), F.count_if(~F.col("kept")).alias("broken"))
    return of_topics.withColumn("share", F.col("broken") / F.col("keys")).orderBy("topic")


def moved_keys(df: "DataFrame", before: int, after: int) -> "DataFrame":
    """Tells which keys get another partition when a topic is resized: key, records, both partitions, `moved`.

    Beside it stands `expected_moved_share(before, after)`. Records without a key have no partition of their own and
    are left out. Raises InvalidArgumentError for other columns, or fewer than 1 partition.

    >>> moved_keys(workload(spark, records=600), 3, 4).columns[2:]  # doctest: +SKIP
    ['partition_before', 'partition_after', 'moved']

    Kafka: what BuiltInPartitioner does to keys after kafka-topics.sh --alter --partitions; Kafka itself only adds.
    """
    import pyspark.sql.functions as F

    require_columns(df, "key")
    for name, count in (("before", before), ("after", after)):
        require_whole(name, count, 1, MOST_PARTITIONS)
    keys = df.where(F.col("key").isNotNull()).groupBy("key").agg(F.count("*").alias("records"))
    numbered = keys.withColumn("offset", F.lit(0).cast("long"))
    routed = route(numbered, before, "murmur2").withColumnRenamed("partition", "partition_before")
    routed = route(routed, after, "murmur2").withColumnRenamed("partition", "partition_after").drop("offset")
    return routed.withColumn("moved", F.col("partition_before") != F.col("partition_after"))


def grown(df: "DataFrame", before: int, after: int, at: object, sent: str = "timestamp") -> "DataFrame":
    """Routes records to `before` partitions while `sent` is less than `at`, and to `after` partitions from then on.

    `order_per_key` of the result tells whose order the growth breaks.
    Raises InvalidArgumentError for other columns, or fewer than 1 partition.

    >>> resized = grown(workload(spark, records=600), 3, 4, at=300, sent="offset")  # doctest: +SKIP
    >>> broken_order(order_per_key(resized, sent="offset")).first().broken > 0  # doctest: +SKIP
    True

    Kafka: a producer before and after it has heard of new partitions; the old records stay where they are.
    """
    import pyspark.sql.functions as F

    require_columns(df, "key", "offset", sent)
    for name, count in (("before", before), ("after", after)):
        require_whole(name, count, 1, MOST_PARTITIONS)
    earlier = F.coalesce(F.col(sent) < F.lit(at), F.lit(False))
    return route(df.where(earlier), before).unionByName(route(df.where(~earlier), after))


def salted(df: "DataFrame", salts: int, hot: "DataFrame | Sequence[bytes | str] | int | None" = None) -> "DataFrame":
    """Appends one of `salts` numbers to the key of each record, in turn, so that a hot key is spread over partitions.

    `hot` says which keys: some keys, a DataFrame of them such as `hottest_keys` returns, or how many of the hottest
    (which counts all records once more); without it all are. The key as it was is kept as `unsalted_key`. Route the
    result again; then `load` shows what it bought, and `order_per_key(..., key="unsalted_key")` over how many
    partitions each key is spread and whose order is gone. Raises InvalidArgumentError for other columns, or fewer
    than 1 salt.

    >>> clicks = salted(workload(spark, records=600), 4, hot=["user-1"])  # doctest: +SKIP
    >>> clicks.where("unsalted_key = 'user-1'").select("key").distinct().count()  # doctest: +SKIP
    4

    It is what an application does to its keys before it sends them.
    """
    import pyspark.sql.functions as F

    require_columns(df, "key", "offset")
    require_whole("salts", salts, 1)
    if hot is None:
        return _salted(df, F.lit(salts), F.lit(True))
    known = _hot_keys(df, hot).where(F.col("key").isNotNull())
    keys = known.select(F.col("key").cast("binary").alias("_hot")).distinct()
    marked = df.join(F.broadcast(keys), F.col("key").cast("binary") == F.col("_hot"), "left")
    return _salted(marked, F.lit(salts), F.col("_hot").isNotNull()).drop("_hot")


def salting(df: "DataFrame", salts: "Sequence[int]", hot: "Sequence[bytes | str]", partitions: int) -> "pd.DataFrame":
    """Measures what salts do to a load and to the records of the hot keys: a row for each number of salts, as pandas.

    Columns: salts (the index), `max_over_mean` of the load, `partitions_of_a_key` and `out_of_order` (the share of the
    records of a hot key whose predecessor lies in another partition). Raises InvalidArgumentError as `salted` and
    `route` do.

    >>> salting(workload(spark, records=600), [1, 4], ["user-1"], 12).index.tolist()  # doctest: +SKIP
    [1, 4]
    """
    import pandas as pd
    import pyspark.sql.functions as F

    require_columns(df, "key", "offset")
    if not salts:
        raise InvalidArgumentError("Which numbers of salts? Give at least one, as in [1, 4].")
    for count in salts:
        require_whole("salts", count, 1)
    hot_keys = _as_bytes(hot)
    each = df.withColumn("topic", F.explode(F.array([F.lit(str(count)) for count in dict.fromkeys(salts)])))
    is_hot = F.col("key").cast("binary").isin(hot_keys)
    routed = route(_salted(each, F.col("topic").cast("int"), is_hot), partitions).persist()
    loads: pd.DataFrame = load(routed, partitions).toPandas()  # a topic is a number of salts
    order = order_per_key(routed.where(F.col("unsalted_key").isin(hot_keys)), key="unsalted_key").groupBy("topic")
    spread, broken = F.avg("partitions"), F.avg(F.col("out_of_order") / F.col("records"))
    of_hot = {row[0]: row[1:] for row in order.agg(spread, broken).collect()}
    routed.unpersist()
    rows = (
        (count, skew(loads[loads["topic"] == str(count)]).max_over_mean, *of_hot.get(str(count), (None, None)))
        for count in salts
    )
    columns = ["salts", "max_over_mean", "partitions_of_a_key", "out_of_order"]
    return pd.DataFrame(rows, columns=columns).set_index("salts")


def _salted(df: "DataFrame", salts: "Column", is_hot: "Column") -> "DataFrame":
    """Appends a salt to the keys that are hot; one salt alone leaves them as they are."""
    import pyspark.sql.functions as F

    key = F.col("key").cast("binary")
    suffix = F.concat(F.lit("-"), (F.col("offset") % salts).cast("string")).cast("binary")
    changed = F.when(is_hot & (salts > 1), F.concat(key, suffix)).otherwise(key)
    return df.withColumns({"unsalted_key": key, "key": changed})


def _hot_keys(df: "DataFrame", hot: "DataFrame | Sequence[bytes | str] | int") -> "DataFrame":
    if isinstance(hot, int):
        return hottest_keys(df, hot)
    if isinstance(hot, list | tuple):
        return df.sparkSession.createDataFrame([(key,) for key in _as_bytes(hot)], "key binary")
    require_columns(hot, "key")  # type: ignore[arg-type]
    return hot  # type: ignore[return-value]


def _as_bytes(hot: "Sequence[bytes | str]") -> list[bytes]:
    if not all(isinstance(key, str | bytes) for key in hot):
        raise WrongTypeError(f"A hot key is text or bytes, not {short(hot)}.")
    return [key.encode() if isinstance(key, str) else key for key in hot]
