"""A step can be kept as a picture: always the same, small, and true to the marks."""

import io
import warnings

import matplotlib
import pytest
from PIL import Image

from kafkaviz.player.figure import figure, png
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Caption, Film, Flight, Frame


def one_frame(marks, flights=(), size=(200, 100)):
    return Film("One", (Caption("Said."),), {"main": (Frame(marks, flights),)}, THEME, "main", size)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def rgb(token: str, mode: str = "light") -> tuple[int, ...]:
    return tuple(bytes.fromhex(THEME[mode][token][1:]))


def test_the_bytes_are_the_same_each_time_and_few(film):
    first = png(film, 4)
    with matplotlib.rc_context({"font.family": "serif", "lines.linewidth": 9, "axes.facecolor": "red"}):
        assert png(film, 4) == first
    assert len(first) < 40_000
    picture = opened(first)
    assert picture.width == 960 and len(picture.getcolors()) <= 64


def test_a_small_thing_keeps_its_colour(film):
    assert rgb("controller") in {colour for _, colour in opened(png(film, 1)).convert("RGB").getcolors()}


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_rectangle_is_filled_where_it_is(mode):
    marks = {
        "g": {"k": "g", "x": 100, "y": 0},
        "r": {"k": "rect", "x": 20, "y": 20, "w": 60, "h": 60, "c": "leader", "p": "g"},
    }
    picture = opened(png(one_frame(marks), mode=mode)).convert("RGB")
    scale = picture.width / 200
    assert picture.getpixel((int(150 * scale), int(50 * scale))) == rgb("leader", mode)
    assert picture.getpixel((int(50 * scale), int(50 * scale))) == rgb("bg", mode)


def test_what_flies_is_caught_on_its_way():
    marks = {
        "a": {"k": "rect", "x": 10, "y": 40, "w": 20, "h": 20, "c": "card"},
        "b": {"k": "rect", "x": 170, "y": 40, "w": 20, "h": 20, "c": "card"},
    }
    still, moving = one_frame(marks), one_frame(marks, (Flight("a", "b", "key"), Flight("b", "a", "", "fetch")))
    colours = {colour for _, colour in opened(png(moving)).convert("RGB").getcolors()}
    assert rgb("message") in colours and png(still) != png(moving)


def test_any_letter_may_be_drawn_without_a_word_of_warning():
    words = ["$x$", "a\\b{c}", "日本", "🙂", "%d", "<b>", 7]
    marks = {str(i): {"k": "text", "x": 9, "y": 9 * i, "t": word, "c": "t"} for i, word in enumerate(words)}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert opened(png(one_frame(marks, (Flight("0", "1", "🙂"),))))


def test_every_kind_of_mark_can_be_drawn_and_an_empty_rectangle_is_nothing():
    marks = {
        "c": {"k": "circle", "x": 50, "y": 50, "r": 20, "c": "ring"},
        "p": {"k": "path", "x": 90, "y": 50, "d": "M0 14V3l5 5z", "c": "crown"},
        "l": {"k": "line", "x": 120, "y": 10, "x2": 120, "y2": 90, "c": "high-watermark", "o": 0.5},
        "e": {"k": "rect", "x": 150, "y": 10, "w": 0, "h": 20, "c": "bar"},
    }
    axes = figure(one_frame(marks)).axes[0]
    assert (len(axes.patches), len(axes.lines), len(axes.texts)) == (2, 2, 1)


def test_the_caption_stands_below_in_at_most_three_lines(film):
    lines = [text.get_text() for text in figure(film, 4).axes[0].texts[-3:]]
    assert lines[0].startswith("5/5 · 10 s · controller: The session of broker 2 ends")
    talkative = film._replace(captions=(Caption("word " * 200),) * 5)
    assert figure(talkative, 0).axes[0].texts[-1].get_text().endswith(" …")


def test_another_lens_is_another_picture_and_an_unknown_one_an_error(film):
    assert png(film, 1, lens="log") != png(film, 1)
    with pytest.raises(KeyError, match="nowhere"):
        figure(film, lens="nowhere")
