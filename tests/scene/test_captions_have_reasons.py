"""Every caption says why: of every scenario in every era, and of random histories in all eras and group protocols."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import Parameter, getmembers, isfunction, signature
from itertools import product
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, get_type_hints

import pytest

from kafkaviz import scenarios
from kafkaviz.course.exercises import every_exercise, notebook_of
from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.hashing import keyed_partition, murmur2, to_positive
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.registration_events import BrokerFenced
from kafkaviz.model.partitions.events import IsrChangeRefused
from kafkaviz.scene.film.captions import captions_of
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.moments import shots
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.telling import narrate
from kafkaviz.scene.telling.partitions.isr import REFUSALS
from kafkaviz.scene.telling.telling import TELLINGS
from kafkaviz.scene.values import Caption
from tests.model import control_histories, histories
from tests.sampling import every, some_eras
from tests.scene.rare import RARE
from tests.scene.reasons import CAUSES, HOMES, fault_of, faults, told

KNOBS: dict[str, tuple[Any, ...]] = {
    "assignor": ("range", "round robin", "sticky", "cooperative sticky", "server"),
    "unclean": (None, True, False),
    "placement": ("chained", "spread"),
    "keyed": (True, False),
    "back": (False, True),
    "slow": (0, 1),
    "seconds": (0, 50),
    "aware": (True, False),
    "restart": (True, False),
}
"""What is tried of the parameters that have few values; the others keep their defaults."""


def stories() -> Iterator[tuple[str, Callable[..., Lab]]]:
    """Yields every function of kafkaviz.scenarios that returns a lab and needs nothing for it."""
    for module in iter_modules(scenarios.__path__):
        if not module.ispkg:
            for name, make in getmembers(import_module(f"{scenarios.__name__}.{module.name}"), isfunction):
                if get_type_hints(make).get("return") is Lab and not needs(make):
                    yield f"{module.name}.{name}", make


def needs(make: Callable[..., Lab]) -> list[str]:
    """Returns the parameters without which a function cannot be called, such as the lab that it goes on with."""
    given = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    parameters = signature(make).parameters.items()
    return [name for name, one in parameters if one.default is Parameter.empty and one.kind not in given]


STORIES = dict(stories())
TESTS = Path(__file__).parents[1]


def told_ways(make: Callable[..., Lab], era: str) -> Iterator[Lab]:
    """Yields a story in one era with every value of its knobs; a story that knows no era is told in today's."""
    parameters = signature(make).parameters
    knows = "kafka" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    if not knows and era != "4.4":
        return
    knobs = [name for name in KNOBS if name in parameters]
    for values in product(*(KNOBS[name] for name in knobs)):
        yield make(**dict(zip(knobs, values, strict=True)), **({"kafka": era} if knows else {}))


def test_a_cause_is_declared_beside_those_of_its_subject() -> None:
    known = {kind.__name__: told.sentence.__module__ for kind, told in TELLINGS.items()}
    for kind in CAUSES:
        assert known[kind].startswith(f"kafkaviz.scene.telling.{HOMES[kind]}")


def test_there_are_stories_of_each_notebook() -> None:
    told = {name.split(".")[0] for name in STORIES}
    # Notebook 00 asks an exercise of notebook 03; notebook 13 tells what happened in a real cluster.
    asked = {f"nb{notebook_of(one.id)}" for one in every_exercise() if one.id.startswith("E")}
    assert told == {"nb00"} | asked - {"nb13"}


@some_eras("4.4")
@pytest.mark.parametrize("name", every(8, STORIES, whole=2))
def test_a_story_gives_the_reason_of_each_step(name: str, era: str) -> None:
    for lab in told_ways(STORIES[name], era):
        assert list(faults(told(lab.history, lab.policies), lab.policies)) == []


@pytest.mark.parametrize("protocol", ["eager", "cooperative", "consumer", "share"])
@some_eras("3.9")
@pytest.mark.parametrize("seeds", every(2, [2, 4], whole=1))
def test_whatever_happens_has_a_reason(era: str, protocol: Any, seeds: int) -> None:
    policies = ERAS[era]._replace(group_protocol=protocol)
    for seed in range(seeds):
        *_, of_groups = control_histories.played(control_histories.seeded(seed, 40), policies)
        assert list(faults(told(of_groups, policies), policies)) == []


@pytest.mark.parametrize("configs", [{}, {"segment_bytes": 150, "retention_ms": 60_000}, {"cleanup_policy": "compact"}])
@some_eras("0.10")
@pytest.mark.parametrize("seeds", every(2, [2, 4], whole=1))
def test_whatever_happens_to_records_has_a_reason(era: str, configs: dict[str, object], seeds: int) -> None:
    for seed in range(seeds):
        small = {"segment_bytes": 150, **configs} if configs else {}
        *_, of_records = histories.played(histories.seeded(seed, 40), ERAS[era], small)
        assert list(faults(told(of_records, ERAS[era]), ERAS[era])) == []


@pytest.mark.parametrize("kind", RARE)
def test_what_seldom_happens_has_a_reason(kind: str) -> None:
    lab = RARE[kind]()
    assert kind in {type(event).__name__ for event in lab.history.events()}
    assert list(faults(told(lab.history, lab.policies), lab.policies)) == []


def test_each_event_happens_in_a_story_or_a_test_asks_for_its_reason() -> None:
    happen = {type(event).__name__ for make in STORIES.values() for event in make().history.events()}
    asking = [text for path in TESTS.rglob("test_*.py") if "faults(told(" in (text := path.read_text("utf-8"))]
    silent = {kind.__name__ for kind in TELLINGS} - happen - RARE.keys()
    assert [kind for kind in sorted(silent) if not any(kind in text for text in asking)] == []


@pytest.mark.parametrize("error", [*REFUSALS, "UNKNOWN_SERVER_ERROR"])
def test_a_refused_isr_says_why(error: str) -> None:
    lab = Lab().create_topic("t", 1, 3)
    event = IsrChangeRefused(TopicPartition("t", 0), 1, error)
    cap, why = narrate(lab.cluster, event, event.apply(lab.cluster))
    assert why.startswith(f"{error}: ") and fault_of(Caption(cap, why, kind="IsrChangeRefused"), lab.policies) is None


@pytest.mark.parametrize("lens", LENSES)
def test_every_lens_says_the_same(lens: str) -> None:
    lab = STORIES["nb07.last_in_sync"]()
    film = film_of(lab.history, lens=lens, lenses=[lens], policies=lab.policies)
    told_here = [(caption.cap, caption.why) for caption in captions_of(shots(lab.history), policies=lab.policies)]
    assert [(caption.cap, caption.why) for caption in film.captions[-len(told_here) :]] == told_here


def whys(lab: Lab, kind: str = "RecordQueued") -> list[str]:
    return [c.why for c in captions_of(shots(lab.history, detail=True), policies=lab.policies) if c.kind == kind]


@pytest.mark.parametrize("partitions", [1, 3, 7, 12])
@pytest.mark.parametrize("kafka", ERAS)
def test_the_arithmetic_of_a_key_is_right(kafka: str, partitions: int) -> None:
    keys = ["football", "tennis", "Ω", "", "x" * 30]
    lab = Lab(kafka=kafka).create_topic("t", partitions).send("t", *((key, "v") for key in keys))
    for key, why in zip(keys, whys(lab), strict=True):
        found = re.fullmatch(r"Its key decides: murmur2 (-?\d+) & 0x7fffffff = (\d+), mod (\d+) = (\d+)\.", why)
        assert found, why
        hashed, positive, count, number = map(int, found.groups())
        assert hashed == murmur2(key.encode()) and positive == to_positive(hashed) and count == partitions
        assert number == positive % count == keyed_partition(key.encode(), partitions)


def test_a_frame_of_many_keys_gives_the_sum_of_each() -> None:
    lab = Lab().create_topic("t", 1).send("t", ("a", "1"), ("b", "2"), ("a", "3"))
    [why] = [c.why for c in captions_of(shots(lab.history), policies=lab.policies) if c.tag == "keys"]
    assert why == f"murmur2(key) & 0x7fffffff mod 1: a {murmur2(b'a')} → 0, b {murmur2(b'b')} → 0."


def mine(key: bytes | None, partitions: int, sent: object) -> int:
    return partitions - 1


@pytest.mark.parametrize(
    ("lab", "say"),
    [
        (lambda: Lab().create_topic("t", 3).send("t", "a", partition=2), ["The application named partition 2, so"]),
        (lambda: Lab().create_topic("t", 3).send("t", ("k", "a"), partition=2), ["The application named partition 2"]),
        (lambda: Lab(partitioner=mine).create_topic("t", 3).send("t", "a"), ["mine, asked with no key and 3 part"]),
        (lambda: Lab(partitioner=mine).create_topic("t", 3).send("t", ("k", "a")), ["mine, asked with key k and 3"]),
        (
            lambda: Lab().create_topic("t", 3).send("t", "a", "b"),
            ["Sticky: of 3 partitions with a leader one is drawn, 0.", "Sticky: partition 0 has had"],
        ),
        (
            lambda: Lab(batch_size=1, linger_ms=0).create_topic("t", 3).send("t", "a").send("t", "b"),
            ["Sticky: of 3 partitions", "Sticky: partition 0 has had 69 of 1 bytes (batch.size); one is drawn, 1."],
        ),
        (
            lambda: Lab(kafka="2.3").create_topic("t", 3).send("t", "a", "b"),
            ["Round robin: 0 records before it, mod 3 = 0", "Round robin: 1 record before it, mod 3 = 1: partition 1."],
        ),
        (
            lambda: Lab(kafka="2.4").create_topic("t", 3).send("t", "a").send("t", "b"),
            ["Sticky: of 3 partitions", "Sticky: partition 0 has no open batch with room"],
        ),
        (lambda: Lab(partitioner="round_robin").create_topic("t", 2).send("t", ("k", "a")), ["Round robin: 0 records"]),
    ],
)
def test_it_is_said_who_chose_the_partition(lab: Callable[[], Lab], say: list[str]) -> None:
    found = whys(lab())
    assert len(found) == len(say)
    assert all(why.startswith(start) for why, start in zip(found, say, strict=True)), found


def test_round_robin_names_those_that_have_a_leader() -> None:
    lab = Lab(kafka="2.3").create_topic("t", 3, 1).kill(2).send("t", "a", "b")
    assert whys(lab)[1] == "Round robin: 1 record before it, mod 2 = 1: partition 2 of those with a leader (0 and 2)."


def test_a_changed_config_stands_in_the_reason() -> None:
    lab = Lab(broker_session_timeout_ms=4_000).create_topic("t", 1, 3).kill(1).tick(6_000)
    assert whys(lab, "BrokerFenced") == [
        "No heartbeat for 4 seconds: broker.session.timeout.ms (4 seconds) is over, and the controller fences it."
    ]


def lying(cap: str, why: str) -> Callable[..., tuple[str, str]]:
    return lambda event, before, after, cause: (cap, why)


@pytest.mark.parametrize(
    ("cap", "why", "fault"),
    [
        ("Broker 1 is fenced.", "", "no reason"),
        ("Broker 1 is fenced.", "  ", "no reason"),
        ("Broker 1 is fenced.", "Broker 1 is fenced.", "the reason repeats what happened"),
        ("Broker 1 is changed.", "No heartbeat for 9 seconds.", "says only that something is changed"),
        ("Broker 1 is fenced.", "Its state has been changed.", "says only that something is changed"),
        ("Broker 1 is fenced.", "What only {} had is lost.", "names an empty set"),
        ("Broker 1 is fenced.", "It loses nothing of what it had.", "names an empty set"),
        ("Broker 1 is fenced.", "Lost: —.", "names an empty set"),
        ("Broker 1 is fenced.", "Somebody decided that it should be so.", "no cause of a BrokerFenced"),
        ("Broker 1 is fenced.", "No heartbeat for long: 9 is over", "no sentence"),
        (
            "Broker 1 is fenced.",
            "No heartbeat for 9 seconds: broker.session.timeout.ms (8 seconds) is over.",
            "broker.session.timeout.ms is 9 seconds",
        ),
        (
            "Broker 1 is fenced.",
            "No heartbeat for 9 seconds: broker.session.timeout.ms (9 seconds) and my.timeout.ms (1 second) are over.",
            "there is no config my.timeout.ms",
        ),
    ],
)
def test_a_planted_lie_is_caught(monkeypatch: pytest.MonkeyPatch, cap: str, why: str, fault: str) -> None:
    lab = Lab().create_topic("t", 1, 1).kill(1)
    monkeypatch.setitem(TELLINGS, BrokerFenced, TELLINGS[BrokerFenced]._replace(sentence=lying(cap, why)))
    found = list(faults(captions_of(shots(lab.history, detail=True), policies=lab.policies), lab.policies))
    assert found == [f"{fault}: BrokerFenced: {cap} | {why}"]


def test_a_cause_is_not_any_number() -> None:
    for kind in (*CAUSES, "AnEventThatDeclaresNone"):
        idle = Caption("It is as it is.", "Somebody somewhere wanted it: 17 did so.", kind=kind)
        if kind not in ("RequestRejected", "BatchRejected"):
            assert fault_of(idle, ERAS["4.4"]) == f"no cause of a {kind}", kind


@pytest.mark.parametrize(
    ("why", "fault"),
    [
        ("Its limit retention.bytes (40) has been reached.", None),
        ("Somebody asked broker 1 for it.", None),
        ("NOT_CONTROLLER was what it answered.", None),
        ("It holds 3 records more than before.", None),
        ("Its limit has been reached by then.", "no cause of a New"),
        ("Its limit retention.bytes has been reached.", "no cause of a New"),
        ("After broker.session.timeout.ms (8 seconds) it acts.", "broker.session.timeout.ms is 9 seconds"),
    ],
)
def test_an_event_that_declares_no_cause_has_to_name_one_all_the_same(why: str, fault: str | None) -> None:
    assert fault_of(Caption("Something is done.", why, kind="New"), ERAS["4.4"]) == fault


def test_configs_have_the_names_that_reasons_use() -> None:
    assert CONFIGS["broker_session_timeout_ms"].name == "broker.session.timeout.ms"
