"""An exercise's module alone says its title, stars and minutes, a lesson's entry its own; every page repeats them."""

import pytest

from kafkaviz.course.exercises import every_exercise, exercise
from kafkaviz.rehearsal.recording import Recorded
from tests.read_once import notebook
from tools.announce import README, in_notebook, in_path, in_solution, outdated
from tools.course_notebooks import LESSONS, Lesson
from tools.notebook_files import NOTEBOOKS, SOLUTIONS
from tools.played_line import LINE, played_line

CHANGED = tuple(one._replace(title="Who \\1 asks?", stars=3, minutes=90) for one in every_exercise() if "E03" in one.id)


def markdown(path):
    return "\n\n".join(cell.source for cell in notebook(path).cells if cell.cell_type == "markdown")


def test_every_page_says_what_the_exercises_say():
    assert list(outdated()) == [], "run `python tools/release.py`"


@pytest.mark.parametrize(
    ("path", "rewritten", "said"),
    [
        (SOLUTIONS, in_solution, ["## E03.2 Who \\1 asks? ★★★ 90 min\n", "⏱ 450 minutes."]),
        (NOTEBOOKS, lambda *text: in_notebook(*text, minutes=31), ["⏱ 31 minutes, and 450 for the exercises."]),
    ],
)
def test_a_change_in_an_exercise_is_written_where_readers_look(path, rewritten, said):
    text = rewritten(markdown(path / "03_who_answers.ipynb"), CHANGED)
    assert [words for words in said if words not in text] == []
    assert rewritten(text, CHANGED) == text


def test_the_path_takes_each_notebook_for_itself():
    fourth = exercise("E04.1")._replace(stars=1, minutes=1)
    page = in_path(README.read_text("utf-8"), (*CHANGED, fourth))
    assert "| [★★★ ★★★ ★★★ ★★★ ★★★, 450 min](exercises/03_who_answers.ipynb) |" in page
    assert "| [★, 1 min](exercises/04_who_decides_the_partition.ipynb) |" in page


def test_a_new_exercise_begins_with_its_id_alone():
    assert in_solution("text\n## E03.1\nmore", every_exercise()).startswith(
        "text\n## E03.1 Where does the message go? ★ 4 min\nmore"
    )


def test_every_notebook_has_its_entry_and_no_other_has():
    assert [lesson.stem for lesson in LESSONS] == sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))


def test_other_minutes_are_written_into_the_notebook_the_path_and_the_map():
    lessons = [lesson._replace(minutes=99) if lesson.number == "07" else lesson for lesson in LESSONS]
    changed = outdated(lessons)
    assert {path.name for path in changed} == {"README.md", "07_failover.ipynb", "00_start_here.ipynb"}
    assert "choose between silence and loss | 05 | 99 | [★ ★★" in changed[README]


def test_a_new_notebook_is_announced_by_its_entry_alone():
    added = Lesson("n1_new", 10, "Do something new", "say more", "12", "What is new?", "try it", java=True)
    row = "| N1 | [Do something new](notebooks/n1_new.ipynb) | say more | 12 | 10 | | yes |\n"
    page = README.read_text("utf-8")
    assert row in in_path(page, every_exercise(), (*LESSONS, added))
    chart = in_notebook(markdown(NOTEBOOKS / "00_start_here.ipynb"), (), 30, (*LESSONS, added))
    assert "| [n1 · What is new?](n1_new.ipynb) | try it | 10 | |\n" in chart


def test_a_notebook_with_stories_says_at_its_end_how_many_were_played():
    plays = {
        name: Recorded(name, "", "4.4", release, "2026-11-22", 1, outcome, 1.0)
        for name, release, outcome in [
            ("nb07.news()", "4.4.0", "equal"),
            ("nb07.failover(kafka=2.3)", "2.3.1", "equal"),
            ("F29, Kafka 4.4", "4.4.0", "differs"),
            ("nb11.parcels()", "4.4.0", "equal"),
            ("nb08.crash()", "4.4.0", "not playable"),
        ]
    }
    said = {number: played_line(number, plays).partition(" (")[0] for number in ("00", "07", "11", "08")}
    assert said == {
        "00": "**Played for real:** 3 of 5 stories of the course, on Kafka 4.4.0 and 2.3.1",
        "07": "**Played for real:** 2 of 3 stories here, on Kafka 4.4.0 and 2.3.1",
        "11": "**Played for real:** 1 story here, on Kafka 4.4.0",
        "08": "**Played for real:** no story here.",
    }
    with_line = [lesson.number for lesson in LESSONS if LINE.search(markdown(NOTEBOOKS / f"{lesson.stem}.ipynb"))]
    assert with_line == [f"{number:02}" for number in range(12)]
