"""Among members that want different topics, partitions move by Kafka's rules in the corners where rules decide."""

import pytest

from kafkaviz.decisions.assignors import sticky_assign, uniform_assign


def shown(assignment):
    """Writes an assignment the way people do: C1 t-0 t-2."""
    return {member: " ".join(map(str, partitions)) for member, partitions in assignment.items()}


def claims(wish, owned="", generation=-1):
    """A member's subscription, written the way people do: topics, then partitions."""
    partitions = (one.rpartition("-") for one in owned.split())
    return wish.split(), [(topic, int(number)) for topic, _, number in partitions], generation


@pytest.mark.parametrize(
    ("counts", "group", "expected"),
    [
        pytest.param(
            {"t": 2, "u": 1},
            {"C0": claims("t", "", 1), "C1": claims("t", "t-1 t-0", 1), "C2": claims("t", "t-0"), "C3": claims("u")},
            {"C0": "", "C1": "t-1", "C2": "t-0", "C3": "u-0"},
            id="a partition goes back to who had it a generation ago",
        ),
        pytest.param(
            {"t": 3, "u": 3},
            {"C0": claims("u"), "C1": claims("u"), "C2": claims("t u", "u-2 u-0 u-1 t-2"), "C3": claims("t u", "t-1")},
            {"C0": "u-0", "C1": "u-1", "C2": "u-2 t-2", "C3": "t-1 t-0"},
            id="two partitions of a topic do not trade places",
        ),
        pytest.param(
            {"t": 3, "u": 1, "v": 2},
            {"C0": claims("t u", "t-1", 2), "C1": claims("t", "v-0 t-0", 0), "C2": claims("u v", "", 2)},
            {"C0": "t-2 u-0", "C1": "t-0 t-1", "C2": "v-0 v-1"},
            id="after a forced revocation old partitions may move as early as new ones",
        ),
        pytest.param(
            {"t": 1, "u": 1},
            {
                "C0": claims("t u", "u-0 t-0", 2),
                "C1": claims("u", "t-0", 1),
                "C2": claims("t", "", 1),
                "C3": claims("u", "t-0 u-0", 0),
            },
            {"C0": "u-0", "C1": "", "C2": "t-0", "C3": ""},
            id="nobody gets back what it no longer wants",
        ),
    ],
)
def test_general_sticky_moves_what_kafkas_rules_move(counts, group, expected):
    given_ = sticky_assign(counts, group)
    assert shown(given_) == expected


@pytest.mark.parametrize(
    ("counts", "group", "expected"),
    [
        pytest.param(
            {"t": 4, "u": 1},
            {"A": claims("t", "t-1"), "B": claims("t u", "u-0"), "C": claims("u")},
            {"A": "t-0 t-1", "B": "t-2 t-3", "C": "u-0"},
            id="one round is not enough",
        ),
        pytest.param(
            {"t": 1, "u": 2, "v": 5},
            {"A": claims("t u v", "t-0 v-1 v-2 v-3 v-4"), "B": claims("t u"), "C": claims("t u v", "u-0 u-1")},
            {"A": "v-1 v-2 v-3", "B": "t-0 u-0 u-1", "C": "v-0 v-4"},
            id="who cannot give trades places",
        ),
    ],
)
def test_heterogeneous_uniform_evens_out_as_kafkas_rules_do(counts, group, expected):
    assert shown(uniform_assign(counts, group)) == expected
