"""A film can be told where to stop and what to ask."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scene.gates import gated
from kafkaviz.scene.values import Caption, Film, Gate

KINDS = ("", "BrokerCrashed", "TimeAdvanced", "TimeAdvanced", "PartitionChanged")
FILM = Film("t", tuple(Caption(kind or "start", kind=kind) for kind in KINDS), {}, {}, "main")
WHO = ("Who leads now?", ["broker 2", "broker 3"], 0)


def test_a_question_stands_before_the_first_frame_of_a_kind():
    assert gated(FILM, (*WHO, "TimeAdvanced")).gates == (Gate(2, "Who leads now?", ("broker 2", "broker 3"), 0),)


def test_questions_come_in_the_order_of_their_frames():
    asked = gated(FILM, [(*WHO, "PartitionChanged", "It is next."), (*WHO, 1), Gate(2, "?", ("a", "b"), 1)]).gates
    assert [(gate.step, gate.because) for gate in asked] == [(1, ""), (2, ""), (4, "It is next.")]


def test_a_film_without_a_question_travels_as_before():
    assert "gates" not in gated(FILM, ()).to_json()


def test_a_question_travels_as_plain_json():
    [sent] = gated(
        FILM,
        (*WHO, 1, "So."),
    ).to_json()["gates"]
    assert sent == {
        "step": 1, "question": "Who leads now?", "options": ["broker 2", "broker 3"], "answer": 0, "because": "So.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        ((*WHO, "PartitionCreated"), "tells of 'PartitionCreated'; its frames tell of BrokerCrashed, TimeAdvanced"),
        ((*WHO, 0), "one of the frames 1 to 4"),
        ((*WHO, 5), "one of the frames 1 to 4"),
        (("Who?", ["broker 2"], 0, 1), "two or more options that differ, not broker 2"),
        (("Who?", ["a", "a"], 0, 1), "options that differ"),
        (("Who?", ["a", "b"], 2, 1), "a number from 0 to 1, not 2"),
        (WHO, "of which only the last may be left out"),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(ask, says):
    with pytest.raises(ValueError, match=says):
        gated(FILM, ask)


def test_a_lab_asks_before_the_leader_changes():
    lab = Lab().create_topic("letters", 1, 3)
    before = lab.cluster
    player = lab.kill(1).film(since=before, ask=(*WHO, "PartitionChanged"))
    [gate] = player.film.gates
    assert "new leader" in player.film.captions[gate.step].cap
    player.index = gate.step
    assert player.index == gate.step - 1
