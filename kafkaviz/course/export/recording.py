"""What a kernel says of its widgets while a notebook is run for export: films and questions as values, not as widgets.

It is loaded as an extension of IPython. A page has no kernel to ask, so it gets all that a widget would ask for later:
every lens of a film, and what is said of each answer.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from kafkaviz.player.screen import Screen
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Json

PAGE_MIME: Final = "application/vnd.kafkaviz.page+json"
WIDGET_MIME: Final = "application/vnd.jupyter.widget-view+json"
LIVE: Final = "This part answers only in the notebook itself, while its kernel runs."


def load_ipython_extension(shell: Any) -> None:
    """Lets this kernel say in every output that holds a widget what is in it."""
    for sender in (shell.display_pub, shell.displayhook):
        sender.register_hook(with_parts)


def with_parts(message: Any) -> Any:
    """Returns a message of a kernel with the parts of its widget in place of the widget's name."""
    data = message["content"].get("data", {})
    if WIDGET_MIME in data:
        import ipywidgets

        found = list(parts_of(ipywidgets.widgets.widget._instances.get(data.pop(WIDGET_MIME)["model_id"])))
        if found:
            data[PAGE_MIME] = found
            # It would only be a picture of the same film.
            data.pop("image/png", None)
    return message


def parts_of(widget: Any) -> Iterator[Json]:
    """Yields what a page shows of a widget, from its top to its bottom; what only a kernel can do is said once."""
    found = list(_parts_of(widget))
    yield from (part for part in found if part != {"live": True})
    if {"live": True} in found:
        yield {"text": LIVE}


def film_part(screen: Screen) -> Json:
    """Returns films on a screen with all their lenses, as a page plays them; their questions are open again."""
    sent: list[Json] = [wire(film) for film in screen.films]
    shown: Json = {"films": sent, "align": screen.pairs, "shared": screen.common} if sent[1:] else {"film": sent[0]}
    return {"film": {**shown, "index": screen.index, "lens": screen.lens}}


def _parts_of(widget: Any) -> Iterator[Json]:
    import ipywidgets as kinds

    from kafkaviz.lab.widgets import Worded

    if isinstance(widget, Screen):
        yield film_part(widget)
    elif isinstance(widget, Worded) and widget.on_a_page:
        yield from map(_with_films, widget.on_a_page())
    elif isinstance(widget, kinds.Tab | kinds.Accordion):
        for title, child in zip(widget.titles, widget.children, strict=False):
            yield {"fold": title, "parts": list(_parts_of(child))}
    elif isinstance(widget, kinds.Box):
        if isinstance(widget, Worded):
            press_what_plays(widget.children)
        for child in widget.children:
            yield from _parts_of(child)
    elif isinstance(widget, kinds.HTML):
        if widget.value:
            yield {"html": widget.value}
    elif isinstance(widget, kinds.RadioButtons | kinds.Select | kinds.SelectMultiple):
        yield {"list": [str(label) for label in widget._options_labels]}
        yield {"live": True}
    elif isinstance(widget, kinds.IntSlider | kinds.Dropdown | kinds.Checkbox):
        yield {"text": f"{widget.description} = {widget.value}"}
        yield {"live": True}
    elif isinstance(widget, kinds.Label):
        yield {"text": widget.value}


def _with_films(part: Any) -> Json:
    """Returns a part with films in place of their players."""
    if isinstance(part, Screen):
        return film_part(part)
    return part | {"parts": [_with_films(inner) for inner in part["parts"]]} if "parts" in part else dict(part)


def press_what_plays(children: Sequence[Any]) -> None:
    """Presses the buttons that fetch a film, since nobody can press them on a page."""
    from ipywidgets import Button

    for child in children:
        if isinstance(child, Button) and child.icon == "play":
            child.click()
