"""A running cluster watched: what looks tell, what is not told, and what is refused."""

import json
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from kafkaviz import __main__ as command
from kafkaviz import watch
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.widgets import Worded
from kafkaviz.rehearsal.driver import Driver, DriverError
from kafkaviz.rehearsal.watching.changes import events_between, history_of
from kafkaviz.rehearsal.watching.live import live
from kafkaviz.rehearsal.watching.look import Look, look_of
from kafkaviz.rehearsal.watching.telling import shots_of
from kafkaviz.rehearsal.watching.watch import Watching

LOOKS = Path(__file__).parents[1] / "vectors" / "watching" / "looks.jsonl"
ORDERS = TopicPartition("orders", 0)
NODE = {"rack": None, "fenced": False}


def recorded() -> list[dict[str, Any]]:
    """Returns what the driver answered while a real cluster was watched."""
    return [json.loads(line) for line in LOOKS.read_text("utf-8").splitlines()]


def looks_of(answers: list[dict[str, Any]]) -> list[Look]:
    looks: list[Look] = []
    for answer in answers:
        looks.append(look_of(answer, answer["at_ms"] + answer["ms"], looks[-1] if looks else None))
    return looks


def said_of(looks: list[Look]) -> list[str]:
    history, spans = history_of(looks, 2_500)
    return [shot.said[0] for shot in shots_of(history, spans, looks[0].at_ms) if shot.said]


def answer_of(**changes: Any) -> dict[str, Any]:
    """Returns an answer to a look at two brokers and one partition, with something else in it."""
    one = {"leader": 1, "replicas": [1, 2], "isr": [1, 2]}
    told = {
        "brokers": [{"id": 1, **NODE}, {"id": 2, **NODE}],
        "fenced_known": True,
        "leader": 1,
        "epoch": 3,
        "high_watermark": 40,
        "voters": [1],
        "topics": {"orders": {"id": "a", "partitions": [one]}},
        "reassignments": {},
    }
    return told | changes


class Played:
    """A driver that answers as it is told, and then that time passes."""

    def __init__(self, answers: list[Any]) -> None:
        self.answers, self.asked, self.is_closed, self.done = list(answers), list[Any](), False, threading.Event()

    def do(self, op: str, client: str = "", **fields: Any) -> Any:
        self.asked.append((op, fields))
        if not self.answers:
            self.done.set()
            if self.is_closed:
                raise DriverError("The driver's process is gone.")
            return {"error": "TimeoutException", "message": "nobody is there"}
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self.is_closed = True


def watched(answers: list[Any], topics: list[str] | None = None) -> Watching:
    """Returns a watching that saw the answers, one after another, and was stopped."""
    played = Played(answers[1:])
    watching = Watching(played, look_of(answers[0], 0), topics, 1)  # type: ignore[arg-type]  # it answers as one
    assert played.done.wait(20)
    watching.stop()
    return watching


def test_what_was_done_to_a_real_cluster_can_be_told_from_what_was_seen():
    said = said_of(looks_of(recorded()))
    assert said == [
        "Broker 1 is fenced; a new leader: orders-1 → broker 2.",
        "Broker 1 is unfenced.",
        "Broker 1 joined the ISR of orders-0, orders-1 and 1 more.",
        "3.1 seconds pass, and nothing that is shown here changes.",
        "Controller 3 leads the quorum, in epoch 3.",
        "Broker 2 is fenced; new leaders: orders-1 → broker 1, orders-2 → broker 3.",
        "Broker 2 is unfenced.",
        "Broker 2 joined the ISR of orders-0, orders-1 and 1 more.",
        "Topic small is created: 1 partition, 2 copies each, min.insync.replicas = 1.",
        "A reassignment begins: small-0 to brokers [3, 1].",
        "New replicas: small-0 on brokers [3, 1].",
        "Topic small is deleted.",
        "Broker 3 is fenced; controller 1 leads the quorum, in epoch 4.",
    ]


def test_the_history_ends_where_each_look_is_and_epochs_stay_unknown():
    looks = looks_of(recorded())
    for end in range(1, len(looks) + 1):
        cluster = history_of(looks[:end], 2_500)[0].last
        last = looks[end - 1]
        assert {name: topic.partitions for name, topic in last.topics.items()} == {
            name: tuple(p for tp, p in cluster.partitions.items() if tp.topic == name) for name in cluster.topics
        }
        assert {b: broker.fenced for b, broker in cluster.brokers.items()} == {
            b: broker.fenced for b, broker in last.brokers.items()
        }
        assert cluster.active_controller == last.leading.leader
        assert {p.leader_epoch for p in cluster.partitions.values()} == {-1}


def test_a_look_that_finds_nothing_new_is_no_frame():
    answers = recorded()
    assert said_of(looks_of([answers[0]] * 3)) == []
    slow = looks_of([answers[0], answers[0] | {"at_ms": answers[0]["at_ms"] + 60_000}, answers[5]])
    assert said_of([slow[0], slow[2]])[0] == "60 seconds pass, and nothing that is shown here changes."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({"brokers": [{"id": 1, **NODE}]}, "Broker 2 is fenced.", id="a replica's broker is not there"),
        pytest.param({"leader": -1, "epoch": 4}, "Nobody leads the quorum, in epoch 4.", id="no leader"),
        pytest.param(
            {"topics": {"orders": {"id": "b", "partitions": [{"leader": -1, "replicas": [2], "isr": []}]}}},
            "Topic orders is created: 1 partition, 1 copy each; topic orders is deleted.",
            id="another topic of the same name",
        ),
        pytest.param({"topics": {}}, "Topic orders is deleted.", id="no topic"),
        pytest.param(
            {"configs": {"orders": {"min.insync.replicas": "2"}}},
            "Topic orders is configured: min.insync.replicas = 2.",
            id="a config",
        ),
        pytest.param({"brokers": [{"id": n, **NODE} for n in (1, 2, 7)]}, "Broker 7 registers.", id="another broker"),
    ],
)
def test_what_a_look_tells_otherwise_is_said(changes, said):
    first = look_of(answer_of(), 0)
    assert said_of([first, look_of(answer_of(**changes), 1_000, first)]) == [said]


def test_a_broker_that_nothing_names_any_more_is_gone_where_the_cluster_tells_of_fenced_ones():
    first = look_of(answer_of(brokers=[{"id": n, **NODE} for n in (1, 2, 7)]), 0)
    assert said_of([first, look_of(answer_of(), 1_000, first)]) == ["Broker 7 is unregistered."]
    silent = look_of(answer_of(fenced_known=False), 1_000, first)
    assert said_of([first, silent]) == ["Broker 7 is fenced."] and silent.brokers[7].fenced


def test_partitions_grow_and_configs_are_kept_where_they_were_not_asked_for():
    first = look_of(answer_of(configs={"orders": {"min.insync.replicas": "2", "x": "<b>"}}), 0)
    one = {"leader": 2, "replicas": [2], "isr": [2]}
    grown = answer_of()["topics"]["orders"]["partitions"] + [one, one]
    second = look_of(answer_of(topics={"orders": {"id": "a", "partitions": grown}}), 1_000, first)
    assert said_of([first, second]) == ["Topic orders gets 2 more partitions."]
    assert second.topics["orders"].configs == {"min_insync_replicas": 2, "x": "<b>"}
    assert len(history_of([first, second], 2_500)[0].last.partitions) == 3
    own = look_of(answer_of(configs={"orders": {}}), 2_000, first)
    (event,) = events_between(first, own)
    assert event.configs == {"min_insync_replicas": None, "x": None}


def test_a_new_leader_of_the_quorum_that_knows_no_high_watermark_takes_nothing_back():
    first = look_of(answer_of(), 0)
    second = look_of(answer_of(leader=1, epoch=4, high_watermark=-1), 1_000, first)
    assert history_of([first, second], 2_500)[0].last.controller.committed == 40


def test_a_watching_keeps_what_was_new_and_counts_what_was_in_vain():
    answers = recorded()
    failed = {"error": "TimeoutException", "message": "secret"}
    watching = watched([answers[0], answers[0], failed, failed, answers[5]])
    assert len(watching.looks) == 2 and watching.looks[1].unanswered == 2 and watching.is_stopped
    assert "2 looks got no answer" in str([shot.said for shot in watching._history_and_shots(None)[1]])
    assert "secret" not in f"{watching!r}{watching.problem}{watching.story()}"
    assert str(watching).endswith("1 look found something new; stopped")
    assert [*watching.film().film.tracks] == ["cluster", "controller"]
    assert watching.cluster.brokers[1].fenced
    watching.stop()


def test_a_driver_that_ends_is_said_once_and_ends_the_watching():
    first = recorded()[0]
    played = Played([DriverError("The driver's process is gone.")])
    watching = Watching(played, look_of(first, 0), None, 1)  # type: ignore[arg-type]  # it answers as one
    watching._thread.join(20)
    assert watching.is_stopped and watching.problem == "The driver's process is gone."


def test_only_what_was_asked_for_is_shown_and_of_many_what_changed_most():
    answers = recorded()
    watching = watched([answers[0], *answers[-6:]])
    assert "small" in str(watching.story()) and "small" not in str(watching.story(topics="orders"))
    with pytest.raises(InvalidArgumentError, match=r"No look found a topic 'order'; there are orders and small\."):
        watching.film(topics="order")
    many = {f"t{n}": {"id": str(n), "partitions": [{"leader": 1, "replicas": [1], "isr": [1]}] * 40} for n in range(3)}
    later = many | {"t2": {**many["t2"], "partitions": [{"leader": -1, "replicas": [1], "isr": []}] * 40}}
    film = watched([answer_of(topics=many), answer_of(topics=later)]).film()
    assert "topic t2 of" in film.film.title and "40 partitions have no leader" in film.film.captions[1].cap


def test_in_a_terminal_a_watching_is_words_and_a_notebook_stores_a_sentence():
    watching = watched(recorded()[:6])
    shown = live(watching)
    assert isinstance(shown, Worded) and repr(shown).startswith("<Watching:")
    assert watching._repr_mimebundle_()["text/plain"].startswith("A running cluster is filmed here")


@pytest.mark.parametrize(
    ("address", "options", "kind", "said"),
    [
        pytest.param("127.0.0.1", {}, InvalidArgumentError, "host:port", id="no port"),
        pytest.param("127.0.0.1:9092 x", {}, InvalidArgumentError, "host:port", id="two words"),
        pytest.param(None, {}, InvalidArgumentError, "not None", id="none"),
        pytest.param("h:1", {"every_ms": 99}, InvalidArgumentError, "100 at least", id="too often"),
        pytest.param("h:1", {"every_ms": True}, InvalidArgumentError, "whole number", id="true"),
        pytest.param("h:1", {"topics": 3}, WrongTypeError, "list of names", id="topics"),
        pytest.param("h:1", {"command_config": "/no/such"}, InvalidArgumentError, "cannot be read", id="no file"),
        pytest.param("h:1", {"command_config": 3}, WrongTypeError, "a file of properties", id="no path"),
        pytest.param("h:1", {"kafka": "/no/such"}, InvalidArgumentError, "There is no folder", id="no Kafka"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_one_sentence(address, options, kind, said):
    with pytest.raises(kind, match=said) as refused:
        watch(address, **options)
    assert "\n" not in str(refused.value)


def test_the_command_refuses_in_one_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("KAFKA_HOME", raising=False)
    there = tmp_path / "page.html"
    there.touch()
    for arguments, said in (
        (["127.0.0.1:9092"], "No Kafka is named"),
        (["here"], "host:port"),
        (["127.0.0.1:9092", "-o", str(there)], "is there already"),
    ):
        assert command.main(["watch", *arguments]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert said in line


def test_who_looks_on_has_no_call_that_changes_anything():
    sources = [*(Path(sys.modules[Driver.__module__].__file__ or "").parent / "java").glob("Looking*.java")]
    assert len(sources) == 2
    said = "".join(source.read_text("utf-8") for source in sources).replace("clients.admin.", "")
    asked = {word.split("(")[0] for word in said.split("admin.")[1:]}
    calls = {name for name in asked if name.isidentifier()}
    assert calls and all(name.startswith(("describe", "list")) for name in calls)
