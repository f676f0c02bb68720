"""The same aggregates on a stream: what is counted of each micro-batch is kept, and the result grows with it."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.spark.aggregates.checks import require_columns, require_whole
from kafkaviz.spark.aggregates.parts import Parts
from kafkaviz.spark.errors import SparkJobError, plain_errors, plain_sentence

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

_COUNTED, _FAILED = "counted", "failed"
_LOOK_SECONDS = 0.2
_SAMPLE, _MOST_SAMPLED = "spark.sql.execution.rangeExchange.sampleSizePerPartition", "1000000"


def watch(stream: "DataFrame", aggregate: Parts, folder: str | None = None) -> "Iterator[pd.DataFrame]":
    """Reads what a stream has now, and yields the result so far, as pandas, after each micro-batch.

    `stream` is a streaming DataFrame with the columns of Spark's Kafka source, `aggregate` is `LOAD`, `ARRIVALS` or
    `lag_parts(capacity)`. The last table is what the aggregate of all the records at once is. Of each micro-batch
    only what was counted is kept, in files below `folder`: by default a temporary one on this machine, so name one
    that the cluster shares when Spark runs elsewhere. However this ends, with an error, by Ctrl-C or because nobody
    asks for more, the query is stopped and its files are gone. Raises InvalidArgumentError for what is no stream, and
    SparkJobError, one sentence, for what fails on the way.

    >>> for so_far in watch(stream, LOAD):  # doctest: +SKIP
    ...     print(so_far.records.sum())
    600

    Kafka: a consumer that reads to the present end of the topic and stops; Spark's trigger availableNow.
    """
    if not hasattr(stream, "isStreaming") or not stream.isStreaming:
        raise InvalidArgumentError(
            "watch reads a stream, as spark.readStream gives; these records are all there already."
        )
    if not isinstance(aggregate, Parts):
        raise WrongTypeError(f"watch takes LOAD, ARRIVALS or lag_parts(capacity), not {short(aggregate)}.")
    return _watched(stream, aggregate, folder)


@contextmanager
def as_stream(df: "DataFrame", by: str = "offset", files: int = 8) -> "Iterator[DataFrame]":
    """Yields a stream that reads these records from files, one a micro-batch, in the order of the column `by`.

    The files lie in a folder of this machine, and are gone at the end of the `with`. Raises InvalidArgumentError for
    other columns, or for less than one file.

    >>> with as_stream(workload(spark, records=600, partitions=3), files=2) as stream:  # doctest: +SKIP
    ...     print([int(so_far.records.sum()) for so_far in watch(stream, LOAD)])
    [300, 600]

    Kafka: a topic that is written while it is read, with maxOffsetsPerTrigger; here the order of the files is the time.
    """
    require_columns(df, by)
    count = require_whole("files", files, 1)
    with tempfile.TemporaryDirectory(prefix="kafkaviz-stream-") as folder:
        with plain_errors(), _cut_exactly(df.sparkSession):
            df.repartitionByRange(count, by).sortWithinPartitions(by).write.mode("overwrite").parquet(folder)
        # A stream takes the oldest file first, and these are written at the same time.
        for number, file in enumerate(sorted(Path(folder).glob("*.parquet")), 1):
            os.utime(file, (number, number))
        reader = df.sparkSession.readStream.schema(df.schema).option("maxFilesPerTrigger", 1)
        yield reader.parquet(folder)


@contextmanager
def _cut_exactly(spark: "SparkSession") -> Iterator[None]:
    """Has Spark look at all values when it cuts them into ranges, where it would take a sample of each task."""
    before = spark.conf.get(_SAMPLE)
    spark.conf.set(_SAMPLE, _MOST_SAMPLED)
    try:
        yield
    finally:
        spark.conf.set(_SAMPLE, before or "")


def _watched(stream: "DataFrame", aggregate: Parts, folder: str | None) -> "Iterator[pd.DataFrame]":
    home = _new_folder(folder)
    query: StreamingQuery | None = None
    batches = list[Path]()
    try:
        with plain_errors():
            empty = stream.sparkSession.createDataFrame([], stream.schema)
            reader = stream.sparkSession.read.schema(aggregate.part(empty).schema)
            query = _started(stream, aggregate, home)
            while True:
                over = _ended(query)
                if (home / _FAILED).exists():
                    raise SparkJobError((home / _FAILED).read_text("utf-8"))
                for batch in _counted(home)[len(batches) :]:
                    batches.append(batch)
                    yield aggregate.of_parts(reader.parquet(*map(str, batches))).toPandas()
                if over:
                    break
            if not batches and any(progress["numInputRows"] for progress in query.recentProgress):
                raise SparkJobError(
                    f"What was counted cannot be read from {home}: name a folder that the cluster shares."
                )
    finally:
        try:
            if query is not None:
                query.stop()
        finally:
            shutil.rmtree(home, ignore_errors=True)


def _new_folder(within: str | None) -> Path:
    try:
        return Path(tempfile.mkdtemp(prefix="kafkaviz-stream-", dir=within))
    except OSError as problem:
        raise InvalidArgumentError(
            f"The files of a stream cannot be kept in {short(within)} ({problem.strerror}): name another folder."
        ) from None


def _started(stream: "DataFrame", aggregate: Parts, home: Path) -> "StreamingQuery":
    part, counted, failed = aggregate.part, home / _COUNTED, home / _FAILED

    def keep(batch: "DataFrame", number: int) -> None:
        # What is raised here comes back through Java with every frame of it, so it is left as a sentence.
        if failed.exists():
            return
        try:
            part(batch).coalesce(1).write.parquet(str(counted / str(number)))
        # Spark's own exceptions, py4j's and those of what is counted share no base class below this one.
        except Exception as problem:
            unfinished = failed.with_suffix(".tmp")
            unfinished.write_text(plain_sentence(problem), "utf-8")
            unfinished.replace(failed)

    writer = stream.writeStream.foreachBatch(keep).trigger(availableNow=True)
    return writer.option("checkpointLocation", str(home / "checkpoint")).start()


def _ended(query: "StreamingQuery") -> bool:
    """Waits a moment, and tells whether the stream is read; raises what made it fail."""
    return bool(query.awaitTermination(_LOOK_SECONDS))  # type: ignore[arg-type]  # a part of a second will do


def _counted(home: Path) -> list[Path]:
    """Returns the folders of the batches that were counted, in their order; of one that is not all there, none."""
    # Spark writes _SUCCESS last, on this machine; the rows lie where its workers write them.
    complete = (path.parent for path in (home / _COUNTED).glob("*/_SUCCESS") if any(path.parent.glob("*.parquet")))
    return sorted(complete, key=lambda folder: int(folder.name))
