"""Python looks for cycles seldom while a history is played, and as often as before when the last one is."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from kafkaviz.model.core.collecting import SELDOM, seldom_collecting


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leaves Python's collector as it was."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize("first_ends_first", [True, False])
def test_what_ends_last_brings_back_what_was_before_the_first(first_ends_first: bool) -> None:
    gc.set_threshold(700, 11, 12)
    first, second = ExitStack(), ExitStack()
    first.enter_context(seldom_collecting())
    second.enter_context(seldom_collecting())
    ends = (first, second) if first_ends_first else (second, first)
    ends[0].close()
    assert gc.get_threshold() == (SELDOM, 11, 12)
    ends[1].close()
    assert gc.get_threshold() == (700, 11, 12)


def test_a_collector_that_never_looks_or_more_seldom_is_left_alone() -> None:
    for often in (0, 2 * SELDOM):
        gc.set_threshold(often, 5, 5)
        with seldom_collecting():
            assert gc.get_threshold() == (often, 5, 5)
        assert gc.get_threshold() == (often, 5, 5)


def test_it_looks_as_often_again_after_a_fault() -> None:
    gc.set_threshold(700, 10, 10)
    with pytest.raises(ValueError, match="broken"), seldom_collecting():
        raise ValueError("broken")
    assert gc.get_threshold() == (700, 10, 10)
