"""One Spark session for all of these tests, small enough for a busy machine."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kafkaviz.spark import JavaNotFoundError, find_java, session
from kafkaviz.spark.starting import environment
from tests.spark.standalone import driven, standalone

ROOT = str(Path(__file__).parents[2])


@pytest.fixture(scope="session")
def spark() -> Iterator[object]:
    try:
        find_java()
    except JavaNotFoundError as missing:
        pytest.skip(str(missing))
    # Of so few rows all are answered before code for a query would be compiled; the notebooks try that code.
    copied = driven("--conf spark.python.daemon.module=tests.spark.daemon")
    found = os.pathsep.join(filter(None, (ROOT, os.environ.get("PYTHONPATH"))))
    with ExitStack() as until_the_end:
        with environment({"PYSPARK_SUBMIT_ARGS": copied, "PYTHONPATH": found}):
            running = until_the_end.enter_context(session(memory="512m", cores=2))
        yield running


@pytest.fixture(scope="session")
def master() -> Iterator[str]:
    """The address of a standalone cluster of two workers, one for all who ask what Spark does elsewhere."""
    with standalone(workers=2) as address:
        yield address
