"""Answers in Chromium: by a number, judged at once, and told why with the frame that shows it."""

import pytest

from kafkaviz.player.widget import Player
from tests.browser import bottom, resize
from tests.player.test_browser import count, opened, press
from tests.player.test_gates import FIRST, SECOND

pytestmark = pytest.mark.browser

LATER = SECOND._replace(reveal=6)
WATCH, ALL = "✗ You said: broker 3. Watch.", "✗ You said: broker 3. It is: broker 1. It comes first."


def test_after_a_choice_the_film_plays_up_to_the_frame_that_shows_why_and_stops_there(stopped, film, tmp_path):
    page = opened(stopped, Player(film._replace(gates=(LATER,))), tmp_path)
    press(page, "End 2")
    page.clock.run_for(100)
    verdict = page.locator(".kv-verdict")
    assert count(page).startswith("5 / 9") and verdict.inner_text() == WATCH
    for _ in range(20):
        if not count(page).startswith(("5", "6")):
            break
        assert verdict.inner_text() == WATCH and "It comes first." not in page.locator(".kv-main").inner_text()
        page.clock.run_for(1000)
    assert count(page).startswith("7 / 9") and verdict.inner_text() == ALL
    page.clock.run_for(60_000)
    assert count(page).startswith("7 / 9") and page.get_by_role("button", name="Play (Space)").count() == 1
    press(page, "Space")
    page.clock.run_for(60_000)
    assert count(page).startswith("9 / 9") and verdict.count() == 0


def test_who_pauses_on_the_way_still_comes_to_the_frame_that_shows_why(stopped, film, tmp_path):
    page = opened(stopped, Player(film._replace(gates=(LATER,))), tmp_path)
    press(page, "End 2 Space")
    page.clock.run_for(60_000)
    assert count(page).startswith("5 / 9") and page.locator(".kv-verdict").inner_text() == WATCH
    press(page, "Space")
    page.clock.run_for(60_000)
    assert count(page).startswith("7 / 9") and page.locator(".kv-verdict").inner_text() == ALL


def test_where_nothing_moves_one_steps_to_the_frame_that_shows_why(tab, film, tmp_path):
    page = opened(tab, Player(film._replace(gates=(LATER,))), tmp_path)
    seen = {}
    for key in ("End", "2", *["ArrowRight"] * 3, *["ArrowLeft"] * 3, "Home", "ArrowRight"):
        press(page, key)
        at = count(page).split(" ")[0]
        said = " ".join(page.locator(".kv-verdict").all_inner_texts())
        assert seen.setdefault(at, said) == said or at == "4", "back and forth the same is said"
    assert seen == {"4": "", "5": WATCH, "6": WATCH, "7": ALL, "8": "", "1": "", "2": ""}


def test_a_lens_that_has_nothing_new_to_show_passes_over_no_frame_that_shows_why(tab, film, tmp_path):
    log = film.tracks["log"]._replace(skip=(4, 6, 7, 8))
    gates = (SECOND._replace(reveal=7),)
    page = opened(tab, Player(film._replace(tracks={**film.tracks, "log": log}, gates=gates)), tmp_path)
    press(page, "2 End 2 ArrowRight ArrowRight")
    assert count(page).startswith("8 / 9") and page.locator(".kv-verdict").inner_text() == ALL


def test_whoever_jumps_over_the_frame_that_shows_why_reads_it_where_the_jump_ends(tab, film, tmp_path):
    page = opened(tab, Player(film._replace(gates=(LATER,))), tmp_path)
    press(page, "End 2 End")
    assert count(page).startswith("9 / 9") and page.locator(".kv-verdict").inner_text() == ALL
    press(page, "Home End")
    assert page.locator(".kv-verdict").inner_text() == ALL


def test_a_request_stops_at_the_frame_that_shows_why(stopped, film, tmp_path):
    page = opened(stopped, Player(film._replace(gates=(LATER,))), tmp_path)
    press(page, "End 2 Space r ArrowRight")
    page.clock.run_for(60_000)
    assert count(page).startswith("7 / 9") and page.locator(".kv-verdict").inner_text() == ALL


def test_who_shows_without_answering_is_told_to_watch_and_then_why(tab, film, tmp_path):
    page = opened(tab, Player(film._replace(gates=(LATER,))), tmp_path)
    press(page, "End")
    page.get_by_role("button", name="show without answering").click()
    assert page.locator(".kv-verdict").inner_text() == "Watch."
    press(page, "n")
    assert page.locator(".kv-verdict").inner_text() == "It is: broker 1. It comes first."


def test_the_next_question_waits_until_why_has_been_read(tab, film, tmp_path):
    gates = (FIRST._replace(because="It lacks DEF.", reveal=3), SECOND)
    page = opened(tab, Player(film._replace(gates=gates)), tmp_path)
    press(page, "End 1 End")
    assert count(page).startswith("4 / 9") and page.locator(".kv-question").count() == 0
    assert page.locator(".kv-verdict").inner_text() == "✓ Right. It is: broker 1. It lacks DEF."
    press(page, "Space")
    assert page.locator(".kv-question").inner_text() == SECOND.question


def test_a_number_answers_where_a_question_is_open_and_changes_the_lens_elsewhere(tab, film, tmp_path):
    page = opened(tab, Player(film._replace(gates=(FIRST, SECOND))), tmp_path)
    tab = page.locator(".kv-lens[aria-pressed=true]")
    press(page, "End 9")
    assert page.locator(".kv-question").is_visible(), "there is no ninth option"
    press(page, "2")
    assert count(page).startswith("3 / 9") and tab.inner_text() == "cluster"
    assert page.locator(".kv-verdict").inner_text() == "✗ You said: broker 3. It is: broker 1."
    press(page, "2")
    assert count(page).startswith("3 / 9") and tab.inner_text() == "log"
    press(page, "1 End 1")
    assert page.locator(".kv-verdict").inner_text() == "✓ Right. It is: broker 1. It comes first."
    assert page.evaluate("document.activeElement.classList.contains('kv')"), "the arrows go on at once"


def test_the_numbers_stand_on_the_options_and_the_keys_tell_of_them(tab, film, tmp_path):
    page = opened(tab, Player(film._replace(gates=(FIRST, SECOND))), tmp_path)
    press(page, "End")
    options = page.locator(".kv-option")
    assert options.locator("kbd").all_inner_texts() == ["1", "2"]
    assert [one.get_attribute("aria-keyshortcuts") for one in options.all()] == ["1", "2"]
    named = page.locator(".kv-gate").get_by_role("button", name="broker 1", exact=True)
    assert named.count() == 1, "a number is no part of the name"
    assert "press its number, 1 to 2, or" in page.locator(".kv-gate").inner_text()
    page.locator(".kv-help summary").click()
    assert "where a question is open that answer" in page.locator(".kv-help").inner_text()


def test_beside_the_sidebar_of_a_small_screen_a_step_is_told_whole_and_the_reason_waits_behind_a_button(
    tab, film, tmp_path
):
    resize(tab, 466, 599)
    asked = LATER._replace(because=("It is long, and longer still. " * 8,) * 3)
    page = opened(tab, Player(film._replace(gates=(asked,))), tmp_path)
    press(page, "End 2 End")
    why, reason = page.get_by_role("button", name="why", exact=True), page.locator(".kv-because").first
    assert not reason.is_visible() and bottom(page, ".kv-cap") <= bottom(page, ".kv-told") + 2
    why.click()
    assert reason.is_visible() and why.count() == 0
