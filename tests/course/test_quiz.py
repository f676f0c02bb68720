"""A question hides its answer until somebody has chosen; each answer gets its own sentence, and is kept."""

from pathlib import Path

import pytest
from ipywidgets import Button

from kafkaviz import records
from kafkaviz.course.quiz import in_lines, in_words, quiz
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.scenarios.questions import every_question
from kafkaviz.scene.questions import Estimate, Option, Question, Range, require_askable
from tests.sampling import every

WHO = Question(
    "Q00.1",
    "Who <chooses>?",
    (Option("the broker", "A broker <only> stores.", "MC06"), Option("the producer", "Its partitioner does.")),
    right=1,
)
SECONDS = Estimate(
    "Q00.2",
    "For how long does nobody lead?",
    9.0,
    "s",
    "The session lasts 9 s.",
    wrong=(Range(0, 1, "Nobody sees the crash itself.", "MC15"),),
)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "progress.json"))
    return tmp_path / "progress.json"


def buttons(widget):
    here = [widget] if isinstance(widget, Button) else []
    return here + [button for child in getattr(widget, "children", ()) for button in buttons(child)]


def test_each_choice_is_answered_at_once_and_kept():
    asked = quiz(WHO)
    title, choice, _, said = asked.children
    assert "&lt;chooses&gt;" in title.value and said.value == ""
    choice.value = "the broker"
    assert (
        "✗ You said: the broker. A broker &lt;only&gt; stores. It is: the producer. Its partitioner does." in said.value
    )
    choice.value = "the producer"
    assert "✓ Right. It is: the producer. Its partitioner does." in said.value
    kept = [{"option": 0, "right": False}, {"option": 1, "right": True}]
    assert records.read()["answers"] == {"Q00.1": kept}


def test_who_wants_to_see_the_answer_sees_it_and_has_not_answered():
    asked = quiz(WHO)
    buttons(asked)[-1].click()
    assert "It is: the producer. Its partitioner does." in asked.children[-1].value
    assert records.read()["answers"] == {"Q00.1": [{"option": None, "right": None}]}


@pytest.mark.parametrize(
    ("typed", "said", "stored"),
    [
        ("9", "✓ Right. It is: 9 s. The session lasts 9 s.", 9.0),
        (" 9.5 ", "✓ Right. It is: 9 s. The session lasts 9 s.", 9.5),
        ("0", "✗ You said: 0 s. Nobody sees the crash itself. It is: 9 s. The session lasts 9 s.", 0.0),
        ("1,000", "✗ You said: 1000 s. It is: 9 s. The session lasts 9 s.", 1000.0),
        ("<b>nine</b>", "This is no number: &lt;b&gt;nine&lt;/b&gt;", None),
        ("nan", "This is no number: nan", None),
        ("1e999", "This is no number: 1e999", None),
    ],
)
def test_a_number_is_judged_by_how_near_it_is(typed, said, stored):
    asked = quiz(SECONDS)
    asked.children[1].children[0].value = typed
    assert said in asked.children[-1].value
    expected = None if stored is None else [{"option": stored, "right": said.startswith("✓")}]
    assert records.read()["answers"].get("Q00.2") == expected


def test_a_number_that_is_committed_twice_is_one_answer():
    asked = quiz(SECONDS)
    asked.children[1].children[0].value = "9"
    buttons(asked)[0].click()
    assert len(records.read()["answers"]["Q00.2"]) == 1


def test_an_empty_number_is_asked_for_again():
    asked = quiz(SECONDS)
    buttons(asked)[0].click()
    assert asked.children[-1].value == "Type a number first."


@pytest.mark.parametrize("question", every(10, [WHO, SECONDS, *every_question()], whole=5), ids=lambda one: one.id)
def test_what_a_notebook_stores_of_a_question_holds_no_answer(question):
    stored = repr(quiz(question))
    assert stored == in_words(question) and question.text in stored
    reasons = [option.because for option in question.options] if isinstance(question, Question) else [question.because]
    assert not any(reason in stored for reason in reasons)
    assert quiz(question).children[-1].value == ""


@pytest.mark.parametrize(
    "question",
    [
        WHO._replace(options=WHO.options[:1], right=0),
        WHO._replace(right=2),
        WHO._replace(options=(WHO.options[0],) * 2),
        WHO._replace(options=(Option("a", ""), Option("b", "x"))),
    ],
)
def test_a_question_that_nobody_could_answer_is_refused(question):
    with pytest.raises(InvalidArgumentError):
        require_askable(question)
    with pytest.raises(InvalidArgumentError):
        quiz(question)


def test_what_is_no_question_is_refused():
    with pytest.raises(WrongTypeError, match="quiz asks a question"):
        quiz("Who?")


def test_the_questions_of_the_course_have_names_of_their_own_and_say_something_of_each_answer():
    ids = [question.id for question in every_question()]
    assert len(set(ids)) == len(ids) and ids == sorted(ids)
    for question in every_question():
        require_askable(question)


def test_what_was_measured_is_seen_after_an_answer_and_not_before():
    asked = quiz(WHO, then=lambda: {"<broker>": 0, "producer": 1})
    assert "producer  1" not in asked.children[-1].value.replace("    ", "  ") + repr(asked)
    asked.children[1].value = "the broker"
    assert ">&lt;broker&gt;  0\nproducer  1</pre>" in asked.children[-1].value


def test_what_was_measured_is_read_in_lines_and_not_as_a_dictionary():
    assert in_lines({"range": 5, "round robin": 1.25}) == "range        5\nround robin  1.25"
    assert in_lines({"share": {"C1": [1, 2], "C2": []}}) == "share  C1 1, 2, C2"
    series = {"lag": {"t-0": (0, 5), "t-1": (0, None)}, "leaders": {"b": (1, 1)}, "rest": 3}
    lines = ["lag      t-0  0 5", "         t-1  0 –", "leaders  b    1 1", "rest          3"]
    assert in_lines(series).splitlines() == lines
    assert in_lines({}) == "{}" and in_lines([1, 2]) == "[1, 2]" and in_lines("{a}") == "{a}"


def test_text_is_shown_as_it_is_and_an_error_in_its_own_words():
    told = quiz(WHO, then=lambda: "one\ntwo")
    buttons(told)[-1].click()
    assert ">one\ntwo</pre>" in told.children[-1].value
    broken = quiz(WHO, then=lambda: 1 / 0)
    buttons(broken)[-1].click()
    assert ">ZeroDivisionError: division by zero</pre>" in broken.children[-1].value
    assert "It is: the producer." in broken.children[-1].value


def test_a_measurement_is_a_function():
    with pytest.raises(WrongTypeError, match="then is a function without arguments, not 3"):
        quiz(WHO, then=3)
