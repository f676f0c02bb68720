"""Tests run notebooks: what they check there is nobody's progress, and what nobody has solved is not attempted."""

import os
from collections.abc import Iterator

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from nbval.plugin import IPyNbCell

from tools.lint_notebooks import checked_in
from tools.notebook_files import EXERCISES, check_states

os.environ.setdefault("KAFKAVIZ_PROGRESS", os.devnull)
# Every kernel and every test that starts Spark gets a JVM of its own; in none of them the second compiler pays off.
os.environ.setdefault("PYSPARK_SUBMIT_ARGS", "--driver-java-options -XX:TieredStopAtLevel=1 pyspark-shell")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Beside what nbval compares, an exercise that nobody has solved says so."""
    yield
    if isinstance(item, IPyNbCell) and item.path.parent == EXERCISES:
        states = check_states(new_notebook(cells=[new_code_cell(outputs=item.test_outputs)]))
        assert states == dict.fromkeys(checked_in(item.cell.source), "not attempted")
