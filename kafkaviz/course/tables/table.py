"""What a table of the articles is: rows of statements, the columns they belong to, and a film for each row."""

from collections.abc import Callable
from typing import NamedTuple

from kafkaviz.lab import Lab


class Statement(NamedTuple):
    """One thing done or gained; `column` is whose it is, `event` is where the film of its row shows it, if it does."""

    text: str
    column: str
    because: str
    event: str = ""


class TableRow(NamedTuple):
    """One row: its statements, and the story that shows them through a lens."""

    name: str
    statements: tuple[Statement, ...]
    story: Callable[[], Lab]
    lens: str = "cluster"


class ArticleTable(NamedTuple):
    """A table with two columns or more, to fill in row by row."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
