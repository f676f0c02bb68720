"""Marks are painted in their order, step back when a step is not about them, and paths run round corners."""

import pytest

from kafkaviz.player.marks import arrowhead, corners, dimmed_marks, in_order, origin, round_bends
from kafkaviz.scene.values import LAYERS, Frame

MARKS = {
    "over": {"k": "rect", "x": 1, "y": 1, "w": 2, "h": 2, "z": "over"},
    "group": {"k": "g", "x": 100, "y": 10, "z": "card"},
    "inner": {"k": "g", "x": 5, "y": 5, "p": "group"},
    "leaf": {"k": "rect", "x": 1, "y": 2, "w": 20, "h": 10, "p": "inner"},
    "line": {"k": "line", "x": 0, "y": 0, "x2": 10, "y2": 20, "z": "back"},
    "free": {"k": "rect", "x": 0, "y": 12, "w": 20, "h": 10},
}


def test_layers_come_in_their_order_and_children_after_their_parents():
    assert list(in_order(MARKS)) == [
        ("line", 0, 0),
        ("group", 0, 0),
        ("inner", 100, 10),
        ("leaf", 105, 15),
        ("free", 0, 0),
        ("over", 0, 0),
    ]


def test_only_some_layers_can_be_walked():
    assert [name for name, _, _ in in_order(MARKS, LAYERS[-1:])] == ["over"]


def test_a_mark_is_where_its_groups_put_it():
    assert origin("leaf", MARKS) == (106, 17)


def test_a_frame_about_nothing_pales_nothing():
    assert dimmed_marks(Frame(MARKS)) == frozenset() == dimmed_marks(Frame(MARKS, about=("gone",)))


def test_what_a_step_is_about_stays_bright_with_what_is_in_it_and_around_it():
    assert dimmed_marks(Frame(MARKS, about=("inner",))) == {"over", "line", "free"}
    assert dimmed_marks(Frame(MARKS, about=("free",))) == {"over", "line", "group", "inner", "leaf"}


def test_a_path_bends_before_its_corners_and_never_beyond_the_middle_of_a_part():
    way = round_bends([(0, 0), (0, 10), (50, 10)], 12)
    assert way == [("M", (0, 0)), ("L", (0, 5)), ("Q", (0, 10)), ("Q", (12, 10)), ("L", (50, 10))]
    assert round_bends([(0, 0), (9, 0)]) == [("M", (0, 0)), ("L", (9, 0))]


def test_a_head_points_where_a_path_ends():
    tip, left, right = arrowhead([(0, 0), (0, 30), (20, 30)], 8)
    assert tip == (20, 30) and left[0] == right[0] == 12 and left[1] - right[1] == 8


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
