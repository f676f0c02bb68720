"""Questions in Chromium, in a page of its own."""

from pathlib import Path
from typing import Any

import pytest

from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.widget import Player
from kafkaviz.scenarios.questions.nb02 import NOT_ITS_WORK
from kafkaviz.scenarios.questions.nb06 import ALL_OF_THREE, EVERYDAY
from kafkaviz.scene.values import Film, Lamp
from tests.browser import bottom, resize
from tests.player.test_browser import count, opened, press, scrub
from tests.player.test_gates import FIRST, SECOND
from tests.sampling import every

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tab: Any, film: Film, tmp_path: Path) -> Any:
    """The demo film with two questions, just opened."""
    return opened(tab, Player(film._replace(gates=(FIRST, SECOND))), tmp_path)


@pytest.mark.parametrize("key", every(3, ["End", "ArrowRight", "Space"]))
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
    assert page.locator(".kv-verdict").inner_text() == "✗ You said: broker 3. It is: broker 1."
    press(page, "End ArrowDown Enter")
    assert page.locator(".kv-verdict").inner_text() == "✓ Right. It is: broker 1. It comes first."
    press(page, "Home")
    assert page.locator(".kv-verdict").count() == 0
    press(page, "End")
    assert count(page).startswith("9 / 9")


@pytest.mark.parametrize("key", every(3, ["ArrowRight", "Space", "End"]))
def test_what_is_said_of_an_answer_stays_until_one_goes_on_to_the_next_question(tab, film, tmp_path, key):
    page = opened(tab, Player(film._replace(gates=(FIRST, SECOND._replace(step=3)))), tmp_path)
    press(page, "End ArrowDown ArrowDown Enter")
    assert count(page).startswith("3 / 9") and page.locator(".kv-gate").count() == 0
    assert page.locator(".kv-verdict").inner_text() == "✗ You said: broker 3. It is: broker 1."
    press(page, key)
    assert count(page).startswith("3 / 9") and page.locator(".kv-question").inner_text() == "Who leads letters-1?"
    assert page.evaluate("document.activeElement.className") == "kv-gate"
    press(page, "ArrowDown Enter")
    assert page.locator(".kv-verdict").inner_text() == "✓ Right. It is: broker 1. It comes first."


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
    assert page.locator(".kv-verdict").inner_text() == "It is: broker 1."


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


REASONED = SECOND._replace(
    question="Broker 1 leads letters-1, broker 3 is slow and in the ISR, broker 2 is fenced. Who leads when 1 stops?",
    options=("yes: the one that comes first in the ISR", "broker 3, the only other in sync", "nobody: two are too few"),
    because=(
        "The controller takes the first of the replicas that is in the ISR and not fenced.",
        "Being in sync is not enough: the controller asks for the first of the replicas.",
        "A leader needs nobody beside it; min.insync.replicas refuses writes and not leaders.",
    ),
)
CELLS = [(1280, 720), (1240, 779), (848, 599), (848, 959), (640, 599), (468, 599), (468, 959)]
"""What JupyterLab leaves of windows 720, 900 and 1080 pixels high, with its sidebar and without."""


def spots(page: Any) -> dict[str, Any]:
    return page.evaluate(
        """() => Object.fromEntries([".kv-screen", ".kv-said", ".kv-bar"].map((name) => {
          const { top, height } = document.querySelector(name).getBoundingClientRect();
          return [name, [Math.round(top - document.querySelector(".kv").getBoundingClientRect().top), height]];
        }))"""
    )


@pytest.mark.parametrize("size", every(4, map(pytest.param, [*CELLS[2::-1], *CELLS[3:]]), whole=2))
def test_no_option_is_out_of_sight_and_nothing_moves_when_a_question_comes_and_goes(tab, film, tmp_path, size):
    resize(tab, *size)
    page = opened(tab, Player(film._replace(gates=(REASONED,))), tmp_path)
    before = spots(page)
    press(page, "End")
    gate, words = page.locator(".kv-gate"), page.locator(".kv-said").bounding_box()
    assert gate.evaluate("(node) => node.scrollHeight <= node.clientHeight")
    for option in page.locator(".kv-gate button").all():
        box = option.bounding_box()
        assert box["y"] + box["height"] <= min(words["y"] + words["height"], size[1])
    assert spots(page) == before
    press(page, "ArrowDown ArrowDown Enter")
    assert count(page).startswith("5 / 9") and spots(page) == before


@pytest.mark.parametrize("size", every(4, [pytest.param(size) for size in CELLS if size[0] > 640], whole=2))
def test_what_is_said_of_a_wrong_answer_is_read_whole_and_before_what_happens(tab, film, tmp_path, size):
    resize(tab, *size)
    page = opened(tab, Player(film._replace(gates=(REASONED,))), tmp_path)
    press(page, "End ArrowDown ArrowDown Enter")
    verdict = page.locator(".kv-verdict")
    assert verdict.inner_text() == " ".join(part for parts in REASONED.feedback(1) for part in parts)
    assert verdict.locator("b").all_inner_texts() == [judged for judged, _ in REASONED.feedback(1)]
    place = page.locator(".kv-said").bounding_box()
    top = page.locator(".kv-cap").bounding_box()["y"]
    assert (
        place["y"] <= verdict.bounding_box()["y"] and bottom(page, ".kv-verdict") <= top < place["y"] + place["height"]
    )


@pytest.mark.parametrize("size", every(3, map(pytest.param, [(468, 599), (640, 599), (848, 599)]), whole=2))
def test_a_question_covers_no_part_of_the_picture_it_asks_about(tab, film, tmp_path, size):
    resize(tab, *size)
    long = SECOND._replace(question="Who leads letters-0 next, and why does it do so? " * 3)
    for gate in (SECOND, long):
        page = opened(tab, Player(film._replace(gates=(gate,))), tmp_path)
        press(page, "End")
        box = page.locator(".kv-gate").bounding_box()
        assert box["y"] >= bottom(page, ".kv-picture") - 1 and box["y"] + box["height"] <= size[1]
        assert page.locator(".kv-play").is_visible()


@pytest.mark.parametrize("size", every(3, map(pytest.param, [(848, 599), (1280, 959), (1280, 720)]), whole=2))
def test_in_two_films_what_is_said_of_a_wrong_answer_has_the_room_of_both(tab, film, tmp_path, size):
    resize(tab, *size)
    page = opened(tab, PairPlayer(film._replace(gates=(REASONED,)), film), tmp_path)
    press(page, "End ArrowDown ArrowDown Enter")
    place, verdict = (page.locator(one).bounding_box() for one in (".kv-said", ".kv-verdict"))
    unit = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.kv')).getPropertyValue('--u'))")
    assert verdict["width"] >= place["width"] - 60 * unit
    assert verdict["y"] + verdict["height"] <= place["y"] + place["height"]
    captions = [caption.bounding_box() for caption in page.locator(".kv-caption").all() if caption.is_visible()]
    assert len(captions) == (2 if size[0] > 1100 else 1), "where one film is seen, its words alone are said"
    assert all(each["y"] == captions[0]["y"] >= verdict["y"] + verdict["height"] for each in captions)
    assert captions[0]["width"] == pytest.approx(captions[-1]["width"], abs=0.1)


def test_where_the_window_ends_above_the_options_who_watches_is_taken_to_them(stopped, film, tmp_path):
    resize(stopped, 848, 400)
    page = opened(stopped, Player(film._replace(gates=(FIRST,))), tmp_path)
    page.locator(".kv").focus()
    press(page, "ArrowRight")
    assert page.evaluate("scrollY") == 0
    page.clock.run_for(10_000)
    assert page.locator(".kv-gate").is_visible() and bottom(page, ".kv-options") <= 400
    assert page.evaluate("document.activeElement.classList.contains('kv')"), "the keyboard stays where it was"


def test_a_question_that_nobody_watches_moves_nothing(stopped, film, tmp_path):
    resize(stopped, 848, 400)
    page = opened(stopped, Player(film._replace(gates=(FIRST._replace(step=1),))), tmp_path)
    page.clock.run_for(10_000)
    assert page.locator(".kv-gate").count() == 1 and page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", every(4, map(pytest.param, reversed(CELLS)), whole=2))
def test_all_that_is_said_is_written_in_twelve_pixels_at_least(tab, film, tmp_path, size):
    resize(tab, *size)
    lamps = (Lamp("The leader stays", 3, "Broker 1 went."), Lamp("Time goes forward"))
    page = opened(tab, Player(film._replace(gates=(REASONED,), promises=lamps)), tmp_path)
    sizes = """(nodes) => nodes.filter((node) => [...node.childNodes].some((one) => one.data?.trim()))
      .map((node) => parseFloat(getComputedStyle(node).fontSize))"""
    for keys in ("Home", "End", "ArrowDown Enter", "End"):
        press(page, keys)
        assert min(page.locator(".kv-main *").evaluate_all(sizes)) >= 12


def test_a_long_question_scrolls_in_its_place(tab, film, tmp_path):
    options = tuple(f"the answer number {n}, which is a rather long one" for n in range(12))
    gate = SECOND._replace(step=1, question="Why? " * 60, options=options)
    page = opened(tab, Player(film._replace(gates=(gate,))), tmp_path)
    unit = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.kv')).getPropertyValue('--u'))")
    height = pytest.approx(108 * unit, abs=1)
    assert page.locator(".kv-said").bounding_box()["height"] == height
    page.get_by_role("button", name=options[-1]).click()
    assert count(page).startswith("2 / 9") and page.locator(".kv-said").bounding_box()["height"] == height


def test_hostile_questions_stay_text(tab, film, tmp_path):
    evil = "</script><img src=x onerror='window.hurt = 1'>"
    gate = SECOND._replace(step=1, question=evil, options=(evil, "b"), because=evil)
    page = opened(tab, Player(film._replace(gates=(gate,))), tmp_path)
    assert page.locator(".kv-question").inner_text() == evil
    page.locator(".kv-option").first.click()
    assert page.locator(".kv-verdict").inner_text() == f"✓ Right. It is: {evil}. {evil}"
    assert page.evaluate("window.hurt") is None and page.locator(".kv img").count() == 0


@pytest.mark.parametrize("asked", every(3, [NOT_ITS_WORK, ALL_OF_THREE, EVERYDAY], whole=2), ids=lambda asked: asked.id)
def test_the_longest_questions_of_the_course_fit_the_narrowest_pane(tab, film, tmp_path, asked):
    resize(tab, 466, 599)
    gate = SECOND._replace(question=asked.text, options=tuple(option.text for option in asked.options))
    page = opened(tab, Player(film._replace(gates=(gate,))), tmp_path)
    press(page, "End")
    told, shown = page.locator(".kv-gate").bounding_box(), page.locator(".kv-gate").inner_text()
    assert asked.options[-1].text in shown and told["y"] + told["height"] <= 599
    assert told["y"] >= bottom(page, ".kv-picture") - 1
