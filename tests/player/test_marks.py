"""Marks are painted and reached where they are."""

import pytest

from kafkaviz.player.marks import corners, in_order, way
from kafkaviz.scene.values import Flight

MARKS = {
    "over": {"k": "rect", "x": 1, "y": 1, "w": 2, "h": 2, "z": "over"},
    "group": {"k": "g", "x": 100, "y": 10, "z": "card"},
    "inner": {"k": "g", "x": 5, "y": 5, "p": "group"},
    "leaf": {"k": "rect", "x": 1, "y": 2, "w": 20, "h": 10, "p": "inner"},
    "line": {"k": "line", "x": 0, "y": 0, "x2": 10, "y2": 20, "z": "back"},
    "free": {"k": "rect", "x": 0, "y": 12, "w": 20, "h": 10},
}


def test_layers_come_in_their_order_and_children_after_their_parents():
    names = {id(mark): name for name, mark in MARKS.items()}
    painted = [(names[id(mark)], x, y) for mark, x, y in in_order(MARKS)]
    assert painted == [
        ("line", 0, 0),
        ("group", 0, 0),
        ("inner", 100, 10),
        ("leaf", 105, 15),
        ("free", 0, 0),
        ("over", 0, 0),
    ]


def test_a_flight_leaves_and_arrives_at_the_borders():
    start, bend, end = way(Flight("free", "leaf"), MARKS)
    assert start == (20, 17 + 10 * 5 / 106) or start[0] == pytest.approx(20)
    assert end[0] == pytest.approx(106)
    assert start[0] < bend[0] < end[0]


def test_a_flight_from_a_line_starts_at_its_middle():
    start, _, _ = way(Flight("line", "leaf"), MARKS)
    assert start == (5, 10)


def test_a_flight_to_what_is_not_in_the_picture_is_not_flown():
    assert way(Flight("free", "gone"), MARKS) is None


@pytest.mark.parametrize(
    ("d", "found"),
    [
        ("M0 14V3l5 5z", [(0, 14), (0, 3), (5, 8)]),
        ("M1,2 L3-4z", [(1, 2), (3, -4)]),
        ("m1 1 2 0 0 .5z", [(1, 1), (3, 1), (3, 1.5)]),
        ("M5 5H1v2h1 1Z", [(5, 5), (1, 5), (1, 7), (2, 7), (3, 7)]),
    ],
)
def test_a_paths_corners_may_be_absolute_or_relative(d, found):
    assert corners(d) == found


@pytest.mark.parametrize("d", ["M0 0C1 1 2 2 3 3z", "3 4", "M0 0z5 5", "M0 0h5"])
def test_a_path_that_scenes_do_not_use_is_refused_in_a_sentence(d):
    with pytest.raises(ValueError, match="A path may use"):
        corners(d)
