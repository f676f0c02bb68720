"""Who waits for no answer any more presses the kernel's own stop button, and gets what was found until then."""

import pytest

from tests.stop_button import CELLS, kernel

pytestmark = pytest.mark.notebooks
AT_MOST_CPU_S = 0.2


@pytest.fixture(scope="module")
def running():
    with kernel() as started:
        yield started


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize("after_s", [0.02, 0.06])
def test_a_search_ends_where_its_kernel_is_interrupted(running, name, after_s):
    # Of the clock a busy machine takes what it likes; what the kernel still does is its own.
    stopped = running.stopped(CELLS[name], after_s)
    assert "Interrupted: " in stopped.said and "Traceback" not in stopped.said
    assert stopped.cpu_s <= AT_MOST_CPU_S
