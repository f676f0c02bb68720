"""Every event has one telling, and a duty; a film names no event."""

import ast
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from kafkaviz import scene
from kafkaviz.lab import Lab
from kafkaviz.model.core.event import EVENTS, Duty, Event
from kafkaviz.model.core.rule import Rule
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.telling import Tag
from kafkaviz.scene.telling.telling import JOINED, TELLINGS, telling
from tests.sampling import together


@cache
def parsed(path: Path) -> list[ast.AST]:
    """Returns all nodes of a module, in which nobody may change anything."""
    return [*ast.walk(ast.parse(path.read_text("utf-8")))]


KINDS = [kind for kind in EVENTS.values() if hasattr(kind, "duty")]
SCENE = Path(scene.__file__).parent


@together(KINDS, lambda event: event.__name__)
def test_every_event_is_told_and_knows_whose_work_it_is(event: type[Event]) -> None:
    assert event in TELLINGS
    assert event.duty in get_args(Duty)


def test_no_event_and_no_frame_is_told_twice() -> None:
    for path in (SCENE / "telling").rglob("*.py"):
        import_module("kafkaviz." + ".".join(path.relative_to(SCENE.parent).with_suffix("").parts))
    with pytest.raises(AssertionError, match="Of BrokerFenced two tellings"):
        telling(EVENTS["BrokerFenced"])(lambda event, before, after, cause: ("", ""))
    joined = [say for say in JOINED.values() if say.__name__ not in ("one_after_another", "<lambda>")]
    assert len(set(joined)) == len(joined)


def test_each_event_is_told_in_the_module_of_its_subject() -> None:
    for kind, told in TELLINGS.items():
        subject = kind.__module__.removeprefix("kafkaviz.model.").split(".")[0]
        assert told.sentence.__module__.startswith(f"kafkaviz.scene.telling.{subject}"), kind


def test_the_mark_of_a_cause_is_made_beside_the_sentence_that_says_it() -> None:
    marked = [told for told in TELLINGS.values() if told.why is not None]
    assert len(marked) > len(TELLINGS) / 3
    for told in marked:
        assert told.why.__module__ == told.sentence.__module__, told.sentence


def test_a_film_names_no_event() -> None:
    for path in (SCENE / "film").glob("*.py"):
        nodes = parsed(path)
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
        assert [node.module for node in imports if node.module and re.search(r"model\..*events", node.module)] == []
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        words = {node.value for node in nodes if isinstance(node, ast.Constant)}
        assert not (names | words) & set(EVENTS), path


def test_no_rule_is_known_by_the_text_of_its_name() -> None:
    modules = [module for name, module in sys.modules.items() if name.startswith("kafkaviz.model")]
    names = {each.name for module in modules for each in vars(module).values() if isinstance(each, Rule)}
    rules = {name for name in names if "_" in name}
    assert "move_leadership" in rules
    for path in SCENE.rglob("*.py"):
        texts = {node.value for node in parsed(path) if isinstance(node, ast.Constant)}
        assert not texts & rules, path


def test_every_tag_is_of_some_event_or_of_frames() -> None:
    named = {
        node.attr
        for path in SCENE.rglob("*.py")
        for node in parsed(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Tag"
    }
    assert {tag.name for tag in Tag} <= named


def test_retention_is_told_as_it_happens() -> None:
    lab = Lab(1, segment_bytes=200, retention_ms=60_000).create_topic("t", 1, 1)
    for n in range(6):
        lab.send("t", "x" * 80, key=f"k{n}").tick(20_000)
    story = film_of(lab.tick(400_000).history).captions
    told = [caption.cap for caption in story]
    assert any("begins a new segment at offset" in cap for cap in told)
    assert any("the log starts at" in cap for cap in told)


def test_the_first_look_for_segments_is_due_by_another_config_than_the_next() -> None:
    lab = Lab(1, segment_bytes=200, retention_ms=5_000).create_topic("t", 1, 1)
    for n in range(12):
        lab.send("t", "x" * 80, key=f"k{n}").tick(10_000)
    whys = [caption.why for caption in lab.tick(400_000).film().film.captions]
    first, later = "log.initial.task.delay.ms (30 seconds)", "log.retention.check.interval.ms (300 seconds)"
    assert any(f"{first} runs out" in why for why in whys) and any(f"{later} runs out" in why for why in whys)


def test_with_zookeeper_it_is_zookeeper_that_notices_a_crash() -> None:
    """Kafka: the node in /brokers/ids is ephemeral; the broker that crashes may be the controller itself."""
    for kafka, witness in (("2.3", "ZooKeeper"), ("4.4", "The controller")):
        crash = Lab(3, kafka=kafka).create_topic("t", assignment=[[1, 2]]).kill(1).film().film.captions
        assert any(f"{witness} notices it when" in one.why for one in crash)


def reasons(lab: Lab) -> dict[str, str]:
    """Returns the reason of each caption, with every event told by itself."""
    return {caption.cap: caption.why for caption in lab.film(detail=True).film.captions}


def test_a_leader_alone_commits_up_to_the_end_of_its_own_log() -> None:
    why = reasons(Lab(1).create_topic("t", 1, 1).send("t", "A"))["t-0: the high watermark moves from 0 to 1."]
    assert why.startswith("The leader's own log ends at 1, so the whole ISR {1} ")


def test_an_elected_controller_names_those_who_gave_it_their_vote() -> None:
    why = reasons(Lab(3).kill_controller(101))["Controller 102 is elected in epoch 2."]
    assert why == "2 of 3 voters gave it their vote; 2 are a majority."


@pytest.mark.parametrize(
    ("letters", "why"), [(200, "Its batch is full: 270 bytes of batch.size 100."), (1, "Its batch of")]
)
def test_a_batch_leaves_because_it_is_full_or_because_it_was_flushed(letters: int, why: str) -> None:
    said = reasons(Lab(1, batch_size=100).create_topic("t", 1, 1).send("t", "A" * letters))
    assert [reason for cap, reason in said.items() if " writes " in cap and reason.startswith(why)]


def test_who_is_fenced_is_taken_out_and_only_who_came_back_uncleanly_is_doubted() -> None:
    lab = Lab(3).create_topic("t", 1, 3)
    fenced = reasons(lab.kill(2))["t-0: broker 2 left the ISR, now {1, 3}."]
    assert fenced == "The controller takes broker 2 out, which is fenced."


def test_members_that_ask_who_coordinates_are_named_in_one_sentence():
    lab = Lab().create_topic("t", 3, 3).join("g", "A", "B", "C", topics=["t"])
    assert "A, B and C ask broker 1 who coordinates group g: broker" in lab.story()
    many = Lab().create_topic("t", 3, 3).join("g", *(f"C{n}" for n in range(30)), topics=["t"])
    assert re.search(r"C0, C1, C2 and 27 more ask broker 1 who coordinates group g: broker \d\.", many.story())
