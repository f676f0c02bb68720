"""An exercise's module alone says its title, stars and minutes; every page repeats them."""

import pytest

from kafkaviz.course.exercises import every_exercise, exercise
from tools.announce import READING_MINUTES, in_links, in_notebook, in_rows, in_solution, outdated
from tools.notebook_files import NOTEBOOKS, SOLUTIONS, read

CHANGED = tuple(one._replace(title="Who \\1 asks?", stars=3, minutes=90) for one in every_exercise() if "E03" in one.id)


def markdown(path):
    return "\n\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")


def test_every_page_says_what_the_exercises_say():
    assert list(outdated()) == [], "run `python tools/release.py`"


@pytest.mark.parametrize(
    ("path", "rewritten", "said"),
    [
        (SOLUTIONS, in_solution, ["## E03.2 Who \\1 asks? ★★★ 90 min\n", "⏱ 360 minutes."]),
        (NOTEBOOKS, in_notebook, ["⏱ 30 minutes, and 360 for the exercises."]),
    ],
)
def test_a_change_in_an_exercise_is_written_where_readers_look(path, rewritten, said):
    text = rewritten(markdown(path / "03_who_answers.ipynb"), CHANGED)
    assert [words for words in said if words not in text] == []
    assert rewritten(text, CHANGED) == text


def test_a_page_takes_each_notebook_for_itself():
    row = "[★, 1 min](exercises/03_who_answers.ipynb) | [★, 1 min](exercises/04_who.ipynb)"
    (_, other) = row.split(" | ")
    fourth = exercise("E04.1")._replace(stars=1, minutes=1)
    assert in_links(row, (*CHANGED, fourth)) == f"[★★★ ★★★ ★★★ ★★★, 360 min](exercises/03_who_answers.ipynb) | {other}"


def test_a_new_exercise_begins_with_its_id_alone():
    assert in_solution("text\n## E03.1\nmore", every_exercise()).startswith(
        "text\n## E03.1 Where does the message go? ★ 4 min\nmore"
    )


def test_every_notebook_has_its_minutes_here_and_no_other_has():
    assert {path.name[:2] for path in NOTEBOOKS.glob("*.ipynb")} == set(READING_MINUTES)


def test_another_number_of_minutes_is_written_into_notebooks_and_rows(monkeypatch):
    monkeypatch.setitem(READING_MINUTES, "07", 99)
    row = "| 07 | [Watch](notebooks/07_failover.ipynb) | elect 1 leader | 05 | 1 | [★](exercises/07_failover.ipynb) |"
    assert in_rows(row) == row.replace("| 1 |", "| 99 |")
    assert {path.name for path in outdated()} == {"README.md", "07_failover.ipynb", "00_start_here.ipynb"}
