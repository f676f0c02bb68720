"""A lab goes back, goes on in two directions, and becomes a session that goes on where it ended."""

import json
from typing import Any

import pytest

from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.partitioners import keyed
from kafkaviz.lab import Lab
from kafkaviz.model.sessions.values import SessionError
from kafkaviz.player.wire import wire
from tests.lab.session_labs import my_partitioner, same_again


def failover() -> Lab:
    return Lab().create_topic("letters", 3, 3).send("letters", "ABC").kill(1)


def test_a_fork_goes_on_by_itself_and_both_futures_stay() -> None:
    lab = failover()
    before = lab.history
    other = lab.fork().restart(1)
    lab.send("letters", "DEF")
    assert other.history.at(len(before.steps)) == before == lab.history.at(len(before.steps))
    assert other.cluster.brokers[1].is_up
    assert not lab.cluster.brokers[1].is_up
    assert (other.kafka, other.policies) == (lab.kafka, lab.policies)


def test_a_lab_at_a_step_is_as_it_was_then_and_shares_its_states() -> None:
    lab = failover()
    for step, cluster in enumerate(lab.history.clusters):
        assert lab.at(step).cluster is cluster
    early = lab.at(4)
    assert early.fork().send("letters", "X").story(since=lab.history.clusters[4])
    assert len(lab.history.steps) > 4 == len(early.history.steps)


def test_what_was_cut_off_in_the_middle_settles_with_the_next_verb() -> None:
    lab = failover()
    crashed = next(n for n, step in enumerate(lab.history.steps) if type(step.event).__name__ == "BrokerFenced") + 1
    going_on = lab.at(crashed).fork().create_topic("digits")
    assert [p.leader for p in going_on.cluster.partitions.values()].count(1) == 0
    assert not going_on.fork().step().history.steps[len(going_on.history.steps) :]


@pytest.mark.parametrize("step", [-1, 99, "4", 1.0, True, None])
def test_a_step_that_is_not_there_is_refused(step: Any) -> None:
    with pytest.raises(ValueError, match=r"^There is no step .*; this history has steps 0 to \d+\.$"):
        failover().at(step)


def test_undo_takes_back_a_verb_with_all_that_followed() -> None:
    lab = failover()
    states = [lab.history]
    for verb in (
        lambda: lab.restart(1),
        lambda: lab.join("app", "C0", "C1", topics=["letters"]),
        lambda: lab.crash_member("app", "C1"),
        lambda: lab.send("letters", "A", "B", "C"),
        lambda: lab.kill_controller(101),
    ):
        verb()
        states.append(lab.history)
    for state in reversed(states[:-1]):
        assert lab.undo() is lab
        assert lab.history == state
    assert lab.undo(3).history.steps == ()


def test_undo_counts_a_step_as_one() -> None:
    lab = Lab(settle=False).create_topic("letters", 1, 3).step().step()
    states = lab.history.clusters
    assert lab.undo().cluster is states[-2]
    assert lab.undo(2).cluster is states[0]


@pytest.mark.parametrize(("done", "steps"), [(1, 2), (1, 0), (1, -1), (1, "1"), (1, True), (0, 1)])
def test_what_was_not_done_cannot_be_undone(done: int, steps: Any) -> None:
    lab = Lab().create_topic("letters") if done else Lab()
    before = lab.history
    with pytest.raises(ValueError, match="can be undone"):
        lab.undo(steps)
    assert lab.history is before


def test_the_film_of_a_session_is_the_film_of_its_lab() -> None:
    lab = failover().send("letters", "DEF", acks=2, expect="INVALID_REQUIRED_ACKS")
    again = same_again(lab)
    assert wire(again.film().film, "cluster") == wire(lab.film().film, "cluster")
    assert again.story() == lab.story()
    assert again.undo().story() == lab.undo().story()


def test_a_fork_says_where_it_comes_from_and_replays_alone() -> None:
    lab = failover()
    other = same_again(lab.at(4).fork().send("letters", "X"))
    parent = json.loads(other.to_json())["parent"]
    assert parent == {"id": json.loads(lab.at(4).to_json())["id"], "step": 4}
    assert json.loads(lab.to_json())["parent"] is None
    assert json.loads(other.undo(2).to_json())["parent"] is None
    twice = same_again(other.fork().fork().kill(2))
    assert json.loads(twice.to_json())["parent"]["step"] == len(other.history.steps)


def test_a_lab_with_chance_racks_and_configs_begins_the_same() -> None:
    lab = Lab({5: "x", 3: "y"}, kafka="2.3", seed=11, partitioner=keyed, linger_ms=7, settle=False)
    again = same_again(lab.create_topic("letters", 2, 2).step())
    assert (again.policies, again.history.first) == (lab.policies, lab.history.first)
    assert len(again.send("letters", ("key", "A")).history.steps) == 4


def test_a_session_goes_on_with_the_function_or_says_that_it_needs_it() -> None:
    lab = Lab(partitioner=my_partitioner).create_topic("letters", 3).send("letters", ("a", "1"), ("b", "2"))
    text = lab.to_json()
    alone, together = Lab.from_json(text), Lab.from_json(text, policies={"partitioner": my_partitioner})
    with pytest.raises(LearnerError, match=r"my_partitioner\(b'c', 3, Sent\(.*is asked for the first time"):
        alone.send("letters", ("c", "3"))
    assert alone.history == lab.history
    assert together.policies.partitioner is my_partitioner
    assert together.send("letters", ("c", "3")).to_json() == lab.send("letters", ("c", "3")).to_json()
    assert alone.kill(1).create_topic("digits").to_json() == lab.undo().kill(1).create_topic("digits").to_json()


@pytest.mark.parametrize(
    ("policies", "says"),
    [
        ({"partitioner": keyed}, "keyed does not answer as my_partitioner did"),
        ({"partitioner": lambda key, partitions, sent: 99}, "this cannot be replayed"),
        ({"placer": keyed}, "no function of yours for 'placer'; it has partitioner"),
        ({"partitioner": "keyed"}, "takes your function itself, not 'keyed'"),
        ("partitioner", "takes a dict"),
    ],
)
def test_a_function_that_does_not_fit_a_session_is_refused(policies: Any, says: str) -> None:
    text = Lab(partitioner=my_partitioner).create_topic("letters", 3).send("letters", ("b", "1"), ("bb", "2")).to_json()
    with pytest.raises(ValueError, match=says):
        Lab.from_json(text, policies=policies)


def test_a_function_that_changes_its_mind_cannot_become_a_session() -> None:
    numbers = iter(range(100))
    lab = Lab(partitioner=lambda key, partitions, sent: next(numbers) % partitions).create_topic("letters", 3)
    lab.send("letters", "A", "B")
    with pytest.raises(SessionError, match="<lambda>"):
        lab.to_json()


def test_text_of_every_kind_is_kept() -> None:
    lab = Lab({1: "\u00e4", 2: "\u6771"}).create_topic("letters", 2, 2)
    lab.send("letters", "\u2028 \U0001f642", key="\u00e4", producer="\u00e9 \U0001f642")
    assert same_again(lab).cluster.producers.keys() == {"\u00e9 \U0001f642"}


def test_steps_that_nobody_asked_for_are_not_left_out_silently() -> None:
    lab = failover()
    lab.history = lab.history.then([lab.history.steps[-1]])
    with pytest.raises(SessionError, match="by other means"):
        lab.to_json()
