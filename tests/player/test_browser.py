"""The player in Chromium, as a page of its own."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.player.widget import Player
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Caption, Film, Flight, Frame
from tests.browser import bottom, marks_drawn, open_tab

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tab: Any, player: Player, tmp_path: Path) -> Any:
    """The demo film's saved page, just opened."""
    return opened(tab, player, tmp_path)


@pytest.fixture
def moving(browser: Any) -> Iterator[Any]:
    """A tab where things may move."""
    yield from open_tab(browser, color_scheme="dark")


def opened(tab: Any, player: Player, folder: Path) -> Any:
    tab.goto(player.save(folder / "film.html").as_uri())
    tab.wait_for_selector(".kv-picture")
    return tab


def count(page: Any) -> str:
    return str(page.locator(".kv-count").first.inner_text())


def test_the_keyboard_works_at_once(page):
    seen = []
    for key in ("ArrowRight", "l", "PageDown", "j", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
        seen.append(count(page).split(" ")[0])
    assert seen == ["2", "3", "4", "3", "2", "5", "1"]


def test_the_caption_says_what_happened_why_and_who_decided(page):
    page.keyboard.press("End")
    assert page.locator(".kv-duty").inner_text() == "controller"
    assert "makes broker 1 leader of letters-1" in page.locator(".kv-cap").inner_text()
    assert "replica list" in page.locator(".kv-why").inner_text()
    assert page.locator(".kv-diff li").all_inner_texts()[0] == "letters-1: leader 2 → 1"
    assert count(page) == "5 / 5 · 10 s"


def test_a_step_looks_the_same_from_wherever_one_comes(page):
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    from_the_end = marks_drawn(page)
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert marks_drawn(page) == from_the_end
    page.keyboard.press("2")
    page.keyboard.press("1")
    assert marks_drawn(page) == from_the_end


def test_the_lens_changes_by_button_by_digit_and_by_bracket(page):
    def pressed() -> list[str]:
        return page.locator(".kv-lens[aria-pressed=true]").all_inner_texts()

    assert pressed() == ["cluster"]
    page.locator(".kv-lens", has_text="log").click()
    assert pressed() == ["log"] and page.locator(".kv-picture text", has_text="high watermark").count() == 1
    page.keyboard.press("]")
    assert pressed() == ["cluster"]
    page.keyboard.press("[")
    page.keyboard.press("1")
    assert pressed() == ["cluster"]


def test_the_list_of_steps_marks_the_current_one_and_jumps(page):
    page.locator(".kv-events summary").click()
    page.locator(".kv-row").nth(3).click()
    assert count(page).startswith("4 / 5")
    assert page.locator(".kv-row[aria-current=step]").inner_text().startswith("4. Broker 2 stops answering")


def test_scrubbing_and_speed_work(page):
    page.locator(".kv-range").fill("2")
    assert count(page).startswith("3 / 5")
    page.keyboard.press("+")
    assert page.locator(".kv-speed").input_value() == "2"


def test_it_plays_to_the_end_and_then_stops(moving, player, tmp_path):
    page = opened(moving, player, tmp_path)
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("Space")
    assert page.locator(".kv-caption").get_attribute("aria-live") == "off"
    assert page.locator("[aria-label='Pause (Space)']").count() == 1
    expect(page.locator(".kv-count")).to_have_text(re.compile("^5 / 5"), timeout=20_000)
    page.wait_for_selector("[aria-label='Play (Space)']", timeout=10_000)
    assert page.locator(".kv-caption").get_attribute("aria-live") == "polite"


def test_a_step_back_pauses(moving, player, tmp_path):
    page = opened(moving, player, tmp_path)
    page.keyboard.press("k")
    page.keyboard.press("ArrowLeft")
    assert page.locator("[aria-label='Play (Space)']").count() == 1


def test_what_flies_moves_and_is_gone_when_it_has_arrived(moving, player, tmp_path):
    page = opened(moving, player, tmp_path)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".kv-pill")
    where = page.locator(".kv-pill").get_attribute("transform")
    expect(page.locator(".kv-pill")).not_to_have_attribute("transform", where)
    page.wait_for_selector(".kv-picture:not([data-moving])")
    assert page.locator(".kv-pill").count() == 0


STEP_ON = """() => {
  document.querySelector(".kv").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  return document.querySelector(".kv-picture").hasAttribute("data-moving");
}"""


def test_with_reduced_motion_nothing_moves_and_the_trail_stays(page, moving, player, tmp_path):
    assert opened(moving, player, tmp_path).evaluate(STEP_ON)
    assert not page.evaluate(STEP_ON)
    assert page.locator(".kv-pill").count() == 1 and page.locator(".kv-trail").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_follows_the_readers_light_or_dark(browser, player, tmp_path, scheme):
    for tab in open_tab(browser, color_scheme=scheme):
        page = opened(tab, player, tmp_path)
        ground = page.evaluate("getComputedStyle(document.querySelector('.kv')).backgroundColor")
        wanted = THEME[scheme]["bg"]
        assert ground == "rgb({}, {}, {})".format(*(int(wanted[i : i + 2], 16) for i in (1, 3, 5)))


def test_picture_caption_and_buttons_fit_into_1280_by_720(page):
    for _ in range(5):
        assert bottom(page, ".kv-bar") <= 720
        assert page.locator(".kv-picture").bounding_box()["height"] >= 360
        page.keyboard.press("ArrowRight")


def test_the_buttons_never_move_from_step_to_step(page):
    places = set()
    for _ in range(5):
        places.add(round(bottom(page, ".kv-bar")))
        page.keyboard.press("ArrowRight")
    assert len(places) == 1


def test_a_page_asks_for_nothing(moving, player, tmp_path):
    asked: list[str] = []
    moving.on("request", lambda request: asked.append(request.url))
    opened(moving, player, tmp_path)
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


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(tab, tmp_path, text):
    marks = {
        text: {"k": "text", "x": 9, "y": 9, "t": text, "c": text, "ti": text, "onclick": text},
        "box": {"k": "rect", "x": 0, "y": 0, "w": 9, "h": 9, "c": text, "style": text},
        "bad": {"k": "script", "t": "window.hurt = 1"},
        "path": {"k": "path", "x": 0, "y": 0, "d": text},
    }
    theme = {
        "light": {"ink": text, text: "#000000"},
        "dark": {},
        "classes": {text: {"fill": text}, "t": {"dash": text}},
    }
    caption = Caption(text, text, text, text, (text,))
    film = Film(text, (caption,), {text: (Frame(marks, (Flight("box", text, text, text),)),)}, theme, text)
    page = opened(tab, Player(film), tmp_path)
    page.locator(".kv-events summary").click()
    page.locator(".kv-picture").click()
    assert page.evaluate("window.hurt") is None
    assert page.evaluate("document.querySelector('title').textContent") == text
    assert page.locator(".kv-cap").evaluate("(cap) => cap.lastChild.data") == text
    assert page.locator(".kv script, .kv img, .kv [onload], .kv [onclick], .kv [style*=hurt]").count() == 0
