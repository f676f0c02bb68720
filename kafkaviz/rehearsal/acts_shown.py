"""How far a rehearsal has come: a bar in a notebook, a line for each act in a terminal, else nothing."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any


class ActsBar:
    """A bar that fills as acts are carried out; what a notebook keeps of it is always the same."""

    def __init__(self, acts: Sequence[str]) -> None:
        from ipywidgets import IntProgress

        self.acts = acts
        self.widget = IntProgress(max=max(1, len(acts)), description="Starting Kafka …")
        self.widget.style.description_width = "initial"

    def __repr__(self) -> str:
        return "A rehearsal: a progress bar, which fills while acts are played."

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = self.widget._repr_mimebundle_(**kwargs)
        return bundle | {"text/plain": repr(self)}

    def __call__(self, number: int) -> None:
        """Shows which act was carried out."""
        self.widget.value, self.widget.description = number, _line(number, self.acts)

    def close(self, *, well: bool) -> None:
        """Leaves the bar full, or red where it stopped."""
        self.widget.value = self.widget.max if well else self.widget.value
        self.widget.bar_style = "success" if well else "danger"


@contextmanager
def shown_acts(acts: Sequence[str]) -> Iterator[Callable[[int], object]]:
    """Shows how far a rehearsal has come for as long as it lasts; the number of an act stands for the act.

    >>> with shown_acts(["kill 1"]) as told:
    ...     told(1)
    """
    if hasattr(getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)(), "kernel"):
        from IPython.display import display

        bar = ActsBar(acts)
        display(bar)
        try:
            yield bar
        except BaseException:
            bar.close(well=False)
            raise
        bar.close(well=True)
    elif sys.stderr.isatty():
        print("Starting Kafka …", file=sys.stderr, flush=True)
        yield lambda number: print(_line(number, acts), file=sys.stderr, flush=True)
    else:
        yield lambda number: None


def _line(number: int, acts: Sequence[str]) -> str:
    return f"Act {number} of {len(acts)}: {acts[number - 1]}"
