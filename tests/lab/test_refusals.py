"""What is refused: one sentence, the name that was meant, and nothing left behind."""

from collections.abc import Callable
from typing import Any

import pytest

from kafkaviz.decisions.errors import (
    InvalidArgumentError,
    LearnerError,
    MessageTooLargeError,
    NotEnoughReplicasError,
    PolicyViolationError,
    UnknownNameError,
)
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.requests import Flush, Kill, Pause
from kafkaviz.model.partitions.topic_requests import DeleteTopic
from tests.sampling import together


def a_lab(**options: Any) -> Lab:
    return Lab(3, **options).create_topic("letters", 3, 3)


@together(
    [
        (lambda lab: lab.kil(1), "A lab has no 'kil'; did you mean 'kill'?"),
        (lambda lab: lab.send("latters", "A"), "did you mean 'letters'?"),
        (lambda lab: lab.film(lens="clutser"), "did you mean 'cluster'?"),
        (lambda lab: lab.film(promises=[[1, 2]]), "A promise is a function (before, event, after), not [1, 2]."),
        (lambda lab: Lab(kafka="4.40"), "did you mean '4.4'?"),
        (lambda lab: Lab(broker=3), "did you mean 'brokers'?"),
        (lambda lab: lab.leave("ap", "C1"), "did you mean 'app'?"),
        (lambda lab: lab.commit("app", "C"), "did you mean 'C1'?"),
        (lambda lab: lab.send("letters", "A", expect="NOT_ENOUGH_REPLICA"), "did you mean 'NOT_ENOUGH_REPLICAS'?"),
        (lambda lab: lab.leave("app"), "Say who leaves"),
        (lambda lab: lab.tick(float("nan")), "ms is a whole number of ms, at least 0, not nan."),
        (lambda lab: lab.tick(10**9, every_ms=1), "Time would stop more than 10000 times"),
        (lambda lab: lab.kill(1, detect="no"), "detect is True or False, not 'no'."),
        (lambda lab: lab.send("letters", "\ud800"), "without lone surrogates"),
        (lambda lab: lab.send("letters", "A", producer=""), "producer is a text of 1 to 249 characters, not ''."),
        (lambda lab: lab.send("letters", ("a", "b", "c")), "a pair (key, value)"),
        (lambda lab: lab.ask(Kill), "What can be asked are the requests"),
        (lambda lab: Lab(10**9), "A lab has 1 to 100 brokers, not 1000000000."),
        (lambda lab: Lab({101: None}), "Node 101 is a controller of the quorum"),
        (lambda lab: Lab(acks=1, configs={"acks": 1}), "acks is given twice"),
    ]
)
def test_a_slip_gets_one_sentence_and_changes_nothing(ask: Callable[[Lab], Any], says: str) -> None:
    lab = a_lab().join("app", "C1", topics=["letters"])
    before = lab.history
    with pytest.raises(Exception, match=r".") as refusal:
        ask(lab)
    assert says in str(refusal.value)
    assert refusal.value._render_traceback_() == [f"{type(refusal.value).__name__}: {refusal.value}"]  # type: ignore[attr-defined]
    assert lab.history is before


def test_a_verb_that_is_not_there_is_an_attribute_error_so_that_hasattr_works() -> None:
    assert not hasattr(a_lab(), "kil") and not hasattr(a_lab(), "_repr_png_")
    with pytest.raises(UnknownNameError):
        a_lab().kil  # noqa: B018


def test_a_notebook_shows_a_wrong_argument_as_one_sentence() -> None:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shown: list[str] = []
    shell._showtraceback = lambda etype, evalue, stb: shown.append("\n".join(stb))  # type: ignore[method-assign]
    for line in ("Lab().tick(-1)", "Lab().kil(1)", "murmur2('ABC')", "Lab(partitioner=5)"):
        shell.run_cell(f"from kafkaviz import Lab, murmur2\n{line}")
    assert [text.partition(":")[0] for text in shown] == [
        "InvalidArgumentError",
        "UnknownNameError",
        "WrongTypeError",
        "InvalidArgumentError",
    ]
    assert not any("\n" in text for text in shown)


@pytest.mark.parametrize(
    "configs", [{"configs": {"min.insync.replicas": "2"}}, {"min_insync_replicas": 2}, {"min.insync.replicas": 2}]
)
def test_a_config_is_given_by_kafkas_name_wherever_configs_are_given(configs: dict[str, Any]) -> None:
    assert Lab(**configs).policies.min_insync_replicas == 2
    lab = Lab(3).create_topic("letters", 1, 3, **configs).create_topic("more").configure("more", **configs)
    assert [topic.configs for topic in lab.cluster.topics.values()] == [{"min_insync_replicas": 2}] * 2


def test_a_text_that_says_false_is_false() -> None:
    lab = a_lab().configure("letters", unclean_leader_election_enable="false")
    assert lab.cluster.topics["letters"].configs["unclean_leader_election_enable"] is False


def fails_late(answer: Any, good_calls: int) -> Callable[..., Any]:
    """Makes a decision that answers a few times, then raises."""
    calls = []

    def decide(*arguments: Any, **named: Any) -> Any:
        calls.append(1)
        if len(calls) > good_calls:
            raise ZeroDivisionError("late")
        return answer(*arguments, **named)

    return decide


@pytest.mark.parametrize("protocol", ["eager", "consumer"])
@pytest.mark.parametrize(
    "verb",
    [
        lambda lab: lab.join("app", "C2", topics=["letters"]),
        lambda lab: lab.leave("app", "C1"),
        lambda lab: lab.crash_member("app", "C1"),
        lambda lab: lab.add_partitions("letters", 5).tick(600_000),
    ],
)
def test_an_assignor_that_raises_while_time_passes_leaves_nothing_behind(verb: Any, protocol: str) -> None:
    lab = a_lab(group_protocol=protocol).join("app", "C0", "C1", topics=["letters"])
    lab.policies = lab.policies._replace(assignor=fails_late(None, 0))
    if "add_partitions" in verb.__code__.co_names:
        lab.add_partitions("letters", 5)
        verb = lambda lab: lab.tick(600_000)  # noqa: E731
    before, cluster = lab.history, lab.cluster
    with pytest.raises(LearnerError, match="raised ZeroDivisionError: late"):
        verb(lab)
    assert lab.history is before and lab.cluster is cluster


def test_an_election_that_raises_after_a_kill_leaves_the_broker_alive() -> None:
    lab = a_lab(elect_leader=fails_late(None, 0))
    before = lab.history
    with pytest.raises(LearnerError):
        lab.kill(1)
    assert lab.history is before and lab.cluster.brokers[1].is_up


def test_a_condition_that_raises_while_it_is_waited_for_leaves_nothing_behind() -> None:
    lab = a_lab()
    before = lab.history
    with pytest.raises(LearnerError, match="raised ZeroDivisionError"):
        lab.ask(Pause(2), until=lambda cluster: 1 / 0 > 0)
    assert lab.history is before


def test_an_expected_refusal_names_the_request_that_was_refused() -> None:
    lab = a_lab()
    lab.ask(Flush(1), DeleteTopic("latters"), Flush(2), expect="UNKNOWN_TOPIC_OR_PARTITION")
    assert lab.history.steps[-1].request == DeleteTopic("latters")
    assert lab.history.steps[-1].event.request == "DeleteTopics"


def test_time_is_not_refused_because_a_producer_tries_once_more() -> None:
    lab = a_lab(min_insync_replicas=2, linger_ms=1_000).kill(2).kill(3)
    lab.send("letters", "A", partition=0, flush=False)
    assert lab.tick(2_000).cluster.producers["producer"].batches[0].error == "NOT_ENOUGH_REPLICAS"
    with pytest.raises(NotEnoughReplicasError):
        lab.send("letters", "B", partition=0, producer="another")


def test_a_producer_may_have_any_name() -> None:
    for name in ("control", "letters-0", "app", "1"):
        lab = a_lab().send("letters", "A", partition=0, producer=name)
        assert [record.value for record in lab.cluster.log("letters", 0)] == [b"A"]
        assert len(lab.cluster.acknowledged) == 1


def test_a_record_larger_than_max_request_size_is_refused_as_kafka_counts_it() -> None:
    # 61 bytes of the batch, 21 of the record at most, 1 each for a missing key and for no headers, 3 + the value.
    fits = 1_048_576 - 61 - 21 - 1 - 1 - 3
    lab = a_lab().send("letters", "x" * fits)
    with pytest.raises(MessageTooLargeError, match=r"MESSAGE_TOO_LARGE \(10\): The message is 1048577 bytes when"):
        lab.send("letters", "x" * (fits + 1))
    with pytest.raises(MessageTooLargeError, match="larger than 1000"):
        a_lab(max_request_size=1_000).send("letters", "x" * 1_000)


def test_a_lab_has_room_for_so_many_partitions_and_says_so() -> None:
    lab = a_lab()
    for ask in (
        lambda: lab.create_topic("t", 10**6),
        lambda: lab.add_partitions("letters", 10**6),
        lambda: lab.create_topic("t", assignment=[[1]] * 2_000),
    ):
        with pytest.raises(PolicyViolationError, match="up to 2000 partitions"):
            ask()


def test_a_message_repeats_no_megabytes() -> None:
    for ask in (
        lambda text: Lab(kafka=text),
        lambda text: a_lab().send(text, "A"),
        lambda text: a_lab().film(lens=text),
    ):
        with pytest.raises(Exception, match=r".") as refusal:
            ask("x" * 10**7)
        assert len(str(refusal.value)) < 1_100


def test_an_empty_value_and_key_can_be_shown() -> None:
    lab = a_lab().send("letters", "", ("", ""), b"", None)
    assert lab.film(lens="replication").png().startswith(b"\x89PNG")
    with pytest.raises(InvalidArgumentError):
        lab.send("letters", "A", producer="")
