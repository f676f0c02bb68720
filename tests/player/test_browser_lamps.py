"""The lamps of promises in Chromium: where they stand, what they say, who can reach them."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film, Lamp
from tests.browser import bottom, open_tab, resize
from tests.player.test_browser import opened, press

pytestmark = pytest.mark.browser

WHY = "letters-0 is led by nobody, and broker 2 lives."
MANY = tuple(Lamp(f"Promise number {n} of many is kept by everybody at all times") for n in range(49))
LAMPS = (Lamp("Somebody leads", 6, WHY), *MANY)


@pytest.fixture
def lit(film: Film) -> Film:
    """The demo film with fifty promises, of which the first breaks at its seventh step."""
    return film._replace(promises=LAMPS)


@pytest.fixture
def page(tab: Any, lit: Film, tmp_path: Path) -> Any:
    """Its saved page, just opened."""
    return opened(tab, Player(lit), tmp_path)


def kept(page: Any) -> Any:
    return page.locator(".kv-count-kept").first


def test_a_lamp_is_green_until_the_step_that_breaks_it_and_then_says_why(page):
    status = page.locator(".kv-status")
    for step in range(1, 10):
        broken = step >= 7
        expect(kept(page)).to_contain_text(f"{49 if broken else 50} promises kept")
        expect(status).to_have_text(f"✗Broken: Somebody leads · {WHY}" if broken else "")
        page.keyboard.press("ArrowRight")
    press(page, "Home")
    expect(status).to_have_text("")
    press(page, "b")
    assert page.locator(".kv-count").inner_text().startswith("7 /")


def test_what_a_screen_reader_hears_changes_only_when_a_lamp_turns(page):
    page.evaluate(
        """() => {
          window.heard = 0;
          const heard = new MutationObserver(() => (window.heard += 1));
          heard.observe(document.querySelector(".kv-status"), { childList: true, subtree: true });
        }"""
    )
    heard = []
    for _ in range(9):
        heard.append(page.evaluate("window.heard"))
        page.keyboard.press("ArrowRight")
    assert heard == [0] * 6 + [1] * 3
    assert page.get_by_role("status").filter(has_text=WHY).count() == 1


def test_a_lamp_turns_while_the_film_plays_and_without_motion_alike(browser, lit, tmp_path):
    for tab in open_tab(browser):
        page = opened(tab, Player(lit, index=5), tmp_path)
        page.locator(".kv-speed").select_option("4")
        page.locator(".kv-play").click()
        expect(page.locator(".kv-status")).to_contain_text(WHY, timeout=20_000)


def test_all_promises_unfold_by_key_by_click_and_with_the_keyboard_alone(page):
    everything = page.get_by_role("list", name="Promises")
    expect(everything).to_be_hidden()
    press(page, "p End")
    expect(everything.locator("li")).to_have_count(50)
    expect(everything.locator("li").first).to_have_text(f"✗Broken: Somebody leads · {WHY}")
    expect(kept(page)).to_have_attribute("aria-expanded", "true")
    press(page, "p")
    expect(everything).to_be_hidden()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('kv-count-kept')"):
            break
    page.keyboard.press("Enter")
    expect(everything).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.querySelector('.kv-all')"), "it can be scrolled by keys"


def test_lamps_push_nothing_away_and_can_be_read(tab, film, lit, tmp_path):
    widths, places = (900, 1280), []
    for shown in (film, lit):
        page = opened(tab, Player(shown), tmp_path)
        press(page, "End")
        for width in widths:
            resize(page, width, 720)
            places.append(page.locator(".kv-picture").bounding_box())
    assert places[:2] == places[2:]
    for width in widths:
        resize(page, width, 720)
        assert bottom(page, ".kv-bar") <= 720
        texts = page.locator(".kv-lamps :is(b, i, span, button)")
        assert min(texts.evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")) >= 12
        for sign, words in ((".kv-lamp.kv-out i", "✗"), (".kv-count-kept i", "✓")):
            expect(page.locator(sign).first).to_have_text(words)
        shapes = [
            page.locator(at).first.evaluate("(one) => getComputedStyle(one).borderRadius")
            for at in (".kv-lamp.kv-out i", ".kv-count-kept i")
        ]
        assert shapes[0] != shapes[1], "kept and broken differ in shape"
        said, lamps = page.locator(".kv-said").bounding_box(), page.locator(".kv-lamps").bounding_box()
        assert said["y"] + said["height"] <= lamps["y"] + 1 and lamps["y"] + lamps["height"] <= bottom(page, ".kv-bar")


def test_a_film_without_promises_has_no_lamps(tab, player, tmp_path):
    page = opened(tab, player, tmp_path)
    press(page, "p End")
    assert page.locator(".kv-lamps").count() == 0 and page.locator("li.kv-broken").count() == 0
    press(page, "b")
    assert page.locator("li.kv-broken").count() == 1


def test_in_a_pair_each_film_has_its_own_lamps(tab, lit, tmp_path):
    page = opened(tab, PairPlayer(lit, lit._replace(promises=MANY)), tmp_path)
    press(page, "End")
    assert [one.inner_text() for one in page.locator(".kv-count-kept span, .kv-count-kept").all()] == [
        "✓49 promises kept ▸",
        "✓49 promises kept ▸",
    ]
    assert [one.inner_text() != "" for one in page.locator(".kv-status").all()] == [True, False]


def test_words_that_look_like_markup_stay_words(tab, film, tmp_path):
    evil = Lamp("<img src=x onerror=alert(1)>", 0, "</script><b>x</b>")
    page = opened(tab, Player(film._replace(promises=(evil,))), tmp_path)
    expect(page.locator(".kv-status")).to_contain_text("<img src=x onerror=alert(1)> · </script><b>x</b>")
    assert page.locator(".kv img").count() == 0
    expect(kept(page)).to_contain_text("✗0 promises kept")
