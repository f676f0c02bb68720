"""Tests run notebooks: what they check there is nobody's progress, and what nobody has solved is not attempted."""

import os
import reprlib
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest

from tests.forked_kernels import ForkedKernels
from tests.jvm import QUICK
from tests.one_jvm import OneJvm

os.environ.setdefault("KAFKAVIZ_PROGRESS", os.devnull)
# Every kernel and every test that starts Spark gets a JVM of its own.
os.environ.setdefault("PYSPARK_SUBMIT_ARGS", f"--driver-java-options '{QUICK}' pyspark-shell")
fork_kernels = cache(ForkedKernels)
# jsonschema would build 38 grammars in every process, for more than a second, of a format that no notebook has.
cast(dict[str, Any], sys.modules).setdefault("rfc3987_syntax", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Gives one worker more than there are cores to what waits often: for a browser, a kernel, a cluster."""
    return (os.cpu_count() or 1) + 1 if config.option.dist == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Leaves what shares a Spark or a JupyterLab to one worker."""
    if config.getvalue("dist") != "loadfile":
        return None
    from tests.scheduling import SharedThings

    return SharedThings(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Has kernels be copies of one process, from the first test on that runs a notebook."""
    if hasattr(os, "fork") and (item.path.suffix == ".ipynb" or item.get_closest_marker("notebooks")):
        fork_kernels()


def pytest_configure(config: pytest.Config) -> None:
    """Says what nbval needs, where it is loaded: only what runs notebooks cell by cell needs it."""
    if config.pluginmanager.hasplugin("nbval"):
        config.option.nbval_current_env = True
        config.option.nbval_cell_timeout = 900
        config.option.nbval_kernel_startup_timeout = 180
        config.pluginmanager.register(Unsolved())
        config.pluginmanager.register(OneJvm())
        _spare_messages_and_start_kernels_again()


def _spare_messages_and_start_kernels_again() -> None:
    from nbval import kernel

    from kafkaviz.course.headless import with_a_kernel

    # It would print every message for a log that nobody keeps, which takes half of its time.
    cast(Any, kernel).pformat = reprlib.repr
    start = kernel.start_new_kernel
    kernel.start_new_kernel = lambda *args, **kwargs: with_a_kernel(lambda: start(*args, **kwargs))


class Unsolved:
    """Beside what nbval compares, an exercise that nobody has solved says so."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Looks at what the checks of an exercise's cell said, once it has run."""
        yield
        from nbformat.v4 import new_code_cell, new_notebook
        from nbval.plugin import IPyNbCell

        from tools.lint_notebooks import checked_in
        from tools.notebook_files import EXERCISES, check_states

        if isinstance(item, IPyNbCell) and item.path.parent == EXERCISES:
            states = check_states(new_notebook(cells=[new_code_cell(outputs=item.test_outputs)]))
            assert states == dict.fromkeys(checked_in(item.cell.source), "not attempted")
