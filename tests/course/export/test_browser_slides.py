"""Exported pages as slides, in Chromium: the keys that lead through them, the presenter's window, and its notes."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import expect

from kafkaviz.course.export.export import export

pytestmark = pytest.mark.browser


def test_the_keyboard_turns_slides_and_a_film_before_the_next_one(page, exported):
    tab = page(exported("00_start_here"))
    tab.keyboard.press("s")
    where = tab.locator("#where")
    expect(where).to_contain_text("Slide 1 of")
    tab.keyboard.press("PageDown")
    tab.keyboard.press("PageDown")
    expect(where).to_contain_text("Slide 3 of")
    film = tab.locator(".cell.now .kv")
    box = film.bounding_box()
    assert box["width"] > 1200 and box["height"] > 600
    assert tab.evaluate("(main => main.scrollHeight - main.clientHeight)(document.getElementById('text'))") <= 0
    # It has nine steps: the film is at its end before the next slide comes.
    for _ in range(8):
        tab.keyboard.press("PageDown")
        expect(where).to_contain_text("Slide 3 of")
    expect(film).to_contain_text("9 / 9")
    tab.keyboard.press("PageDown")
    expect(where).to_contain_text("Slide 4 of")
    tab.keyboard.press("End")
    tab.keyboard.press("Escape")
    expect(tab.locator("nav.side")).to_be_visible()


def test_the_presenters_window_has_a_clock_and_the_next_slide(page, exported):
    tab = page(exported("00_start_here"))
    with tab.context.expect_page() as opened:
        tab.keyboard.press("w")
    desk = opened.value
    expect(desk.locator("#since")).to_have_text("00:00")
    expect(desk.locator("#slide")).to_contain_text("1 / ")
    expect(desk.locator("#next")).to_contain_text("Below is a film")
    desk.keyboard.press("PageDown")
    expect(tab.locator("#where")).to_contain_text("Slide 2 of")
    expect(desk.locator("#next")).to_have_text("Film: A cluster of 3 brokers, topic letters")
    desk.close()


def test_a_question_holds_the_slides_until_the_presenters_window_answers_and_its_answer_comes_unfolded(page, exported):
    tab = page(exported("00_start_here"))
    with tab.context.expect_page() as opened:
        tab.keyboard.press("w")
    desk, where = opened.value, tab.locator("#where")
    for _ in range(20):
        if tab.locator(".cell.now .kv-gate").count():
            break
        tab.keyboard.press("ArrowDown")
    held = where.inner_text()
    for _ in range(3):
        desk.keyboard.press("PageDown")
    expect(where).to_have_text(f"{held}. The film asks: a number answers, ↓ leaves it.")
    desk.keyboard.press("3")
    expect(tab.locator(".cell.now .kv-gate")).to_have_count(0)
    for _ in range(30):
        if not where.inner_text().startswith(held):
            break
        desk.keyboard.press("PageDown")
    expect(tab.locator(".cell.now")).to_contain_text("Broker 2, after some seconds.", use_inner_text=True)
    expect(desk.locator("section").first).to_contain_text("Notes")
    desk.close()


@pytest.mark.slow
def test_the_keys_of_a_remote_lead_through_all_slides_and_into_the_film_of_a_box(page, exported):
    tab = page(exported("11_the_incident_desk"))
    tab.keyboard.press("s")
    where, seen = tab.locator("#where"), set()
    last = int(where.inner_text().split()[-1])
    for _ in range(1_000):
        said = where.inner_text()
        seen.add(int(said.split()[1]))
        if len(seen) == last:
            break
        if "asks" in said:
            tab.keyboard.press("1")
        tab.keyboard.press("PageDown")
    assert seen == set(range(1, last + 1))


def test_what_a_cell_says_to_the_one_in_front_is_no_part_of_the_page_for_others(page, exported):
    tab = page(exported("00_start_here"))
    said = "Stop at the crash and ask once more."
    assert said in tab.content() and said not in tab.locator("body").inner_text()
    tab.locator("#words").fill("wall")
    expect(tab.locator("#found")).to_have_text("No places")
    tab.locator("#words").fill("")
    tab.locator("#do-slides").click()
    notes, film = tab.locator("#notes"), tab.locator(".cell.now .film")
    tab.keyboard.press("m")
    for _ in range(12):
        if film.count() and said in notes.inner_text():
            break
        tab.keyboard.press("ArrowDown")
    expect(notes.locator("strong")).to_have_count(0)
    expect(notes).to_contain_text("⏱ 2 min")
    expect(film).to_have_count(1)


def test_notes_are_on_a_key_and_in_the_presenters_window_and_nowhere_else(page, tmp_path):
    kinds = {"slide": "# One", "notes": "Ask who leads. ⏱ 3 min", "subslide": "Two", "skip": "---", "fragment": "Three"}
    cells = [new_markdown_cell(text, metadata={"slideshow": {"slide_type": kind}}) for kind, text in kinds.items()]
    nbformat.write(new_notebook(cells=[*cells, new_code_cell("import kafkaviz")]), tmp_path / "talk.ipynb")
    export([tmp_path / "talk.ipynb"], tmp_path)
    tab = page(tmp_path / "talk.html")
    assert "Ask who leads" not in tab.locator("body").inner_text()
    tab.keyboard.press("s")
    expect(tab.locator("#where")).to_have_text("Slide 1 of 2")
    expect(tab.locator("#notes")).to_be_hidden()
    tab.keyboard.press("m")
    expect(tab.locator("#notes")).to_contain_text("Ask who leads. ⏱ 3 min")
    with tab.context.expect_page() as opened:
        tab.keyboard.press("w")
    expect(opened.value.locator("#noted")).to_contain_text("Ask who leads")
    opened.value.close()
    tab.keyboard.press("PageDown")
    expect(tab.locator("#notes")).to_have_text("This slide has no notes.")
    expect(tab.locator("main")).not_to_contain_text("Three", use_inner_text=True)
    tab.keyboard.press("PageDown")
    expect(tab.locator("main")).to_contain_text("Three", use_inner_text=True)
