"""How far a search has come: a bar in a notebook, a line in a terminal; what a notebook keeps is always the same."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from kafkaviz.lab.bars import Bar, display_bar, in_a_notebook
from kafkaviz.model.search.outcomes import Progress

EVERY: Final = 100
"""After how many states the bar moves."""


class SearchBar(Bar):
    """A bar that fills as requests are spent, and says how many states there are so far."""

    def __init__(self, title: str) -> None:
        super().__init__(title, f"{title}: a progress bar, which fills while states are searched.")
        self.title, self._called = title, 0

    def __call__(self, progress: Progress) -> None:
        """Shows how far the search has come, now and then."""
        self._called += 1
        if self._called % EVERY == 0:
            self.widget.max, self.widget.value = max(1, progress.most_requests), progress.requests
            self.widget.description = f"{self.title}: {progress.states:,} states"


@contextmanager
def show_progress(title: str) -> Iterator[Callable[[Progress], object] | None]:
    """Shows how far a search has come for as long as it lasts: a bar in a notebook, a line in a terminal, else nothing.

    >>> with show_progress("Exploring") as progress:
    ...     progress is None
    True
    """
    if in_a_notebook():
        with display_bar(SearchBar(title)) as bar:
            yield bar
    elif sys.stderr.isatty():
        yield lambda progress: _written(title, progress)
        sys.stderr.write("\r\x1b[K")
    else:
        yield None


def _written(title: str, progress: Progress) -> None:
    if progress.states % EVERY == 0:
        done = f"{progress.requests} of {progress.most_requests} requests deep"
        sys.stderr.write(f"\r{title}: {progress.states:,} states, {done}")
        sys.stderr.flush()
