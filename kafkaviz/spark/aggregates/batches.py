"""How many batches and requests a producer sends, by linger.ms and batch.size."""

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from kafkaviz.decisions.record_sizes import BATCH_HEADER_BYTES
from kafkaviz.spark.aggregates.checks import require_columns, require_whole
from kafkaviz.spark.aggregates.owners import leaders_of, owned_columns, owners_frame
from kafkaviz.spark.aggregates.runs import MILLIS, Run, in_runs, records_with_sizes

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from kafkaviz.spark.aggregates.owners import Leaders

_SCHEMA = (
    "batch long, first_offset long, last_offset long, first_ms long, closed_ms long, records long, bytes long, "
    "closed_by string"
)


def batches(
    df: "DataFrame", *, linger_ms: int = 5, batch_size: int = 16_384, producer: str | None = None
) -> "DataFrame":
    """Cuts the records of each producer and partition into the batches that travel: a row per batch.

    A batch is closed when the next record does not fit into `batch_size` bytes, or `linger_ms` after its first one;
    a record that is larger than that travels alone. `producer` names the column that says who sent a record; without
    it one producer sent all of them. Columns: topic, partition, the producer, `batch` (its number in the partition),
    first_offset, last_offset, first_ms and closed_ms (since 1970), records, bytes, and `closed_by` ("size" or
    "linger"). Raises InvalidArgumentError for other columns or numbers.

    >>> clicks = workload(spark, records=600, partitions=3)  # doctest: +SKIP
    >>> batches(clicks, linger_ms=10).groupBy().sum("records").first()[0]  # doctest: +SKIP
    600

    Kafka: RecordAccumulator with linger.ms and batch.size, without compression; the sender is never busy, and each
    batch waits for its own time, where Sender also takes what there is for every partition of a node that is ready.
    """
    linger = require_whole("linger_ms", linger_ms, 0)
    most = require_whole("batch_size", batch_size, 0)
    keys = ["topic", "partition"] if producer is None else ["topic", "partition", producer]
    return in_runs(records_with_sizes(df, *keys[2:]), keys, [MILLIS, "offset"], _SCHEMA, lambda: _Batcher(linger, most))


def requests(
    batched: "DataFrame", leaders: "Leaders", *, linger_ms: int = 5, producer: str | None = None
) -> "DataFrame":
    """Counts the produce requests that carry the batches to the leaders: a row per broker (and producer).

    `batched` is what `batches` returns with the same `linger_ms`, `leaders` as in `load_by_broker`. Batches for one
    broker that close within the same `linger_ms` share a request, one for each partition. Columns: the producer,
    broker, requests, batches, records, bytes, `batches_per_request`. Raises InvalidArgumentError as those do.

    >>> sent = requests(batches(clicks), [[1], [2], [1]])  # doctest: +SKIP
    >>> [row.broker for row in sent.collect()]  # doctest: +SKIP
    [1, 2]

    Kafka: Sender.sendProduceData, which drains a batch of each partition of a ready node; max.request.size and
    max.in.flight.requests.per.connection are left out.
    """
    import pyspark.sql.functions as F

    require_columns(batched, "topic", "partition", "closed_ms", "records", "bytes", *([producer] if producer else []))
    slot_ms = max(require_whole("linger_ms", linger_ms, 0), 1)
    owners = owners_frame(batched, "broker", leaders_of(leaders))
    on = owned_columns(owners)
    unknown = F.format_string("Partition %d has records and no leader: give one.", "partition")
    led = batched.join(F.broadcast(owners), on, "left").withColumn(
        "broker", F.when(F.col("broker").isNull(), F.raise_error(unknown).cast("int")).otherwise(F.col("broker"))
    )
    who = ["broker"] if producer is None else [producer, "broker"]
    slot = F.expr(f"closed_ms div {slot_ms}").alias("_slot")
    of_partition = led.groupBy(*who, slot, "topic", "partition").agg(
        F.count("*").alias("batches"), F.sum("records").alias("records"), F.sum("bytes").alias("bytes")
    )
    together = of_partition.groupBy(*who, "_slot").agg(
        F.max("batches").alias("requests"), *(F.sum(name).alias(name) for name in ("batches", "records", "bytes"))
    )
    totals = together.groupBy(*who).agg(
        *(F.sum(name).alias(name) for name in ("requests", "batches", "records", "bytes"))
    )
    return totals.withColumn("batches_per_request", F.col("batches") / F.col("requests")).orderBy(*who)


class _Batcher:
    """Goes from batch to batch: the end of each is searched for, so that the records between are not looked at."""

    def __init__(self, linger_ms: int, batch_size: int) -> None:
        self.linger_ms, self.batch_size = linger_ms, batch_size
        self.number = self.records = self.bytes = 0
        self.first_offset = self.last_offset = self.first_ms = 0

    def add(self, run: Run) -> list[tuple[object, ...]]:
        millis, offsets = run.millis.tolist(), run.offsets.tolist()
        ends: list[int] = run.sizes.cumsum().tolist()
        closed, at, taken = [], 0, 0
        while at < len(millis):
            if not self.records:
                self.first_ms, self.first_offset = millis[at], offsets[at]
                self.bytes, least = BATCH_HEADER_BYTES, at + 1
            else:
                least = at
            lingered = max(bisect_left(millis, self.first_ms + self.linger_ms, at), least)
            full = max(bisect_right(ends, taken + self.batch_size - self.bytes, at), least)
            end = min(lingered, full)
            if end > at:
                self.records += end - at
                self.bytes += ends[end - 1] - taken
                self.last_offset, taken = offsets[end - 1], ends[end - 1]
            if end < len(millis):
                closed.append(self._close(None if lingered <= full else millis[end]))
            at = end
        return closed

    def end(self) -> list[tuple[object, ...]]:
        return [self._close(None)] if self.records else []

    def _close(self, full_ms: int | None) -> tuple[object, ...]:
        closed_ms = self.first_ms + self.linger_ms if full_ms is None else full_ms
        why = "linger" if full_ms is None else "size"
        ends = (self.first_offset, self.last_offset, self.first_ms, closed_ms)
        row = (self.number, *ends, self.records, self.bytes, why)
        self.number += 1
        self.records = 0
        return row
