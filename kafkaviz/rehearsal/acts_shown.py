"""How far a rehearsal has come: a bar in a notebook, a line for each act in a terminal, else nothing."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from kafkaviz.lab.bars import Bar, display_bar, in_a_notebook


class ActsBar(Bar):
    """A bar that fills as acts are carried out."""

    def __init__(self, acts: Sequence[str]) -> None:
        said = "A rehearsal: a progress bar, which fills while acts are played."
        super().__init__("Starting Kafka …", said, max(1, len(acts)))
        self.acts = acts

    def __call__(self, number: int) -> None:
        """Shows which act was carried out."""
        self.widget.value, self.widget.description = number, _line(number, self.acts)


@contextmanager
def show_acts(acts: Sequence[str]) -> Iterator[Callable[[int], object]]:
    """Shows how far a rehearsal has come for as long as it lasts; the number of an act stands for the act.

    >>> with show_acts(["kill 1"]) as told:
    ...     told(1)
    """
    if in_a_notebook():
        with display_bar(ActsBar(acts)) as bar:
            yield bar
    elif sys.stderr.isatty():
        print("Starting Kafka …", file=sys.stderr, flush=True)
        yield lambda number: print(_line(number, acts), file=sys.stderr, flush=True)
    else:
        yield lambda number: None


def _line(number: int, acts: Sequence[str]) -> str:
    return f"Act {number} of {len(acts)}: {acts[number - 1]}"
