"""One Spark session for all of these tests, small enough for a busy machine."""

from collections.abc import Iterator

import pytest

from kafkaviz.spark import JavaNotFoundError, find_java, session
from tests.spark.standalone import standalone


@pytest.fixture(scope="session")
def spark() -> Iterator[object]:
    try:
        find_java()
    except JavaNotFoundError as missing:
        pytest.skip(str(missing))
    with session(memory="512m", cores=2) as running:
        # Of so few rows all are answered before code for a query would be compiled; the notebooks try that code.
        running.conf.set("spark.sql.codegen.wholeStage", "false")
        running.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        yield running


@pytest.fixture(scope="session")
def master() -> Iterator[str]:
    """The address of a standalone cluster of two workers, one for all who ask what Spark does elsewhere."""
    with standalone(workers=2) as address:
        yield address
