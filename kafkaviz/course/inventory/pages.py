"""What a room answered, written to a file: text, a page for a browser, or CSV for a spreadsheet."""

import csv
import io
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Final

from kafkaviz.course.inventory.room import Room
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.wording import short, suggestion

STYLE: Final = (
    ":root { color-scheme: light dark } body { font: 16px/1.4 sans-serif; margin: 2em; max-width: 90em }"
    " table { border-collapse: collapse; margin: 1.5em 0 } caption { padding: .3em 0 }"
    " th, td { padding: .25em .7em; border-bottom: 1px solid #8886; vertical-align: top }"
)
COLUMNS: Final = (
    *("kind", "item", "name", "notebook", "before", "after", "gain"),
    *("misconception_before", "misconception_after"),
)
# A spreadsheet would take what begins so for a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def as_html(found: Room) -> str:
    """Returns a whole page, which needs no network; every name in it is text."""
    title = escape(found.sections[0].caption)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><h1>Concept inventory</h1>{found._repr_html_()}</body></html>\n"
    )


def as_csv(found: Room) -> str:
    """Returns a row for each concept and for each person; `before` and `after` are percentages, or right answers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in found.rows:
        writer.writerow(["concept", row.item, row.concept, *map(_cell, row[2:])])
    for person in found.people:
        writer.writerow(["person", "", _cell(person.name), "", *map(_cell, person[1:]), "", ""])
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else value


FORMATS: Final[dict[str, Callable[[Room], str]]] = {
    ".txt": lambda found: f"{found}\n",
    ".html": as_html,
    ".csv": as_csv,
}


def write(found: Room, path: str | Path) -> Path:
    """Writes a room's table to a file, in the form that its ending names, and returns its path.

    Raises UnknownNameError for another ending, InvalidArgumentError where it cannot be written.
    """
    target = Path(path)
    form = FORMATS.get(target.suffix.casefold())
    if form is None:
        raise UnknownNameError(
            f"{short(str(path))} ends with none of .txt, .html and .csv; {suggestion(target.suffix, FORMATS)}"
        )
    try:
        # A spreadsheet reads UTF-8 only where a mark at the beginning says so.
        encoding = "utf-8-sig" if form is as_csv else "utf-8"
        target.write_text(form(found), encoding=encoding, newline="")
    except (OSError, ValueError) as problem:
        raise InvalidArgumentError(f"{short(str(path))} cannot be written: {problem}.") from None
    return target
