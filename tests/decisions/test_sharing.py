"""A share group lends the first available records, whatever became of those before and between them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz import Lab
from kafkaviz.decisions.sharing import acquirable, throttled_records
from kafkaviz.model.groups.share.lent import lendable
from kafkaviz.scenarios.nb11 import SHARED, deliveries, lent, parcels
from tests import share_partition
from tests.check_vectors import objects_of
from tests.sampling import together

LIVES = Path(__file__).parents[1] / "vectors" / "kafka-runs" / "share_partition.jsonl"


@together(
    [
        ([], [], 5, 0),
        ([0, 0, 0], [3], 5, 3),
        ([2] * 8, [8], 5, 8),
        ([3] * 8, [8], 5, 4),
        ([5] * 8, [8], 10, 4),
        ([6] * 8, [8], 10, 2),
        ([7] * 8, [8], 10, 1),
        ([8] * 8, [8], 10, 1),
        ([9] * 8, [8], 10, 1),
        ([2] * 3, [3], 3, 1),
        ([1] * 8, [8], 2, 8),
        ([3], [1], 5, 1),
        ([1, 1, 3, 3], [2, 2], 5, 2),
        ([3, 3, 1, 1], [2, 2], 5, 1),
        ([3, 3, 3, 3, 0], [4], 5, 2),
        ([2, 2, 4, 4], [4], 5, 2),
        ([1, 1, 3, 3, 3, 3], [6], 5, 3),
        ([1, 1, 1, 3, 3, 3], [6], 5, 6),
    ]
)
def test_what_was_delivered_in_vain_is_lent_in_parts(counts, sizes, limit, expected):
    batches, first = {}, 0
    for size in sizes:
        batches |= dict.fromkeys(range(first, first + size), first)
        first += size
    assert throttled_records(range(len(counts)), dict(enumerate(counts)), batches, limit) == expected


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), min_size=1), st.integers(1, 10))
def test_of_what_is_available_something_is_always_lent(records, limit):
    batches = dict(enumerate(sorted(batch for _, batch in records)))
    counts = {offset: min(count, limit - 1) for offset, (count, _) in enumerate(records)}
    assert 1 <= throttled_records(range(len(records)), counts, batches, limit) <= len(records)


@pytest.mark.slow
def test_in_more_than_two_hundred_recorded_lives_a_member_is_lent_a_part(monkeypatch):
    parted = []

    def noted(*asked):
        lent, waiting = lendable(*asked)
        parted.append(bool(waiting))
        return lent, waiting

    monkeypatch.setattr("kafkaviz.model.groups.share.lent.lendable", noted)
    reached = []
    for _, life in objects_of(LIVES):
        parted.clear()
        share_partition.played(life)
        if any(parted):
            reached.append(life["delivery_count_limit"])
    assert len(reached) == 221 and set(reached) == set(range(3, 11))


def test_of_a_batch_that_comes_back_again_and_again_only_the_bad_record_is_archived():
    lab = parcels(8, share_acknowledgement_mode="explicit")
    for turn in range(30):
        member = f"C{turn % 3 + 1}"
        has = lent(lab.poll(group=SHARED, member=member))[member]
        if not has:
            break
        lab.acknowledge(SHARED, member, "release" if 5 in has else "accept")
    held = next(iter(lab.cluster.groups[SHARED].deliveries.values()))
    assert {offset for offset, one in held.items() if one.state == "archived"} == {5}
    assert {one.state for offset, one in held.items() if offset != 5} == {"acknowledged"}


@together(["release", "time", "crash"])
def test_a_delivery_is_in_vain_however_it_ends(ends):
    lab, parts = parcels(6, group_share_delivery_count_limit=4, share_acknowledgement_mode="explicit"), []
    lab.join(SHARED, "C4", topics=["parcels"])
    for member in ("C1", "C2", "C3", "C4"):
        parts.append(lent(lab.poll(group=SHARED, member=member))[member])
        if ends == "release":
            lab.acknowledge(SHARED, member, "release")
        elif ends == "time":
            lab.tick(lab.policies.group_share_record_lock_duration_ms)
        else:
            lab.crash_member(SHARED, member, detect=False)
    assert parts == [[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [0, 1, 2], [0]]


@together(
    [
        ([], {}, 5, ()),
        ([3, 4], {}, 0, ()),
        ([3, 4], {}, 1, (3,)),
        ([3, 4, 9], {3: "acquired", 9: "available"}, 5, (4, 9)),
        ([3, 4], {3: "archived", 4: "acknowledged"}, 5, ()),
        ([3, 4], {1: "available"}, -1, ()),
    ]
)
def test_the_first_available_ones_are_lent_in_the_order_of_the_log(offsets, states, most, expected):
    assert acquirable(offsets, states, most) == expected


def test_no_record_is_with_two_members_and_each_is_done_once():
    lab = parcels(6, share_acknowledgement_mode="explicit")
    for member in ("C1", "C2", "C3"):
        lab.poll(group=SHARED, member=member, max_records=2)
    assert lent(lab) == {"C1": [0, 1], "C2": [2, 3], "C3": [4, 5]}
    for member in ("C3", "C1", "C2"):
        lab.acknowledge(SHARED, member)
    assert lent(lab.poll(group=SHARED, member="C1")) == {"C1": [], "C2": [], "C3": []}


@pytest.mark.parametrize("ends", ["release", "time"])
def test_after_five_deliveries_a_record_is_given_up_whether_it_is_released_or_its_time_is_over(ends):
    def loan(lab: Lab, member: str) -> None:
        lab.poll(group=SHARED, member=member, max_records=1)
        if ends == "release":
            lab.acknowledge(SHARED, member, "release")
        else:
            lab.tick(lab.policies.group_share_record_lock_duration_ms)

    lab = parcels(2, share_acknowledgement_mode="explicit" if ends == "release" else "implicit")
    for turn in range(5):
        loan(lab, f"C{turn % 3 + 1}")
    assert deliveries(lab) == {0: 5}
    assert "after 5 deliveries" in lab.why() or "5 deliveries" in lab.why()
    assert lent(lab.poll(group=SHARED, member="C1", max_records=1))["C1"] == [1]
