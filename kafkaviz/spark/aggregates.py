"""What the partitions carry: the load measured on records, and the load that follows from the law of the keys."""

from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark.workloads.zipf import zipf_law

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import pandas as pd
    from pyspark.sql import DataFrame


class Skew(NamedTuple):
    """How uneven a load is: the hottest partition, its share of all records, and that share over the mean's."""

    hottest: int
    share: float
    max_over_mean: float

    def __str__(self) -> str:
        return (
            f"partition {self.hottest} carries {self.share:.1%} of the records, {self.max_over_mean:.2f} times the mean"
        )


def load(df: "DataFrame", partitions: int | None = None) -> "pd.DataFrame":
    """Counts what each partition of one topic carries: a row per partition with records, bytes and share.

    `bytes` are those of keys and values, `share` is of the records and sums to 1. Partitions without a record
    are there too: up to `partitions`, or else up to the highest that has one. This runs Spark.
    Raises ValueError when records have no partition yet, are of two topics, or lie beyond `partitions`.

    >>> int(load(workload(spark, records=600, partitions=3)).records.sum())  # doctest: +SKIP
    600

    Kafka: the record and byte counts of kafka.log:type=Log, without headers and the batches' own bytes.
    """
    import pandas as pd
    import pyspark.sql.functions as F

    size = F.coalesce(F.octet_length("key"), F.lit(0)) + F.coalesce(F.octet_length("value"), F.lit(0))
    grouped = df.groupBy("topic", "partition")
    rows = grouped.agg(F.count("*").alias("records"), F.sum(size).alias("bytes")).collect()
    topics = sorted({row.topic for row in rows})
    if len(topics) > 1:
        raise ValueError(
            f"These records are of {len(topics)} topics ({', '.join(topics)}); "
            f"keep one, as in df.where(df.topic == {topics[0]!r})."
        )
    if any(row.partition is None for row in rows):
        raise ValueError("These records have no partition yet: use workload(..., partitions=6) or route(df, 6).")
    beyond = max((row.partition for row in rows), default=-1)
    if partitions is not None and beyond >= partitions:
        raise ValueError(f"There is a record in partition {beyond}, and of {partitions} it cannot be one.")
    index = pd.RangeIndex(partitions or beyond + 1, name="partition")
    counts = pd.DataFrame(
        {"records": {row.partition: row.records for row in rows}, "bytes": {r.partition: r.bytes for r in rows}}
    )
    counts = counts.reindex(index, fill_value=0).astype("int64")
    return counts.assign(share=counts.records / max(counts.records.sum(), 1))


def skew(shares: "pd.DataFrame | Sequence[float] | np.ndarray") -> Skew:
    """Tells how uneven a load is; `shares` is what `load` returns, or one number per partition in any unit.

    Empty partitions count in the mean. Raises ValueError when there is no load at all.

    >>> print(skew([8, 1, 3]))
    partition 0 carries 66.7% of the records, 2.00 times the mean

    Kafka: nothing computes this for you; it is max/mean over the partitions of a topic.
    """
    import numpy as np
    import pandas as pd

    values = np.asarray(shares["share"] if isinstance(shares, pd.DataFrame) else shares, dtype=np.float64)
    if not values.sum() > 0:
        raise ValueError("There is no load, so nothing of it can be uneven: give at least one record.")
    hottest = int(values.argmax())
    share = float(values[hottest] / values.sum())
    return Skew(hottest, share, share * len(values))


def expected_load(keys: int, zipf: float, partitions: int, prefix: str = "user-") -> "np.ndarray":
    """Returns the exact share that each partition is to get from a workload: float64, shape (partitions,), sum 1.

    Every key is routed by the function that routes one record, so this takes about a second per million keys.
    Raises ValueError for fewer than 1 key or partition.

    >>> expected_load(3, 1.0, partitions=2).round(3).tolist()
    [0.818, 0.182]

    Kafka: BuiltInPartitioner.partitionForKey, for each key once.
    """
    import numpy as np

    owners = [keyed_partition(f"{prefix}{rank}".encode(), partitions) for rank in range(1, keys + 1)]
    return np.bincount(owners, weights=zipf_law(keys, zipf), minlength=partitions)


def hottest_keys(df: "DataFrame", count: int = 5) -> "pd.DataFrame":
    """Finds the keys with the most records: a row each with key (text), partition, records, share; hottest first.

    Keys that are equally hot come in the order of their bytes. This runs Spark twice.

    >>> list(hottest_keys(workload(spark, records=600, partitions=3), 2).key)  # doctest: +SKIP
    ['user-1', 'user-2']

    Kafka: no broker knows this; it is found by reading the topic.
    """
    import pyspark.sql.functions as F

    counted = df.groupBy("key", "partition").agg(F.count("*").alias("records"))
    found: pd.DataFrame = counted.orderBy(F.desc("records"), "key").limit(count).toPandas()
    texts = [None if key is None else bytes(key).decode(errors="replace") for key in found["key"]]
    return found.assign(key=texts, share=found["records"] / max(df.count(), 1))
