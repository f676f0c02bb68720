"""Tables that a terminal, a notebook and a program can each read: text in the layout of a tool, HTML, a DataFrame."""

from collections.abc import Sequence
from html import escape
from typing import Any, Generic, NamedTuple, TypeVar

Row = tuple[object, ...]
R = TypeVar("R", bound=Row)
LEFT = "text-align: left"
HEAD = f"{LEFT}; font-weight: bold"


class Section(NamedTuple):
    """The rows of one table under its caption; each row is a NamedTuple, and its fields name the columns.

    The first `keys` columns say which row it is. `shown` names the columns to show in a notebook where there is no room
    for all; then long words are broken as well.
    """

    caption: str
    rows: Sequence[Row]
    keys: int = 1
    shown: tuple[str, ...] = ()


class Table(Generic[R]):
    """What one of Kafka's tools prints, as text; `rows` are the same facts as plain values, those of `kind`.

    In a notebook it is a table, `to_frame()` makes a DataFrame of it.

    >>> class Row(NamedTuple):
    ...     topic: str
    ...     isr: tuple[int, ...]
    >>> table = Table("Topic: letters", Row, [Section("letters", [Row("letters", (1, 2))])])
    >>> table
    Topic: letters
    >>> table.rows[0].isr
    (1, 2)
    """

    def __init__(self, text: str, kind: type[R], sections: Sequence[Section]) -> None:
        self.text, self.kind, self.sections = text, kind, tuple(sections)

    @property
    def rows(self) -> list[R]:
        """The rows that the table is about, each a NamedTuple."""
        return [row for section in self.sections for row in section.rows if isinstance(row, self.kind)]

    def to_frame(self) -> Any:
        """Returns the rows as a pandas DataFrame, a column for each field; this alone needs pandas.

        Raises ImportError where pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise ImportError("A DataFrame needs pandas, which is not here; rows holds the same values.") from None
        return pd.DataFrame(self.rows, columns=_fields(self.kind))

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Returns the sections as HTML tables, every cell escaped, without columns in which nothing stands."""
        filled = [section for section in self.sections if section.rows]
        if not filled:
            return f"<p>{escape(self.text)}</p>"
        # In place of a folded output JupyterLab says its first line, tags and all: a caption, and no tag.
        name = escape(filled[0].caption)
        others = "".join(_table(t, f'<caption style="{HEAD}">{escape(t.caption)}</caption>') for t in filled[1:])
        return f"{name}\n{_table(filled[0], aria_label=name)}{others}"


def cell(value: object, nothing: str = "-") -> str:
    """Returns a value as the tools print it: lists with commas, `nothing` for None.

    >>> cell((1, 2)), cell(None), cell(None, "none"), cell(3)
    ('1,2', '-', 'none', '3')
    """
    if value is None:
        return nothing
    return ",".join(cell(item, nothing) for item in value) if isinstance(value, tuple) else str(value)


def in_columns(lines: Sequence[Sequence[str]], gap: str = " ", numbers: int | None = None) -> str:
    """Returns lines of cells as text, each column as wide as its widest cell; from `numbers` on cells end alike.

    >>> print(in_columns([["PARTITION", "LAG"], ["letters-0", "12"]], numbers=1))
    PARTITION LAG
    letters-0  12
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    fits = [str.ljust if numbers is None or n < numbers else str.rjust for n in range(len(widths))]
    return "\n".join(
        gap.join(fit(word, width) for fit, word, width in zip(fits, line, widths, strict=True)).rstrip()
        for line in lines
    )


def _table(section: Section, caption: str = "", aria_label: str = "") -> str:
    names = _fields(type(section.rows[0]))
    wanted = [n for n, name in enumerate(names) if name in (section.shown or names)]
    shown = [n for n in wanted if any(row[n] not in ((), "") for row in section.rows)]
    style = f"{LEFT}; overflow-wrap: anywhere; min-width: 9em" if section.shown else LEFT
    head = "".join(_cell("th", names[n].replace("_", " "), ' scope="col"') for n in shown)
    body = "".join(
        "<tr>"
        + "".join(
            _cell("th", row[n], ' scope="row"') if n < section.keys else _cell("td", row[n], style=style) for n in shown
        )
        + "</tr>"
        for row in section.rows
    )
    label = f' aria-label="{aria_label}"' * bool(aria_label)
    return f"<table{label}>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _fields(kind: type[Row]) -> list[str]:
    """Returns the names of a NamedTuple's fields."""
    return list(kind.__annotations__)


def _cell(tag: str, value: object, scope: str = "", style: str = LEFT) -> str:
    return f'<{tag}{scope} style="{style}">{escape(cell(value))}</{tag}>'
