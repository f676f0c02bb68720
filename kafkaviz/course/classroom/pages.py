"""What a room answered, written to a file: text, a page for a browser, or CSV for a spreadsheet."""

import csv
import io
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Final

from kafkaviz.course.classroom.room import Room
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.records.shared_file import replace

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


RELOAD_SECONDS: Final = 5


def as_html(found: Room, *, reload: bool = False) -> str:
    """Returns a whole page, which needs no network and may load itself anew; every name in it is text."""
    title = escape(found.first_of_all[0])
    again = f'<meta http-equiv="refresh" content="{RELOAD_SECONDS}">' if reload else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{again}'
        f"<style>{STYLE}</style></head><body><h1>What the room answered</h1>{found._repr_html_()}</body></html>\n"
    )


def as_csv(found: Room) -> str:
    """Returns a row for each concept, question, exercise and person.

    `before` and `after` are percentages, or right answers; of a question those at first and now.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in found.rows:
        writer.writerow(["concept", row.item, row.concept, *map(_cell, row[2:])])
    for asked in found.questions:
        first, now = (round(100 * right / (asked.answered or 1)) for right in (asked.right_at_first, asked.right_now))
        cells = [asked.id, asked.text, asked.film.notebook, first, now, now - first, asked.misconception, ""]
        writer.writerow(["question", *map(_cell, cells)])
    for task in found.exercises:
        correct = round(100 * task.correct / (task.tried or 1))
        writer.writerow(["exercise", task.id, _cell(task.title), "", "", correct, "", "", _cell(task.said_most)])
    for person in found.people:
        writer.writerow(["person", "", _cell(person.name), "", *map(_cell, person[1:4]), "", ""])
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else value


FORMATS: Final[dict[str, Callable[[Room], str]]] = {
    ".txt": lambda found: f"{found}\n",
    ".html": as_html,
    # A spreadsheet reads UTF-8 only where a mark at the beginning says so.
    ".csv": lambda found: f"\ufeff{as_csv(found)}",
}


def write(found: Room, path: str | Path, *, reload: bool = False) -> Path:
    """Writes a room's table to a file, in the form that its ending names, and returns its path.

    With `reload` a page loads itself anew every few seconds.

    Raises UnknownNameError for another ending, InvalidArgumentError where it cannot be written.
    """
    target = Path(path)
    form = FORMATS.get(target.suffix.casefold())
    if form is None:
        raise UnknownNameError(
            f"{short(str(path))} ends with none of .txt, .html and .csv; {suggestion(target.suffix, FORMATS)}"
        )
    try:
        replace(target, as_html(found, reload=reload) if form is as_html else form(found))
    except (OSError, ValueError) as problem:
        raise InvalidArgumentError(f"{short(str(path))} cannot be written: {problem}.") from None
    return target
