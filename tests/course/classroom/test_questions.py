"""What a room answered, question by question: counted by hand, by the questions as they are now."""

from pathlib import Path

import pytest

from kafkaviz import room
from kafkaviz.course.classroom.films import film_after
from kafkaviz.course.classroom.handed_in import HandedIn
from kafkaviz.course.classroom.pages import as_csv, as_html
from kafkaviz.course.exercises import exercise
from kafkaviz.records.answers import Answer, Failed
from kafkaviz.scenarios.questions import every_question
from kafkaviz.scenarios.questions.nb05 import ISR_LATER, WHO_COPIES
from kafkaviz.scenarios.questions.nb07 import FAILOVER_SECONDS
from kafkaviz.scene.questions import Question

RIGHT = WHO_COPIES.right
WRONG = next(n for n, option in enumerate(WHO_COPIES.options) if option.misconception == "MC16")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return tmp_path


def give(folder: Path, name: str, **parts: object) -> None:
    (folder / f"{name}.json").write_text(HandedIn(name, **parts).to_json(), "utf-8")


def answers(*options: int | None, question: Question = WHO_COPIES) -> dict[str, tuple[Answer, ...]]:
    each = [Answer(option, None if option is None else option == question.right) for option in options]
    return {question.id: tuple(each)}


def test_each_option_is_counted_by_the_first_answer(here: Path):
    give(here, "Ada", answers=answers(WRONG, RIGHT))
    give(here, "Bo", answers=answers(WRONG))
    give(here, "Cy", answers=answers(RIGHT))
    give(here, "Di", answers=answers(None, RIGHT))
    (row,) = room(here).questions
    assert (row.answered, row.right_at_first, row.right_now, row.wrong, row.shown) == (3, 1, 2, 2, 1)
    assert {one.text: one.people for one in row.choices} == {
        option.text: {WRONG: 2, RIGHT: 1}.get(n, 0) for n, option in enumerate(WHO_COPIES.options)
    }
    assert [one.is_right for one in row.choices] == [n == RIGHT for n in range(3)]
    assert row.misconception == "MC16 the leader pushes records to its followers (2 of 3)"
    assert row.film == film_after("Q05.1") and row.film.notebook == "05"


def test_first_comes_what_most_think_wrongly_and_what_to_open_next(here: Path):
    for name in ("Ada", "Bo", "Cy"):
        isr = next(n for n in range(3) if n != ISR_LATER.right)
        give(here, name, answers={**answers(WRONG), **answers(isr if name == "Ada" else RIGHT, question=ISR_LATER)})
    found = room(here)
    first, idea, next_film, line = found.first_of_all
    assert first == "3 people, 2 questions answered."
    thought = "MC16 “the leader pushes records to its followers”"
    assert idea == f"Commonest misconception: {thought}, shown by 3 people in Q05.1."
    assert next_film.startswith("Open next: notebook 05, “")
    assert next_film.endswith("”, since 3 of 3 answered Q05.1 wrongly at first, and 3 now.")
    assert line.startswith("Its film: ") and ".film(" in line and "ask=" not in line
    assert str(found).startswith("\n".join(found.first_of_all))
    assert [one.id for one in found.ideas][:1] == ["MC16"] and found.ideas[0].people == 3


def test_where_all_is_right_nothing_is_to_be_opened(here: Path):
    give(here, "Ada", answers=answers(RIGHT))
    assert room(here).first_of_all == ["1 person, 1 question answered."]


def test_numbers_are_counted_by_their_value_and_the_rest_together(here: Path):
    for n in range(10):
        value = FAILOVER_SECONDS.right if n < 3 else 20.0 + n
        give(here, f"P{n}", answers={FAILOVER_SECONDS.id: (Answer(value, FAILOVER_SECONDS.is_right(value)),)})
    (row,) = room(here).questions
    assert [one.people for one in row.choices] == [3, 1, 1, 1, 1, 1, 2]
    assert [one.is_right for one in row.choices][:2] == [True, False] and row.choices[-1].text == "others"


def test_questions_stand_as_one_counts(here: Path):
    ids = ("Q10.10", "Q10.2", "Q02.1")
    give(here, "Ada", answers={id: (Answer(0),) for id in ids})
    assert [row.id for row in room(here).questions] == ["Q02.1", "Q10.2", "Q10.10"]


def test_what_was_answered_to_another_question_is_told_and_not_counted(here: Path):
    give(here, "Ada", answers={"Q05.1": (Answer(RIGHT, False),)})
    give(here, "Bo", answers={"Q05.1": (Answer(17, True),)})
    give(here, "Cy", answers={**answers(RIGHT), "MINE.1": (Answer(0),)})
    found = room(here)
    assert [(row.id, row.answered) for row in found.questions] == [("Q05.1", 1)]
    assert found.notes == (
        "Answers to 'MINE.1' are left out: this course has no such question.",
        "2 of 3 answers to Q05.1 are left out: it was another then.",
    )


def test_exercises_tell_the_sentence_that_most_have_met(here: Path):
    heard = "Broker {} leads next and does not have the record [{}]."
    for n, name in enumerate(("Ada", "Bo", "Cy")):
        failed = {"E06.3": (Failed(heard.format(n, n), 5), Failed("It raised KeyError."))[: 2 - n % 2]}
        give(here, name, checks={"E06.3": "correct" if n else "incorrect"}, failed=failed)
    found = room(here)
    (row,) = found.exercises
    assert (row.id, row.title, row.tried, row.correct) == ("E06.3", exercise("E06.3").title, 3, 2)
    assert (row.said_most, row.people) == (heard.format(0, 0), 3)
    assert "Broker 0 leads next" in str(found) and "Broker 0 leads next" in as_html(found)


HOSTILE = '<img src=x onerror="alert(1)"> $x$'


def test_a_hostile_file_is_text_everywhere(here: Path):
    give(here, "Ada", failed={"E06.3": (Failed(HOSTILE),)}, answers={HOSTILE: (Answer(0),), **answers(WRONG)})
    found = room(here)
    for page in (as_html(found), found._repr_html_()):
        assert "<img" not in page and "&lt;img" in page
        # Nor is it a formula, which a notebook would set.
        assert page[page.index("<div") :].startswith('<div class="mathjax_ignore"')
    assert HOSTILE in str(found)
    give(here, "Bo", failed={"E06.3": (Failed("=1+1"),) * 1})
    give(here, "Cy", failed={"E06.3": (Failed("=1+1"),)})
    assert ",'=1+1" in as_csv(room(here))


def test_a_page_stays_open_and_loads_itself_only_while_it_is_watched(here: Path):
    give(here, "Ada", answers=answers(WRONG))
    assert "http-equiv" not in as_html(room(here))
    assert '<meta http-equiv="refresh" content="5">' in as_html(room(here), reload=True)


def test_each_question_of_the_course_leads_to_a_film():
    films = {question.id: film_after(question.id) for question in every_question()}
    assert [id for id, film in films.items() if not (film.section and film.line)] == []
    assert all(id.startswith((f"Q{film.notebook}.", f"Q{film.notebook.upper()}.")) for id, film in films.items())
