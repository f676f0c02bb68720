"""Questions in Chromium, in a page of its own."""

from pathlib import Path
from typing import Any

import pytest

from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film
from tests.browser import bottom
from tests.player.test_browser import count, opened, press, scrub
from tests.player.test_gates import FIRST, SECOND

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tab: Any, film: Film, tmp_path: Path) -> Any:
    """The demo film with two questions, just opened."""
    return opened(tab, Player(film._replace(gates=(FIRST, SECOND))), tmp_path)


@pytest.mark.parametrize("key", ["End", "ArrowRight", "Space"])
def test_the_film_stops_before_the_question_however_one_goes_on(page, key):
    press(page, "ArrowRight")
    press(page, f"{key} {key} {key}")
    assert count(page).startswith("2 / 9"), "a key too many is no answer"
    assert page.locator(".kv-question").inner_text() == "Who fetches?"
    assert page.evaluate("document.activeElement.closest('.kv-gate') !== null")
    assert page.get_by_role("button", name="Play (Space)").count() == 1


def test_scrubbing_stops_there_too_and_names_nothing_that_comes_after(page):
    scrub(page, 8, 0.5)
    assert count(page).startswith("2 / 9")
    assert page.get_by_role("slider").get_attribute("aria-valuenow") == "2"
    assert "replay" not in page.locator(".kv-line").inner_text()


def test_playing_stops_at_the_question_and_a_choice_plays_on(stopped, film, tmp_path):
    page = opened(stopped, Player(film._replace(gates=(SECOND._replace(step=1),))), tmp_path)
    press(page, "k")
    page.clock.run_for(10_000)
    assert page.locator(".kv-gate").is_visible() and count(page).startswith("1 / 9")
    page.get_by_role("button", name="nobody").click()
    page.clock.run_for(100)
    assert count(page).startswith("2 / 9") and page.locator(".kv-picture[data-moving]").count() == 1


def test_the_question_waits_until_the_step_before_it_has_landed(stopped, film, tmp_path):
    page = opened(stopped, Player(film._replace(gates=(FIRST,))), tmp_path)
    press(page, "ArrowRight")
    page.clock.run_for(500)
    assert page.locator(".kv-gate").count() == 0
    page.clock.run_for(10_000)
    assert page.locator(".kv-gate").is_visible()


def test_the_list_of_steps_tells_nothing_before_its_time(page):
    page.locator(".kv-events summary").click()
    assert page.locator(".kv-row").nth(2).inner_text() == "3. …"
    assert page.locator(".kv-row").nth(2).is_disabled()


def test_by_keyboard_alone_one_answers_and_the_reveal_compares(page):
    press(page, "End ArrowDown ArrowDown Enter")
    assert count(page).startswith("3 / 9")
    assert page.locator(".kv-verdict").inner_text() == "✗ You said: broker 3 · it is: broker 1"
    press(page, "End ArrowDown Enter")
    assert page.locator(".kv-verdict").inner_text() == "✓ You said: broker 1 It comes first."
    press(page, "Home")
    assert page.locator(".kv-verdict").count() == 0
    press(page, "End")
    assert count(page).startswith("9 / 9")


@pytest.mark.parametrize("key", ["ArrowRight", "Space", "End"])
def test_what_is_said_of_an_answer_stays_until_one_goes_on_to_the_next_question(tab, film, tmp_path, key):
    page = opened(tab, Player(film._replace(gates=(FIRST, SECOND._replace(step=3)))), tmp_path)
    press(page, "End ArrowDown ArrowDown Enter")
    assert count(page).startswith("3 / 9") and page.locator(".kv-gate").count() == 0
    assert page.locator(".kv-verdict").inner_text() == "✗ You said: broker 3 · it is: broker 1"
    press(page, key)
    assert count(page).startswith("3 / 9") and page.locator(".kv-question").inner_text() == "Who leads letters-1?"
    assert page.evaluate("document.activeElement.className") == "kv-gate"
    press(page, "ArrowDown Enter")
    assert page.locator(".kv-verdict").inner_text() == "✓ You said: broker 1 It comes first."


def test_what_is_said_of_an_answer_stays_when_its_motion_is_over(stopped, film, tmp_path):
    page = opened(stopped, Player(film._replace(gates=(FIRST._replace(step=1), SECOND._replace(step=2)))), tmp_path)
    page.locator(".kv-option", has_text="broker 3").click()
    page.clock.run_for(10_000)
    assert page.locator(".kv-picture[data-moving]").count() == 0
    assert page.locator(".kv-verdict").is_visible()
    press(page, "Space")
    page.clock.run_for(10_000)
    assert page.locator(".kv-question").inner_text() == "Who leads letters-1?"


def test_an_instructor_goes_on_without_an_answer(page):
    press(page, "End")
    page.get_by_role("button", name="show without answering").click()
    assert count(page).startswith("3 / 9")
    assert page.locator(".kv-verdict").inner_text() == "It is: broker 1"


def test_one_can_leave_the_question_and_come_back(page):
    press(page, "End Escape ArrowLeft")
    assert count(page).startswith("1 / 9") and page.locator(".kv-gate").count() == 0
    press(page, "ArrowRight Space")
    assert page.evaluate("document.activeElement.className") == "kv-gate"


def test_the_question_has_a_name_for_those_who_hear_it(page):
    press(page, "End")
    assert page.get_by_role("group", name="Who fetches?").get_by_role("button").count() == 3
    assert page.locator(".kv-told").get_attribute("aria-live") == "polite"


def test_with_a_question_all_fits_into_1280_by_720_and_the_buttons_stay(page):
    places = set()
    for key in ("ArrowRight", "End", "ArrowDown", "Enter", "ArrowRight", "Home"):
        page.keyboard.press(key)
        places.add(round(bottom(page, ".kv-bar")))
    assert len(places) == 1 and places.pop() <= 720


def test_a_long_question_scrolls_in_its_place(tab, film, tmp_path):
    options = tuple(f"the answer number {n}, which is a rather long one" for n in range(12))
    gate = SECOND._replace(step=1, question="Why? " * 60, options=options)
    page = opened(tab, Player(film._replace(gates=(gate,))), tmp_path)
    assert page.locator(".kv-said").bounding_box()["height"] == 108
    page.get_by_role("button", name=options[-1]).click()
    assert count(page).startswith("2 / 9") and page.locator(".kv-said").bounding_box()["height"] == 108


def test_hostile_questions_stay_text(tab, film, tmp_path):
    evil = "</script><img src=x onerror='window.hurt = 1'>"
    gate = SECOND._replace(step=1, question=evil, options=(evil, "b"), because=evil)
    page = opened(tab, Player(film._replace(gates=(gate,))), tmp_path)
    assert page.locator(".kv-question").inner_text() == evil
    page.locator(".kv-option").first.click()
    assert page.locator(".kv-because").inner_text() == evil
    assert page.evaluate("window.hurt") is None and page.locator(".kv img").count() == 0


def short(film: Film) -> Film:
    tracks = {lens: track._replace(frames=track.frames[:3], narrow=None) for lens, track in film.tracks.items()}
    return film._replace(title="short", captions=film.captions[:3], tracks=tracks)


def test_two_films_ask_both_their_questions_and_keep_step(tab, film, tmp_path):
    pair = PairPlayer(film._replace(title="whole", gates=(SECOND,)), short(film)._replace(gates=(FIRST,)))
    page = opened(tab, pair, tmp_path)
    assert page.locator(".kv-name").all_inner_texts() == ["whole", "short"]
    press(page, "End ArrowDown Enter")
    assert page.locator(".kv-verdict").inner_text() == "✓ You said: broker 1"
    press(page, "End ArrowDown Enter End")
    assert count(page).startswith("9 / 9")
    caps = page.locator(".kv-cap").all_inner_texts()
    assert caps[0] == "Broker 2 learns that it leads letters-0." and "broker 1 answers" in caps[1]
    assert page.locator(".kv-over").all_inner_texts() == ["", "ends here"]
    press(page, "2")
    assert page.locator(".kv-picture text", has_text="high watermark").count() == 2


def test_films_are_paired_as_they_say_and_what_they_share_is_told_once(tab, film, tmp_path):
    pair = PairPlayer(film, short(film), align=((0, 0), (1, None), (2, 1), (8, 2)), shared=1)
    page = opened(tab, pair, tmp_path)
    assert count(page) == "1 / 4" and page.locator(".kv-caption").count() == 1
    press(page, "ArrowRight")
    assert page.locator(".kv-over").all_inner_texts() == ["", "waits"] and page.locator(".kv-caption").count() == 2
    press(page, "ArrowRight")
    assert [cap.split()[0] for cap in page.locator(".kv-cap").all_inner_texts()] == ["follower", "producer"]
    press(page, "End")
    assert page.locator(".kv-cap").first.inner_text() == "Broker 2 learns that it leads letters-0."


@pytest.mark.parametrize(("width", "beside"), [(1280, True), (1100, False), (640, False)])
def test_two_films_are_as_large_as_one_and_stand_beside_each_other_only_where_both_fit(
    tab, film, tmp_path, width, beside
):
    tab.set_viewport_size({"width": width, "height": 900})
    page = opened(tab, PairPlayer(film, film), tmp_path)
    first, second = (page.locator(".kv-picture").nth(n).bounding_box() for n in range(2))
    assert (first["y"] == second["y"]) == beside
    units = float(page.locator(".kv-picture").first.get_attribute("viewBox").split()[2])
    assert first["width"] / units >= 1 and (beside or second["y"] >= first["y"] + first["height"])
