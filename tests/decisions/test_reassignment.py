"""A partition moves as in the controller's own tests, and never forgets who held it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.errors import InvalidReplicaAssignmentError
from kafkaviz.decisions.reassignment import (
    cancel_reassignment,
    complete_reassignment,
    plan_reassignment,
    validate_replica_assignment,
)
from tests.sampling import together

replica_lists = st.lists(st.integers(0, 9), min_size=1, max_size=6, unique=True)


@given(replica_lists, replica_lists)
def test_a_move_that_everyone_caught_up_with_ends_at_its_target(current, target):
    move = plan_reassignment(current, target)
    assert move.replicas[: len(target)] == tuple(target)
    assert set(move.replicas) == {*current, *target}
    done = complete_reassignment(move, move.replicas)
    assert done == (None if set(current) == set(target) else (tuple(target), tuple(target)))


@together(
    [
        ([1, 2], [3, 2], [1, 3], ((3, 2), (3,))),
        ([1, 2], [3, 2], [1, 2], None),
        ([1, 2], [1, 2, 3], [3], ((1, 2, 3), (3,))),
        ([1, 2, 3], [2, 3], [1, 3], None),
        ([1, 2, 3], [2, 3], [3, 2], ((2, 3), (3, 2))),
        ([1, 2, 3], [4, 2], [1, 4], None),
        ([1, 2, 3], [4, 2], [1, 4, 2], ((4, 2), (4, 2))),
    ]
)
def test_a_move_waits_for_what_it_adds_and_for_the_whole_target_only_when_it_removes_more(current, target, isr, done):
    assert complete_reassignment(plan_reassignment(current, target), isr) == done


def test_a_move_to_nowhere_never_ends():
    assert complete_reassignment(plan_reassignment([1], []), isr=[1]) is None


@given(replica_lists, replica_lists, st.data())
def test_a_cancelled_move_leaves_those_that_were_there(current, target, data):
    move = plan_reassignment(current, target)
    isr = data.draw(st.lists(st.sampled_from(move.replicas), unique=True))
    replicas, left, unclean = cancel_reassignment(move, isr)
    assert set(replicas) == set(current)
    assert left and set(left) <= set(current)
    assert unclean == (not set(isr) & set(current))


@together(
    [
        ([], "includes an empty replica list."),
        ([2, 2], "includes the broker 2 more than once."),
        ([1, 7], "includes broker 7, but no such broker is registered."),
    ]
)
def test_a_list_no_partition_can_have_is_refused_by_code(replicas, sentence):
    with pytest.raises(InvalidReplicaAssignmentError, match=sentence) as refused:
        validate_replica_assignment(replicas, registered=[1, 2, 3])
    assert refused.value.code == 39
