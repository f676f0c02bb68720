"""A class in a real JupyterLab: learners answer and hand in, and a room that is watched shows it meanwhile."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kafkaviz.course.classroom.handed_in import HandedIn, read_file
from kafkaviz.records.answers import Answer
from kafkaviz.scenarios.questions.nb05 import WHO_COPIES
from kafkaviz.scenarios.questions.nb07 import MY_ELECTION, WHO_IS_NEXT
from tests.browser import Lab, open_notebook, run_all, write_notebook

pytestmark = pytest.mark.browser

KEPT = "import os; os.environ['KAFKAVIZ_PROGRESS'] = {!r}"
LEARNER = (
    "from kafkaviz import Lab, check, hand_in, quiz\nfrom kafkaviz.scenarios.questions import nb05, nb07",
    "lab = Lab(brokers=3).create_topic('news', 1, 3)\nalive = lab.cluster\n"
    "lab.kill(1).film(since=alive, ask=[nb07.WHO_IS_NEXT, nb07.MY_ELECTION._replace(before='BrokerFenced')])",
    "quiz(nb05.WHO_COPIES)",
    "check('E05.1', lambda *_: 1)",
)
TYPESET = r"$\href{javascript:document.title=1}{x}$<img src=x onerror=document.title=1>"


@pytest.fixture(scope="module")
def answered(lab: Lab) -> Path:
    """The folder of a class in which one learner has answered all by mouse and keyboard, and has handed in."""
    room = lab.folder / "room"
    room.mkdir()
    kept = str(lab.folder / "ada.progress")
    write_notebook(lab, "ada.ipynb", (KEPT.format(kept), *LEARNER))
    tab = open_notebook(lab, "ada.ipynb")
    run_all(tab)
    expect(tab.locator(".kv-picture").first).to_be_visible(timeout=60_000)
    film = tab.locator(".kv").first
    film.focus()
    tab.keyboard.press("End")
    film.locator(".kv-option").nth(1).click()
    tab.keyboard.press("End")
    expect(film.locator(".kv-gate")).to_be_visible()
    for key in ("ArrowDown", "Enter"):
        tab.keyboard.press(key)
    tab.get_by_label(WHO_COPIES.options[0].text).click()
    expect(tab.locator(".kafkaviz-quiz-answer [role=status]")).to_contain_text("You said")
    expect(tab.locator(".jp-OutputArea-output", has_text="E05.1: incorrect").first).to_be_visible(timeout=60_000)
    write_notebook(
        lab, "hand_in.ipynb", (KEPT.format(kept), f"from kafkaviz import hand_in\nhand_in('Ada', {str(room)!r})")
    )
    tab = open_notebook(lab, "hand_in.ipynb")
    run_all(tab)
    said = tab.locator(".jp-OutputArea-output", has_text="holds your name")
    expect(said.first).to_contain_text("3 questions with each answer; 1 exercise, 0 correct", timeout=60_000)
    expect(said.first).to_contain_text("nothing is sent")
    return room


def test_in_jupyterlab_what_was_clicked_and_typed_is_handed_in(answered: Path):
    handed_in = read_file(answered / "hand-in-ada.json")
    # In the film the first question was answered by a click, the second one with keys.
    given = {WHO_IS_NEXT: (Answer(1, False),), MY_ELECTION: (Answer(0, False),), WHO_COPIES: (Answer(0, False),)}
    assert handed_in.answers == {question.id: answers for question, answers in given.items()}
    assert handed_in.checks == {"E05.1": "incorrect"} and len(handed_in.failed["E05.1"]) == 1
    assert {*json.loads((answered / "hand-in-ada.json").read_text("utf-8"))} == {
        *("kind", "version", "name", "of", "questions", "checks", "failed")
    }


def test_in_jupyterlab_a_room_that_is_watched_shows_who_comes_and_text_as_text(answered: Path, lab: Lab):
    write_notebook(lab, "room.ipynb", ("from kafkaviz import room", f"room({str(answered)!r}, watch=True)"))
    tab = open_notebook(lab, "room.ipynb")
    run_all(tab)
    shown = tab.locator(".mathjax_ignore")
    expect(shown).to_contain_text("1 person, 3 questions answered.", timeout=60_000)
    expect(shown).to_contain_text("MC16 the leader pushes records to its followers (1 of 1)")
    expect(shown).to_contain_text("notebook 05")
    other = HandedIn(TYPESET, answers={"Q05.1": (Answer(1, True),)})
    (answered / "half.json").write_text(other.to_json()[:80], "utf-8")
    expect(shown).to_contain_text("'half.json' is left out: it is no JSON.", timeout=20_000)
    (answered / "half.json").write_text(other.to_json(), "utf-8")
    expect(shown).to_contain_text("2 people, 3 questions answered.", timeout=20_000)
    expect(shown).to_contain_text(TYPESET)
    assert shown.locator("mjx-container, a, img").count() == 0 and tab.title() != "1"
