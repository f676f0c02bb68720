"""The verbs about topics, single messages and stuck members: each does what it says, and no more."""

import pytest

from kafkaviz.decisions.errors import (
    ElectionNotNeededError,
    EligibleLeadersNotAvailableError,
    OffsetOutOfRangeError,
    RequestTimedOutError,
    UnknownTopicOrPartitionError,
)
from kafkaviz.lab import Lab

TP = ("letters", 0)


def a_lab(**options: object) -> Lab:
    return Lab(3, **options).create_topic("letters", 1, 3)  # type: ignore[arg-type]


def values(lab: Lab) -> list[bytes | None]:
    return [record.value for record in lab.cluster.log("letters", 0)]


def test_a_deleted_topic_is_gone_from_everybody_and_its_name_is_free() -> None:
    lab = a_lab().send("letters", "ABC").create_topic("other", 1, 3).delete_topic("letters")
    assert list(lab.cluster.topics) == ["other"]
    assert [tp.topic for tp in lab.cluster.partitions] == [tp.topic for tp in lab.cluster.replicas] == ["other"]
    with pytest.raises(UnknownTopicOrPartitionError, match="There is no topic 'letters'"):
        lab.delete_topic("letters")
    assert values(lab.create_topic("letters", 1, 3)) == []


def test_an_expected_refusal_of_a_deletion_is_filmed() -> None:
    lab = a_lab().delete_topic("latters", expect="UNKNOWN_TOPIC_OR_PARTITION")
    assert "UNKNOWN_TOPIC_OR_PARTITION (3)" in lab.story() and list(lab.cluster.topics) == ["letters"]


@pytest.mark.parametrize("protocol", ["eager", "cooperative", "consumer"])
def test_a_stuck_member_is_put_out_after_max_poll_interval_and_comes_back_when_it_polls(protocol: str) -> None:
    lab = a_lab(group_protocol=protocol, max_poll_interval_ms=60_000).join("app", "C0", "C1", topics=["letters"])
    owner = next(name for name, m in lab.cluster.groups["app"].members.items() if m.owned)
    (other,) = {"C0", "C1"} - {owner}
    lab.stall_member("app", owner)
    with pytest.raises(ValueError, match="stuck in its processing and does not poll"):
        lab.poll(group="app", member=owner)
    assert lab.tick(50_000).cluster.groups["app"].owners(TP) == [owner]
    lab.tick(20_000)
    assert lab.cluster.groups["app"].owners(TP) == [other]


def test_a_member_that_is_resumed_in_time_keeps_what_it_owns() -> None:
    lab = a_lab(max_poll_interval_ms=60_000).join("app", "C0", topics=["letters"])
    with pytest.raises(ValueError, match="C0 polls already"):
        lab.resume_member("app", "C0")
    generation = lab.cluster.groups["app"].generation
    lab.stall_member("app", "C0").tick(50_000).resume_member("app", "C0").tick(50_000)
    group = lab.cluster.groups["app"]
    assert group.owners(TP) == ["C0"] and group.generation == generation
    assert lab.send("letters", "ABC").poll(group="app").cluster.groups["app"].members["C0"].positions[TP] == 1


@pytest.mark.parametrize("kafka", ["4.4", "3.9", "0.10"])
def test_a_broker_that_is_cut_off_is_replaced_and_does_not_know_it(kafka: str) -> None:
    lab = a_lab(kafka=kafka).cut_off(1)
    assert lab.cluster.partitions[TP].leader == 2 and lab.cluster.leads(next(iter(lab.cluster.replicas)), 1)
    assert lab.cluster.now_ms == lab.policies.session_timeout_ms
    lab.reconnect(1)
    assert lab.cluster.replicas[TP][1].view.leader == 2 and not lab.cluster.brokers[1].fenced
    with pytest.raises(ValueError, match="Broker 1 is not cut off"):
        lab.reconnect(1)


def test_without_detection_nobody_has_noticed_the_cut() -> None:
    lab = a_lab().cut_off(1, detect=False)
    assert lab.cluster.now_ms == 0 and lab.cluster.partitions[TP].leader == 1
    with pytest.raises(ValueError, match="cut off already"):
        lab.cut_off(1)


def test_only_what_was_flushed_survives_a_power_cut() -> None:
    lab = a_lab().send("letters", "ABC").flush(2).send("letters", "DEF").kill(2, power_lost=True)
    assert [record.value for record in lab.cluster.replicas[TP][2].log] == [b"ABC"]


def test_a_lost_fetch_is_asked_again() -> None:
    lab = Lab(2, settle=False).create_topic("letters", 1, 2).send("letters", "ABC")
    while lab.cluster.replicas[TP][2].incoming is None:
        lab.step()
    lab.lose_fetch("letters", 0, follower=2)
    assert lab.cluster.replicas[TP][2].incoming is None and not lab.cluster.replicas[TP][2].log
    while lab.history.steps[-1] and not lab.cluster.replicas[TP][2].log:
        lab.step()
    with pytest.raises(ValueError, match="No answer for letters-0 is on its way to broker 1"):
        lab.lose_fetch("letters", 0, follower=1)


@pytest.mark.parametrize("idempotent", [True, False])
def test_a_lost_request_never_duplicates_and_a_lost_answer_does_without_idempotence(idempotent: bool) -> None:
    lost = a_lab(enable_idempotence=idempotent).send("letters", "ABC", flush=False).lose_request("letters", 0)
    assert values(lost) == [] and values(lost.tick(1_000)) == [b"ABC"]
    with pytest.raises(ValueError, match="producer has nothing to send to letters-0"):
        lost.lose_request("letters", 0)
    lab = a_lab(enable_idempotence=idempotent).pause(2).send("letters", "ABC").lose_acknowledgement("letters", 0)
    assert values(lab.resume(2).tick(1_000)) == [b"ABC"] * (1 if idempotent else 2)
    with pytest.raises(ValueError, match="waits for no acknowledgement"):
        lab.lose_acknowledgement("letters", 0)


def test_records_are_deleted_below_an_offset_everywhere() -> None:
    lab = a_lab().send("letters", "ABC", "DEF", "GHI").delete_records("letters", 0, 2)
    assert [replica.log_start_offset for replica in lab.cluster.replicas[TP].values()] == [2, 2, 2]
    assert values(lab) == [b"GHI"] and values(lab.delete_records("letters", 0)) == []
    with pytest.raises(OffsetOutOfRangeError, match="up to its high watermark 3, not to 4"):
        lab.delete_records("letters", 0, 4)
    assert "OFFSET_OUT_OF_RANGE (1)" in lab.delete_records("letters", 0, 4, expect="OFFSET_OUT_OF_RANGE").story()


def test_where_nobody_leads_no_record_is_deleted_and_only_an_unclean_election_helps() -> None:
    lab = a_lab().pause(2).pause(3).send("letters", "ABC", acks=1).tick(60_000)
    with pytest.raises(ElectionNotNeededError, match="led by broker 1"):
        lab.elect_unclean("letters")
    lab.kill(1)
    with pytest.raises(RequestTimedOutError, match="Nobody leads letters-0 now"):
        lab.delete_records("letters", 0)
    lab.elect_unclean("letters")
    assert lab.cluster.partitions[TP].leader == 2 and values(lab) == []
    dead = a_lab().kill(3).kill(2).kill(1)
    with pytest.raises(EligibleLeadersNotAvailableError, match="No replica of letters-0 is alive"):
        dead.elect_unclean("letters")


def test_a_consumer_without_a_group_reads_where_it_was_told_to() -> None:
    lab = a_lab().send("letters", "ABC", "DEF").poll("letters").seek_to("letters", 0, 1).poll("letters")
    assert [one.offset for one in lab.cluster.consumed] == [0, 1, 1]
    with pytest.raises(ValueError, match="must not be a negative number"):
        lab.seek_to("letters", 0, -1)
