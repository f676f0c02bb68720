"""The capacity staircase: which loads a group holds with how many partitions and consumers, on the records."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING, Any

from kafkaviz.decisions.assignors import range_assign
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.partitioners import MOST_PARTITIONS
from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.decisions.wording import as_items, short
from kafkaviz.spark.aggregates.checks import require_columns, require_number, require_whole
from kafkaviz.spark.aggregates.lag import lag
from kafkaviz.spark.aggregates.laws import expected_capacity
from kafkaviz.spark.aggregates.windows import arrivals, filled
from kafkaviz.spark.routing import route

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Assignor = Callable[[Mapping[str, int], Mapping[str, Subscription]], Mapping[str, Iterable[TopicPartition]]]
_TOPIC = "t"


def capacity(
    df: "DataFrame",
    loads_per_s: Sequence[float],
    partitions: Sequence[int],
    consumers: Sequence[int],
    capacity_per_s: float,
    *,
    bound_records: float | None = None,
    drain_within_s: float | None = None,
    growth_per_s: float | None = None,
    window_s: int = 1,
    assignor: Any = range_assign,
) -> "DataFrame":
    """Measures for each load, number of partitions and number of consumers whether the promise about the lag is held.

    The records of `df` (key, offset, timestamp) are routed anew for every number of partitions, those without a key
    anywhere, and the consumers share these as `assignor` says; each reads `capacity_per_s`. To reach a load, the
    same records are played faster or slower. The promise is a lag of each consumer of at most `bound_records` at all
    times, that no consumer lags for longer than `drain_within_s`, that no consumer gets more than `growth_per_s`
    records a second beyond what it reads, on average, or several of these; the first two depend on how long the
    records last, the third does not. A row each with `load_per_s`, `partitions`, `consumers`, `max_lag_records`,
    `longest_lag_s`, `growth_per_s`, `holds`, and `formula_per_s` (mu·P/ceil(P/C)). The records are read once for all
    of them. Raises InvalidArgumentError for other columns or numbers, an empty list, or no promise.

    >>> clicks = workload(spark, records=600)  # doctest: +SKIP
    >>> capacity(clicks, [100], [4], [1, 2], 80, bound_records=20).count()  # doctest: +SKIP
    2

    The method is the one by which the benchmark Theodolite finds the demand for a load.
    """
    import pyspark.sql.functions as F

    require_columns(df, "key", "offset", "timestamp")
    counts = _wholes("partitions", partitions, MOST_PARTITIONS)
    members = _wholes("consumers", consumers, 100_000)
    loads = sorted({float(require_number("loads_per_s", load)) for load in _numbers("loads_per_s", loads_per_s)})
    if loads[0] <= 0:
        raise InvalidArgumentError(f"loads_per_s are more than 0 records/s, not {loads[0]:g}.")
    mu = require_number("capacity_per_s", capacity_per_s)
    promises = (
        ("max_lag_records", "bound_records", bound_records),
        ("longest_lag_s", "drain_within_s", drain_within_s),
        ("growth_per_s", "growth_per_s", growth_per_s),
    )
    if all(most is None for _, _, most in promises):
        raise InvalidArgumentError(
            "Say what is promised: bound_records=..., drain_within_s=..., growth_per_s=..., or several."
        )
    slots = lcm(*counts)
    if slots > MOST_PARTITIONS:
        raise InvalidArgumentError(
            f"The numbers of partitions have {slots:,} as their least common multiple; up to {MOST_PARTITIONS:,} is "
            "possible: ask for fewer at a time."
        )
    arriving = arrivals(_routed(df, slots), window_s)
    spread = arriving.withColumn("partitions", F.explode(F.array(*map(F.lit, counts))))
    slotted = spread.withColumn("partition", F.col("partition") % F.col("partitions"))
    readers = df.sparkSession.createDataFrame(
        _readers(counts, members, assignor), "partitions int, consumers int, partition int, consumer int"
    )
    owned = slotted.groupBy("partitions", "partition", "window_start").agg(F.sum("records").alias("records"))
    by_consumer = owned.join(F.broadcast(readers), ["partitions", "partition"])
    of_consumer = by_consumer.groupBy("partitions", "consumers", "consumer", "window_start").agg(
        F.sum("records").alias("records")
    )
    tried = _at_loads(filled(of_consumer, window_s), arriving, loads, mu, window_s)
    formulas = df.sparkSession.createDataFrame(
        [(count, member, expected_capacity(count, member, mu)) for count in counts for member in members],
        "partitions int, consumers int, formula_per_s double",
    )
    condition = F.lit(True)
    for column, name, most in promises:
        condition = condition if most is None else condition & (F.col(column) <= require_number(name, most))
    measured = tried.join(F.broadcast(formulas), ["partitions", "consumers"]).withColumn("holds", condition)
    names = ("load_per_s", "partitions", "consumers")
    return measured.select(*names, *(column for column, *_ in promises), "holds", "formula_per_s").orderBy(*names)


def demand(grid: "DataFrame") -> "DataFrame":
    """Finds for each load the fewest consumers that hold the promise, and the fewest partitions that suffice for them.

    `grid` is what `capacity` returns. A row per load with `consumers`, `partitions`, and `formula_consumers`, the
    fewest by mu·P/ceil(P/C); null where nothing in the grid is enough. Raises InvalidArgumentError for other columns.

    >>> demand(grid).columns  # doctest: +SKIP
    ['load_per_s', 'consumers', 'partitions', 'formula_consumers']

    The demand metric of the benchmark Theodolite.
    """
    import pyspark.sql.functions as F

    require_columns(grid, "load_per_s", "partitions", "consumers", "holds", "formula_per_s")
    best = grid.groupBy("load_per_s").agg(
        F.min(F.when(F.col("holds"), F.struct("consumers", "partitions"))).alias("_held"),
        F.min(F.when(F.col("formula_per_s") >= F.col("load_per_s"), F.col("consumers"))).alias("formula_consumers"),
    )
    return best.select("load_per_s", "_held.consumers", "_held.partitions", "formula_consumers").orderBy("load_per_s")


def _routed(df: "DataFrame", slots: int) -> "DataFrame":
    """Routes records to as many partitions as all numbers of partitions divide: the remainder is the partition."""
    import pyspark.sql.functions as F

    bare = df.select("key", F.col("offset").cast("long").alias("offset"), "timestamp")
    return route(bare, slots, "murmur2").withColumns({"topic": F.lit(_TOPIC), "value": F.lit(None).cast("binary")})


def _readers(counts: list[int], members: list[int], assignor: Assignor) -> list[tuple[int, int, int, int]]:
    """Lists who reads what, as the assignor says: partitions, consumers, partition, the consumer's number."""
    rows = []
    for count in counts:
        for member in members:
            names = [f"C{number:06}" for number in range(member)]
            answer = assignor({_TOPIC: count}, {name: Subscription((_TOPIC,)) for name in names})
            owned = {tp.partition: names.index(name) for name, partitions in answer.items() for tp in partitions}
            if sorted(owned) != list(range(count)):
                raise InvalidArgumentError(
                    f"The assignor did not give all of {count} partitions to {member} consumers."
                )
            rows += [(count, member, partition, owner) for partition, owner in owned.items()]
    return rows


def _at_loads(
    of_consumer: "DataFrame", arriving: "DataFrame", loads: list[float], capacity_per_s: float, window_s: int
) -> "DataFrame":
    """Plays what arrives at each load: as long as the records last, a faster world is a slower reader."""
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    width = F.lit(window_s)
    span_s = F.unix_seconds(F.max("window_start")) - F.unix_seconds(F.min("window_start")) + width
    base = arriving.agg((F.sum("records") / span_s).alias("_base"))
    at_load = of_consumer.withColumn("load_per_s", F.explode(F.array(*map(F.lit, loads)))).crossJoin(F.broadcast(base))
    slowed = at_load.withColumn("_slower", F.col("_base") / F.col("load_per_s")).drop("_base")
    timed = slowed.withColumn("capacity_per_s", F.lit(float(capacity_per_s)) * F.col("_slower"))
    lagging = lag(timed, "capacity_per_s", window_s)
    owners = ("load_per_s", "partitions", "consumers", "consumer")
    in_time = Window.partitionBy(*owners).orderBy("window_start")
    start = F.unix_seconds("window_start")
    free = F.coalesce(F.max(F.when(F.col("lag_records") <= 0, start)).over(in_time), F.min(start).over(in_time) - width)
    # In a world that runs twice as fast a lag lasts half as long, and what arrives in a second is twice as much.
    stretches = lagging.withColumn("_longest", (start - free) * F.col("_slower"))
    of_each = stretches.groupBy(*owners).agg(
        F.max("lag_records").alias("max_lag_records"),
        F.max("_longest").alias("longest_lag_s"),
        (F.avg("records") / width / F.first("_slower") - F.lit(float(capacity_per_s))).alias("growth_per_s"),
    )
    measured = ("max_lag_records", "longest_lag_s", "growth_per_s")
    return of_each.groupBy(*owners[:3]).agg(*(F.max(column).alias(column) for column in measured))


def _numbers(name: str, given: object) -> tuple[Any, ...]:
    numbers = as_items(given)
    if numbers is None:
        raise InvalidArgumentError(f"{name} is a list of numbers, not {short(given)}.")
    if not numbers:
        raise InvalidArgumentError(f"{name} is empty: give at least one number.")
    return numbers


def _wholes(name: str, given: object, most: int) -> list[int]:
    return sorted({require_whole(name, number, 1, most) for number in _numbers(name, given)})
