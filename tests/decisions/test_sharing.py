"""A share group lends the first available records, whatever became of those before and between them."""

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.sharing import acquirable
from kafkaviz.scenarios.nb11 import SHARED, deliveries, lent, parcels


@pytest.mark.parametrize(
    ("offsets", "states", "most", "expected"),
    [
        ([], {}, 5, ()),
        ([3, 4], {}, 0, ()),
        ([3, 4], {}, 1, (3,)),
        ([3, 4, 9], {3: "acquired", 9: "available"}, 5, (4, 9)),
        ([3, 4], {3: "archived", 4: "acknowledged"}, 5, ()),
        ([3, 4], {1: "available"}, -1, ()),
    ],
)
def test_the_first_available_ones_are_lent_in_the_order_of_the_log(offsets, states, most, expected):
    assert acquirable(offsets, states, most) == expected


def test_no_record_is_with_two_members_and_each_is_done_once():
    lab = parcels(6)
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

    lab = parcels(2)
    for turn in range(5):
        loan(lab, f"C{turn % 3 + 1}")
    assert deliveries(lab) == {0: 5}
    assert "after 5 deliveries" in lab.why() or "5 deliveries" in lab.why()
    assert lent(lab.poll(group=SHARED, member="C1", max_records=1))["C1"] == [1]
