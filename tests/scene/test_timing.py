"""Who asks is seen before who answers, nothing is told twice, and not more at once than can be followed."""

from itertools import chain

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model.core.history import History
from kafkaviz.scene.film.director import cues_of_shot
from kafkaviz.scene.film.moments import shots
from kafkaviz.scene.film.timing import EXCHANGES_APART_MS, PAUSE_MS, join_messages, time_cues
from kafkaviz.scene.telling import Cue

ASK, ANSWER = Cue("ask", "b", "a", "from 0?"), Cue("answer", "a", "b", "ABC", ("x", "y"), ("u", "v"))
OTHER = Cue("ask", "c", "a", "from 0?"), Cue("answer", "a", "c", "ABC", ("z",), ("u",))


def long_story(kafka: str = "4.4") -> History:
    lab = Lab(4, kafka=kafka).create_topic("letters", 3, 4).send("letters", "ABC", ("k", "DEF"), "GHI").poll("letters")
    return lab.kill(1).send("letters", "JKL").restart(1).pause(2).send("letters", "M").tick(40_000).resume(2).history


def test_an_answer_starts_after_its_question_has_landed():
    question, answer = time_cues([ASK, ANSWER])
    assert (question.at, answer.at) == (0, question.end + PAUSE_MS)
    assert answer.ms > 950, "a record more takes longer"


def test_the_exchanges_of_two_followers_start_apart_and_go_on_side_by_side():
    first, reply, second, other = time_cues([ASK, ANSWER, *OTHER])
    assert second.at == first.at + EXCHANGES_APART_MS and other.at < reply.end
    assert (first.exchange, reply.exchange) == (0, 0) and (second.exchange, other.exchange) == (1, 1)


def test_messages_are_numbered_in_the_order_they_start():
    assert [t.number for t in time_cues([ASK, ANSWER, *OTHER])] == [1, 3, 2, 4]
    assert [t.number for t in time_cues([ASK])] == [0], "one alone needs no number"
    assert {t.number for t in time_cues([ASK._replace(start=str(n)) for n in range(10)])} == {0}


def test_what_is_patient_waits_until_all_before_has_landed():
    *before, flip = time_cues([ASK, ANSWER, Cue("flip", cells=("a",), patient=True)])
    assert flip.at == max(t.end for t in before) + PAUSE_MS


def test_a_broker_changes_when_its_own_answer_has_landed():
    _, answer, flip, _, late, last = time_cues([ASK, ANSWER, Cue("flip", end="b"), *OTHER, Cue("flip", end="c")])
    assert (flip.at, last.at) == (answer.end, late.end)


def test_what_one_request_asks_for_is_asked_once():
    asks = [Cue("ask", "b", "a", "what is new?"), Cue("answer", "a", "b", "p0 → 1")]
    more = [Cue("ask", "b", "a", "what is new?"), Cue("answer", "a", "b", "p1 → 2")]
    assert [cue.text for cue in join_messages([*asks, *more])] == ["what is new?", "p0 → 1, p1 → 2"]


def test_seconds_that_pass_in_pieces_pass_in_one_stretch():
    [wait] = time_cues([Cue("wait", clock=(0, 3_000)), Cue("wait", clock=(3_000, 9_000))])
    assert wait.cue.clock == (0, 9_000) and wait.ms == 4_800


@pytest.mark.parametrize("kafka", ["4.4", "2.3"])
def test_in_a_whole_story_no_answer_starts_before_its_question_has_landed(kafka):
    for shot in shots(long_story(kafka)):
        played = time_cues([*chain.from_iterable(cues_of_shot(shot, []))])
        open_questions = {}
        for t in played:
            if t.cue.kind == "ask":
                open_questions[t.cue.start, t.cue.end] = t
            elif t.is_message and (t.cue.end, t.cue.start) in open_questions:
                assert t.at >= open_questions[t.cue.end, t.cue.start].end + PAUSE_MS
        numbers = [t.number for t in sorted(played, key=lambda t: t.at) if t.number]
        assert numbers == sorted(numbers)
