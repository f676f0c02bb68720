"""A session becomes as short as it can be while it still shows what it was kept for."""

import json

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, LearnerError
from kafkaviz.lab import Lab
from kafkaviz.model.acting import carry_out
from kafkaviz.model.core.history import Act, History
from kafkaviz.model.sessions.file import read, session_text
from kafkaviz.model.sessions.session import Session, replay_acts
from kafkaviz.model.sessions.shorten import shortest_session
from kafkaviz.model.sessions.start import beginning_of


def requests_of(session: Session) -> list[str]:
    return [type(request).__name__ for act in session.acts for request in act.requests]


def lost(history: History) -> bool:
    """An acknowledged record is in no log."""
    held = {
        record.value for copies in history.last.replicas.values() for copy in copies.values() for record in copy.log
    }
    return any(promise.value not in held for promise in history.last.acknowledged)


def losing() -> Lab:
    lab = Lab(3, seed=4).create_topic("digits", 2, 2).create_topic("letters", 1, 3).send("digits", "1", "2")
    lab.stop(3).send("letters", "a", acks=1).flush(1).tick(500).send("letters", "b", partition=0, acks=1)
    lab.restart(3).tick(40_000).kill(2, power_lost=True).send("digits", "3").tick(1_000)
    for broker in (1, 3):
        lab.kill(broker, power_lost=True)
    return lab


def test_only_what_a_loss_needs_is_left_and_the_file_replays_in_a_lab():
    whole = read(losing().to_json())
    short = shortest_session(whole, lost)
    assert len(requests_of(whole)) == 19
    assert sorted(set(requests_of(short))) == ["CreateTopic", "Kill", "Send", "Tick"]
    lab = Lab.from_json(session_text(short))
    assert lost(lab.history) and lab.to_json() == session_text(short)


def test_no_single_request_of_what_is_left_can_go():
    short = shortest_session(read(losing().to_json()), lost)
    beginning, policies = beginning_of(short)
    for left_out in range(len(short.acts)):
        history = beginning
        try:
            for act in short.acts[:left_out] + short.acts[left_out + 1 :]:
                history = carry_out(history, act.requests, policies)
        except Exception:
            continue
        assert not lost(history), f"without {short.acts[left_out].requests} it still holds"


def test_the_same_session_always_becomes_the_same():
    whole = read(losing().to_json())
    assert session_text(shortest_session(whole, lost)) == session_text(shortest_session(whole, lost))


def test_what_needs_nothing_becomes_empty():
    assert shortest_session(read(losing().to_json()), lambda history: True).acts == ()
    assert shortest_session(read(Lab(1).to_json()), lambda history: True).acts == ()
    assert shortest_session(read(Lab(1).tick(5).to_json()), lambda history: True).acts == ()


def test_it_must_hold_of_the_whole():
    with pytest.raises(InvalidArgumentError, match="must hold of the whole"):
        shortest_session(read(Lab(1).tick(5).to_json()), lambda history: False)


def test_what_the_question_raises_is_told():
    with pytest.raises(LearnerError, match="raised ZeroDivisionError"):
        shortest_session(read(Lab(1).tick(5).to_json()), lambda history: bool(1 / 0))


def test_refusals_rules_and_acts_that_were_cut_are_kept_whole():
    lab = Lab(3, settle=False).create_topic("letters", 1, 3)
    while not lab.cluster.replicas[("letters", 0)][2].incoming:
        lab = lab.step()
    lab.lose_fetch("letters", 0, follower=2).create_topic("letters", expect="TOPIC_ALREADY_EXISTS")
    short = shortest_session(read(lab.to_json()), lambda h: any(type(e).__name__ == "FetchLost" for e in h.events()))
    assert "LoseFetch" in requests_of(short) and any(act.rule for act in short.acts)
    assert all(act.expect is None for act in short.acts)
    refused = shortest_session(
        read(lab.to_json()), lambda h: any(type(e).__name__ == "RequestRejected" for e in h.events())
    )
    assert [act.expect for act in refused.acts] == [None, "TOPIC_ALREADY_EXISTS"]
    cut = Lab(3).create_topic("letters", 1, 3).send("letters", "a")
    cut = cut.at(len(cut.history.steps) - 2)
    short = shortest_session(read(cut.to_json()), lambda h: bool(h.acts) and h.acts[-1].cut)
    assert short.acts[-1].cut and Lab.from_json(session_text(short)).history.acts[-1].cut


def test_a_learners_function_keeps_only_the_answers_that_are_still_asked():
    def mine(key, partitions, sent):
        return len(sent.available) - 1

    lab = Lab(1, partitioner=mine).create_topic("a", 2).create_topic("b", 5).send("a", "1").send("b", "2")
    short = shortest_session(read(lab.to_json()), lambda h: bool(h.last.producers) and "a" in h.last.topics)
    assert requests_of(short) == ["CreateTopic", "Send"]
    tape = json.loads(session_text(short))["functions"]["partitioner"]
    assert (tape["function"], len(tape["answers"])) == ("mine", 1)


def test_a_request_that_was_asked_in_one_act_with_another_is_left_out_alone():
    beginning, policies = beginning_of(Session("4.4", {1: None, 2: None}, {}))
    lab = Lab(2).create_topic("letters", 1, 2).kill(1)
    whole = read(lab.to_json())
    assert any(len(act.requests) > 1 for act in whole.acts)
    short = shortest_session(whole, lambda history: not history.last.brokers[1].is_up)
    assert requests_of(short) == ["Kill"]
    assert isinstance(short.acts[0], Act) and replay_acts(beginning, short.acts, policies).acts == short.acts
