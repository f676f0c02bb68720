"""The look can be read: by eyes that see little contrast, and by eyes that tell few colours apart."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios.nb01 import prices
from kafkaviz.scenarios.nb06 import power_cut
from kafkaviz.scenarios.nb09 import one_joins
from kafkaviz.scene.aligning import align
from kafkaviz.scene.differing import with_differences
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.style import BOXES, LINES, MESSAGES, TEXTS, THEME
from tests.sampling import together

ROOT = Path(__file__).parents[2]
MODES = ("light", "dark")
GROUNDS = ("bg", "card", "panel", "net", "roof")
CHIPS = ("leader", "follower", "lagging", "dead")
LIES_ON = dict.fromkeys(("committed", "uncommitted", "high-watermark", "log-end"), CHIPS)
LIES_ON |= {"crown": ("controller", "active")}


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(mode: str, one: str, other: str) -> float:
    """Returns WCAG's contrast ratio of two tokens."""
    bright, dim = sorted((luminance(THEME[mode][one]), luminance(THEME[mode][other])), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_contrast_is_the_one_of_wcag():
    assert luminance("#ffffff") == pytest.approx(1) and luminance("#000000") == 0
    assert luminance("#777777") == pytest.approx(0.1845, abs=1e-4)


@together(product(MODES, [*BOXES, *MESSAGES]))
def test_text_is_readable_on_its_box(mode, name):
    box = THEME["classes"][name]
    assert contrast(mode, box["text"], box["fill"]) >= 4.5
    assert box["text"] in {text.get("color") for text in TEXTS.values()}, "no t- class carries this ink"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ink", ["ink", "mute", "watermark_ink", "warn"])
def test_text_is_readable_on_the_ground(mode, ink):
    for ground in GROUNDS:
        assert contrast(mode, ink, ground) >= 4.5
    assert contrast(mode, ink, "bg") >= 7 or ink in ("watermark_ink", "warn")


@together(product(MODES, [*BOXES, *MESSAGES, *LINES]))
def test_a_shape_stands_out_from_what_it_lies_on(mode, name):
    shape = THEME["classes"][name]
    for ground in GROUNDS + LIES_ON.get(name, ()):
        parts = [shape[part] for part in ("fill", "stroke", "halo") if part in shape]
        assert max(contrast(mode, part, ground) for part in parts) >= 3, ground


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", [name for name, line in LINES.items() if "halo" in line])
def test_a_line_stands_out_from_its_halo(mode, name):
    assert contrast(mode, LINES[name]["stroke"], LINES[name]["halo"]) >= 3


@pytest.mark.parametrize(
    "alike",
    [
        ("card", "card-controller", "card-dead", "card-fenced", "card-paused"),
        ("leader", "follower", "lagging", "dead"),
        ("committed", "uncommitted", "faded"),
        ("consumer", "consumer-idle"),
        ("tile-leader", "tile-follower", "tile-lagging", "tile-dead", "tile-none"),
        ("member", "member-waits"),
        ("uncommitted", "refused"),
        ("segment", "segment-active"),
        ("high-watermark", "log-end"),
        ("bar", "bar-hot"),
    ],
)
def test_no_two_states_differ_by_hue_alone(alike):
    """They differ in dash, in width, or in lightness by a factor of three."""
    for mode in MODES:
        for i, one in enumerate(alike):
            for other in alike[i + 1 :]:
                a, b = THEME["classes"][one], THEME["classes"][other]
                by_line = (a["width"], a.get("dash")) != (b["width"], b.get("dash"))
                assert by_line or contrast(mode, a["fill"], b["fill"]) >= 3, (mode, one, other)


def test_every_token_a_class_names_exists_in_both_modes():
    assert list(THEME["light"]) == list(THEME["dark"])
    named = {
        props[key]
        for props in THEME["classes"].values()
        for key in ("fill", "stroke", "text", "halo", "color")
        if key in props
    }
    assert named <= set(THEME["light"])


def delivered_in_vain():
    lab = Lab(
        group_protocol="share", group_share_delivery_count_limit=2, share_acknowledgement_mode="explicit"
    ).create_topic("t", 1)
    lab.join("app", "C1", topics=["t"]).tick(10_000).send("t", "a")
    for _ in range(2):
        lab.poll(group="app").acknowledge("app", "C1", "release")
    return lab


STORIES = (
    lambda: Lab(3).create_topic("t", 3, 3).send("t", *[("k", "v")] * 9).poll("t").kill(1).send("t", "x", acks=1),
    lambda: Lab(3).create_topic("t", 1, 3).send("t", *"abcde").pause(3).send("t", "f").tick(40_000).kill(1).cut_off(2),
    lambda: Lab(3).create_topic("t", 2, 3).join("g", "A", topics=["t"]).join("g", "B", "C", topics=["t"]).freeze(1),
    lambda: one_joins(assignor="server").crash_member("app", "C1", detect=False),
    lambda: one_joins(assignor="cooperative sticky"),
    lambda: Lab(3, kafka="2.3").create_topic("t", 1, 3).kill(1),
    lambda: (
        Lab(3).create_topic("t", 1, 3, configs={"segment.bytes": 60}).send("t", "a").send("t", "b").send("t", "c" * 40)
    ),
    lambda: Lab(3).kill_controller(101),
    prices,
    lambda: Lab(3).create_topic("t", 1, 3).send("t", "a").kill(1).restart(1).tick(5_000).elect_preferred("t", 0),
    lambda: Lab(2, acks=1).create_topic("t", 1, 2).pause(2).send("t", "a").kill(1),
    delivered_in_vain,
    power_cut,
)


@pytest.mark.slow
def test_no_class_and_no_token_is_there_for_nothing():
    worn = set()
    for story in STORIES:
        film = film_of(story().history, lenses=list(LENSES), detail=True)
        for frame in (frame for track in film.tracks.values() for frame in track.frames):
            worn |= {cls for mark in frame.marks.values() for cls in mark.get("c", "").split()}
            worn |= {effect["k"] for effect in frame.effects}
    # In a large cluster every event is no picture of its own.
    large = Lab(12).create_topic("t", 160, 3).pause(3).send("t", *((str(n), "v") for n in range(60)))
    for frame in film_of(large.tick(40_000).kill(1).history, lenses=["cluster"]).tracks["cluster"].frames:
        worn |= {cls for mark in frame.marks.values() for cls in mark.get("c", "").split()}
    two = [film_of(Lab(kafka=era).create_topic("t", 1, 3).kill(1).history) for era in ("2.3", "4.4")]
    for frame in with_differences(*two, align(*two))[0].tracks["cluster"].frames:
        worn |= {cls for mark in frame.marks.values() for cls in mark.get("c", "").split()}
    inks = {box["text"] for box in BOXES.values()}
    worn |= {name for name, look in TEXTS.items() if look.get("color") in inks}
    assert set(THEME["classes"]) - worn == set()
    named = {value for look in THEME["classes"].values() for value in look.values()}
    named |= set(re.findall(r"--kv-(\w+)", (ROOT / "kafkaviz/player/static/player.css").read_text("utf-8")))
    assert set(THEME["light"]) <= named


def test_the_theme_is_plain_json_of_safe_values():
    assert json.loads(json.dumps(THEME)) == THEME
    for mode in MODES:
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in THEME[mode].values())
    assert all(re.fullmatch("[a-z][a-z0-9-]*", name) for name in THEME["classes"])
