"""An exercise's module alone says its title, stars and minutes; every page repeats them."""

import pytest

from kafkaviz.course.exercises import every_exercise
from tools.announce import in_links, in_notebook, in_solution, outdated
from tools.notebook_files import NOTEBOOKS, SOLUTIONS, read

CHANGED = tuple(one._replace(title="Who \\1 asks?", stars=3, minutes=90) for one in every_exercise() if "E03" in one.id)


def markdown(path):
    return "\n\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")


def test_every_page_says_what_the_exercises_say():
    assert list(outdated()) == [], "run `python tools/release.py`"


@pytest.mark.parametrize(
    ("path", "rewritten", "said"),
    [
        (SOLUTIONS, in_solution, ["## E03.2 Who \\1 asks? ★★★ 90 min\n", "⏱ 270 minutes."]),
        (NOTEBOOKS, in_notebook, ["⏱ 25 minutes, and 270 for the exercises."]),
    ],
)
def test_a_change_in_an_exercise_is_written_where_readers_look(path, rewritten, said):
    text = rewritten(markdown(path / "03_who_answers.ipynb"), CHANGED)
    assert [words for words in said if words not in text] == []
    assert rewritten(text, CHANGED) == text


def test_a_page_takes_each_notebook_for_itself():
    row = "[★, 1 min](exercises/03_who_answers.ipynb) | [★, 1 min](exercises/04_who.ipynb)"
    (_, other) = row.split(" | ")
    fourth = every_exercise()[3]._replace(stars=1, minutes=1)
    assert in_links(row, (*CHANGED, fourth)) == f"[★★★ ★★★ ★★★, 270 min](exercises/03_who_answers.ipynb) | {other}"


def test_a_new_exercise_begins_with_its_id_alone():
    assert in_solution("text\n## E03.1\nmore", every_exercise()).startswith(
        "text\n## E03.1 Where does the message go? ★ 4 min\nmore"
    )
