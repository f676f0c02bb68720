"""A session file reads back the same in every era, and whatever is damaged is refused by its path, in a sentence."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.model.acting import next_step
from kafkaviz.model.sessions.file import MOST_STEPS, read
from kafkaviz.model.sessions.tape import Tape
from kafkaviz.model.sessions.values import SessionError
from kafkaviz.scenarios import nb01, nb02, nb04, nb05, nb06, nb07, nb08, nb09, nb10
from tests.lab.session_labs import MINE, a_session, lived, same_again, started, with_every_config
from tests.model import control_histories, histories
from tests.sampling import IS_WEEKLY, bounded, every, some_eras, together


@some_eras("2.3", "4.4")
def test_random_histories_come_back_the_same(era: str) -> None:
    for seed in range(6):
        lab = lived(started(era, seed), histories.seeded(seed, 30))
        assert len(lab.history.acts) > 3
        same_again(lab)
        same_again(lab.at(Random(seed).randint(0, len(lab.history.steps))))


@pytest.mark.parametrize("protocol", every(3, ["eager", "cooperative", "consumer", "share"]))
@pytest.mark.parametrize("era", ["3.9", "4.4"])
def test_random_histories_of_groups_come_back_the_same(era: str, protocol: str) -> None:
    for seed in range(4):
        same_again(lived(started(era, seed, group_protocol=protocol), control_histories.seeded(seed, 30)))


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
def test_many_random_histories_come_back_the_same(era: str) -> None:
    for seed in range(100, 200 if IS_WEEKLY else 130):
        same_again(lived(started(era, seed), histories.seeded(seed, 40)))
        same_again(lived(started(era, seed), control_histories.seeded(seed, 40)))


@some_eras("0.10", "3.9")
def test_whatever_step_a_fork_begins_at_its_first_verb_settles_it(era: str) -> None:
    for seed in range(8):
        lab = lived(started(era, seed), histories.seeded(seed, 25, violent=False))
        lab._settle = True
        other = lab.at(Random(seed).randint(1, len(lab.history.steps))).fork().tick(10)
        assert next_step(other.cluster, None, other.policies) is None
        same_again(other)


@pytest.mark.parametrize(
    "story",
    every(
        3,
        [
            *(nb01.aged, nb01.power_cut, nb01.dropped, nb01.keyless),
            *(nb02.longer_log, nb02.in_racks, nb02.comes_and_goes),
            *(nb04.news, nb04.months, nb05.copies, nb05.two_racks),
            *(nb06.crash, nb06.overtaken, nb06.power_cut, nb06.last_standing),
            *(nb07.failover, nb07.last_in_sync, nb09.one_joins),
            *(nb08.crash, nb08.comes_back, nb08.coordinator_dies, nb08.kept_in),
            *(nb10.grown, nb10.shared, nb10.joined, nb10.moving),
        ],
        whole=1,
    ),
    ids=lambda story: story.__name__,
)
def test_a_story_of_the_course_comes_back_the_same(story: Any) -> None:
    lab = story()
    assert same_again(lab).story() == lab.story()


def test_a_learners_functions_replay_from_what_they_answered() -> None:
    lab = lived(started("4.4", 3, **MINE).join("app", "C0", "C1", topics=["letters"]), histories.seeded(5, 40))
    text = lab.to_json()
    assert {type(one) for one in read(text).changes.values()} == {Tape}
    again = same_again(lab)
    assert again.fork().to_json() == Lab.from_json(again.fork().to_json()).to_json()


@together(
    [
        (lambda s: s.update(version=3), "$.version: this kafkaviz reads sessions up to version 2, not 3"),
        (lambda s: s.update(version="1"), "$.version: "),
        (lambda s: s.update(format="film"), "$.format: "),
        (lambda s: s.update(kafka="5.0"), "$.kafka: here stands one of 4.4"),
        (lambda s: s.update(seed="x"), "$.seed: here stands a whole number or null, not 'x'"),
        (lambda s: s.pop("acts"), "$.acts: this is missing"),
        (lambda s: s.update(more=1), "$.more: nobody knows this"),
        (lambda s: s["brokers"].append(s["brokers"][0]), "$.brokers[3].id: there is a broker 1 already"),
        (lambda s: s["brokers"].extend([{"id": 1}] * 10**4), "$.brokers: a lab has up to 100 brokers, not 10,003"),
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
        (lambda s: s["acts"][0].update(steps=MOST_STEPS + 1), "$.acts: these are more than 250,000 steps"),
        (
            lambda s: (s["acts"][0].update(steps=1), s.pop("parent")),
            "$.acts[0]: this cannot be replayed; 1 steps were expected",
        ),
        (lambda s: s["functions"]["partitioner"]["answers"].pop(0), "is asked for the first time"),
        (lambda s: s["functions"]["partitioner"].update(answers=3), "$.functions.partitioner.answers: "),
        (lambda s: s["parent"].update(id="0"), "$.parent.id: no session has this id"),
    ]
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
    """Returns the way to every node of a JSON value."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [path, *(way for key, inner in pairs for way in places(inner, (*path, key)))]


def damaged(session: Any, random: Random) -> Any:
    """Drops, swaps, doubles or retypes one node of a session; the id goes, so that the damage is looked at."""
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


def survived(session: Any, rounds: int) -> int:
    """Damages a session so often, counts refusals in a sentence with a path; any other is a session as good as any."""
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
    return refused


@bounded("rounds", 20, 400, whole=60)
def test_damage_of_every_kind_is_refused_in_one_sentence(rounds: int) -> None:
    assert survived(a_session(), rounds) > rounds // 2


@pytest.mark.slow
@pytest.mark.parametrize("era", [*ERAS, "a fork"])
def test_each_node_that_is_dropped_or_of_another_kind_is_refused_in_one_sentence(era: str) -> None:
    session = a_session() if era == "a fork" else with_every_config(era)
    session.pop("id")
    tried = 0
    for *way, last in (path for path in places(session) if path):
        for strange in (..., *STRANGE, -2, 10**15, "0"):
            hurt = node = deepcopy(session)
            for key in way:
                node = node[key]
            if strange is ...:
                del node[last]
            else:
                node[last] = strange
            tried += 1
            try:
                Lab.from_json(hurt)
            except SessionError as refusal:
                assert str(refusal).startswith("$") and "\n" not in str(refusal), (way, last, strange, str(refusal))
    print(f"{tried} damaged sessions")
    assert tried > 2_000


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
def test_damage_to_any_history_is_refused_in_one_sentence(era: str) -> None:
    for seed in range(4):
        lab = lived(started(era, seed), histories.seeded(seed, 12))
        assert survived(json.loads(lab.to_json()), 300) > 100
