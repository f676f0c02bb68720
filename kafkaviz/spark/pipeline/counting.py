"""What a chunk of records is counted to, small enough for one machine, and how chunks are added up."""

from typing import TYPE_CHECKING, Any

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.spark.aggregates.checks import require_columns
from kafkaviz.spark.aggregates.windows import arrivals

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow as pa
    from pyspark.sql import DataFrame

MOST_WINDOWS = 5_000_000
MOST_KEYS = 20_000
"""So many keys are kept of each chunk, the hottest; what that may leave out is known (`missing_at_most`)."""
BY = {"arrivals": ("topic", "partition", "window_start"), "keys": ("topic", "partition", "key")}


def count_chunk(df: "DataFrame", window_s: int) -> "dict[str, pa.Table]":
    """Counts one chunk: records and bytes by partition and window, and records by key; this runs Spark.

    `arrivals` has topic, partition, window_start (timestamp, null without one), records, bytes; `keys` has topic,
    partition, key (binary), records, for the hottest keys. Rows are sorted, so that the same chunk gives the same
    bytes. Raises InvalidArgumentError for other columns, records without a partition, and too many windows.
    """
    import pyspark.sql.functions as F

    require_columns(df, "key", "value", "topic", "partition", "timestamp")
    arriving = arrivals(df, window_s).limit(MOST_WINDOWS + 1).toArrow()
    if arriving.num_rows > MOST_WINDOWS:
        raise InvalidArgumentError(
            f"These records fall into more than {MOST_WINDOWS:,} windows of {window_s} s: give longer ones, as in "
            f"--window-s {60 * window_s}."
        )
    by_key = df.groupBy(*BY["keys"]).agg(F.count("*").alias("records"))
    hottest = by_key.orderBy(F.desc("records"), *BY["keys"]).limit(MOST_KEYS + 1).toArrow()
    return {"arrivals": _sorted(arriving, "arrivals"), "keys": hottest}


def add_up(tables: "Iterable[pa.Table]", name: str) -> "pa.Table":
    """Adds up the tables of several chunks; the rows are sorted by what they are grouped by."""
    import pyarrow as pa

    rows = pa.concat_tables(tables)
    sums = [(column, "sum") for column in rows.column_names if column not in BY[name]]
    grouped = rows.group_by(list(BY[name]), use_threads=False).aggregate(sums)
    summed = grouped.rename_columns([column.removesuffix("_sum") for column in grouped.column_names])
    return _sorted(summed.select(rows.column_names), name)


def missing_at_most(chunks: "Iterable[pa.Table]") -> int:
    """Returns how many records of one key the chunks can have left out, since only hottest keys were kept."""
    return sum(chunk["records"][-1].as_py() for chunk in chunks if chunk.num_rows > MOST_KEYS)


def _sorted(table: "pa.Table", name: str) -> "pa.Table":
    keys: Any = [(column, "ascending") for column in BY[name]]
    return table.sort_by(keys)
