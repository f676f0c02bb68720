"""How a page of the player looks: sizes, colours, what is safe in it."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.player.widget import Player
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Caption, Film, Frame, Track
from tests.browser import bottom, open_tab, resize
from tests.player.test_browser import opened, press
from tests.sampling import every

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tab: Any, player: Player, tmp_path: Path) -> Any:
    """The demo film's saved page, just opened."""
    return opened(tab, player, tmp_path)


def test_what_a_step_is_not_about_steps_back_but_not_for_who_needs_contrast(browser, page, player, tmp_path):
    dimmed = ".kv-picture > g > [fill-opacity]"
    press(page, "ArrowRight")
    assert {mark.get_attribute("fill-opacity") for mark in page.locator(dimmed).all()} == {"0.4"}
    for tab in open_tab(browser, reduced_motion="reduce", contrast="more"):
        other = opened(tab, player, tmp_path)
        press(other, "ArrowRight")
        assert other.locator(dimmed).count() == 0


def test_in_jupyterlabs_high_contrast_themes_nothing_steps_back(page):
    page.evaluate("document.body.dataset.jpThemeName = 'JupyterLab Dark High Contrast'")
    press(page, "ArrowRight")
    assert page.locator(".kv-picture > g > [fill-opacity]").count() == 0


def test_in_forced_colours_the_time_line_and_the_pressed_lens_still_show(browser, player, tmp_path):
    for tab in open_tab(browser, reduced_motion="reduce", forced_colors="active"):
        page = opened(tab, player, tmp_path)
        press(page, "End")
        fill, ground = (
            page.evaluate(f"getComputedStyle(document.querySelector('{at}')).backgroundColor")
            for at in (".kv-block i", ".kv")
        )
        assert fill != ground


def test_a_page_follows_the_readers_light_or_dark(page):
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        ground = page.evaluate("getComputedStyle(document.querySelector('.kv')).backgroundColor")
        wanted = THEME[scheme]["bg"]
        assert ground == "rgb({}, {}, {})".format(*(int(wanted[i : i + 2], 16) for i in (1, 3, 5)))


def test_everything_fits_into_1280_by_720_and_nothing_moves_from_step_to_step(page):
    places = set()
    for _ in range(9):
        tops = [page.locator(at).bounding_box()["y"] for at in (".kv-picture", ".kv-said", ".kv-bar")]
        places.add((*tops, page.locator(".kv-picture").bounding_box()["height"]))
        assert bottom(page, ".kv-bar") <= 720
        page.keyboard.press("ArrowRight")
    assert len(places) == 1


def test_a_picture_grows_only_as_far_as_the_legend_stays_in_sight(page):
    assert bottom(page, ".kv-legend") <= 720
    assert page.locator(".kv-picture").bounding_box()["height"] > 420


@pytest.mark.parametrize(("width", "units"), every(3, [(846, "846"), (1280, "860"), (620, "600"), (845, "600")]))
def test_the_widest_layout_that_fits_is_drawn_and_never_smaller_than_it_was_made(page, width, units):
    resize(page, width, 720)
    expect(page.locator(".kv-picture")).to_have_attribute("viewBox", re.compile(f"^[07] 0 {units} "))
    box = page.locator(".kv-picture").bounding_box()
    assert 1 <= box["width"] / int(units) <= 3 and box["x"] >= 0 and box["x"] + box["width"] <= width
    sizes = page.locator(".kv text, .kv-said *, .kv-bar *").evaluate_all(
        "(nodes) => nodes.filter((n) => n.textContent).map((n) => parseFloat(getComputedStyle(n).fontSize))"
    )
    assert min(sizes) >= 12


@pytest.mark.parametrize("width", every(2, [640, 848], whole=1))
def test_no_word_of_a_picture_lies_on_another(page, width):
    resize(page, width, 599)
    overlaps = """(nodes) => nodes.flatMap((node, n) => nodes.slice(n + 1).flatMap((other) => {
      const [a, b] = [node, other].map((text) => text.getBoundingClientRect());
      const level = Math.abs(a.top + a.bottom - b.top - b.bottom) < 16;
      const same = node.textContent === other.textContent;  // What moves away may lie below its likeness.
      const over = level && !same && a.right > b.left && b.right > a.left;
      return over ? [`${node.textContent} | ${other.textContent}`] : [];
    }))"""
    for lens in "12":
        press(page, f"{lens} Home")
        for _ in range(9):
            assert page.locator(".kv-picture text:visible").evaluate_all(overlaps) == []
            press(page, "ArrowRight")


def test_below_its_narrowest_layout_a_picture_scrolls_instead_of_shrinking(page):
    resize(page, 480, 720)
    # The empty margins may go, nothing else.
    expect(page.locator(".kv-picture")).to_have_attribute("viewBox", "7 0 586 420")
    assert page.locator(".kv-picture").bounding_box()["width"] >= 586
    screen = page.locator(".kv-screen")
    assert screen.bounding_box()["width"] <= 480
    assert screen.evaluate("(node) => node.scrollWidth > node.clientWidth")


@pytest.mark.parametrize("lens", "12")
def test_on_a_projector_the_words_grow_with_the_picture(page, lens):
    resize(page, 1920, 1080)
    press(page, lens)
    headline = page.locator(".kv-cap").evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
    assert headline >= 26 and bottom(page, ".kv-more") <= 1080
    assert page.locator(".kv-picture").bounding_box()["width"] >= 1920 * 2 / 3
    sizes = page.locator(".kv-bar *, .kv-more *, .kv-head *").evaluate_all(
        "(nodes) => nodes.filter((n) => n.textContent).map((n) => parseFloat(getComputedStyle(n).fontSize))"
    )
    assert min(sizes) >= 12 * headline / 18 - 0.1, "and so does all that is beside it"


def test_the_focus_ring_is_whole(page):
    page.locator(".kv").focus()
    press(page, "Tab")
    page.locator(".kv").focus()
    offset = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.kv')).outlineOffset)")
    width = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.kv')).outlineWidth)")
    assert width >= 2 and offset <= -width


def test_everything_that_can_be_pressed_has_a_name(page):
    for node in page.locator(".kv :is(button, select, [role=slider], [role=button])").all():
        name = node.get_attribute("aria-label") or node.get_attribute("title") or node.text_content()
        assert name and name.strip()


def test_a_page_asks_for_nothing(tab, player, tmp_path):
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    opened(tab, player, tmp_path)
    assert asked == [(tmp_path / "film.html").as_uri()]


HOSTILE = (
    "<script>window.hurt = 1</script>",
    "</script><script>window.hurt = 1</script>",
    "<img src=x onerror='window.hurt = 1'>",
    "\"><svg onload='window.hurt = 1'>",
    "javascript:window.hurt=1",
    "<!--<script>\u2028",
    "a{}</style><script>window.hurt = 1</script>",
)


@pytest.mark.parametrize("text", every(3, HOSTILE))
def test_hostile_text_stays_text(tab, tmp_path, text):
    marks = {
        text: {"k": "text", "x": 9, "y": 9, "t": text, "c": text, "ti": text, "onclick": text},
        "box": {"k": "rect", "x": 0, "y": 0, "w": 9, "h": 9, "c": text, "style": text, "href": text},
        "bad": {"k": "script", "t": "window.hurt = 1"},
        "path": {"k": "path", "x": 0, "y": 0, "d": text},
        "acts": {"k": "g", "x": 0, "y": 0, "ev": text, "ti": text},
        "acts/box": {"k": "rect", "x": 0, "y": 50, "w": 90, "h": 90, "p": "acts", "cut": text},
    }
    theme = {
        "light": {"ink": text, text: "#000000"},
        "dark": {},
        "classes": {text: {"fill": text}, "t": {"dash": text}},
    }
    said = {"chapter": text, "tag": text, "broken": text, "about_kafka": text, "key": True}
    caption = Caption(text, text, text, text, (text,), **said)
    effects = (
        {"k": "ask", "path": [(0, 0), (50, 50)], "t": text, "c": text, "m": [text], "src": [text]},
        {"k": "count", "m": [text], "from": 0, "to": 1, "unit": text},
        {"k": text, "m": [text], "style": text},
    )
    track = Track((860, 420), (Frame(marks, effects, (text,)),))
    film = Film(text, (caption,), {text: track}, theme, text, legend={text: ((text, text),)})
    page = opened(tab, Player(film), tmp_path)
    page.locator(".kv-events summary").click()
    page.locator("[data-ev]").click()
    assert page.evaluate("window.hurt") is None
    assert page.evaluate("document.querySelector('title').textContent") == text
    assert page.locator(".kv-cap").evaluate("(cap) => cap.lastChild.data") == text
    assert page.locator(".kv script, .kv img, .kv [onload], .kv [onclick], .kv [style*=hurt], .kv [href]").count() == 0
