"""then_and_now: what the articles say of an older Kafka, what is true now, and both played side by side."""

from typing import NamedTuple, overload

from kafkaviz.course.then_and_now.box import Box
from kafkaviz.course.then_and_now.flags import FLAGS, flag_of
from kafkaviz.lab.tables import Section, Table, in_columns

FILMS = ("words", "one film", "two films")


class FlagRow(NamedTuple):
    """One flag: its id, what it is about, how it is judged, how many films it has, and where its box stands."""

    flag: str
    about: str
    verdict: str
    films: int
    notebook: str


@overload
def then_and_now(flag: str) -> Box: ...
@overload
def then_and_now(flag: None = None) -> Table[FlagRow]: ...
def then_and_now(flag: str | None = None) -> Box | Table[FlagRow]:
    """Shows one sentence of the articles beside what is true in Kafka 4.4, or lists all of them with their notebooks.

    `flag` is an id such as "F05". A box has `.film()`, the labs `.then` and `.now`, and `.measured()`, which plays them
    and says what was found. Raises UnknownNameError for an id that is none, WrongTypeError for what is no text.

    >>> then_and_now("F05").measured()
    {'Kafka 2.3': [1, 1, 1], 'Kafka 4.4': [3, 0, 0]}
    >>> then_and_now().rows[4]
    FlagRow(flag='F05', about='Round robin by default', verdict='outdated', films=2, notebook='04')

    Kafka: the upgrade notes and KIPs that each box names.
    """
    if flag is not None:
        return Box(flag_of(flag))
    rows = [
        FlagRow(flag.id, flag.title, flag.verdict, len(flag.played.sides) if flag.played else 0, flag.home)
        for flag in FLAGS
    ]
    lines = [(row.flag, row.about, row.verdict, FILMS[row.films], f"notebook {row.notebook}") for row in rows]
    return Table(in_columns(lines), FlagRow, [Section("then and now", rows)])
