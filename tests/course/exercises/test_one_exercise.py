"""What one exercise alone promises: a hash that differs, an election a lab can run, a film in a group, its racks."""

import pytest

from kafkaviz.course.check import check
from kafkaviz.course.exercises import every_exercise
from kafkaviz.course.exercises.nb07.elect_whole import whole_election
from kafkaviz.decisions.assignors import roundrobin_assign
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb05


def pythons_own(key, partitions, sent):
    return sent.records % partitions if key is None else hash(key.hex()) % partitions


def test_a_hash_that_differs_from_process_to_process_is_never_right():
    # Which case it meets first depends on the process; that it fails does not.
    assert check("E04.2", pythons_own).state == "incorrect"


@pytest.mark.parametrize("one", [one for one in every_exercise() if one.id.startswith("E04")], ids=lambda one: one.id)
def test_a_partitioner_is_filmed_as_a_partitioner(one):
    assert one.in_cluster(one.reference).lens == "partitioner"


def test_a_scenario_with_more_slow_followers_than_there_are_says_so():
    with pytest.raises(ValueError, match="With 2 copies 0 to 1 followers are slow, not 2"):
        nb05.copies(2, slow=2)


def test_copies_in_one_rack_and_in_two():
    assert [p.replicas for p in nb05.two_racks(aware=False).cluster.partitions.values()] == [
        (1, 2),
        (2, 1),
        (3, 4),
        (4, 3),
    ]


def test_a_right_answer_can_be_given_to_a_lab_as_it_is():
    """The signature of the last exercise is the real one: its names are those the controller uses."""

    def my_elect_leader(replicas, isr, eligible, current=None, preferred=False, elr=(), last_known=None, unclean=False):
        return whole_election(replicas, isr, eligible, current, preferred, elr, last_known, unclean)

    lab = Lab(brokers=3, elect_leader=my_elect_leader).create_topic("letters", assignment=[[1, 2, 3]])
    assert [p.leader for p in lab.kill(1).cluster.partitions.values()] == [2]
    assert [p.leader for p in lab.restart(1).elect_preferred("letters").cluster.partitions.values()] == [1]


def test_a_wrong_assignor_is_filmed_in_its_group():
    film = check("E09.1", roundrobin_assign).film()
    assert "C1: t0-0, t0-2, t0-4; C2: t0-1, t0-3, t0-5." in film.text()
