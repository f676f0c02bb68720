"""A lab answers by name what has moved, who reads what, what is lost, and who leads most."""

import pytest

from kafkaviz.decisions.errors import UnknownNameError, UnknownTopicOrPartitionError, WrongTypeError
from kafkaviz.lab import Lab


def letters(**options: object) -> Lab:
    return Lab(3, **options).create_topic("letters", 3, 3)  # type: ignore[arg-type]


def test_nothing_has_moved_while_nothing_happens() -> None:
    lab = letters()
    assert lab.moved(lab.cluster).rows == []
    assert str(lab.moved(lab.cluster)) == "No partition has moved."


def test_a_partition_whose_only_replica_died_has_moved_to_nobody_and_back() -> None:
    lab = Lab(3).create_topic("letters", assignment=[[1], [2]])
    alive = lab.cluster
    dead = lab.kill(1).cluster
    assert lab.moved(alive).rows == [("letters", 0, "leader", (1,), ())]
    assert lab.restart(1).moved(dead).rows == [("letters", 0, "leader", (), (1,))]
    assert lab.moved(alive).rows == []


def test_a_partition_that_was_created_since_has_not_moved() -> None:
    lab = letters()
    before = lab.cluster
    assert lab.create_topic("other", 2, 1).moved(before).rows == []


def test_partitions_move_to_a_member_that_joins_and_each_group_is_told_apart() -> None:
    lab = letters().join("app", "C0", topics=["letters"]).join("audit", "D0", topics=["letters"])
    before = lab.cluster
    moved = lab.join("app", "C1", topics=["letters"]).moved(before).rows
    assert {row.role for row in moved} == {"reader in app"}
    now = {row.partition: row.readers for row in lab.readers("letters", group="app").rows}
    assert {row.partition: row.after for row in moved} == {
        p: readers for p, readers in now.items() if readers != ("C0",)
    }


def test_a_group_that_is_new_has_first_readers() -> None:
    lab = letters()
    before = lab.cluster
    moved = lab.join("app", "C10", topics=["letters"]).moved(before).rows
    assert [(row.before, row.after) for row in moved] == [((), ("C10",))] * 3


@pytest.mark.parametrize("wrong", [None, "before", 3, Lab()], ids=["none", "text", "number", "lab"])
def test_what_is_no_kept_cluster_is_refused(wrong: object) -> None:
    with pytest.raises(WrongTypeError, match=r"as in before = lab\.cluster"):
        letters().moved(wrong)  # type: ignore[arg-type]
    if wrong is not None:
        with pytest.raises(WrongTypeError, match=r"as in before = lab\.cluster"):
            letters().lost(wrong)  # type: ignore[arg-type]


def test_more_members_than_partitions_leave_some_with_nothing_and_no_partition_with_two() -> None:
    lab = letters().join("app", *(f"C{n}" for n in range(5)), topics=["letters"])
    rows = lab.readers("letters").rows
    assert [row.partition for row in rows] == [0, 1, 2]
    assert all(len(row.readers) == 1 for row in rows)


def test_readers_name_only_groups_that_subscribe() -> None:
    lab = letters().create_topic("other", 1, 3).join("app", "C0", topics=["other"])
    assert lab.readers("letters").rows == []
    assert str(lab.readers("letters")) == "No group reads letters."
    assert [(row.group, row.readers) for row in lab.readers("other").rows] == [("app", ("C0",))]
    assert [row.readers for row in lab.readers("letters", group="app").rows] == [(), (), ()]


def test_an_unknown_topic_or_group_is_named() -> None:
    lab = letters().join("app", "C0", topics=["letters"])
    with pytest.raises(UnknownTopicOrPartitionError, match="latters"):
        lab.readers("latters")
    with pytest.raises(UnknownTopicOrPartitionError, match="latters"):
        lab.busiest("latters")
    with pytest.raises(UnknownNameError, match="There is no group 'ap'"):
        lab.readers("letters", group="ap")


def test_what_every_member_of_the_isr_has_survives_its_leader() -> None:
    lab = letters().send("letters", "ABC", partition=0)
    before = lab.cluster
    assert lab.kill(1).lost(before).rows == []


def test_a_record_that_only_the_dead_leader_had_is_lost_when_another_leads_and_only_once() -> None:
    lab = Lab(2, acks=1).create_topic("letters", 1, 2).pause(2).send("letters", "ABC")
    before = lab.cluster
    crashed = lab.kill(1, detect=False)
    assert crashed.lost(before).rows == []
    lab.tick(10_000)
    assert lab.lost(before).rows == lab.lost().rows == [("letters", 0, 0, b"ABC", 1)]
    assert lab.lost(lab.cluster).rows == []


def test_while_nobody_leads_nothing_is_lost_yet() -> None:
    lab = Lab(3).create_topic("letters", 1, 1).send("letters", "ABC")
    assert lab.cluster.acknowledged
    assert lab.kill(1).lost().rows == []


def test_another_record_in_its_place_does_not_save_a_lost_one() -> None:
    lab = Lab(2, acks=1).create_topic("letters", 1, 2).pause(2).send("letters", "ABC").kill(1).resume(2)
    assert [row.value for row in lab.send("letters", "DEF").lost().rows] == [b"ABC"]


def test_what_was_deleted_on_request_is_not_lost() -> None:
    lab = letters().send("letters", "ABC", partition=0)
    assert lab.delete_topic("letters").lost().rows == []


def test_the_broker_that_leads_most_comes_first_and_a_tie_goes_to_the_lower_id() -> None:
    lab = Lab({10: None, 2: None, 1: None}).create_topic("letters", assignment=[[10], [10], [2], [1]])
    assert [(row.broker, row.leads) for row in lab.busiest().rows] == [(10, 2), (1, 1), (2, 1)]
    assert [row.leads for row in lab.create_topic("other", assignment=[[1]]).busiest("other").rows] == [1, 0, 0]


def test_a_dead_broker_leads_nothing_and_its_partitions_make_another_the_busiest() -> None:
    lab = letters()
    assert [row.leads for row in lab.busiest().rows] == [1, 1, 1]
    assert [(row.broker, row.leads) for row in lab.kill(1).busiest().rows] == [(2, 2), (3, 1), (1, 0)]


def test_what_delete_records_removed_is_not_lost() -> None:
    lab = letters().send("letters", "ABC", "DEF", partition=0)
    before = lab.cluster
    assert lab.delete_records("letters", 0, 1).cluster.replicas["letters", 0][1].log_start_offset == 1
    assert lab.lost(before).rows == []
