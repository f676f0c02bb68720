"""`python -m kafkaviz pipeline`: records of a workload, of files or of a Kafka, counted into a folder."""

import argparse
import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence

if TYPE_CHECKING:
    from kafkaviz.spark.pipeline import Input

_BAD_ARGUMENT, _FAILED, _INTERRUPTED = 2, 1, 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to a parser."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--workload", metavar="NAME", help="records made by a law, such as zipf or country")
    source.add_argument("--parquet", metavar="DIR", help="records as Parquet, with the columns of Spark's Kafka source")
    source.add_argument("--segments", metavar="DIR", help="log segments as they lie on a broker's disk")
    source.add_argument("--kafka", metavar="SERVERS", help="the bootstrap servers of a running Kafka; needs --topic")
    parser.add_argument("--output", metavar="DIR", required=True, help="the folder to make, beside which it works")
    parser.add_argument("--topic", help="the topic to read from --kafka")
    parser.add_argument(
        "--records", type=whole_number, metavar="N", help="how many records the workload has (1,000,000)"
    )
    parser.add_argument("--parameters", nargs="*", default=[], metavar="K=V", help="of the workload: keys=1000 seed=7")
    parser.add_argument("--partitions", type=whole_number, metavar="P", help="route all records to so many partitions")
    parser.add_argument("--partitioner", metavar="NAME", help="by which they are routed (Kafka's default)")
    parser.add_argument(
        "--window-s", type=whole_number, default=1, metavar="S", help="seconds that are counted together (1)"
    )
    parser.add_argument(
        "--chunk-records", type=whole_number, metavar="N", help="records of a workload at a time (10,000,000)"
    )
    parser.add_argument("--chunk-files", type=whole_number, metavar="N", help="files at a time (16)")
    parser.add_argument("--keep-records", action="store_true", help="write the records too, one log per partition")
    parser.add_argument(
        "--overwrite", action="store_true", help="replace an output that exists, once the new one is whole"
    )
    parser.add_argument(
        "--master", metavar="URL", help="where Spark runs, if spark-submit and the environment do not say"
    )
    parser.add_argument("--memory", default="1g", metavar="SIZE", help="the heap of Spark's driver (1g)")
    parser.add_argument("--cores", type=whole_number, metavar="N", help="how many threads Spark gets here (all)")


def run(options: argparse.Namespace) -> int:
    """Runs the pipeline and returns the exit code: 0, 1 when it failed, 2 for arguments that cannot be.

    What went wrong is one sentence on the standard error.
    """
    from kafkaviz.spark.java import JavaNotFoundError
    from kafkaviz.spark.pipeline import check
    from kafkaviz.spark.pipeline import run as run_pipeline
    from kafkaviz.spark.progress_bar import TerminalBar
    from kafkaviz.spark.spark_session import session
    from kafkaviz.spark.starting import SparkStartError

    try:
        source = input_of(options)
        check(options.output, overwrite=options.overwrite)
        with session(memory=options.memory, cores=options.cores, master=options.master) as spark:
            summary = run_pipeline(
                spark,
                source,
                options.output,
                window_s=options.window_s,
                keep_records=options.keep_records,
                overwrite=options.overwrite,
                page=_page,
                bar=TerminalBar("Counting"),
            )
    except (InvalidArgumentError, AttributeError) as wrong:
        if not isinstance(wrong, OneSentence):
            raise
        return _fail(wrong, _BAD_ARGUMENT)
    except (OneSentence, JavaNotFoundError, SparkStartError) as failed:
        return _fail(failed, _FAILED)
    except KeyboardInterrupt:
        return _fail("Stopped; the same command goes on from the chunks that are finished.", _INTERRUPTED)
    print(f"{summary['records']:,} records counted: {Path(options.output) / 'summary.html'}")
    return 0


def input_of(options: argparse.Namespace) -> "Input":
    """Returns the input that the arguments describe; raises InvalidArgumentError for those that do not fit it."""
    from kafkaviz.spark.pipeline.inputs import CHUNK_FILES, CHUNK_RECORDS, FilesInput, KafkaInput, WorkloadInput

    kind = next(name for name in ("workload", "parquet", "segments", "kafka") if getattr(options, name) is not None)
    allowed = {
        "workload": {"records", "parameters", "chunk_records"},
        "parquet": {"chunk_files"},
        "segments": {"chunk_files"},
        "kafka": {"topic"},
    }
    for name in sorted(set().union(*allowed.values()) - allowed[kind]):
        if getattr(options, name) not in (None, []):
            raise InvalidArgumentError(f"--{name.replace('_', '-')} says nothing about --{kind}: leave it out.")
    if options.partitioner is not None and options.partitions is None:
        raise InvalidArgumentError("A partitioner asks how many partitions there are: give --partitions too.")
    for name in ("partitions", "window_s", "chunk_records", "chunk_files", "cores"):
        if getattr(options, name) == 0:
            raise InvalidArgumentError(f"--{name.replace('_', '-')} is at least 1, not 0.")
    routing: dict[str, Any] = {"partitions": options.partitions, "partitioner": options.partitioner}
    if kind == "workload":
        records = 1_000_000 if options.records is None else options.records
        size = options.chunk_records or CHUNK_RECORDS
        parameters = dict(map(parameter, options.parameters))
        return WorkloadInput(options.workload, records, parameters=parameters, chunk_records=size, **routing)
    if kind == "kafka":
        if not options.topic:
            raise InvalidArgumentError("--kafka reads one topic: name it with --topic.")
        return KafkaInput(options.kafka, options.topic, **routing)
    path = Path(getattr(options, kind))
    if not path.exists() and "://" not in str(getattr(options, kind)):
        raise InvalidArgumentError(f"There is no {path}.")
    format = {"parquet": "parquet", "segments": "kafka_segments"}[kind]
    return FilesInput(format, getattr(options, kind), chunk_files=options.chunk_files or CHUNK_FILES, **routing)


def whole_number(text: str) -> int:
    """Reads a whole number that is not negative; raises ArgumentTypeError when it is none.

    >>> whole_number("10_000")
    10000
    """
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"this is a whole number, 0 or more, not {text!r}")
    return number


def parameter(text: str) -> tuple[str, Any]:
    """Reads a parameter of a workload; raises InvalidArgumentError when there is no name or no value.

    >>> parameter("s=1.1"), parameter("prefix=user-")
    (('s', 1.1), ('prefix', 'user-'))
    """
    name, equals, value = text.partition("=")
    if not (name.isidentifier() and equals):
        raise InvalidArgumentError(f"A parameter is written keys=1000, not {text!r}.")
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return name, value


def _page(summary: dict[str, Any], arrivals: Any) -> str:
    from kafkaviz.pipeline.page import page

    return page(summary, arrivals)


def _fail(problem: object, code: int) -> int:
    print(str(problem).splitlines()[0], file=sys.stderr)
    return code
