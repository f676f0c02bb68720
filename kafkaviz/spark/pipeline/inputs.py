"""Where a pipeline's records come from, and in which chunks they are counted."""

from dataclasses import dataclass, field
from inspect import signature
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import keyed_partition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pyspark.sql import DataFrame, SparkSession

CHUNK_RECORDS = 10_000_000
CHUNK_FILES = 16
_BY_MURMUR2 = ("default", "murmur2")
_MOST_KEYS = 1_000_000
_IN_ANY_ORDER = ("murmur2", "crc32", "round_robin")
"""Partitioners that need not see the records before one to route it; nor does the default, where records have keys."""


class Input(Protocol):
    """Where records come from: what tells it from others, as JSON values, its chunks, and the records of one."""

    @property
    def partitions(self) -> int | None:
        """Returns to how many partitions the records are routed, if they are."""
        ...

    def description(self) -> dict[str, Any]:
        """Returns values that are equal for the same input and differ for any other."""
        ...

    def chunks(self, spark: "SparkSession") -> list[Any]:
        """Returns what `read` takes, once for each chunk."""
        ...

    def read(self, spark: "SparkSession", chunk: Any) -> "DataFrame":
        """Returns the records of one chunk with the columns of Spark's Kafka source."""
        ...

    def expected_shares(self) -> list[float] | None:
        """Returns the share of the records that each partition is to get by a law, or None where there is none."""
        ...


@dataclass(frozen=True)
class WorkloadInput:
    """Records of a workload by its name, in chunks of consecutive numbers.

    Kafka: kafka-producer-perf-test, with keys.
    """

    name: str
    records: int
    partitions: int | None = None
    partitioner: str | None = None
    parameters: "Mapping[str, Any]" = field(default_factory=dict)
    chunk_records: int = CHUNK_RECORDS

    def description(self) -> dict[str, Any]:
        """Returns values that are equal for the same input and differ for any other."""
        return {
            "workload": self.name,
            "records": self.records,
            "partitions": self.partitions,
            "partitioner": self.partitioner or "default",
            "parameters": dict(sorted(self.parameters.items())),
            "chunk_records": self.chunk_records,
        }

    def chunks(self, spark: "SparkSession") -> list[tuple[int, int]]:
        """Returns what `read` takes, once for each chunk."""
        # Whoever has to see all records before one cannot begin in the middle of them.
        first = self._made(spark)
        size = self.chunk_records if self._in_any_order(first) else max(self.records, 1)
        return [(start, min(start + size, self.records)) for start in range(0, self.records, size)] or [(0, 0)]

    def read(self, spark: "SparkSession", chunk: tuple[int, int]) -> "DataFrame":
        """Returns the records of one chunk."""
        return self._made(_Numbered(spark, *chunk))

    def expected_shares(self) -> list[float] | None:
        """Returns the shares that follow from the law of the keys, each key routed by itself.

        None where records have no key, or another partitioner than Kafka's default routes them.
        """
        from kafkaviz.spark.generator.workloads import find_workload, law

        of_law = {
            name: value for name, value in self.parameters.items() if name not in signature(_workload()).parameters
        }
        made = find_workload(self.name, of_law)
        partitions = self.partitions or made.partitions
        if (
            not partitions
            or self.partitioner not in (None, *_BY_MURMUR2)
            or made.law.largest(self.records) > _MOST_KEYS
        ):
            return None
        shares = [0.0] * partitions
        for key, share in law(self.name, records=self.records, **of_law).items():
            if key is None:
                return None
            shares[keyed_partition(str(key).encode(), partitions)] += share
        return shares

    def _made(self, spark: Any) -> "DataFrame":
        own: dict[str, Any] = {**self.parameters}
        if self.partitioner is not None:
            own["partitioner"] = self.partitioner
        return _workload()(spark, self.name, records=self.records, partitions=self.partitions, **own)

    def _in_any_order(self, made: "DataFrame") -> bool:
        name = self.partitioner or "default"
        return name in _IN_ANY_ORDER or (name == "default" and not made.schema["key"].nullable)


class _Numbered:
    """A session whose first range is a part of it: a workload makes each record from its number alone."""

    def __init__(self, spark: "SparkSession", first: int, end: int) -> None:
        self._spark, self._first, self._end = spark, first, end

    def __getattr__(self, name: str) -> Any:
        return getattr(self._spark, name)

    def range(self, records: int, numPartitions: int | None = None) -> "DataFrame":
        return self._spark.range(self._first, self._end, 1, numPartitions)


@dataclass(frozen=True)
class FilesInput:
    """Records in files, a dump as Parquet or the log segments of a broker, in chunks of some files each.

    `format` is a format of Spark with the columns of its Kafka source. With `partitions` the records are routed
    anew. Kafka: a topic as it lies on disk.
    """

    format: str
    path: str
    partitions: int | None = None
    partitioner: str | None = None
    chunk_files: int = CHUNK_FILES

    def description(self) -> dict[str, Any]:
        """Returns values that are equal for the same input and differ for any other."""
        return {
            self.format: self.path,
            "partitions": self.partitions,
            "partitioner": self.partitioner or "default",
            "chunk_files": self.chunk_files,
        }

    def chunks(self, spark: "SparkSession") -> list[list[str]]:
        """Returns what `read` takes, once for each chunk."""
        files = self._files(spark)
        if not files:
            raise InvalidArgumentError(f"There is no file to read in {self.path}.")
        size = self.chunk_files if is_in_any_order(self.partitions, self.partitioner) else len(files)
        return [files[start : start + size] for start in range(0, len(files), size)]

    def read(self, spark: "SparkSession", chunk: list[str]) -> "DataFrame":
        """Returns the records of one chunk."""
        reader = spark.read.format(self.format)
        if self.format == "parquet":
            # Columns that are folders (partition=3) are seen only from where they begin.
            reader = reader.option("basePath", self.path)
        return _routed(reader.load(chunk), self.partitions, self.partitioner)

    def expected_shares(self) -> None:
        """Returns None, as it is not known by which law these keys were drawn."""

    def _files(self, spark: "SparkSession") -> list[str]:
        if self.format == "parquet":
            return sorted(unquote(file) for file in spark.read.parquet(self.path).inputFiles())
        from kafkaviz.spark.log_segments import register
        from kafkaviz.spark.log_segments.files import find_segments

        register(spark)
        return [str(segment.path) for segment in find_segments([self.path])]


@dataclass(frozen=True)
class KafkaInput:
    """Records of one topic of a running Kafka, from the earliest to the latest offset, in one chunk.

    Kafka: a consumer with isolation.level=read_uncommitted that stops at the end offsets of the moment it begins.
    """

    servers: str
    topic: str
    partitions: int | None = None
    partitioner: str | None = None

    def description(self) -> dict[str, Any]:
        """Returns values that are equal for the same input and differ for any other."""
        return {
            "kafka": self.servers,
            "topic": self.topic,
            "partitions": self.partitions,
            "partitioner": self.partitioner or "default",
        }

    def chunks(self, spark: "SparkSession") -> list[None]:
        """Returns what `read` takes, once for each chunk."""
        return [None]

    def read(self, spark: "SparkSession", chunk: None) -> "DataFrame":
        """Returns the records of one chunk."""
        reader = spark.read.format("kafka").option("kafka.bootstrap.servers", self.servers)
        return _routed(reader.option("subscribe", self.topic).load(), self.partitions, self.partitioner)

    def expected_shares(self) -> None:
        """Returns None, as it is not known by which law these keys were drawn."""


def _workload() -> "Callable[..., DataFrame]":
    from kafkaviz.spark.generator.workload import workload

    return workload


def is_in_any_order(partitions: int | None, partitioner: str | None) -> bool:
    """Tells whether records can be routed a part at a time, as those that are not routed at all can."""
    return partitions is None or partitioner in ("murmur2", "crc32")


def _routed(df: "DataFrame", partitions: int | None, partitioner: str | None) -> "DataFrame":
    if partitions is None:
        return df
    from kafkaviz.spark.routing import route

    return route(df, partitions, partitioner or "default")
