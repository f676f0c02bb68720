"""The verbs for groups, controllers and growth: they wait for what they begin, and refuse in a sentence."""

import pytest

from kafkaviz.decisions.errors import InvalidPartitionsError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab


def a_lab(**options: object) -> Lab:
    return Lab(3, auto_offset_reset="earliest", **options).create_topic("t0", 6, 3)  # type: ignore[arg-type]


def shares(lab: Lab) -> dict[str, list[int]]:
    return {name: [tp.partition for tp in m.owned] for name, m in lab.cluster.groups["app"].members.items()}


@pytest.mark.parametrize("protocol", ["eager", "cooperative", "consumer"])
def test_join_leave_and_crash_wait_until_everybody_has_a_share(protocol: str) -> None:
    lab = a_lab(group_protocol=protocol).join("app", "C0", "C1", topics=["t0"])
    assert sorted(n for share in shares(lab).values() for n in share) == list(range(6))
    lab.join("app", "C2", topics=["t0"])
    assert [len(share) for share in shares(lab).values()] == [2, 2, 2]
    lab.leave("app", "C1").crash_member("app", "C0")
    assert sorted(shares(lab)["C2"]) == list(range(6))


def test_join_without_waiting_stops_at_the_question() -> None:
    lab = a_lab().join("app", "C0", topics=["t0"], wait=False)
    assert lab.cluster.groups["app"].state == "PreparingRebalance" and lab.cluster.now_ms == 0


def test_a_group_polls_commits_and_seeks() -> None:
    lab = a_lab().join("app", "C0", "C1", topics=["t0"]).send("t0", "a", "b", partition=0)
    lab.poll(group="app").commit("app", "C0").seek("app", "C0", "t0", 0, 1).poll(group="app", member="C0")
    group = lab.cluster.groups["app"]
    assert group.members["C0"].positions[("t0", 0)] == 2 and group.committed[("t0", 0)] == 2
    assert lab.commit("app", "C0", {("t0", 0): 1}).cluster.groups["app"].committed[("t0", 0)] == 1


def test_a_dead_controller_is_replaced_as_long_as_there_is_a_majority() -> None:
    lab = a_lab().kill_controller(101)
    assert lab.cluster.controller.active == 102
    lab.kill_controller(102).create_topic("t1", 1, 1, expect="REQUEST_TIMED_OUT").send("t0", "goes on")
    assert lab.cluster.controller.active is None
    assert "t1" not in lab.cluster.topics
    assert lab.restart_controller(101).cluster.controller.active == 103
    assert "t1" in lab.cluster.topics, "its broker had passed it on"


def test_in_combined_mode_a_broker_and_its_controller_die_together() -> None:
    lab = Lab(3, process_roles="combined").create_topic("t0", 3, 3).kill(1)
    assert lab.cluster.controller.active == 2 and lab.cluster.brokers[1].fenced
    with pytest.raises(ValueError, match="broker and controller in one"):
        lab.kill_controller(2)


def test_partitions_are_added_and_never_taken_away() -> None:
    lab = a_lab().add_partitions("t0", 8)
    with pytest.raises(InvalidPartitionsError):
        lab.add_partitions("t0", 7)
    assert lab.cluster.topics["t0"].partitions == 8


def test_a_new_broker_owns_nothing_until_partitions_are_moved_and_can_be_drained_again() -> None:
    lab = Lab(3).create_topic("t0", assignment=[[1, 2, 3]]).send("t0", "a").add_broker(4)
    assert not any(4 in held for held in lab.cluster.replicas.values())
    kept = lab.reassign("t0", 0, [4, 2, 3]).fork().remove_broker(4)
    assert not kept.cluster.brokers[4].registered and kept.cluster.partitions["t0", 0].isr == (2, 3)
    assert kept.cluster.partitions["t0", 0].replicas == (4, 2, 3)
    lab.reassign("t0", 0, [1, 2, 3]).remove_broker(4)
    assert list(lab.cluster.brokers) == [1, 2, 3]


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda lab: lab.poll(group="nobody"), "Nobody in group 'nobody' can poll"),
        (lambda lab: lab.leave("nobody", "C0"), "There is no group 'nobody'"),
        (lambda lab: lab.join("app", topics=["t0"]), "Say who joins"),
        (lambda lab: lab.add_broker(2), "There is a node 2 already"),
        (lambda lab: lab.kill_controller(7), "There is no controller 7"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(ask: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask(a_lab())  # type: ignore[operator]


def test_a_second_poll_of_a_share_consumer_accepts_what_the_first_was_lent() -> None:
    lab = Lab(3, group_protocol="share").create_topic("t", 1, 3).send("t", "a", "b", "c").join("app", "A", topics=["t"])
    lab.poll(group="app", member="A", max_records=1).poll(group="app", member="A", max_records=1)
    states = [delivery.state for delivery in lab.cluster.groups["app"].deliveries[TopicPartition("t", 0)].values()]
    assert states == ["acknowledged", "acquired"]
    with pytest.raises(ValueError, match="Implicit acknowledgement of delivery is being used"):
        lab.acknowledge("app", "A", "release")


def explicit() -> Lab:
    lab = Lab(3, group_protocol="share", share_acknowledgement_mode="explicit").create_topic("t", 1, 3)
    return lab.send("t", "a", "b", "c").join("app", "A", "B", topics=["t"]).poll(group="app", member="A", max_records=2)


def test_a_share_consumer_that_acknowledges_explicitly_does_not_poll_before_it_has() -> None:
    lab = explicit()
    with pytest.raises(ValueError, match="All records must be acknowledged in explicit acknowledgement mode"):
        lab.poll(group="app", member="A")
    lab.acknowledge("app", "A", "release").poll(group="app", member="A", max_records=1)
    delivery = lab.cluster.groups["app"].deliveries[TopicPartition("t", 0)][0]
    assert (delivery.state, delivery.delivery_count) == ("acquired", 2), "what was acknowledged is not accepted as well"


def test_what_it_acknowledges_after_its_lock_was_over_does_not_count() -> None:
    lab = explicit().tick(30_000)
    with pytest.raises(ValueError, match="All records must be acknowledged"):
        lab.poll(group="app", member="A")  # The lock is over, and its client has the records still.
    lab.poll(group="app", member="B", max_records=1).acknowledge("app", "A")
    told = lab.film().film.captions[-1]
    assert told.cap == "A acknowledges too late." and told.why.startswith("t-0: INVALID_RECORD_STATE")
    lab.poll(group="app", member="A")
    held = lab.cluster.groups["app"].deliveries[TopicPartition("t", 0)]
    assert [(one.member, one.delivery_count) for one in held.values()] == [("B", 2), ("A", 2), ("A", 1)]
