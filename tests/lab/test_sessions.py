"""A lab goes back, goes on in two directions, and becomes a file that reads back the same or is refused by its path."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from kafkaviz.decisions.errors import KafkaError, LearnerError
from kafkaviz.decisions.partitioners import keyed
from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.model.session_file import MOST_STEPS, read
from kafkaviz.model.session_values import SessionError
from kafkaviz.model.tape import Tape
from kafkaviz.player.wire import wire
from tests.model import control_histories, histories


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
    assert wire(again.film().film) == wire(lab.film().film)
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
    assert len(again.send("letters", ("key", "A")).history.steps) == 3


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


def test_steps_that_nobody_asked_for_are_not_left_out_silently() -> None:
    lab = failover()
    lab.history = lab.history.then([lab.history.steps[-1]])
    with pytest.raises(SessionError, match="by other means"):
        lab.to_json()


def same_again(lab: Lab) -> Lab:
    """Read a lab's session; it must be the same in every step, and be written the same."""
    text = lab.to_json()
    again = Lab.from_json(text)
    assert again.to_json() == text
    assert again.history == lab.history
    return again


def lived(lab: Lab, actions: Any) -> Lab:
    """Do on a lab what random histories do, some of it rule by rule; what is refused leaves no step."""
    for request, rules in actions:
        lab._settle = rules is None
        try:
            lab.ask(request)
        except (KafkaError, ValueError):
            continue
        for _ in range(rules or 0):
            lab.step()
    return lab


def started(era: str, seed: int, **policies: Any) -> Lab:
    """Give a lab with chance, whose replicas are where the random histories expect them."""
    return Lab(4, kafka=era, seed=seed, **policies).create_topic("letters", 3, 3, segment_bytes=40)


@pytest.mark.parametrize("era", ERAS)
def test_random_histories_come_back_the_same(era: str) -> None:
    for seed in range(6):
        lab = lived(started(era, seed), histories.seeded(seed, 30))
        assert len(lab.history.acts) > 3
        same_again(lab)
        same_again(lab.at(Random(seed).randint(0, len(lab.history.steps))))


@pytest.mark.parametrize("protocol", ["eager", "cooperative", "consumer", "share"])
@pytest.mark.parametrize("era", ["3.9", "4.4"])
def test_random_histories_of_groups_come_back_the_same(era: str, protocol: str) -> None:
    for seed in range(4):
        same_again(lived(started(era, seed, group_protocol=protocol), control_histories.seeded(seed, 30)))


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
def test_many_random_histories_come_back_the_same(era: str) -> None:
    for seed in range(100, 200):
        same_again(lived(started(era, seed), histories.seeded(seed, 40)))
        same_again(lived(started(era, seed), control_histories.seeded(seed, 40)))


def test_a_learners_functions_replay_from_what_they_answered() -> None:
    lab = lived(started("4.4", 3, **MINE).join("app", "C0", "C1", topics=["letters"]), histories.seeded(5, 40))
    text = lab.to_json()
    assert {type(one) for one in read(text).changes.values()} == {Tape}
    again = same_again(lab)
    assert again.fork().to_json() == Lab.from_json(again.fork().to_json()).to_json()


def my_partitioner(key: Any, partitions: int, sent: Any) -> int:
    return sent.draw(partitions) if key is None or sent.draw(2) else len(key) % partitions


def my_elect(replicas: Any, isr: Any, eligible: Any, **_: Any) -> Any:
    return next((b for b in reversed(replicas) if b in isr and b in eligible), None)


def my_assignor(counts: Any, subscriptions: Any) -> Any:
    members = list(subscriptions)
    return {
        member: [(topic, n) for topic, count in counts.items() for n in range(count) if n % len(members) == place]
        for place, member in enumerate(members)
    }


MINE: dict[str, Any] = {
    "partitioner": my_partitioner,
    "elect_leader": my_elect,
    "assignor": my_assignor,
    "high_watermark": lambda end, isr: min([end, *isr]),
    "is_out_of_sync": lambda at, end, *, caught_up_ms, now_ms, replica_lag_time_max_ms: now_ms - caught_up_ms > 9_000,
    "placer": lambda brokers, count, factor, *, draw: [
        [brokers[(draw(9) + n) % len(brokers)].id for n in range(factor)] for _ in range(count)
    ],
    "replica_selector": lambda rack, leader, followers: leader.id,
}


def a_session() -> dict[str, Any]:
    """Give the session of a fork in the middle of a failover, with learner's functions, groups and a refusal."""
    lab = Lab({1: "a", 2: "b", 3: None}, seed=7, partitioner=my_partitioner, assignor=my_assignor, linger_ms=3)
    lab.create_topic("letters", 2, 3, min_insync_replicas=1)
    lab.send("letters", b"\xff", ("k", "1"), ("k", "2")).create_topic("letters", expect="TOPIC_ALREADY_EXISTS")
    lab.create_topic("digits", assignment=[[1, 2], [2, 3]])
    lab.join("app", "C0", "C1", topics=["letters"]).poll(group="app")
    owned = next(iter(lab.cluster.groups["app"].members["C0"].owned))
    lab.commit("app", "C0", {owned: 1})
    before = len(lab.history.steps)
    lab = lab.kill(1).at(before + 3).fork().step().step().poll("letters").tick(100, every_ms=50)
    return json.loads(lab.to_json())  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda s: s.update(version=2), "$.version: this kafkaviz reads sessions up to version 1, not 2"),
        (lambda s: s.update(version="1"), "$.version: "),
        (lambda s: s.update(format="film"), "$.format: "),
        (lambda s: s.update(kafka="5.0"), "$.kafka: here stands one of 4.4"),
        (lambda s: s.update(seed="x"), "$.seed: here stands a whole number or null, not 'x'"),
        (lambda s: s.pop("acts"), "$.acts: this is missing"),
        (lambda s: s.update(more=1), "$.more: nobody knows this"),
        (lambda s: s["brokers"].append(s["brokers"][0]), "$.brokers[3].id: there is a broker 1 already"),
        (lambda s: s["brokers"].clear(), "$.configs: no lab can begin so"),
        (lambda s: s["configs"].update({"linger.ms": "3"}), "$.configs.linger.ms: here stands a whole number"),
        (lambda s: s["configs"].update({"__class__": 3}), "$.configs.__class__: nobody knows this"),
        (lambda s: s["functions"].update(placer="os.system"), "$.functions.placer: here stands place_striped"),
        (lambda s: s["acts"][1]["requests"][0].update(partition="0"), "$.acts[1].requests[0].partition: here stands"),
        (lambda s: s["acts"][1]["requests"][0].update(partition=9), "$.acts[1]: this cannot be replayed; "),
        (lambda s: s["acts"][1]["requests"][0].update(request="__import__"), "$.acts[1].requests[0].request: "),
        (lambda s: s["acts"][1]["requests"][0].update(value={"hex": "zz"}), "$.acts[1].requests[0].value: "),
        (lambda s: s["acts"][1]["requests"].append({"request": "Tick", "ms": 10**18, "every_ms": 1}), "$.acts[1]: "),
        (lambda s: s["acts"][0]["requests"][0].update(partitions=10**9), "$.acts[0].requests[0].partitions: "),
        (lambda s: s["acts"][0].update(steps=MOST_STEPS + 1), "$.acts: these are more than 1,000,000 steps"),
        (
            lambda s: (s["acts"][0].update(steps=1), s.pop("parent")),
            "$.acts[0]: this cannot be replayed; 1 steps were expected",
        ),
        (lambda s: s["functions"]["partitioner"]["answers"].pop(0), "is asked for the first time"),
        (lambda s: s["functions"]["partitioner"].update(answers=3), "$.functions.partitioner.answers: "),
        (lambda s: s["parent"].update(id="0"), "$.parent.id: no session has this id"),
    ],
)
def test_what_is_damaged_is_refused_with_its_path(damage: Any, says: str) -> None:
    session = a_session()
    damage(session)
    session.pop("id")
    with pytest.raises(SessionError) as refusal:
        Lab.from_json(session)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_content_that_has_another_id_is_refused() -> None:
    session = a_session()
    session["seed"] = 8
    with pytest.raises(SessionError, match=r"^\$\.id: the content has another id"):
        Lab.from_json(session)


@pytest.mark.parametrize(
    "given",
    ["", "[]", "nope", b"\xff", "1" * 5000, "[" * 100_000, '{"a": NaN}', '{"a": 1, "a": 2}', 5, None, {1: object()}],
    ids=lambda given: repr(given)[:12],
)
def test_what_is_no_session_at_all_is_refused(given: Any) -> None:
    with pytest.raises(SessionError, match=r"^\$"):
        Lab.from_json(given)


STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 10**6, 2**62, 10**30, 0.5, 1e308),
    *("", "x", "letters", "\ud800", [], [[]], [1], {}, {"hex": "ff"}),
)


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Give the way to every node of a JSON value."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [path, *(way for key, inner in pairs for way in places(inner, (*path, key)))]


def damaged(session: Any, random: Random) -> Any:
    """Drop, swap, double or retype one node of a session; the id goes, so that the damage is looked at."""
    session = deepcopy(session)
    session.pop("id")
    *way, last = random.choice([path for path in places(session) if path])
    node = session
    for key in way:
        node = node[key]
    kind = random.choice(("drop", "retype", "retype", "retype", "swap", "double", "add"))
    if kind == "drop":
        del node[last]
    elif kind == "retype":
        node[last] = random.choice(STRANGE)
    elif kind == "swap":
        other = random.choice(list(node) if isinstance(node, dict) else range(len(node)))
        node[last], node[other] = node[other], node[last]
    elif isinstance(node, list):
        node.insert(random.randrange(len(node) + 1), deepcopy(node[last]))
    else:
        node[random.choice(("x", "steps", "cut", "expect", "rule", "every_ms"))] = random.choice(STRANGE)
    return session


def survived(session: Any, rounds: int) -> tuple[int, int]:
    """Damage a session so often; each is refused in a sentence with a path, or is a session as good as any."""
    refused = 0
    for seed in range(rounds):
        hurt = damaged(session, Random(seed))
        try:
            lab = Lab.from_json(hurt)
        except SessionError as refusal:
            refused += 1
            assert str(refusal).startswith("$"), (seed, str(refusal))
            assert "\n" not in str(refusal), (seed, str(refusal))
        else:
            assert Lab.from_json(lab.to_json()).to_json() == lab.to_json(), seed
    return refused, rounds


def test_damage_of_every_kind_is_refused_in_one_sentence() -> None:
    refused, rounds = survived(a_session(), 400)
    assert refused > rounds // 2


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
def test_damage_to_any_history_is_refused_in_one_sentence(era: str) -> None:
    for seed in range(4):
        lab = lived(started(era, seed), histories.seeded(seed, 12))
        refused, rounds = survived(json.loads(lab.to_json()), 300)
        assert refused > rounds // 3
