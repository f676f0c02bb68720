"""Classes become colours."""

from kafkaviz.player.theme import properties, token
from kafkaviz.scene.style import THEME


def test_the_order_of_a_marks_classes_does_not_matter():
    assert properties(THEME, "t-leader s18 b") == properties(THEME, "b s18 t-leader")
    assert properties(THEME, "t-leader s18 b") == {"color": "#ffffff", "size": 18, "weight": 700}


def test_dark_has_its_own_colours_and_the_same_sizes():
    light, dark = properties(THEME, "leader"), properties(THEME, "leader", "dark")
    assert light["fill"] != dark["fill"] and light["width"] == dark["width"]


def test_a_film_without_a_theme_is_black_on_white_or_white_on_black():
    assert (token({}, "bg"), token({}, "leader")) == ("#ffffff", "#000000")
    assert (token({}, "bg", "dark"), token({}, "leader", "dark")) == ("#000000", "#ffffff")
