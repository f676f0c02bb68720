"""In a table of the working the mark stands where the sentence of the verdict points to."""

import re
from functools import cache
from random import Random

import pytest

from kafkaviz.breaking.plain_values import plain
from kafkaviz.course.check import check
from kafkaviz.course.exercise import AnyExercise, Working
from kafkaviz.course.exercises import every_exercise, exercise
from kafkaviz.course.failing import ARROW, Failure, Parted, in_text
from kafkaviz.course.working import MOST_ROWS, working_of
from kafkaviz.model.core.learner import safely
from tests.course.exercises.kept import answers, wrong_functions


def is_worked(one: AnyExercise) -> bool:
    """Tells whether an exercise shows the rows of a working where others show a film."""
    (arguments, expected), *_ = one.examples
    return one.case_film is not None and isinstance(one.case_film(*arguments, plain(expected)), Working)


@cache
def judged(id: str) -> list[tuple[str, Parted]]:
    """Returns what is said of wrong answers to many cases, and the table beside each."""
    one, random = exercise(id), Random(f"marks of {id}")
    cases = [*(arguments for arguments, _ in one.examples), *(one.draw(random) for _ in range(60))]
    functions = wrong_functions(id)
    found = []
    for case in cases:
        expected = one.reference(*case)
        for function in functions:
            answer = safely(function, *case)
            said = None if answer is None else safely(one.promise, *case, answer)
            shown = Failure(one, case, answer, expected).picture() if said else None
            if said and isinstance(shown, Parted) and not shown.words:
                found.append((said, shown))
    return found


def names(table: Parted) -> list[str]:
    return [row[0][0] for row in table.rows]


def names_it(sentence: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", sentence) is not None


@pytest.mark.slow
def test_of_the_rows_that_differ_one_that_the_verdict_names_alone_by_a_word_is_marked() -> None:
    ids = {one.id for one in every_exercise() if is_worked(one)}
    assert len(ids) >= 15 and {"E11.1", "E11.3", "X1.3", "X4.2"} <= ids
    for said, table in (case for id in sorted(ids) for case in judged(id)):
        differ = [row[0][0].lower() for row in table.rows if any(mine != right for mine, right in row)]
        named = [name for name in differ if name[:1].isalpha() and name != "answer" and names_it(said.lower(), name)]
        assert table.marked_row is not None
        if len(named) == 1:
            assert names(table)[table.marked_row].lower() in named, (said, in_text(table))


def test_the_goal_that_a_design_misses_is_marked_and_not_one_that_it_keeps_otherwise() -> None:
    tables = judged("E11.3")
    assert len(tables) > 100
    for said, table in tables:
        marked = table.rows[table.marked_row or 0]
        assert said.lower().startswith(marked[0][0].lower()) and marked[-1] == ("no", "yes")
    fast = check("E11.3", answers("E11.3").WRONG["fast"][0])
    assert "> copies of what is acknowledged" in repr(fast)
    row = next(row for row in fast._html().split("<tr>") if "copies of what is acknowledged" in row)
    assert ARROW in row and fast._html().count(ARROW) == 1


def test_the_diagnosis_that_the_numbers_give_is_marked_or_where_nothing_is_wrong_the_one_that_was_said() -> None:
    tables = judged("E11.1")
    assert len(tables) > 100
    for said, table in tables:
        assert said.split(". ")[0].rstrip(".").find(names(table)[table.marked_row or 0]) >= 0 or "Both" in said, said


@pytest.mark.parametrize(
    ("case", "answer", "says", "marked"),
    [
        # Even all salts are too few: the last row is named, and not the one that was said.
        ((100, 90, 4, 100), 2, "Even 4 salts", "4"),
        ((100, 50, 12, 100), 5, "Fewer do as well: with 4", "4"),
        ((100, 50, 12, 100), 1, "With 1 the fullest", "1"),
    ],
)
def test_of_salts_the_number_that_is_named_is_marked(
    case: tuple[int, ...], answer: int, says: str, marked: str
) -> None:
    one = exercise("X1.3")
    table = Failure(one, case, answer, one.reference(*case)).picture()
    assert isinstance(table, Parted) and one.promise(*case, answer).startswith(says)
    assert names(table)[table.marked_row or 0] == marked


def test_partitions_that_do_not_hold_a_load_are_marked_and_not_those_that_would() -> None:
    one = exercise("X4.2")
    case = (3000, 1000, [12, 4])
    table = Failure(one, case, [4, 1], one.reference(*case)).picture()
    assert isinstance(table, Parted) and names(table)[table.marked_row or 0] == "4"
    assert one.promise(*case, [4, 1]).startswith("4 partitions and 1 consumer keep up with")


def test_losses_are_judged_in_the_order_of_their_table() -> None:
    one = exercise("X3.2")
    case = ([(2, "lost", 1), (10, "lost", 1)],)
    answer = {2: 0.1, 10: 0.2}
    table = Failure(one, case, answer, one.reference(*case)).picture()
    assert isinstance(table, Parted) and names(table)[table.marked_row or 0] == "2"
    assert "2 copies" in one.promise(*case, answer)


@pytest.mark.parametrize(("at", "row"), [(0, 0), (13, 13), (14, 14), (30, 14), (39, 15)])
def test_of_many_rows_one_that_is_left_out_is_marked_where_it_would_be(at: int, row: int) -> None:
    table = working_of(("n",), [(n,) for n in range(40)], at=at)
    assert table.at == row and len(table.rows) == MOST_ROWS + 1
    assert table.rows[row][0] in (at, "…")


def test_as_many_rows_as_there_is_room_for_are_all_shown():
    rows = [(n, n) for n in range(MOST_ROWS)]
    assert working_of(("n", "n"), rows, 0).rows == (*rows, ("answer", 0))
