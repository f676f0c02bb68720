"""The verbs: they chain, they settle, and what is refused leaves everything as it was."""

import pytest

from kafkaviz.decisions.errors import (
    DuplicateBrokerRegistrationError,
    InvalidReplicationFactorError,
    InvalidTopicError,
    KafkaError,
    LearnerError,
    NotEnoughReplicasError,
    UnknownTopicOrPartitionError,
)
from kafkaviz.decisions.reading import rack_aware
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.requests import CutOff, Pause
from kafkaviz.model.core.request import Tick


def lab(**options: object) -> Lab:
    return Lab(3, **options).create_topic("letters", partitions=3, replication_factor=3)  # type: ignore[arg-type]


def test_verbs_chain_and_records_arrive_in_order() -> None:
    values = [
        record.value for record in lab().send("letters", "ABC", "DEF").send("letters", "GHI").cluster.log("letters", 0)
    ]
    assert values == [b"ABC", b"DEF", b"GHI"]


def test_classic_round_robin_deals_the_articles_letters_out() -> None:
    cluster = lab(kafka="2.3").send("letters", "ABC", "DEF", "GHI").cluster
    assert [cluster.log("letters", n)[0].value for n in range(3)] == [b"ABC", b"DEF", b"GHI"]
    assert [cluster.partitions[tp].leader for tp in cluster.partitions] == [1, 2, 3]


def test_the_articles_letters_as_keys_meet_on_partition_0() -> None:
    cluster = lab().send("letters", ("ABC", "1"), ("DEF", "2"), ("GHI", "3")).cluster
    assert [len(cluster.log("letters", n)) for n in range(3)] == [3, 0, 0]


@pytest.mark.parametrize(("kafka", "silence_ms"), [("4.4", 9_000), ("3.9", 18_000), ("2.3", 6_000)])
def test_a_killed_leader_is_missed_only_after_its_session(kafka: str, silence_ms: int) -> None:
    dead = lab(kafka=kafka).kill(2, detect=False)
    assert dead.cluster.partitions[next(iter(dead.cluster.partitions))].leader == 1
    assert dead.tick(silence_ms - 1).cluster.partitions[list(dead.cluster.partitions)[1]].leader == 2
    assert dead.tick(1).cluster.partitions[list(dead.cluster.partitions)[1]].leader == 3


def test_a_frozen_leader_is_missed_like_a_dead_one_and_keeps_what_it_had() -> None:
    it = lab().send("letters", "ABC", partition=1).freeze(2)
    first, second = list(it.cluster.partitions)[:2]
    assert it.cluster.brokers[2].fenced and it.cluster.partitions[second].leader == 3
    assert [record.value for record in it.cluster.replicas[second][2].log] == [b"ABC"]
    it.thaw(2)
    assert it.cluster.partitions[first].isr == it.cluster.partitions[second].isr == (1, 2, 3)
    assert not lab().freeze(2, detect=False).cluster.brokers[2].fenced


@pytest.mark.parametrize(
    ("ask", "error", "says"),
    [
        (lambda x: x.send("latters", "A"), UnknownTopicOrPartitionError, "There is no topic 'latters'"),
        (lambda x: x.create_topic("big", 1, 4), InvalidReplicationFactorError, "only 3 broker"),
        (lambda x: x.create_topic("bad name", 1, 1), InvalidTopicError, "other than ASCII alphanumerics"),
        (lambda x: x.send("letters", "A", partition=7), UnknownTopicOrPartitionError, "partitions 0 to 2"),
        (lambda x: x.kill(9), ValueError, "There is no broker 9; the brokers are 1, 2, 3"),
        (lambda x: x.restart(2), ValueError, "Broker 2 is running"),
        (lambda x: x.send("letters", 5), ValueError, "text or bytes, not 5"),
        (lambda x: x.tick(-1), ValueError, "ms is a whole number of ms, at least 0, not -1"),
        (lambda x: x.send("letters", "A", acks=2), KafkaError, "INVALID_REQUIRED_ACKS (21)"),
    ],
)
def test_what_is_refused_says_why_and_leaves_the_history_as_it_was(ask, error, says) -> None:  # type: ignore[no-untyped-def]
    it = lab().send("letters", "ABC")
    before = it.history
    with pytest.raises(error) as refusal:
        ask(it)
    assert says in str(refusal.value)
    assert it.history is before


@pytest.mark.parametrize(
    ("my_partitioner", "says"),
    [
        (lambda key, partitions, sent: 99, "gave 99; the answer must be the number of a partition, from 0 to 2"),
        (lambda key, partitions, sent: "0", "gave '0'"),
        (lambda key, partitions, sent: key[0] % partitions, "raised TypeError"),
        (lambda key: 0, "raised TypeError"),
    ],
)
def test_a_faulty_partitioner_is_named_and_costs_nothing(my_partitioner, says) -> None:  # type: ignore[no-untyped-def]
    it = lab(partitioner=my_partitioner)
    before = it.history
    with pytest.raises(LearnerError, match="lambda") as refusal:
        it.send("letters", "ABC")
    assert says in str(refusal.value)
    assert it.history is before


def test_a_key_that_is_html_is_only_text() -> None:
    film = lab().send("letters", ("<script>alert(1)</script>", "<b>x</b>")).film()
    assert "<b>x</b>" in film.text()
    assert "<b>x</b>" in film.film.captions[2].cap


def test_an_expected_refusal_is_one_filmed_step_with_the_cluster_unchanged() -> None:
    it = lab(min_insync_replicas=2).kill(2).kill(3)
    before = it.cluster
    it.send("letters", "A", partition=0, expect="NOT_ENOUGH_REPLICAS")
    assert it.cluster is before
    assert "refused: NOT_ENOUGH_REPLICAS (19)" in it.story()
    with pytest.raises(NotEnoughReplicasError):
        it.send("letters", "A", partition=0)
    with pytest.raises(ValueError, match="nothing refused it"):
        it.send("letters", "A", partition=0, acks=1, expect="NOT_ENOUGH_REPLICAS")


def test_a_broker_cannot_come_back_before_its_last_session_has_ended() -> None:
    dead = lab().kill(1, detect=False)
    with pytest.raises(DuplicateBrokerRegistrationError, match=r"tick\(9000\) first"):
        dead.restart(1)
    assert dead.tick(9_000).restart(1).cluster.brokers[1].is_up


def test_records_for_a_leaderless_partition_wait_and_arrive_after_the_election() -> None:
    it = lab().kill(1, detect=False).send("letters", "ABC", partition=0)
    assert it.cluster.log("letters", 0) == ()
    assert [r.value for r in it.tick(9_000).cluster.log("letters", 0)] == [b"ABC"]


def test_a_slow_follower_leaves_the_isr_by_time_and_returns() -> None:
    it = lab().pause(3).send("letters", "ABC", partition=0)
    tp = next(iter(it.cluster.partitions))
    assert it.tick(29_000).cluster.partitions[tp].isr == (1, 2, 3)
    assert it.tick(16_000).cluster.partitions[tp].isr == (1, 2)
    assert set(it.resume(3).cluster.partitions[tp].isr) == {1, 2, 3}


def test_step_by_step_reaches_the_same_cluster_as_settling() -> None:
    slow, quick = Lab(3, settle=False), Lab(3)
    slow.create_topic("t", 1, 3), quick.create_topic("t", 1, 3)
    for _ in range(100):
        slow.step()
    assert slow.cluster == quick.cluster
    assert len(slow.history.steps) == len(quick.history.steps)


def test_lab_shows_itself_shortly_and_refuses_what_it_does_not_know() -> None:
    assert repr(lab()) == "<Lab: 3 brokers, Kafka 4.4, topic letters, t = 0 s>"
    with pytest.raises(ValueError, match=r"There is no Kafka '1.0' here; there are 4.4, 3.9"):
        Lab(kafka="1.0")
    with pytest.raises(ValueError, match="There is no config 'brokerz'; did you mean 'brokers'"):
        Lab(brokerz=3)
    with pytest.raises(ValueError, match="1 to 100 brokers"):
        Lab(0)


def test_the_film_since_a_kept_cluster_leaves_out_what_came_before() -> None:
    it = lab().send("letters", "ABC")
    kept = it.cluster
    assert it.pause(2).story(since=kept) == "Broker 2 stops fetching."
    with pytest.raises(ValueError, match="never went through"):
        it.film(since=Lab(1).cluster)


def test_same_seed_same_film_other_seed_other_placement() -> None:
    def placed(seed: int | None) -> list[tuple[int, ...]]:
        cluster = Lab(5, seed=seed).create_topic("t", 5, 3).cluster
        return [partition.replicas for partition in cluster.partitions.values()]

    assert placed(None)[0] == (1, 2, 3)
    assert placed(7) == placed(7) != placed(8)


def test_a_notebook_shows_a_refusal_as_one_sentence_and_no_way_through_the_engine() -> None:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shown: list[str] = []
    shell._showtraceback = lambda etype, evalue, stb: shown.append("\n".join(stb))  # type: ignore[method-assign]
    shell.run_cell("from kafkaviz import Lab\nLab().create_topic('t', 1, 9)")
    assert shown[0].startswith("InvalidReplicationFactorError: INVALID_REPLICATION_FACTOR (38): ")
    assert "\n" not in shown[0]


def test_requests_without_a_verb_can_be_asked_too_all_or_none() -> None:

    it = lab().send("letters", "ABC", partition=0)
    it.ask(CutOff(1), Tick(9_000))
    first = next(iter(it.cluster.partitions))
    assert [b for b in it.cluster.replicas[first] if it.cluster.leads(first, b)] == [1, 2], (
        "a zombie believes that it leads, in an old epoch"
    )
    before = it.history
    with pytest.raises(ValueError, match="cut off already"):
        it.ask(Pause(2), CutOff(1))
    assert it.history is before


def test_a_consumer_that_says_its_rack_may_be_sent_to_a_follower_there() -> None:
    spread = Lab({1: "west", 2: "east"}, replica_selector=rack_aware).create_topic("letters", assignment=[[1, 2]])
    spread.send("letters", "ABC")
    read_from = [
        spread.poll("letters", consumer=f"in {rack}", rack=rack).history.steps[-1].event.fetched[0][1]
        for rack in ("east", "west", None)
    ]
    assert read_from == [2, 1, 1]
