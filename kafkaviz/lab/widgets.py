"""What the widgets of a notebook are built of: text, one choice, a button, and a column that has words as well."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any, Final

from ipywidgets import HTML, Button, RadioButtons, VBox, Widget

# A widget's text has the height and the letters of a button's line; it takes those of the notebook's own text.
READ: Final = "font-size: var(--jp-content-font-size1); line-height: 1.4"
TEXT: Final = f"{READ}; max-width: 60em"
SNUG: Final = {"width": "max-content", "flex": "0 0 auto"}


class Worded(VBox):  # type: ignore[misc]
    """Widgets in a column; `words` say the same in a terminal, and `stored` in a notebook that no kernel runs.

    `on_a_page` says what an exported page, which has no kernel to ask, shows in place of the widgets.
    """

    def __init__(
        self,
        children: Sequence[Widget],
        words: str,
        stored: str | None = None,
        on_a_page: Callable[[], list[dict[str, Any]]] | None = None,
    ) -> None:
        super().__init__(children)
        self.on_a_page = on_a_page
        self._words, self._stored = words, words if stored is None else stored

    def __repr__(self) -> str:
        return self._words

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": self._stored}


def text(content: str, **layout: str) -> HTML:
    """Returns HTML as a widget whose lines have room between them."""
    return HTML(value=f'<div style="{TEXT}">{content}</div>', layout=layout)


def status(words: str) -> str:
    """Returns words as HTML, line by line; a screen reader says them when they come.

    >>> status("<one>").rpartition(" style=")[0], status("<one>").partition(">")[2]
    ('<div role="status"', '&lt;one&gt;</div>')
    """
    lines = "<br>".join(map(escape, words.split("\n")))
    return f'<div role="status" style="{TEXT}">{lines}</div>'


def choice(
    options: Iterable[str], chosen: Callable[[int], object], index: int | None = None, **look: Any
) -> RadioButtons:
    """Returns options to choose one of; `chosen` is called with its number, from 0."""
    radio = RadioButtons(options=[*options], index=index, layout=SNUG, **look)
    radio.observe(lambda change: change["new"] is not None and chosen(change["new"]), names="index")
    return radio


def button(description: str, does: Callable[[], object], **look: Any) -> Button:
    """Returns a button as wide as its words, and what it does."""
    made = Button(description=description, layout=SNUG, **look)
    made.on_click(lambda _: does())
    return made
