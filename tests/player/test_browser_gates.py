"""Questions in Chromium, in a page of its own."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film
from tests.browser import bottom, open_tab
from tests.player.test_gates import FIRST, SECOND

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tab: Any, film: Film, tmp_path: Path) -> Any:
    """The demo film with two questions, just opened."""
    tab.goto(Player(film._replace(gates=(FIRST, SECOND))).save(tmp_path / "film.html").as_uri())
    tab.wait_for_selector(".kv-picture")
    return tab


def count(page: Any) -> str:
    return str(page.locator(".kv-count").inner_text())


@pytest.mark.parametrize("key", ["End", "ArrowRight", "Space"])
def test_the_film_stops_before_the_question_however_one_goes_on(page, key):
    page.keyboard.press("ArrowRight")
    page.keyboard.press(key)
    page.keyboard.press(key)
    assert count(page).startswith("2 / 5")
    assert page.locator(".kv-question").inner_text() == "Who fetches?"
    assert page.evaluate("document.activeElement.type") == "radio"


def test_scrubbing_stops_there_too_and_the_slider_shows_it(page):
    page.locator(".kv-range").fill("4")
    assert count(page).startswith("2 / 5") and page.locator(".kv-range").input_value() == "1"


def test_playing_stops_at_the_question(browser, film, tmp_path):
    for moving in open_tab(browser):
        moving.goto(Player(film._replace(gates=(SECOND._replace(step=1),))).save(tmp_path / "f.html").as_uri())
        moving.keyboard.press("k")
        expect(moving.locator(".kv-gate")).to_be_visible()
        assert count(moving).startswith("1 / 5")
        moving.get_by_label("nobody").check()
        moving.get_by_role("button", name="Commit").click()
        expect(moving.locator(".kv-count")).to_contain_text("2 / 5")


def test_the_list_of_steps_tells_nothing_before_its_time(page):
    page.locator(".kv-events summary").click()
    assert page.locator(".kv-row").nth(2).inner_text() == "3. …"
    assert page.locator(".kv-row").nth(2).is_disabled()


def test_by_keyboard_alone_one_answers_and_the_reveal_compares(page):
    for key in ("End", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert count(page).startswith("3 / 5")
    assert page.locator(".kv-verdict").inner_text() == "✗ You said broker 3; it was broker 1."
    for key in ("End", "Space", "Enter"):
        page.keyboard.press(key)
    assert page.locator(".kv-verdict").inner_text() == "✓ You said broker 1, and so it was."
    assert page.locator(".kv-because").inner_text() == "It comes first."
    page.keyboard.press("Home")
    assert page.locator(".kv-reveal").count() == 0
    page.keyboard.press("End")
    assert page.locator(".kv-reveal").count() == 1


def test_nothing_is_committed_without_a_choice(page):
    page.keyboard.press("End")
    page.get_by_role("button", name="Commit").click()
    assert count(page).startswith("2 / 5") and page.locator(".kv-gate").count() == 1


def test_an_instructor_goes_on_without_an_answer(page):
    page.keyboard.press("End")
    page.get_by_role("button", name="show without answering").click()
    assert count(page).startswith("3 / 5")
    assert page.locator(".kv-verdict").inner_text() == "It was: broker 1."


def test_the_films_keys_leave_the_question_alone(page):
    page.keyboard.press("End")
    for key in ("End", "2", "l"):
        page.keyboard.press(key)
    assert count(page).startswith("2 / 5") and page.locator(".kv-gate").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    assert count(page).startswith("1 / 5")


def test_the_question_has_a_name_for_those_who_hear_it(page):
    page.keyboard.press("End")
    assert page.get_by_role("group", name="Who fetches?").get_by_role("radio").count() == 2
    assert page.locator(".kv-asking").get_attribute("aria-live") == "polite"


def test_with_a_question_all_fits_into_1280_by_720_and_the_buttons_stay(page):
    places = set()
    for key in ("ArrowRight", "End", "Space", "Enter", "ArrowRight", "Home"):
        page.keyboard.press(key)
        places.add(round(bottom(page, ".kv-bar")))
    assert len(places) == 1 and places.pop() <= 720
    assert page.locator(".kv-picture").bounding_box()["height"] >= 340


def test_hostile_questions_stay_text(tab, film, tmp_path):
    evil = "</script><img src=x onerror='window.hurt = 1'>"
    gate = SECOND._replace(step=1, question=evil, options=(evil, "b"), because=evil)
    tab.goto(Player(film._replace(gates=(gate,))).save(tmp_path / "f.html").as_uri())
    assert tab.locator(".kv-question").inner_text() == evil
    tab.get_by_role("radio").first.check()
    tab.get_by_role("button", name="Commit").click()
    assert tab.locator(".kv-because").inner_text() == evil
    assert tab.evaluate("window.hurt") is None and tab.locator(".kv img").count() == 0


def test_two_films_ask_both_their_questions_and_keep_step(tab, film, tmp_path):
    short = film._replace(
        title="short",
        captions=film.captions[:3],
        tracks={lens: frames[:3] for lens, frames in film.tracks.items()},
        gates=(FIRST,),
    )
    pair = PairPlayer(film._replace(title="whole", gates=(SECOND,)), short)
    tab.goto(pair.save(tmp_path / "pair.html").as_uri())
    assert tab.locator(".kv-name").all_inner_texts() == ["whole", "short"]
    for key in ("End", "End", "Space", "Enter"):
        tab.keyboard.press(key)
    assert tab.locator(".kv-verdict").inner_text() == "✓ You said broker 1, and so it was."
    for key in ("End", "End", "Space", "Enter"):
        tab.keyboard.press(key)
    assert count(tab) == "5 / 5"
    caps = tab.locator(".kv-cap").all_inner_texts()
    assert "makes broker 1 leader" in caps[0] and caps[1].endswith("Broker 1 fetches what it lacks of letters-2.")
    assert tab.locator(".kv-over:visible").count() == 1
    assert bottom(tab, ".kv-bar") <= 720
    tab.keyboard.press("2")
    assert tab.locator(".kv-picture text", has_text="high watermark").count() == 2


def test_two_films_stand_above_each_other_where_it_is_narrow(tab, film, tmp_path):
    tab.set_viewport_size({"width": 640, "height": 900})
    tab.goto(PairPlayer(film, film).save(tmp_path / "pair.html").as_uri())
    first, second = (tab.locator(".kv-picture").nth(n).bounding_box() for n in range(2))
    assert first["x"] == second["x"] and second["y"] > first["y"] + first["height"]
