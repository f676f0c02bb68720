"""fill_in: a table of the articles, filled in row by row; each row has a film that shows it, and is checked at once."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any, Final

from ipywidgets import HTML, HBox, Label, VBox, Widget

from kafkaviz import records
from kafkaviz.course.tables import TABLES
from kafkaviz.course.tables.table import ArticleTable, TableRow
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab.widgets import TEXT, Worded, button, choice, status, text
from kafkaviz.player.entries import Entries

WIDE: Final = {"width": "30em", "max_width": "100%"}
# Beside the sidebar of a small screen the columns stand below what is asked.
ALIGNED: Final = {"align_items": "baseline", "flex_flow": "row wrap"}
Filled = dict[str, list[str | None]]


def fill_in(table: str, choices: Mapping[str, Sequence[str]] | None = None) -> Widget:
    """Asks whose each statement of a table is, "duties" or "partitions and replicas", row by row.

    A row is checked as soon as all of it is chosen; its film says the same first, if you look. Without a mouse and
    without a browser `choices` holds a column for each statement of the rows that it names. What was chosen last is
    kept. Raises UnknownNameError for another table, row or column, InvalidArgumentError for too few or too many.

    >>> fill_in("duties", {"partition assignment": ["producer", "controller"]})
    partition assignment
      ✓ choose the partition of a record: producer. Its partitioner has chosen before anything is sent.
      ✗ write the record at the end of the log: broker. The leader takes the partition as it is told, and adds the offset.
    0 of 5 rows are right.
    """  # noqa: E501
    wanted = _table(table)
    filled = saved_answers(wanted)
    given = read_choices(wanted, choices) if choices is not None else None
    if given is not None:
        filled |= given
        records.keep("tables", wanted.name, filled)
    return _shown(wanted, filled, in_words(wanted) if given is None else _judged(wanted, given, filled))


def read_choices(table: ArticleTable, choices: object) -> Filled:
    """Returns choices by row, as plain lists.

    Raises UnknownNameError for a row or column that there is not, InvalidArgumentError for another number of them.
    """
    if not isinstance(choices, Mapping) or not choices:
        raise InvalidArgumentError(f"Choices are a column for each statement, by row, not {short(choices)}.")
    rows, found = {row.name: row for row in table.rows}, Filled()
    for name, columns in choices.items():
        if name not in rows:
            raise UnknownNameError(f"{table.name} has no row {short(name)}; {suggestion(name, rows)}")
        many = len(rows[name].statements)
        if isinstance(columns, str) or not isinstance(columns, Sequence) or len(columns) != many:
            raise InvalidArgumentError(
                f"{name} has {many} statements, so {many} columns are chosen, not {short(columns)}."
            )
        for column in columns:
            if column not in table.columns:
                raise UnknownNameError(f"There is no column {short(column)}; {suggestion(column, table.columns)}")
        found[name] = list(columns)
    return found


def in_words(table: ArticleTable) -> str:
    """Returns a table as text, without what is right."""
    lines = [f"{table.title} ({', '.join(table.columns)})"]
    for row in table.rows:
        lines += [row.name, *(f"  ( ) {statement.text}" for statement in row.statements)]
    first = table.rows[0]
    example = {first.name: [table.columns[0]] * len(first.statements)}
    return "\n".join([*lines, f"In words: fill_in({table.name!r}, {example!r})"])


def is_right(row: TableRow, chosen: Sequence[str | None]) -> bool:
    """Tells whether every statement of a row is where it belongs."""
    return [statement.column for statement in row.statements] == list(chosen)


def is_filled(table: ArticleTable) -> bool:
    """Tells whether every row of a table is right, as it is kept."""
    filled = saved_answers(table)
    return all(is_right(row, filled[row.name]) for row in table.rows)


def feedback(row: TableRow, chosen: Sequence[str | None]) -> list[str]:
    """Returns a sentence for each statement of a row: whose it is, and why."""
    return [
        f"{'✓' if said.column == column else '✗'} {said.text.rstrip('?')}: {said.column}. {said.because}"
        for said, column in zip(row.statements, chosen, strict=True)
    ]


def saved_answers(table: ArticleTable) -> Filled:
    """Returns a table's answers from the progress file; what fits no row counts as empty."""
    found = records.read()["tables"].get(table.name)
    known = found if isinstance(found, dict) else {}
    return {row.name: _fitting(table, row, known.get(row.name)) for row in table.rows}


def _fitting(table: ArticleTable, row: TableRow, chosen: object) -> list[str | None]:
    many = len(row.statements)
    if not isinstance(chosen, list) or len(chosen) != many:
        return [None] * many
    return [column if column in table.columns else None for column in chosen]


def _table(name: object) -> ArticleTable:
    if not isinstance(name, str) or name not in TABLES:
        raise UnknownNameError(f"There is no table {short(name)}; {suggestion(name, TABLES)}")
    return TABLES[name]


def _score(table: ArticleTable, filled: Filled) -> str:
    right = sum(is_right(row, filled[row.name]) for row in table.rows)
    return f"{right} of {len(table.rows)} rows are right."


def on_a_page(table: ArticleTable) -> list[dict[str, Any]]:
    """Returns an empty table and what belongs there, folded, for a page that has no kernel to ask."""
    columns = "".join(f"<th>{escape(name)}</th>" for name in table.columns)
    empty, lines = "", ""
    for row in table.rows:
        empty += f'<tr><th colspan="{len(table.columns) + 1}">{escape(row.name)}</th></tr>'
        empty += "".join(
            f"<tr><td>{escape(statement.text)}</td>{'<td>○</td>' * len(table.columns)}</tr>"
            for statement in row.statements
        )
        right = [statement.column for statement in row.statements]
        lines += "".join(f"<li>{escape(line)}</li>" for line in feedback(row, right))
    asked = f"<p><b>{escape(table.title)}</b></p><table><tr><th></th>{columns}</tr>{empty}</table>"
    return [
        {"html": f"{asked}<details><summary>Show what belongs where</summary><ul>{lines}</ul></details>"},
        {"live": True},
    ]


def _judged(table: ArticleTable, given: Filled, filled: Filled) -> str:
    lines = []
    for row in table.rows:
        if row.name in given:
            lines += [row.name, *(f"  {line}" for line in feedback(row, given[row.name]))]
    return "\n".join([*lines, _score(table, filled)])


def _shown(table: ArticleTable, filled: Filled, words: str) -> Widget:
    score = HTML(value="")

    def chosen() -> None:
        records.keep("tables", table.name, filled)
        score.value = status(_score(table, filled))

    rows = [_row(table, row, filled, chosen) for row in table.rows]
    if any(any(chosen) for chosen in filled.values()):
        score.value = status(_score(table, filled))
    parts = [text(f"<b>{escape(table.title)}</b>"), *rows, Entries(table.title), score]
    return Worded(parts, words, on_a_page=lambda: on_a_page(table))


def _row(table: ArticleTable, row: TableRow, filled: Filled, chosen: Callable[[], None]) -> Widget:
    mine, said, film = filled[row.name], HTML(value=""), VBox([])

    def tell() -> None:
        if None not in mine:
            lines = "".join(f"<li>{escape(line)}</li>" for line in feedback(row, mine))
            said.value = f'<ul role="status" style="{TEXT}; list-style: none; margin: 0; padding: 0">{lines}</ul>'

    def choose(number: int, column: int) -> None:
        mine[number] = table.columns[column]
        tell()
        chosen()

    def toggle() -> None:
        shown = bool(film.children)
        film.children = () if shown else (row.story().film(lens=row.lens, title=row.name),)
        show.description = "show it" if shown else "hide it"

    lines = []
    for number, (statement, column) in enumerate(zip(row.statements, mine, strict=True)):
        index = None if column is None else table.columns.index(column)
        columns = choice(table.columns, partial(choose, number), index, orientation="horizontal")
        lines.append(HBox([Label(statement.text, layout=WIDE), columns], layout=ALIGNED))
    show = button("show it", toggle, tooltip=f"the film of {row.name}")
    tell()
    head = HBox([text(f"<b>{escape(row.name)}</b>", **WIDE), show], layout=ALIGNED)
    return VBox([head, *lines, said, film])
