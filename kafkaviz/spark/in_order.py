"""A partitioner asked about record after record of one producer, in a Python worker: what it may know, it is told."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any
from zlib import crc32

from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.partitioners import partition_fault
from kafkaviz.decisions.record_sizes import batch_growth, record_size
from kafkaviz.decisions.values import Sent
from kafkaviz.decisions.wording import as_integer, short
from kafkaviz.model.core.chance import PARTITIONER, Chance
from kafkaviz.model.core.learner import call_text, fault_text, outcome

if TYPE_CHECKING:
    import pyarrow as pa

_PRODUCER = "_producer"
Function = Callable[[bytes | None, int, Sent], int]


class Sending:
    """What one producer has sent to one topic so far, whose partitions all have leaders.

    There are no queues, as every full batch leaves at once.

    A record that has a key leaves no trace but in the count, unless the partitioner ignores keys. Chance is the model's
    own, with the producer's number added to the seed.

    >>> sending = Sending(seed=7, batch_size=100)
    >>> [sending.choose(lambda key, partitions, sent: sent.records % 2, 2, None, 17, True) for _ in range(3)]
    [0, 1, 0]
    >>> sending.count_sent(17, 2)
    Sent(records=3, partition=0, bytes=17, batch_size=100, available=(0, 1))

    Kafka: BuiltInPartitioner.StickyPartitionInfo and the open ProducerBatch of each partition.
    """

    def __init__(self, seed: int, batch_size: int) -> None:
        self.batch_size = batch_size
        self.records, self.bytes = 0, 0
        self.partition: int | None = None
        self.open: dict[int, int] = {}
        self.chance = Chance(seed, PARTITIONER, 0)

    def count_sent(self, size: int, partitions: int) -> Sent:
        """Returns what the partitioner is told before a record of `size` bytes."""
        batch = None if self.partition is None else self.open.get(self.partition)
        return Sent(
            self.records,
            self.partition,
            self.bytes,
            self.batch_size,
            batch is None or batch >= self.batch_size,
            batch is None or batch + size > self.batch_size,
            available=_all(partitions),
            draw=self.chance,
        )

    def choose(self, function: Function, partitions: int, key: bytes | None, size: int, sticks: bool) -> int:
        """Asks the partitioner and puts the record into a batch; raises LearnerError for an answer that is none."""
        drawn = self.chance.drawn
        answer, fault = outcome(function, key, partitions, self.count_sent(size, partitions))
        if fault is not None:
            raise LearnerError(f"{call_text(function, key, partitions)} raised {fault_text(fault)}")
        if partition_fault(answer, partitions):
            raise LearnerError(
                f"{call_text(function, key, partitions)} gave {short(answer)}; "
                f"the answer must be the number of a partition, from 0 to {partitions - 1}"
            )
        partition = as_integer(answer)
        assert partition is not None
        batch = self.open.get(partition)
        opens = batch is None or batch + size > self.batch_size
        grown = batch_growth(size, opens)
        self.open[partition] = grown if batch is None or opens else batch + grown
        self.records += 1
        if sticks:
            # Who draws the same partition again begins a new stay there.
            stays = self.partition == partition and self.chance.drawn == drawn
            self.bytes = (self.bytes if stays else 0) + grown
            self.partition = partition
        return partition


def route_in_order(
    function: Function, partitions: int, batch_size: int, seed: int, at: int, *, ignores_keys: bool
) -> "Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]":
    """Returns what Spark's mapInArrow runs over records that are sorted by producer, topic and offset.

    It leaves the column `_producer` out and puts `partition` at the index `at`.
    """

    def routed(batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import pyarrow as pa

        now: object = None
        sending = Sending(seed, batch_size)
        for batch in batches:
            chosen = []
            for whose, key, size, offset in _rows(batch):
                if whose != now:
                    now, sending = whose, Sending(seed + _number(whose[0]), batch_size)
                try:
                    sticks = ignores_keys or key is None
                    chosen.append(sending.choose(function, partitions, key, size, sticks))
                except LearnerError as fault:
                    raise LearnerError(f"{fault} (asked about the record with offset {offset}).") from None
            kept = [name for name in batch.schema.names if name not in (_PRODUCER, "partition")]
            columns = {name: batch.column(name) for name in kept}
            names = [*kept[:at], "partition", *kept[at:]]
            columns["partition"] = pa.array(chosen, pa.int32())
            yield pa.RecordBatch.from_arrays([columns[name] for name in names], names)

    return routed


def _rows(batch: "pa.RecordBatch") -> Iterator[tuple[tuple[object, object], bytes | None, int, int]]:
    """Yields of each record whose it is (producer and topic), its key, its size in a batch, and its offset."""
    import pyarrow.compute as pc

    def column(name: str) -> list[Any]:
        return batch.column(name).to_pylist() if name in batch.schema.names else [None] * len(batch)

    sizes: dict[tuple[int | None, int | None], int] = {}
    keys = [key.encode() if isinstance(key, str) else key for key in column("key")]
    lengths = [None] * len(batch)
    if "value" in batch.schema.names:
        lengths = pc.binary_length(batch.column("value")).to_pylist()
    for producer, topic, key, length, offset in zip(
        column(_PRODUCER), column("topic"), keys, lengths, column("offset"), strict=True
    ):
        shape = (None if key is None else len(key), length)
        if shape not in sizes:
            sizes[shape] = record_size(key, None if length is None else bytes(length))
        yield (producer, topic), key, sizes[shape], offset


def _number(producer: object) -> int:
    number = as_integer(producer)
    return crc32(str(producer).encode()) if number is None else number


@cache
def _all(partitions: int) -> tuple[int, ...]:
    return tuple(range(partitions))
