"""What the counts of a pipeline come to: totals, skew, the busiest window and the hottest keys, as JSON values."""

from typing import TYPE_CHECKING, Any

from kafkaviz.spark.aggregates.load import skew

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

_HOTTEST = 20


def summarize(arrivals: "pa.Table", keys: "pa.Table", missing: int, window_s: int, partitions: int) -> dict[str, Any]:
    """Returns the summary of all chunks; the same counts give the same values, floats are rounded to 9 digits.

    `missing` is the number of records that a key may have beyond those counted for it. Every topic has at least so
    many `partitions`, empty or not.
    """
    windows, by_key = arrivals.to_pandas(), keys.to_pandas()
    topics = {str(topic): _of_topic(rows, window_s, partitions) for topic, rows in windows.groupby("topic", sort=True)}
    total = int(windows["records"].sum())
    hottest = by_key.sort_values(["records", "topic", "partition"], ascending=[False, True, True], kind="stable")
    return {
        "records": total,
        "bytes": int(windows["bytes"].sum()),
        "topics": topics,
        "hottest_keys": [_of_key(row, total) for row in hottest.head(_HOTTEST).itertuples()],
        "keys": {"counted": len(by_key), "missing_at_most": missing},
    }


def load_table(arrivals: "pa.Table", partitions: int) -> "pd.DataFrame":
    """Returns records, bytes and share of each topic and partition, empty partitions too."""
    import pandas as pd

    parts = []
    for topic, rows in arrivals.to_pandas().groupby("topic", sort=True):
        counts = _by_partition(rows, partitions)
        parts.append(
            counts.reset_index().assign(topic=topic, share=counts["records"].to_numpy() / counts["records"].sum())
        )
    columns = ["topic", "partition", "records", "bytes", "share"]
    return pd.concat(parts)[columns] if parts else pd.DataFrame(columns=columns)


def _of_topic(rows: "pd.DataFrame", window_s: int, partitions: int) -> dict[str, Any]:
    counts = _by_partition(rows, partitions)
    uneven = skew(counts["records"].to_numpy())
    dated = rows.dropna(subset="window_start")
    return {
        "records": int(counts["records"].sum()),
        "bytes": int(counts["bytes"].sum()),
        "partitions": [
            {"partition": int(number), "records": int(records), "bytes": int(size)}
            for number, records, size in counts.itertuples()
        ],
        "skew": {name: round(float(value), 9) for name, value in uneven._asdict().items()}
        | {"hottest": uneven.hottest},
        "window_s": window_s,
        "windows": int(dated["window_start"].nunique()),
        "first_window": _moment(dated["window_start"].min()),
        "last_window": _moment(dated["window_start"].max()),
        "busiest_window": _busiest(dated, ["window_start"]),
        "busiest_partition_window": _busiest(dated, ["window_start", "partition"]),
        "without_timestamp": int(rows["records"].sum() - dated["records"].sum()),
    }


def _by_partition(rows: "pd.DataFrame", partitions: int) -> "pd.DataFrame":
    import pandas as pd

    counts = rows.groupby("partition")[["records", "bytes"]].sum()
    every = pd.RangeIndex(max(int(counts.index.max()) + 1, partitions), name="partition")
    return counts.reindex(every, fill_value=0)


def _busiest(rows: "pd.DataFrame", by: list[str]) -> dict[str, Any] | None:
    if not len(rows):
        return None
    summed = rows.groupby(by)["records"].sum()
    found = summed.idxmax()
    start, *rest = found if len(by) > 1 else (found,)
    busiest = {"start": _moment(start), "records": int(summed.max())}
    return busiest | {name: int(value) for name, value in zip(by[1:], rest, strict=True)}


def _of_key(row: Any, total: int) -> dict[str, Any]:
    raw = row.key if isinstance(row.key, bytes) or row.key is None else bytes(row.key)
    row_of_key = {"topic": row.topic, "partition": int(row.partition), "records": int(row.records)}
    text = None if raw is None else raw.decode("utf-8", errors="backslashreplace")
    return row_of_key | {"key": text, "share": round(row.records / total, 9)}


def _moment(moment: Any) -> str | None:
    return None if moment is None or moment != moment else moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
