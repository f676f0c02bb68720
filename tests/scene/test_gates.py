"""A film can be told where to stop and what to ask."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scene.gates import add_gates
from kafkaviz.scene.questions import Option, Question, in_words
from kafkaviz.scene.values import Caption, Film, Gate

KINDS = ("", "BrokerCrashed", "TimeAdvanced", "TimeAdvanced", "PartitionChanged")
FILM = Film("t", tuple(Caption(kind or "start", kind=kind) for kind in KINDS), {}, {}, "main")
WHO = ("Who leads now?", ["broker 2", "broker 3"], 0)


def test_a_question_stands_before_the_first_frame_of_a_kind():
    assert add_gates(FILM, (*WHO, "TimeAdvanced")).gates == (Gate(2, "Who leads now?", ("broker 2", "broker 3"), 0),)


def test_questions_come_in_the_order_of_their_frames():
    asked = add_gates(FILM, [(*WHO, "PartitionChanged", "It is next."), (*WHO, 1), Gate(2, "?", ("a", "b"), 1)]).gates
    assert [(gate.step, gate.because) for gate in asked] == [(1, ""), (2, ""), (4, "It is next.")]


def test_a_film_without_a_question_travels_as_before():
    assert "gates" not in add_gates(FILM, ()).to_json()


def test_a_question_travels_as_plain_json():
    [sent] = add_gates(FILM, (*WHO, 1, "So.")).to_json()["gates"]
    right = ["It is: broker 2.", "So."]
    assert sent == {
        "step": 1, "question": "Who leads now?", "options": ["broker 2", "broker 3"], "answer": 0,
        "said": [[["✓ Right.", ""], right], [["✗ You said: broker 3.", ""], right], [right]],
    }  # fmt: skip


def test_each_reason_stands_behind_what_it_is_the_reason_of():
    [gate] = add_gates(FILM, (*WHO, 1, ["It is next.", "It lags."])).gates
    assert gate.feedback(1) == (("✗ You said: broker 3.", "It lags."), ("It is: broker 2.", "It is next."))
    assert gate.feedback(0) == (("✓ Right.", ""), ("It is: broker 2.", "It is next."))
    assert gate.feedback(None) == (("It is: broker 2.", "It is next."),)


def test_a_film_says_the_same_of_an_answer_as_a_quiz():
    options = (Option("Kafka?", "No."), Option("the producer", "Its partitioner does."), Option("nobody!", "Somebody."))
    asked = Question("Q00.1", "Who chooses?", options, 1, before="BrokerCrashed")
    [gate] = add_gates(FILM, asked).gates
    assert [in_words(gate.feedback(n)) for n in (0, 1, 2, None)] == [asked.feedback(n) for n in (0, 1, 2, None)]
    assert asked.feedback(0) == "✗ You said: Kafka? No. It is: the producer. Its partitioner does."


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        ((*WHO, "PartitionCreated"), "tells of 'PartitionCreated'; its frames tell of BrokerCrashed, TimeAdvanced"),
        ((*WHO, 0), "one of the frames 1 to 4"),
        ((*WHO, 5), "one of the frames 1 to 4"),
        (("Who?", ["broker 2"], 0, 1), "two or more options that differ, not broker 2"),
        (("Who?", ["a", "a"], 0, 1), "options that differ"),
        (("Who?", ["a", "b"], 2, 1), "a number from 0 to 1, not 2"),
        ((*WHO, 1, ("So.",)), "one for each of 2 options, not 1"),
        ((*WHO, 1, 7), "A question's because"),
        ((*WHO, 1, ("So.", 7)), "A question's because"),
        (WHO, "of which only the last may be left out"),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(ask, says):
    with pytest.raises(ValueError, match=says):
        add_gates(FILM, ask)


def test_a_lab_asks_before_the_leader_changes():
    lab = Lab().create_topic("letters", 1, 3)
    before = lab.cluster
    player = lab.kill(1).film(since=before, ask=(*WHO, "PartitionChanged"))
    [gate] = player.film.gates
    assert "new leader" in player.film.captions[gate.step].cap
    player.index = gate.step
    assert player.index == gate.step - 1
