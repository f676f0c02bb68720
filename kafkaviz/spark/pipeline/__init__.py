"""Records in, counted in chunks, tables and a summary out: what has been finished is never done again."""

import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.spark.errors import plain_errors
from kafkaviz.spark.pipeline.counting import BY, add_up, count_chunk, missing_at_most
from kafkaviz.spark.pipeline.folder import (
    SUMMARY,
    Folder,
    OutputError,
    json_text,
    output_errors,
    write_table,
    write_text,
)
from kafkaviz.spark.pipeline.inputs import FilesInput, Input, KafkaInput, WorkloadInput
from kafkaviz.spark.pipeline.summary import load_table, summarize
from kafkaviz.spark.progress_bar import Bar, TerminalBar, bar_here, job_progress

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["FilesInput", "Input", "KafkaInput", "OutputError", "WorkloadInput", "check", "run"]

Page = Callable[[dict[str, Any], "pa.Table"], str]
"""Makes a page in HTML of a summary and of what arrived by partition and window."""


def run(
    spark: "SparkSession",
    source: Input,
    output: "str | PathLike[str]",
    *,
    window_s: int = 1,
    keep_records: bool = False,
    overwrite: bool = False,
    page: Page | None = None,
    bar: Bar | TerminalBar | None = None,
) -> dict[str, Any]:
    """Counts all records of an input, a chunk at a time, writes the output folder, and returns its summary.

    The folder holds `summary.json`, with a `page` also `summary.html`, and as Parquet `load` (records, bytes and
    share of each partition), `arrivals` (records and bytes by partition and window of `window_s` seconds) and `keys`
    (records of the hottest keys), each in folders by topic; with `keep_records` also the records themselves, in
    folders by chunk, topic and partition, which all workers must be able to write to. Until everything is there the
    folder is called `<output>.unfinished`. Another run with the same arguments goes on from the chunks that are
    finished, and comes to the same summary, byte for byte.
    Raises InvalidArgumentError when the output exists and `overwrite` is not given, or for records that cannot be
    counted; SparkJobError when Spark fails; OutputError when the disk is full, or another run is writing there.

    >>> run(spark, WorkloadInput("zipf", 600, partitions=3), folder / "out")["records"]  # doctest: +SKIP
    600
    """
    if isinstance(window_s, bool) or not isinstance(window_s, int) or window_s < 1:
        raise InvalidArgumentError(f"window_s is a whole number of seconds, at least 1, not {window_s!r}.")
    check(output, overwrite=overwrite)
    with plain_errors():
        chunks = source.chunks(spark)
    input_fields = source.description() | {"window_s": window_s, "keep_records": keep_records}
    folder = Folder(output, {**input_fields, "chunks": chunks}, overwrite=overwrite)
    with folder.alone():
        with plain_errors():
            _count_all(spark, source, folder, chunks, window_s, keep_records, bar or bar_here("Counting", len(chunks)))
        return _finish(folder, source, len(chunks), window_s, input_fields, page)


def check(output: "str | PathLike[str]", *, overwrite: bool = False) -> None:
    """Raises InvalidArgumentError when an output cannot be written to, OutputError while another run does so.

    It asks no Spark, so it can come first.
    """
    folder = Folder(output, {}, overwrite=overwrite)
    folder.check_place()
    with folder.alone():
        pass


def _count_all(
    spark: "SparkSession",
    source: Input,
    folder: Folder,
    chunks: list[Any],
    window_s: int,
    keep_records: bool,
    bar: Bar | TerminalBar,
) -> None:
    folder.check()
    folder.open()
    bar.steps = len(chunks)
    try:
        with job_progress(spark, bar=bar):
            for number, chunk in enumerate(chunks):
                if not folder.table(f"{number:05d}-arrivals").exists():
                    _count(spark, source.read(spark, chunk), folder, f"{number:05d}", window_s, keep_records)
                bar.step()
    # An interrupted run leaves no empty folder either; whatever it was goes on.
    except BaseException:
        folder.discard_if_empty()
        raise


def _count(
    spark: "SparkSession", df: "DataFrame", folder: Folder, chunk: str, window_s: int, keep_records: bool
) -> None:
    if keep_records:
        df = _kept(spark, df, folder.work / "records", chunk)
    tables = count_chunk(df, window_s)
    with output_errors():
        # Whether a chunk is finished is asked of the last of its tables.
        for name in ("keys", "arrivals"):
            write_table(folder.table(f"{chunk}-{name}"), tables[name])


def _kept(spark: "SparkSession", df: "DataFrame", home: "Path", chunk: str) -> "DataFrame":
    """Writes the records of a chunk, each partition in the order of its offsets, and returns what was written."""
    schema = df.schema
    temporary, finished = home / f"_chunk={chunk}", home / f"chunk={chunk}"
    with output_errors():
        for left in (temporary, finished):
            shutil.rmtree(left, ignore_errors=True)
    in_logs = df.repartition("topic", "partition").sortWithinPartitions("topic", "partition", "offset")
    in_logs.write.partitionBy("topic", "partition").parquet(f"file://{temporary}")
    with output_errors():
        temporary.rename(finished)
    return spark.read.schema(schema).parquet(f"file://{finished}")


def _finish(
    folder: Folder, source: Input, chunks: int, window_s: int, input_fields: dict[str, Any], page: Page | None
) -> dict[str, Any]:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    parts = {name: [pq.read_table(folder.table(f"{number:05d}-{name}")) for number in range(chunks)] for name in BY}
    totals = {name: add_up(parts[name], name) for name in BY}
    expected = source.expected_shares()
    partitions = max(source.partitions or 0, len(expected or ()))
    missing = missing_at_most(parts["keys"])
    summary = {"input": input_fields, "expected_shares": expected}
    summary |= summarize(totals["arrivals"], totals["keys"], missing, window_s, partitions)
    loads = pa.Table.from_pandas(load_table(totals["arrivals"], partitions), preserve_index=False)
    tables = totals | {"load": loads}
    with output_errors():
        for name, table in tables.items():
            for topic in sorted(table["topic"].unique().to_pylist()):
                rows = table.filter(pc.equal(table["topic"], topic)).drop_columns("topic")
                write_table(folder.work / name / f"topic={quote(topic, safe='')}" / f"{name}.parquet", rows)
        if page is not None:
            write_text(folder.work / "summary.html", page(summary, totals["arrivals"]))
        write_text(folder.work / SUMMARY, json_text(summary))
    folder.finish()
    return summary
