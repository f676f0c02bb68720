"""A bar in a notebook for what takes a while; what a notebook keeps of it is always the same."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar


class Bar:
    """A bar that fills; `said` is what a notebook keeps in its place."""

    def __init__(self, title: str, said: str, most: int = 1) -> None:
        from ipywidgets import IntProgress

        self.said = said
        self.widget = IntProgress(max=most, description=title, style={"description_width": "initial"})

    def __repr__(self) -> str:
        return self.said

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        # The widget's own text would hold its value of the moment.
        bundle: dict[str, Any] = self.widget._repr_mimebundle_(**kwargs)
        return bundle | {"text/plain": repr(self)}

    def close(self, *, well: bool) -> None:
        """Leaves the bar full, or red where it stopped."""
        self.widget.value = self.widget.max if well else self.widget.value
        self.widget.bar_style = "success" if well else "danger"


AnyBar = TypeVar("AnyBar", bound=Bar)


def in_a_notebook() -> bool:
    """Tells whether a notebook's kernel runs this, which alone can show a bar."""
    return hasattr(getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)(), "kernel")


@contextmanager
def display_bar(bar: AnyBar) -> Iterator[AnyBar]:
    """Shows a bar for as long as it lasts, and closes it as that ends."""
    from IPython.display import display

    display(bar)
    try:
        yield bar
    except BaseException:
        bar.close(well=False)
        raise
    bar.close(well=True)
