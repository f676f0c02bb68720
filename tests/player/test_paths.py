"""Paths of scenes can be drawn without a browser."""

import pytest

from kafkaviz.player.paths import svg_path


@pytest.mark.parametrize(
    ("d", "vertices"),
    [
        ("M0 14V3l5 5", [[0, 14], [0, 3], [5, 8]]),
        ("M1,2 L3-4", [[1, 2], [3, -4]]),
        ("m1 1 2 0 0 .5z", [[1, 1], [3, 1], [3, 1.5], [1, 1]]),
        ("M0 0q1 2 3 4h1", [[0, 0], [1, 2], [3, 4], [4, 4]]),
        ("M5 5H1v2Q0 0 1 1", [[5, 5], [1, 5], [1, 7], [0, 0], [1, 1]]),
    ],
)
def test_commands_absolute_and_relative(d, vertices):
    assert svg_path(d).vertices.tolist() == vertices


@pytest.mark.parametrize("d", ["M0 0C1 1 2 2 3 3", "3 4", "M0 0z5 5"])
def test_what_scenes_do_not_use_is_refused_in_a_sentence(d):
    with pytest.raises(ValueError, match="A path m"):
        svg_path(d)
