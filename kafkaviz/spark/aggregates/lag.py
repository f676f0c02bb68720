"""How far readers fall behind and when they have caught up, from what arrives and what they can read."""

from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.spark.aggregates.checks import require_columns, require_number, require_whole
from kafkaviz.spark.aggregates.parts import Parts
from kafkaviz.spark.aggregates.windows import ARRIVALS, filled, owners_in

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_CAPACITY = "capacity_per_s"


def lag(arriving: "DataFrame", capacity_per_s: float | str, window_s: int = 1) -> "DataFrame":
    """Adds `lag_records`, what is left unread at the end of each window, for each partition or consumer.

    `arriving` is what `filled` returns, with the same `window_s`; `capacity_per_s` is how many records each reader
    reads in a second, or the name of a column that says it row by row, and is called `capacity_per_s` in what is
    returned. The lag after a window is the lag before it
    plus what arrives, less what can be read, and never below 0. That recursion is here two running window functions:
    with S the running sum of arrivals less capacity, lag = S - min(0, least S so far). Whole capacities give a whole
    lag, equal to the recursion; others give a double. Raises InvalidArgumentError for other columns or a negative
    capacity; a missing window fails with one sentence.

    >>> clicks = workload(spark, records=600, partitions=3)  # doctest: +SKIP
    >>> lag(filled(arrivals(clicks)), capacity_per_s=1_000).agg({"lag_records": "min"}).first()[0]  # doctest: +SKIP
    0

    Kafka: records-lag of a consumer that reads at a steady rate; fetches and polls are left out.
    """
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    require_columns(arriving, "window_start", "records")
    width = require_whole("window_s", window_s, 1)
    served = _served(arriving, capacity_per_s, width)
    if isinstance(capacity_per_s, str) and capacity_per_s != _CAPACITY:
        # Under another name it would say whose a row is: see `owners_in`.
        arriving = arriving.drop(_CAPACITY).withColumnRenamed(capacity_per_s, _CAPACITY)
        served = _served(arriving, _CAPACITY, width)
    in_time = Window.partitionBy(*owners_in(arriving)).orderBy("window_start")
    start = F.unix_seconds("window_start")
    missing = "A window is missing before %s: add the windows without a record by filled(arrivals(df))."
    gap = start - F.lag(start).over(in_time) != width
    summed = arriving.select(
        "*",
        F.sum(F.col("records") - served).over(in_time).alias("_sum"),
        F.when(gap, F.raise_error(F.format_string(missing, F.col("window_start").cast("string"))).cast("long"))
        .otherwise(F.lit(0).cast("long"))
        .alias("_zero"),
    )
    lowest = F.least(F.col("_zero"), F.min("_sum").over(in_time))
    return summed.select(*arriving.columns, (F.col("_sum") - lowest).alias("lag_records"))


def drained(lagging: "DataFrame") -> "DataFrame":
    """Tells when each partition or consumer has caught up: a row each with its peak, and when that was read.

    `lagging` is what `lag` returns. Columns beside whose it is: `peak_records`, `peak_at` (the window's start),
    `drained_at` (the first window after it that ends without lag, or null), `drain_s` (from one to the other), and
    `left_records` at the end. Raises InvalidArgumentError for other columns.

    >>> drained(lag(filled(arrivals(clicks)), 1_000)).columns[2:5]  # doctest: +SKIP
    ['peak_records', 'peak_at', 'drained_at']

    Kafka: what the consumer's metric records-lag shows over time.
    """
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    require_columns(lagging, "window_start", "lag_records")
    owners, behind = owners_in(lagging), F.col("lag_records")
    of_all = Window.partitionBy(*owners)
    peaks = lagging.withColumn("_peak", F.max(behind).over(of_all))
    at_peak = F.when((behind == F.col("_peak")) & (behind > 0), F.col("window_start"))
    peaks = peaks.withColumn("_peak_at", F.min(at_peak).over(of_all))
    caught_up = F.when((behind <= 0) & (F.col("window_start") > F.col("_peak_at")), F.col("window_start"))
    found = peaks.groupBy(*owners).agg(
        F.max("_peak").alias("peak_records"),
        F.min("_peak_at").alias("peak_at"),
        F.min(caught_up).alias("drained_at"),
        F.max_by(behind, F.col("window_start")).alias("left_records"),
    )
    seconds = F.unix_seconds("drained_at") - F.unix_seconds("peak_at")
    return found.select(
        *owners, "peak_records", "peak_at", "drained_at", seconds.alias("drain_s"), "left_records"
    ).orderBy(*owners)


def lag_parts(capacity_per_s: float) -> Parts:
    """Returns what `lag` by partition and second is made of, for a stream.

    Raises InvalidArgumentError for a negative capacity.

    >>> lag_parts(1_000).keys
    ('topic', 'partition', 'window_start')

    Kafka: as `lag`.
    """
    require_number("capacity_per_s", capacity_per_s)
    return ARRIVALS._replace(whole=lambda summed: lag(filled(summed), capacity_per_s))


def _served(arriving: "DataFrame", capacity_per_s: float | str, window_s: int) -> "Column":
    """Returns how many records are read in a window at most, as a column."""
    import pyspark.sql.functions as F

    if not isinstance(capacity_per_s, str):
        number = require_number("capacity_per_s", capacity_per_s) * window_s
        # More than a trillion a second is no limit at all, and the running sum has to stay a long.
        return F.lit(min(number, 2**40)).cast("long" if isinstance(number, int) else "double")
    types = {field.name: field.dataType.simpleString() for field in arriving.schema}
    if capacity_per_s not in types:
        raise InvalidArgumentError(f"The column {capacity_per_s!r} is missing; capacity_per_s is a number or a column.")
    if types[capacity_per_s] not in ("int", "bigint", "smallint", "tinyint", "double", "float"):
        raise WrongTypeError(f"The column {capacity_per_s!r} is a number, not {types[capacity_per_s]}.")
    column = F.col(capacity_per_s)
    wrong = F.raise_error(
        F.format_string(
            "A capacity is 0 records/s or more, not %s.", F.coalesce(column.cast("string"), F.lit("missing"))
        )
    )
    kind = "double" if types[capacity_per_s] in ("double", "float") else "long"
    # NaN counts as larger than any number.
    good = (column >= 0) & (column < float("inf")) if kind == "double" else column >= 0
    return F.when(good, column.cast(kind) * window_s).otherwise(wrong.cast(kind))
