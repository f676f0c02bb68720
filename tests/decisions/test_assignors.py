"""Assignors return what Kafka's own tests expect, keep their promises, and leave partitions where they are."""

import json

from hypothesis import assume, given
from hypothesis import strategies as st

from kafkaviz.decisions import assignors as a
from kafkaviz.decisions.assignors.members import are_equal, java_order, read_subscriptions
from kafkaviz.decisions.assignors.sticky import all_subscriptions_equal
from tests.kafka_tests import VECTORS
from tests.kafka_tests_of_clients import spread
from tests.sampling import together

ALL = [a.range_assign, a.roundrobin_assign, a.sticky_assign, a.uniform_assign, a.server_range_assign]
EVEN = [a.roundrobin_assign, a.sticky_assign, a.uniform_assign]


def _sorted(assignment):
    return {member: sorted(map(tuple, partitions)) for member, partitions in assignment.items()}


def shown(assignment):
    """Writes an assignment the way people do: C1 t-0 t-2."""
    return {member: " ".join(map(str, partitions)) for member, partitions in assignment.items()}


def members(count, *topics):
    return {f"C{n}": (topics,) for n in range(1, count + 1)}


def test_six_partitions_and_two_members_are_shared_as_the_articles_say():
    assert shown(a.range_assign({"t": 6}, members(2, "t"))) == {"C1": "t-0 t-1 t-2", "C2": "t-3 t-4 t-5"}
    assert shown(a.roundrobin_assign({"t": 6}, members(2, "t"))) == {"C1": "t-0 t-2 t-4", "C2": "t-1 t-3 t-5"}


def test_more_members_than_partitions_leave_some_idle():
    for assign in ALL:
        loads = [len(owned) for owned in assign({"t": 3}, members(5, "t")).values()]
        assert loads == ([0, 0, 1, 1, 1] if assign is a.uniform_assign else [1, 1, 1, 0, 0])


def test_uniform_leaves_one_more_with_those_who_have_it_and_else_with_the_last():
    assert shown(a.uniform_assign({"t": 4}, members(3, "t"))) == {"C1": "t-0", "C2": "t-1", "C3": "t-2 t-3"}
    group = members(3, "t") | {"C1": (["t"], [("t", 0), ("t", 1)])}
    assert shown(a.uniform_assign({"t": 4}, group)) == {"C1": "t-0 t-1", "C2": "t-2", "C3": "t-3"}


def test_members_that_want_nothing_and_come_first_are_given_partitions_by_the_sticky_assignors_alone():
    group = {"C0": ([],), **members(2, "t")}
    assert shown(a.sticky_assign({"t": 3}, group)) == {"C0": "t-0", "C1": "t-1", "C2": "t-2"}
    assert shown(a.cooperative_sticky_plan({"t": 3}, group).assignment) == {"C0": "t-0", "C1": "t-1", "C2": "t-2"}
    last = {member: group[member] for member in ("C1", "C2", "C0")}
    assert shown(a.sticky_assign({"t": 3}, last))["C0"] == ""
    assert shown(a.uniform_assign({"t": 3}, group))["C0"] == ""


def test_range_favours_the_first_members_topic_by_topic_and_round_robin_does_not():
    topics = {"t0": 3, "t1": 3}
    assert [len(owned) for owned in a.range_assign(topics, members(2, *topics)).values()] == [4, 2]
    assert [len(owned) for owned in a.roundrobin_assign(topics, members(2, *topics)).values()] == [3, 3]


def test_ids_sort_as_texts_and_static_members_come_first():
    group = {"consumer-2": (["t"],), "consumer-10": (["t"],)}
    assert shown(a.range_assign({"t": 3}, group)) == {"consumer-2": "t-2", "consumer-10": "t-0 t-1"}
    group = {"C0": (["t"],), "C1": (["t"], (), -1, "b"), "C2": (["t"], (), -1, "a")}
    assert shown(a.range_assign({"t": 4}, group)) == {"C0": "t-3", "C1": "t-2", "C2": "t-0 t-1"}
    assert sorted(["\uffff", "\U00010000"], key=java_order) == ["\U00010000", "\uffff"]


def test_cooperation_takes_two_rebalances_and_nobody_waits_for_nothing():
    owned = {"C1": [("t", 0), ("t", 2), ("t", 4)], "C2": [("t", 1), ("t", 3), ("t", 5)], "C3": []}
    first = a.cooperative_sticky_plan({"t": 6}, {m: (["t"], p, 1) for m, p in owned.items()})
    assert shown(first.assignment) == {"C1": "t-0 t-2", "C2": "t-1 t-3", "C3": ""}
    assert shown(first.withheld) == {"C3": "t-4 t-5"}
    second = a.cooperative_sticky_plan({"t": 6}, {m: (["t"], p, 2) for m, p in first.assignment.items()})
    assert shown(second.assignment) == {"C1": "t-0 t-2", "C2": "t-1 t-3", "C3": "t-4 t-5"}
    assert second.withheld == {}


def test_uniform_keeps_the_order_of_topics_and_members_it_is_given():
    group = {"B": (["u", "t"],), "A": (["u", "t"],)}
    assert shown(a.uniform_assign({"u": 2, "t": 2}, group)) == {"B": "u-0 u-1", "A": "t-0 t-1"}


def test_sticky_agrees_with_recorded_rebalances():
    for line in (VECTORS / "sticky_sequences.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        group = {member: (wish, case["owned"][member], 1) for member, wish in case["subs"].items()}
        given_ = a.sticky_assign(case["parts"], group)
        assert _sorted(given_) == _sorted(case["res"]), line
        if case["k"] == "c":
            withheld = a.cooperative_sticky_plan(case["parts"], group).withheld
            moved = sorted([*partition, member] for member, owned in withheld.items() for partition in owned)
            assert moved == sorted(case["tr"]), line


topics = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 6), min_size=1)
member_ids = st.lists(st.sampled_from(["C1", "C2", "C3", "C10", "é"]), min_size=1, unique=True)


@st.composite
def groups(draw, counts, *, equal=False):
    """Members that want some of the topics, or one that is not there, and claim to own what may not be theirs."""
    wanted = st.lists(st.sampled_from([*counts, "missing"]), unique=True)
    same = draw(wanted)
    once_existing = [(topic, n) for topic, count in counts.items() for n in range(count + 1)]
    claims = st.lists(st.sampled_from(once_existing), unique=True)
    return {
        member: (same if equal else draw(wanted), draw(claims), draw(st.integers(-1, 2))) for member in draw(member_ids)
    }


@given(st.sampled_from(ALL), topics, st.data())
def test_every_wanted_partition_has_one_owner_who_asked_for_it(assign, counts, data):
    group = data.draw(groups(counts))
    read = read_subscriptions(group)
    assume(assign is not a.sticky_assign or are_equal(read) or not all_subscriptions_equal(read))
    given_ = assign(counts, group)
    assert list(given_) == list(group)
    assert a.assignment_fault(given_, counts, group) is None
    assert a.assignment_breach(given_, counts, group) is None


@given(st.sampled_from(EVEN), topics, st.data())
def test_with_equal_wishes_nobody_has_two_more_than_another(assign, counts, data):
    loads = [len(owned) for owned in assign(counts, data.draw(groups(counts, equal=True))).values()]
    assert max(loads) - min(loads) <= 1


@given(st.sampled_from([a.sticky_assign, a.uniform_assign]), topics, st.booleans(), st.data())
def test_what_is_assigned_stays_when_nothing_has_changed(assign, counts, equal, data):
    group = data.draw(groups(counts, equal=equal))
    once = assign(counts, group)
    again = assign(counts, {member: (group[member][0], owned, 5) for member, owned in once.items()})
    assert _sorted(again) == _sorted(once)


@given(topics, st.booleans(), st.data())
def test_a_cooperative_plan_is_the_sticky_one_without_what_others_still_own(counts, equal, data):
    group = {member: (wish, owned, 1) for member, (wish, owned, _) in data.draw(groups(counts, equal=equal)).items()}
    plan = a.cooperative_sticky_plan(counts, group)
    whole = {member: plan.assignment[member] + plan.withheld.get(member, []) for member in group}
    assert _sorted(whole) == _sorted(a.sticky_assign(counts, group))
    for member, owned in plan.withheld.items():
        assert owned
        others = [partition for other, (_, claimed, _) in group.items() if other != member for partition in claimed]
        assert set(owned) <= set(others)


@given(st.sampled_from([a.sticky_assign, a.uniform_assign]), topics, st.data())
def test_with_unequal_wishes_no_single_move_would_even_things_out(assign, counts, data):
    group = data.draw(groups(counts))
    assert spread(assign(counts, group), group, counts) <= 1


@together(
    [
        ([], "An assignor answered []; it must answer a dict of member to list of partitions."),
        ({"C9": []}, "Member C9 is not in the group; its members are C1, C2."),
        ({"C1": "t-0"}, "Member C1 is given 't-0' instead of a list of partitions."),
        ({"C1": ["t-0"]}, "Member C1 is given 't-0'; a partition is a pair of topic and number."),
        ({"C1": [("t", 2)]}, "Member C1 is given t-2, which does not exist."),
        ({"C1": [("u", 0)]}, "Member C1 is given u-0, which does not exist."),
        ({"C1": [("t", 0)], "C2": [("t", 0)]}, None),
    ]
)
def test_an_answer_that_cannot_be_used_is_told_apart_from_a_bad_one(answer, sentence):
    assert a.assignment_fault(answer, {"t": 2}, members(2, "t")) == sentence


@together(
    [
        (
            {"C1": [("t", 0)], "C2": [("t", 0), ("t", 1)]},
            "t-0 is given to C1 and to C2; both would read the same records.",
        ),
        ({"C1": [("t", 0)]}, "t-1 has no owner; its records would not be read."),
        ({"C1": [("t", 0), ("t", 1), ("u", 0)]}, "u-0 is given to C1, who has not subscribed to u."),
        ({"C1": [("t", 0), ("t", 1)]}, None),
    ]
)
def test_a_bad_assignment_breaks_a_promise_that_is_named(answer, sentence):
    assert a.assignment_breach(answer, {"t": 2, "u": 1}, members(2, "t")) == sentence


@given(st.integers(1, 7), st.integers(1, 7))
def test_a_share_group_gives_every_partition_a_member_and_every_member_a_partition(partitions, members):
    given_to = a.simple_assign({"t": partitions}, {f"C{n}": (["t"],) for n in range(members)})
    assert {tp.partition for share in given_to.values() for tp in share} == set(range(partitions))
    assert len(given_to) == members and all(given_to.values())
