"""The player in Chromium, as a page of its own."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.player.widget import Player
from tests.browser import marks_drawn, resize, wait_for_layout

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tab: Any, player: Player, tmp_path: Path) -> Any:
    """The demo film's saved page, just opened."""
    return opened(tab, player, tmp_path)


def opened(tab: Any, player: Player, folder: Path) -> Any:
    tab.goto(player.save(folder / "film.html").as_uri())
    tab.wait_for_selector(".kv-picture")
    wait_for_layout(tab)
    return tab


def count(page: Any) -> str:
    return str(page.locator(".kv-count").first.inner_text())


def press(page: Any, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def scrub(page: Any, block: int, part: float) -> None:
    """Points at a place within a block of the time line."""
    wait_for_layout(page)
    box = page.locator(".kv-block").nth(block).bounding_box()
    page.mouse.click(box["x"] + box["width"] * part, box["y"] + box["height"] / 2)


def test_the_keyboard_works_at_once(page):
    seen = []
    for key in ("ArrowRight", "l", "PageDown", "j", "PageUp", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
        seen.append(count(page).split(" ")[0])
    assert seen == ["2", "3", "4", "3", "2", "1", "9", "1"]


def test_one_step_on_never_leads_to_a_picture_without_news(tab, film, tmp_path):
    log = film.tracks["log"]
    quiet = film._replace(tracks={**film.tracks, "log": log._replace(skip=(4, 6, 7, 8))}, lens="log")
    page = opened(tab, Player(quiet), tmp_path)
    seen = []
    for _ in range(7):
        press(page, "ArrowRight")
        seen.append(count(page).split(" ")[0])
    assert seen == ["2", "3", "4", "6", "6", "6", "6"]
    press(page, "End")
    assert count(page).startswith("9 /")


def test_keys_lead_to_what_is_interesting_and_to_the_first_broken_promise(page):
    press(page, "n")
    assert count(page).startswith("3 /")
    press(page, "n n b")
    assert count(page).startswith("7 /")
    assert page.locator("li.kv-broken").inner_text() == "✗ somebody serves every partition"
    page.get_by_role("button", name="Next interesting step (n)").click()
    assert count(page).startswith("9 /")
    page.get_by_role("button", name="First broken promise (b)").click()
    assert count(page).startswith("7 /")


def test_a_presenters_other_keys_do_nothing(page):
    page.evaluate("window.kept = 1")
    press(page, ". F5 ArrowRight")
    assert count(page).startswith("2 /") and page.evaluate("window.kept") == 1


def test_no_key_works_while_somebody_writes(page):
    page.evaluate("document.body.prepend(document.createElement('input'))")
    page.locator("input").focus()
    press(page, "ArrowRight n End")
    assert count(page).startswith("1 /")


def test_one_step_may_be_all_that_a_request_led_to(page):
    press(page, "r")
    assert page.locator(".kv-by").inner_text() == "by request"
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
        seen.append(count(page).split(" ")[0])
    assert seen == ["5", "9", "5", "1"]


def test_the_caption_says_what_happened_why_and_who_decided(page):
    scrub(page, 7, 0.99)
    assert page.locator(".kv-duty").inner_text() == "controller"
    assert "a new leader is written down" in page.locator(".kv-cap").inner_text()
    assert "replica list" in page.locator(".kv-why").inner_text()
    assert page.locator(".kv-diff li").all_inner_texts()[0] == "letters-0: leader 1 → 2"


def test_the_i_tells_where_this_is_in_kafka_and_what_is_simplified(page):
    press(page, "i")
    assert page.locator(".kv-about").inner_text().startswith("Kafka: ReplicationControlManager")
    page.locator(".kv-info").click()
    assert page.locator(".kv-about").count() == 0
    press(page, "i ArrowRight")
    assert page.locator(".kv-info").is_hidden() and page.locator(".kv-cap").count() == 1


def test_a_step_looks_the_same_from_wherever_one_comes(page):
    press(page, "End ArrowLeft")
    from_the_end = marks_drawn(page)
    press(page, "Home" + " ArrowRight" * 7)
    assert marks_drawn(page) == from_the_end
    press(page, "2 1")
    assert marks_drawn(page) == from_the_end


def test_the_lens_changes_by_button_by_digit_and_by_bracket(page):
    def pressed() -> list[str]:
        return page.locator(".kv-lens[aria-pressed=true]").all_inner_texts()

    assert pressed() == ["cluster"]
    page.locator(".kv-lens", has_text="log").click()
    assert pressed() == ["log"] and page.locator(".kv-picture text", has_text="high watermark").count() == 1
    press(page, "]")
    assert pressed() == ["cluster"]
    press(page, "[ 1")
    assert pressed() == ["cluster"]


def test_a_lens_passes_over_what_it_has_nothing_new_about(page):
    press(page, "2")
    assert count(page) == "1 / 9 · 3 skipped"
    seen = []
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        seen.append(count(page).split(" ")[0])
    assert seen == ["2", "3", "4", "6", "9", "9"]
    scrub(page, 6, 0.5)
    assert count(page).startswith("7 /"), "the list of steps and the time line still reach it"
    assert page.locator(".kv-picture text", has_text="high watermark = 3").count() == 1


def test_the_list_of_steps_marks_the_current_one_and_jumps(page):
    page.locator(".kv-events summary").click()
    page.locator(".kv-row").nth(5).click()
    assert count(page).startswith("6 / 9")
    assert page.locator(".kv-row[aria-current=step]").inner_text() == "6. Broker 1 crashes."


def test_the_time_line_names_chapters_and_steps_and_is_a_slider(page):
    assert page.locator(".kv-chapter").all_inner_texts() == ["create letters", "send", "kill 1"]
    page.locator(".kv-chapter", has_text="kill 1").click()
    assert count(page).startswith("6 /") and page.locator(".kv-name-on").inner_text() == "crash"
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    press(page, "ArrowRight")
    assert [slider.get_attribute(f"aria-value{of}") for of in ("min", "now", "max")] == ["1", "7", "9"]
    assert slider.get_attribute("aria-valuetext") == "step 7: Nine seconds. No heartbeat comes from broker 1."


def test_names_stay_within_the_time_line_when_its_width_changes(page):
    for lens, width in (("2", 880), ("1", 700), ("2", 640)):
        resize(page, width, 720)
        press(page, f"{lens} End")
        line = page.locator(".kv-line").bounding_box()
        inside = "(nodes, right) => nodes.every((node) => node.getBoundingClientRect().right <= right + 2)"
        page.wait_for_function(
            "(right) => [...document.querySelectorAll('.kv-names span')].every("
            "(node) => node.getBoundingClientRect().right <= right + 2)",
            arg=line["x"] + line["width"],
        )
        assert page.locator(".kv-chapter").evaluate_all(inside, line["x"] + line["width"])


def test_the_speed_changes_by_key_and_by_choice(page):
    press(page, "+")
    assert page.locator(".kv-speed").input_value() == "2"
    page.locator(".kv-speed").select_option("0.5")
    page.locator(".kv-title").click()
    press(page, "-")
    assert page.locator(".kv-speed").input_value() == "0.25"


def test_scrubbing_inside_a_step_shows_its_middle_and_again_the_same(stopped, player, tmp_path):
    page = opened(stopped, player, tmp_path)
    scrub(page, 2, 0.5)
    middle = marks_drawn(page)
    assert page.locator(".kv-rider:visible").count() > 0
    press(page, "Home")
    assert page.locator(".kv-rider:visible").count() == 0
    scrub(page, 2, 0.5)
    assert marks_drawn(page) == middle


def test_it_plays_to_the_end_and_then_stops(stopped, player, tmp_path):
    page = opened(stopped, player, tmp_path)
    press(page, "+ + ArrowRight Space")
    assert page.locator(".kv-told").get_attribute("aria-live") == "off"
    assert page.locator("[aria-label='Pause (Space)']").count() == 1
    page.clock.run_for(60_000)
    assert count(page).startswith("9 / 9")
    assert page.locator("[aria-label='Play (Space)']").count() == 1
    assert page.locator(".kv-told").get_attribute("aria-live") == "polite"


def test_a_step_back_pauses(stopped, player, tmp_path):
    page = opened(stopped, player, tmp_path)
    press(page, "k ArrowLeft")
    assert page.locator("[aria-label='Play (Space)']").count() == 1


def test_records_ride_and_become_their_cells_and_leave_a_trace_until_the_next_step(stopped, player, tmp_path):
    page = opened(stopped, player, tmp_path)
    cell = page.locator(".kv-picture g:has(> text:text-is('ABC')):visible")
    press(page, "ArrowRight")
    page.clock.run_for(500)
    rider = page.locator(".kv-rider").first
    assert rider.is_visible()
    where = rider.get_attribute("transform")
    page.clock.run_for(100)
    assert rider.is_visible() and rider.get_attribute("transform") != where
    page.clock.run_for(10_000)
    assert page.locator(".kv-picture[data-moving]").count() == 0
    assert page.locator(".kv-rider:visible").count() == 0 and cell.count() == 2
    assert page.locator(".kv-way.send:visible").count() == 1
    assert page.locator(".kv-words:visible").all_text_contents() == ["① ABC DEF GHI"]
    press(page, "ArrowRight")
    page.clock.run_for(10_000)
    assert page.locator(".kv-way.send:visible").count() == 0


def test_with_reduced_motion_nothing_moves_and_every_trace_is_there(page):
    press(page, "ArrowRight ArrowRight")
    assert page.locator(".kv-picture[data-moving]").count() == 0
    told = ["① from 0?", "② ABC DEF GHI", "③ from 0?", "④ ABC DEF GHI"]
    assert page.locator(".kv-words:visible").all_text_contents() == told


def test_what_can_be_clicked_opens_by_keyboard_and_says_that_nobody_answers(page):
    broker = page.get_by_role("button", name="broker 1")
    broker.focus()
    press(page, "Enter")
    expect(page.get_by_role("dialog", name="broker 1")).to_contain_text("run the cell to try this")
    press(page, "ArrowRight")
    assert count(page).startswith("1 /"), "the film's keys leave the menu alone"
    press(page, "Escape")
    assert page.get_by_role("dialog").count() == 0
    assert page.evaluate("document.activeElement.dataset.ev") == "broker:1"
    page.locator("[data-ev='broker:2'] > rect").first.click()
    assert page.get_by_role("dialog", name="broker 2").count() == 1
    page.locator(".kv-title").click()
    assert page.get_by_role("dialog").count() == 0
