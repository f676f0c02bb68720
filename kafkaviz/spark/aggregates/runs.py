"""Rules that go from record to record, such as when a batch closes: a kernel that is shown each log in its order.

Window functions cannot say them, because where one thing ends depends on where it began. A log is never held as a
whole: its records pass by a few thousand at a time, sorted, and the kernel keeps what it needs.
"""

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame

SIZE, MILLIS = "_size", "_millis"


class Run(NamedTuple):
    """Some records of one log that follow each other: offsets, milliseconds and bytes, one of each per record."""

    offsets: "np.ndarray"
    millis: "np.ndarray"
    sizes: "np.ndarray"


class Kernel(Protocol):
    """What is shown the records of one log, run by run; both methods return rows of the result."""

    def add(self, run: Run) -> list[tuple[object, ...]]:
        """Takes the next records, and returns the rows that are complete now."""

    def end(self) -> list[tuple[object, ...]]:
        """Returns the rows that are complete because no record follows."""


def in_runs(
    df: "DataFrame", keys: "Sequence[str]", order: "Sequence[str]", schema: str, kernel: "Callable[[], Kernel]"
) -> "DataFrame":
    """Shows the records of each log, which is told by `keys`, to a kernel of its own, in the order of some columns.

    `schema` says what the kernel's rows are (long or string); the keys are put in front. `df` has the columns offset,
    `MILLIS` and `SIZE`. Each log is read by one task.
    """
    import pyspark.sql.types as T

    of_keys = {field.name: field.dataType for field in df.schema}
    types = {"long": T.LongType(), "string": T.StringType()}
    own = [T.StructField(name, types[kind]) for name, kind in (field.split() for field in schema.split(", "))]
    rows = T.StructType([*(T.StructField(key, of_keys[key]) for key in keys), *own])

    def read(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import pyarrow as pa

        first = next(batches, None)
        if first is None:
            return
        arrow = {"bigint": pa.int64(), "string": pa.string()}
        of_rows = pa.schema(
            [
                *(first.schema.field(key) for key in keys),
                *((one.name, arrow[one.dataType.simpleString()]) for one in own),
            ]
        )
        for found in _rows_of(chain([first], batches), keys, kernel):
            columns = zip(*found, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, of_rows, strict=True)]
            yield pa.RecordBatch.from_arrays(arrays, schema=of_rows)

    in_order = df.repartition(*keys).sortWithinPartitions(*keys, *order)
    return in_order.select(*keys, "offset", MILLIS, SIZE).mapInArrow(read, rows)


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


def _rows_of(
    batches: "Iterator[pa.RecordBatch]", keys: "Sequence[str]", kernel: "Callable[[], Kernel]"
) -> "Iterator[list[tuple[object, ...]]]":
    """Yields rows, keys in front, some for each batch; a log may go on from one batch to the next."""
    log: tuple[object, ...] | None = None
    reader: Kernel | None = None
    for batch in batches:
        found: list[tuple[object, ...]] = []
        for name, run in _runs(batch, keys):
            if name != log:
                if reader is not None and log is not None:
                    found += [(*log, *row) for row in reader.end()]
                log, reader = name, kernel()
            assert reader is not None
            found += [(*name, *row) for row in reader.add(run)]
        if found:
            yield found
    if reader is not None and log is not None and (last := [(*log, *row) for row in reader.end()]):
        yield last


def _runs(batch: "pa.RecordBatch", keys: "Sequence[str]") -> "Iterator[tuple[tuple[object, ...], Run]]":
    import numpy as np

    if not batch.num_rows:
        return
    changes = np.zeros(batch.num_rows, bool)
    for key in keys:
        codes = batch.column(key).dictionary_encode(null_encoding="encode").indices.to_numpy(zero_copy_only=False)
        changes[1:] |= codes[1:] != codes[:-1]
    starts = [0, *np.flatnonzero(changes).tolist()]
    arrays = [batch.column(name).to_numpy(zero_copy_only=False) for name in ("offset", MILLIS, SIZE)]
    for start, end in zip(starts, [*starts[1:], batch.num_rows], strict=True):
        name = tuple(batch.column(key)[start].as_py() for key in keys)
        yield name, Run(*(array[start:end] for array in arrays))
