"""Exported pages as slides, in Chromium: the keys that lead through them, the presenter's window, and its notes."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Page, expect

from kafkaviz.course.export.export import export
from kafkaviz.scenarios.questions import nb05

pytestmark = pytest.mark.browser


def wait_until_all_is_in_sight(tab: Page) -> None:
    """Waits until a slide scrolls no more; a film is fitted into it a frame after it is shown."""
    tab.wait_for_function("(main => main.scrollHeight <= main.clientHeight)(document.getElementById('text'))")


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
    wait_until_all_is_in_sight(tab)
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
    kinds = {
        "slide": "# One\n\nFirst.",
        "notes": "Ask who leads. ⏱ 3 min",
        "subslide": "Two",
        "skip": "---",
        "fragment": "Three",
    }
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


ASKING = """from kafkaviz import fill_in, quiz
from kafkaviz.scenarios.questions import nb05"""
FEEDS, TIMES = nb05.WHO_SERVES, nb05.COPIES_SENT


def test_questions_and_tables_are_answered_by_keys_alone_and_a_heading_is_no_slide_by_itself(page, tmp_path):
    def cell(kind, made, **more):
        made.metadata |= {"slideshow": {"slide_type": kind}, **more}
        return made

    cells = [
        cell("slide", new_markdown_cell("# Copies")),
        cell("-", new_code_cell(ASKING)),
        cell("subslide", new_code_cell("quiz(nb05.WHO_SERVES)")),
        cell("subslide", new_markdown_cell("### Optional: more", metadata={"jp-MarkdownHeadingCollapsed": True})),
        cell("fragment", new_code_cell("quiz(nb05.COPIES_SENT)")),
        cell("slide", new_code_cell('fill_in("partitions and replicas")')),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "talk.ipynb")
    export([tmp_path / "talk.ipynb"], tmp_path)
    tab = page(tmp_path / "talk.html")
    tab.keyboard.press("s")
    where, said = tab.locator("#where"), tab.locator(".cell.now .verdict")
    asks = ". A number answers; Page Down shows the answer."
    expect(where).to_have_text(f"Slide 1 of 3{asks}")
    expect(tab.locator(".cell.now .source")).to_have_count(1)
    tab.keyboard.press("1")
    expect(said).to_contain_text("✗")
    expect(where).to_have_text("Slide 1 of 3")
    tab.keyboard.press(str(FEEDS.right + 1))
    expect(said).to_contain_text("✓ Right")
    tab.keyboard.press("PageDown")
    expect(tab.get_by_role("heading", name="Optional: more")).to_be_visible()
    tab.keyboard.press("PageDown")
    expect(where).to_have_text(f"Slide 2 of 3{asks}")
    for key in f"{TIMES.right:.0f}":
        tab.keyboard.press(key)
    tab.keyboard.press("Enter")
    expect(said).to_contain_text("✓ Right")
    tab.keyboard.press("9")
    tab.keyboard.press("PageDown")
    expect(said).to_contain_text("✗ You said")
    tab.keyboard.press("PageDown")
    expect(where).to_have_text("Slide 3 of 3")
    expect(tab.locator(".cell.now table")).to_contain_text("partitions")
    wait_until_all_is_in_sight(tab)
    tab.keyboard.press("PageDown")
    expect(tab.locator(".cell.now details li").first).to_be_visible()
    tab.keyboard.press("PageUp")
    tab.keyboard.press("PageUp")
    tab.keyboard.press("PageDown")
    expect(tab.locator(".cell.now .verdict")).to_contain_text("✗")


def test_a_remote_without_numbers_has_the_answer_before_the_next_slide(page, tmp_path):
    kind = {"slideshow": {"slide_type": "slide"}}
    cells = [
        new_code_cell(ASKING),
        new_code_cell("quiz(nb05.WHO_SERVES)", metadata=kind),
        new_markdown_cell("End", metadata=kind),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "talk.ipynb")
    export([tmp_path / "talk.ipynb"], tmp_path)
    tab = page(tmp_path / "talk.html")
    tab.keyboard.press("s")
    tab.keyboard.press("PageDown")
    expect(tab.locator(".cell.now .verdict")).to_contain_text(FEEDS.options[FEEDS.right].because)
    expect(tab.locator("#where")).to_have_text("Slide 1 of 2")
    tab.keyboard.press("PageDown")
    expect(tab.locator("#where")).to_have_text("Slide 2 of 2")
