"""The case that failed, as it is shown: what came of the answer beside what should have happened."""

from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.breaking.plain_values import one_line, plain
from kafkaviz.course.exercise import AnyExercise, Played, Working
from kafkaviz.course.working import HERE
from kafkaviz.lab.tables import in_columns
from kafkaviz.model.core.learner import outcome

if TYPE_CHECKING:
    from kafkaviz.player.screen import Screen
    from kafkaviz.scene.aligning import Pair
    from kafkaviz.scene.values import Film

TITLES = ("Yours", "Expected")
AS_GIVEN = "As it was given."
AS_ANSWERED = "So your answer has it."
NOTHING = "Nothing more happens."
STANDS_NOWHERE = "Your answer cannot be played in a cluster; this is what should have happened."
STANDS_NOWHERE_HERE = "Your answer has no place in this table, which shows the right one."
CELL = "padding: 1px 8px; text-align: left"
LONGEST_CELL = 60
DIGITS = (4, 8, 17)
ARROW, NONE = "▶", "–"
NO_DIFFERENCE = "As far as this film goes your answer makes no difference; this is what happens."


class Beside(NamedTuple):
    """What came of an answer beside what should have happened, opened where they part, and the words under it."""

    player: "Screen"
    words: tuple[str, ...]


class Parted(NamedTuple):
    """The rows of a working, and beside those that differ what they should be."""

    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[str, str], ...], ...]
    """For each cell what the learner's answer makes of it, and what the right one does."""
    words: tuple[str, ...]
    at: int | None = None
    """The row that the verdict names, from 0, if it names one."""

    @property
    def marked_row(self) -> int | None:
        """The row that the verdict names, else the first that differs, from 0."""
        return self.parts_at if self.at is None else self.at

    @property
    def parts_at(self) -> int | None:
        """The first row that differs, from 0.

        >>> Parted(("offset",), ((("0", "0"),), (("1", "2"),)), ()).parts_at
        1
        """
        return next((n for n, row in enumerate(self.rows) if any(mine != right for mine, right in row)), None)


class Failure(NamedTuple):
    """One case of an exercise with the answer that a function gave to it, and the right one."""

    task: AnyExercise
    arguments: tuple[object, ...]
    answer: object
    expected: object
    stands: bool = True
    """Whether the answer is of a kind that could stand in a cluster at all."""

    def picture(self) -> Beside | Parted | None:
        """Returns this case with both answers as two films or as a table; None where the exercise draws neither."""
        if self.task.case_film is None:
            return None
        should = self.task.case_film(*self.arguments, plain(self.expected))
        mine = outcome(self.task.case_film, *self.arguments, self.answer)[0] if self.stands else None
        if isinstance(should, Working):
            return _parted(mine if isinstance(mine, Working) else None, should)
        return _filmed(mine if isinstance(mine, Played) else None, should)


def film_of(played: Played, title: str) -> "Film":
    """Returns the film of what was played; where it opens on the case itself, it says so."""
    film: Film = played.lab.film(since=played.since, lens=played.lens, title=title).film
    first, *others = film.captions
    return film._replace(captions=(first._replace(cap=AS_GIVEN), *others)) if first.at == 0 else film


def _filmed(mine: Played | None, should: Played) -> Beside:
    from kafkaviz.player.widget import Player

    right = film_of(should, TITLES[1])
    parting = None if mine is None else _pair(film_of(mine, TITLES[0]), right, should.lens)
    if parting is not None:
        return parting
    words = STANDS_NOWHERE if mine is None else NO_DIFFERENCE
    return Beside(Player(right, index=min(1, len(right.captions) - 1)), (words,))


def _pair(yours: "Film", right: "Film", lens: str) -> Beside | None:
    """Returns two films in step, opened where they part, or None where they never do."""
    from kafkaviz.player.pair import PairPlayer
    from kafkaviz.scene.aligning import align, shared_beginning
    from kafkaviz.scene.differing import with_differences

    pairs = _abreast(align(yours, right))
    shared = shared_beginning(yours, right, pairs, lens)
    if shared == len(pairs):
        return None
    films = yours, right
    # What was given is the same, even where what follows leaves it less room in the picture.
    parts = [
        n for n, pair in enumerate(pairs) if n >= max(shared, 1) and _shown(yours, pair[0]) != _shown(right, pair[1])
    ]
    if not parts:
        return None
    at = parts[0]
    films = with_differences(_without_reason(yours, pairs[at][0]), right, pairs)
    player = PairPlayer(*films, index=at, lens=lens, align=pairs, shared=shared, one_lens=True)
    # One side may wait there: what it tells next is what stands against the other.
    mine, should = (next((pair[side] for pair in pairs[at:] if pair[side] is not None), None) for side in (0, 1))
    return Beside(player, (_said(TITLES[0], yours, mine, right, should), _said(TITLES[1], right, should, yours, mine)))


def _abreast(pairs: "list[Pair]") -> "list[Pair]":
    """Returns pairs in which what only one side tells stands beside what then only the other tells."""
    abreast: list[Pair] = []
    for i, j in pairs:
        if abreast and i is None and abreast[-1][1] is None:
            abreast[-1] = (abreast[-1][0], j)
        else:
            abreast.append((i, j))
    return abreast


def _shown(film: "Film", step: int | None) -> tuple[object, ...] | None:
    if step is None:
        return None
    caption = film.captions[step]
    return caption.cap, caption.diff


def _without_reason(film: "Film", step: int | None) -> "Film":
    """Returns a film without the reason of a step that the model would never have taken."""
    captions = [caption._replace(why=AS_ANSWERED) if n == step else caption for n, caption in enumerate(film.captions)]
    return film._replace(captions=tuple(captions))


def _said(title: str, film: "Film", step: int | None, other: "Film", its_step: int | None) -> str:
    """Returns what a film tells; where the other one tells the same, what it does to the cluster besides."""
    if step is None:
        return f"{title}: {NOTHING}"
    caption, beside = film.captions[step], None if its_step is None else other.captions[its_step]
    differs = [line for line in caption.diff if line not in beside.diff] if beside and beside.cap == caption.cap else []
    return " ".join((f"{title}:", caption.cap, *differs[:1]))


def _parted(mine: Working | None, should: Working) -> Parted:
    shown = should if mine is None else mine
    # An answer that was rounded too soon differs in a later digit only.
    digits = next((n for n in DIGITS if _cells(shown, n) != _cells(should, n)), DIGITS[0])
    right, yours = _cells(should, digits), _cells(shown, digits)
    if mine is None:
        # A mark would say that this answer points at a row as well.
        right = yours = [tuple("" if cell == HERE else cell for cell in row) for row in right]
    blank = ("",) * len(should.columns)
    rows = tuple(tuple(zip(cell, other, strict=True)) for cell, other in zip_longest(yours, right, fillvalue=blank))
    words = (STANDS_NOWHERE_HERE,) if yours == right else ()
    return Parted(should.columns, rows, words, None if mine is None else mine.at)


def _cells(working: Working, digits: int) -> list[tuple[str, ...]]:
    return [tuple(_cell(value, digits) for value in row) for row in working.rows]


def _cell(value: object, digits: int) -> str:
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    return value if isinstance(value, str) and len(value) <= LONGEST_CELL else one_line(value)


def alone(played: Played, title: str) -> Beside:
    """Returns the film of what a function did in a cluster, opened on its last step."""
    film = film_of(played, title)
    from kafkaviz.player.widget import Player

    return Beside(Player(film, index=len(film.captions) - 1), ())


def in_text(parted: Parted) -> str:
    """Returns a working as lines of text; an arrow is in front of the row that the verdict is about.

    >>> print(in_text(Parted(("second", "lag"), ((("1", "1"), ("2", "2")), (("2", "2"), ("0", "1"))), ())))
      second | lag
      1      | 2
    > 2      | 0, not 1
    """
    rows = [parted.columns, *(tuple(map(_both, row)) for row in parted.rows)]
    marks = ["> " if n == parted.marked_row else "  " for n in range(-1, len(parted.rows))]
    return in_columns([(mark + row[0], *row[1:]) for mark, row in zip(marks, rows, strict=True)], gap=" | ")


def in_html(parted: Parted) -> str:
    """Returns a working as a table, in which what differs stands beside what it should be."""
    head = "".join(f'<th style="{CELL}">{escape(name)}</th>' for name in ("", *parted.columns))
    rows = "".join(_row(row, ARROW if n == parted.marked_row else "") for n, row in enumerate(parted.rows))
    return f'<table style="margin: 6px 0"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _row(row: tuple[tuple[str, str], ...], mark: str) -> str:
    cells = "".join(f'<td style="{CELL}">{_marked(cell)}</td>' for cell in row)
    return f'<tr><td style="{CELL}">{mark}</td>{cells}</tr>'


def _marked(cell: tuple[str, str]) -> str:
    mine, right = cell
    if mine == right or HERE in cell:
        return escape(_both(cell))
    return f"<del>{escape(mine or NONE)}</del> <ins><strong>{escape(right or NONE)}</strong></ins>"


def _both(cell: tuple[str, str]) -> str:
    mine, right = cell
    if HERE in cell:
        return f"{HERE} {' and '.join(name.lower() for name, part in zip(TITLES, cell, strict=True) if part)}"
    return mine if mine == right else f"{mine or NONE}, not {right or NONE}"
