"""Rules that go from record to record, such as when a batch closes: a kernel that is shown each log in its order.

Window functions cannot say them, because where one thing ends depends on where it began. A log is never held as a
whole: its records pass by a few thousand at a time, sorted, and the kernel keeps what it needs.
"""

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkaviz.spark.aggregates.checks import checked_partition, require_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame

SIZE, MILLIS, SUPERSEDED = "_size", "_millis", "_superseded"
_TOGETHER = 65_536


class Run(NamedTuple):
    """Some records of one log that follow each other: offsets, milliseconds and bytes, one of each per record.

    `superseded` is the size of the record of the same key before each, 0 where there is none.
    """

    offsets: "np.ndarray"
    millis: "np.ndarray"
    sizes: "np.ndarray"
    superseded: "np.ndarray | None" = None


class Kernel(Protocol):
    """Something that reads the records of one log, run by run; both methods return rows of the result."""

    def add(self, run: Run) -> list[tuple[object, ...]]:
        """Takes the next records, and returns the rows that are complete now."""

    def end(self) -> list[tuple[object, ...]]:
        """Returns the rows that are complete because no record follows."""


def in_runs(
    df: "DataFrame", keys: "Sequence[str]", order: "Sequence[str]", schema: str, kernel: "Callable[[], Kernel]"
) -> "DataFrame":
    """Shows the records of each log, in the order of some columns, to a kernel of its own; `keys` name a log.

    `schema` says what the kernel's rows are (long or string); the keys are put in front. `df` has the columns offset,
    `MILLIS` and `SIZE`, and may have `SUPERSEDED`. Each log is read by one task.
    """
    import pyspark.sql.types as T

    of_keys = {field.name: field.dataType for field in df.schema}
    types = {"long": T.LongType(), "string": T.StringType()}
    own = [T.StructField(name, types[kind]) for name, kind in (field.split() for field in schema.split(", "))]
    rows = T.StructType([*(T.StructField(key, of_keys[key]) for key in keys), *own])

    def read(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import pyarrow as pa

        batches = _together(batches)
        first = next(batches, None)
        if first is None:
            return
        arrow = {"bigint": pa.int64(), "string": pa.string()}
        of_rows = pa.schema(
            [
                *(first.schema.field(key) for key in keys),
                *((field.name, arrow[field.dataType.simpleString()]) for field in own),
            ]
        )
        for found in _rows_of(chain([first], batches), keys, kernel):
            columns = zip(*found, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, of_rows, strict=True)]
            yield pa.RecordBatch.from_arrays(arrays, schema=of_rows)

    # By the order first: Spark sorts by the first number alone wherever that decides, and a topic's name never does.
    in_order = df.repartition(*keys).sortWithinPartitions(*order, *keys)
    measures = [name for name in ("offset", MILLIS, SIZE, SUPERSEDED) if name in df.columns]
    return in_order.select(*keys, *measures).mapInArrow(read, rows)


def records_with_sizes(df: "DataFrame", *more: str) -> "DataFrame":
    """Returns a row for each record: its topic, partition and offset, `MILLIS`, `SIZE`, and the columns `more`."""
    import pyspark.sql.functions as F

    require_columns(df, "topic", "partition", "offset", "timestamp", "key", "value", *more)
    return df.select(
        "topic",
        checked_partition().alias("partition"),
        *more,
        F.col("offset").cast("long").alias("offset"),
        F.unix_millis(F.col("timestamp").cast("timestamp")).alias(MILLIS),
        log_record_bytes().cast("long").alias(SIZE),
    )


def log_record_bytes() -> "Column":
    """Returns the bytes (int) that a record takes in a log, as a column: `decisions.record_sizes.record_size`.

    >>> spark.sql("select binary('ab') key, binary('x') value").select(log_record_bytes()).first()[0]  # doctest: +SKIP
    10

    Kafka: DefaultRecord.sizeInBytes without headers; the deltas of time and offset count one byte each.
    """
    import pyspark.sql.functions as F

    def field(name: str) -> "Column":
        size = F.octet_length(name)
        return F.when(F.col(name).isNull(), F.lit(1)).otherwise(_varint_bytes(size) + size)

    body = F.lit(4) + field("key") + field("value")
    return _varint_bytes(body) + body


def _varint_bytes(number: "Column") -> "Column":
    # Zigzag takes one of the seven bits of the first byte.
    import pyspark.sql.functions as F

    size = F.lit(5)
    for count in (4, 3, 2, 1):
        size = F.when(number < 1 << (7 * count - 1), F.lit(count)).otherwise(size)
    return size


def _together(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """Yields batches of some size: Spark's own are small, and what a kernel costs for each run is spread over more."""
    import pyarrow as pa

    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(part.num_rows for part in waiting) >= _TOGETHER:
            yield pa.concat_batches(waiting)
            waiting = []
    if any(part.num_rows for part in waiting):
        yield pa.concat_batches(waiting)


def _rows_of(
    batches: "Iterator[pa.RecordBatch]", keys: "Sequence[str]", kernel: "Callable[[], Kernel]"
) -> "Iterator[list[tuple[object, ...]]]":
    """Yields rows, keys in front, some for each batch; the logs take turns, and each goes on in the next batch."""
    readers: dict[tuple[object, ...], Kernel] = {}
    for batch in batches:
        found: list[tuple[object, ...]] = []
        for name, run in _runs(batch, keys):
            if name not in readers:
                readers[name] = kernel()
            found += [(*name, *row) for row in readers[name].add(run)]
        if found:
            yield found
    last = [(*name, *row) for name, reader in readers.items() for row in reader.end()]
    if last:
        yield last


def _runs(batch: "pa.RecordBatch", keys: "Sequence[str]") -> "Iterator[tuple[tuple[object, ...], Run]]":
    """Yields the logs of a batch, each with its records in the order they have there."""
    import numpy as np

    log = np.zeros(batch.num_rows, np.int64)
    for key in keys:
        encoded = batch.column(key).dictionary_encode(null_encoding="encode")
        log = log * len(encoded.dictionary) + encoded.indices.to_numpy(zero_copy_only=False)
    by_log = np.argsort(log, kind="stable")
    starts = [0, *(np.flatnonzero(np.diff(log[by_log])) + 1).tolist()]
    measures = [name for name in batch.schema.names if name not in keys]
    arrays = [batch.column(name).to_numpy(zero_copy_only=False)[by_log] for name in measures]
    for start, end in zip(starts, [*starts[1:], batch.num_rows], strict=True):
        name = tuple(batch.column(key)[int(by_log[start])].as_py() for key in keys)
        yield name, Run(*(array[start:end] for array in arrays))
