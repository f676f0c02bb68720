"""The data source that Spark asks: which columns, which tasks, and the records of each task as Arrow batches.

This module loads pyspark, so only `register` and Spark's workers import it.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import ArrayType, BinaryType, IntegerType, LongType, StringType, StructType, TimestampType

from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence
from kafkaviz.spark.log_segments.batches import Part, records, require_parser
from kafkaviz.spark.log_segments.files import Segment, find_segments

if TYPE_CHECKING:
    import pyarrow as pa
    from kafka.record.abc import ABCRecord

FORMAT = "kafka_segments"
_COLUMNS = {
    "key": BinaryType(),
    "value": BinaryType(),
    "topic": StringType(),
    "partition": IntegerType(),
    "offset": LongType(),
    "timestamp": TimestampType(),
    "timestampType": IntegerType(),
}
_HEADERS = {"headers": ArrayType(StructType().add("key", StringType()).add("value", BinaryType()))}
_OPTIONS = ("path", "paths", "topic", "includeHeaders", "maxPartitionBytes")
_DEFAULT_PART_BYTES = 128 << 20
_BATCH_RECORDS = 8_192
_BATCH_BYTES = 8 << 20


class KafkaSegments(DataSource):
    """Log segments of Kafka as a source of Spark; what it is for and what it leaves out says `read_segments`."""

    @classmethod
    def name(cls) -> str:
        """Returns what stands in `spark.read.format(...)`."""
        return FORMAT

    def schema(self) -> StructType:
        """Returns the columns; raises InvalidArgumentError for a wrong option or path, before anything runs."""
        plan(self.options)
        schema = StructType()
        for name, kind in (_COLUMNS | (_HEADERS if _has_headers(self.options) else {})).items():
            schema.add(name, kind)
        return schema

    def reader(self, schema: StructType) -> DataSourceReader:
        """Returns the reader of the segments that lie there now; raises as `schema`."""
        if schema.simpleString() != self.schema().simpleString():
            raise InvalidArgumentError(f"{FORMAT} has columns of its own, so `schema` is not for it.")
        return _Reader(plan(self.options), _has_headers(self.options))


@dataclass
class _Task(InputPartition):
    part: Part


class _Reader(DataSourceReader):
    def __init__(self, parts: list[Part], has_headers: bool) -> None:
        self.parts = parts
        self.has_headers = has_headers

    def partitions(self) -> list[_Task]:
        return [_Task(part) for part in self.parts]

    def read(self, partition: _Task) -> "Iterator[pa.RecordBatch]":  # type: ignore[override]
        try:
            yield from self._batches(partition.part)
        except OneSentence:
            # The worker writes down what it failed of and ends, so no other traceback is hidden with this one.
            os.environ["SPARK_HIDE_TRACEBACK"] = "1"
            raise

    def _batches(self, part: Part) -> "Iterator[pa.RecordBatch]":
        rows: list[ABCRecord] = []
        size = 0
        for record in records(part):
            rows.append(record)
            size += len(record.key or b"") + len(record.value or b"")
            if len(rows) == _BATCH_RECORDS or size >= _BATCH_BYTES:
                yield as_arrow(rows, part, self.has_headers)
                rows, size = [], 0
        if rows:
            yield as_arrow(rows, part, self.has_headers)


def plan(options: Mapping[str, str]) -> list[Part]:
    """Cuts the segments that the options name into parts, of which each is a task's work.

    Raises InvalidArgumentError for an option that is unknown or wrong, and as `find_segments`;
    MissingLibraryError without kafka-python.

    Kafka: as Spark's Kafka source plans a task for each partition, and more with `minPartitions`.
    """
    require_parser()
    known = {name.lower(): name for name in _OPTIONS}
    unknown = sorted(name for name in options if name.lower() not in known)
    if unknown:
        raise InvalidArgumentError(f"{FORMAT} has no option {unknown[0]!r}; there are {', '.join(_OPTIONS)}.")
    given = {known[name.lower()]: value for name, value in options.items()}
    paths = json.loads(given["paths"]) if "paths" in given else [given["path"]] if "path" in given else []
    limit = given.get("maxPartitionBytes", str(_DEFAULT_PART_BYTES))
    if not limit.isdecimal() or not int(limit):
        raise InvalidArgumentError(f"maxPartitionBytes is a number of bytes, at least 1, not {limit!r}.")
    return [part for segment in find_segments(paths, given.get("topic")) for part in _cut(segment, int(limit))]


def _cut(segment: Segment, limit: int) -> Iterator[Part]:
    # A part owns the batches that begin in it, so it can be cut anywhere, and the planner reads nothing.
    size = segment.size_bytes
    for start in range(0, max(size, 1), limit):
        end = min(start + limit, size)
        yield Part(str(segment.path), segment.topic, segment.partition, start, end, size, segment.is_followed)


def _has_headers(options: Mapping[str, str]) -> bool:
    given = options.get("includeHeaders", "false")
    if given.lower() not in ("true", "false"):
        raise InvalidArgumentError(f"includeHeaders is true or false, not {given!r}.")
    return given.lower() == "true"


def as_arrow(rows: "list[ABCRecord]", part: Part, has_headers: bool) -> "pa.RecordBatch":
    """Returns records as one Arrow batch with the columns of the source."""
    import pyarrow as pa

    # As in Spark's own source, what the oldest format does not have is -1: no time, and no type of time.
    times = [-1 if time is None else time for time in (row.timestamp for row in rows)]
    kinds = [-1 if kind is None else kind for kind in (row.timestamp_type for row in rows)]
    columns = {
        "key": pa.array([row.key for row in rows], pa.binary()),
        "value": pa.array([row.value for row in rows], pa.binary()),
        "topic": pa.repeat(pa.scalar(part.topic), len(rows)),
        "partition": pa.repeat(pa.scalar(part.partition, pa.int32()), len(rows)),
        "offset": pa.array([row.offset for row in rows], pa.int64()),
        "timestamp": pa.array(times, pa.timestamp("ms", "UTC")).cast(pa.timestamp("us", "UTC")),
        "timestampType": pa.array(kinds, pa.int32()),
    }
    if has_headers:
        item = pa.struct([("key", pa.string()), ("value", pa.binary())])
        found = [[{"key": key, "value": value} for key, value in row.headers] or None for row in rows]
        columns["headers"] = pa.array(found, pa.list_(item))
    return pa.RecordBatch.from_pydict(columns)
