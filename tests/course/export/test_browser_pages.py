"""Exported pages in Chromium, with no network: films, gates, quizzes, search, paper."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.sampling import every

pytestmark = pytest.mark.browser

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
START = "00_start_here"
# Those with Spark come last and take a minute each; they are weekly's alone, and nbval runs them.
OTHERS = [path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb")) if path.stem != START]
MOST_BYTES = 3_000_000


def see(tab, place):
    """Brings a film's cell to the top, and returns the film."""
    place.evaluate("node => node.closest('.cell').scrollIntoView()")
    expect(place.locator(".kv-picture").first).to_be_visible()
    return place.locator(".kv")


def test_every_film_of_a_page_steps_and_changes_its_lens(page, exported):
    path = exported(START)
    assert path.stat().st_size <= MOST_BYTES
    tab = page(path)
    assert tab.locator("h1").count() == 1
    for place in tab.locator("main .film").all():
        if not place.is_visible():
            continue
        film = see(tab, place)
        before = film.locator(".kv-picture").first.inner_html()
        lenses = film.locator(".kv-lens:visible")
        if lenses.count() > 1:
            lenses.last.click()
            assert film.locator(".kv-picture").first.inner_html() != before
            lenses.first.click()
        film.focus()
        tab.keyboard.press("ArrowRight")
        expect(film.locator(".kv-bar")).to_contain_text("/")


def test_a_gate_is_answered_and_the_film_goes_on(page, exported):
    tab = page(exported(START))
    film = see(tab, tab.locator("main .film").nth(1))
    expect(film.locator(".kv-gate")).to_contain_text("Who serves ABC next")
    film.locator(".kv-option").nth(2).click()
    film.press("End")
    expect(film).to_contain_text("11 / 11")


@pytest.mark.slow
def test_a_quiz_judges_a_choice_and_a_number(page, exported):
    tab = page(exported("11_the_incident_desk"))
    quiz = tab.locator(".quiz:has(input[type=radio])").first
    expect(quiz.locator(".verdict")).to_be_empty()
    said = []
    for option in quiz.locator("input").all():
        option.check()
        said.append(quiz.locator(".verdict p").inner_text())
    assert [each.startswith("✓ Right.") for each in said].count(True) == 1
    assert all("It is: " in each for each in said)
    quiz.get_by_role("button", name="show the answer").click()
    expect(quiz.locator(".verdict p")).to_contain_text("It is: ")


@pytest.mark.slow
def test_an_exercise_has_its_text_and_hints_and_no_solution(page, exported):
    tab = page(exported("03_who_answers"))
    expect(tab.locator("main")).to_contain_text("E03.2 Which sentences contradict each other?")
    hints = tab.locator(".hint")
    assert hints.count() >= 3
    assert not hints.first.evaluate("node => node.open")
    hints.first.locator("summary").press("Enter")
    expect(hints.first).to_have_attribute("open", "")
    assert "### BEGIN SOLUTION" not in tab.content()


@pytest.mark.slow
def test_what_is_collapsed_stays_so_until_a_search_leads_into_it(page, exported):
    tab = page(exported("03_who_answers"))
    section = tab.locator("details.section").first
    assert not section.evaluate("node => node.open")
    tab.keyboard.press("/")
    tab.keyboard.type("coordinator broker keeps")
    expect(tab.locator("#found")).to_contain_text("place")
    tab.keyboard.press("Enter")
    expect(section).to_have_attribute("open", "")
    assert section.evaluate("node => node.contains(document.activeElement)")
    tab.locator("#words").fill("zookeeper nonsense")
    expect(tab.locator("#found")).to_have_text("No places")


def test_on_paper_a_film_is_its_key_frames_and_nothing_is_there_to_click(page, exported):
    tab = page(exported(START))
    assert tab.pdf().startswith(b"%PDF")
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    films = tab.locator("main .film")
    for place in films.all():
        assert place.locator(".kv-paper figure").count() >= 1
        expect(place.locator(".kv-paper figcaption").first).to_contain_text("1. ")
        expect(place.locator(".kv-main")).to_be_hidden()
    expect(tab.locator("nav.side")).to_be_hidden()


def test_a_page_is_light_or_dark_as_the_reader_wants(page, exported):
    tab = page(exported(START))
    ground = "getComputedStyle(document.body).backgroundColor"
    seen = []
    for _ in range(3):
        tab.keyboard.press("d")
        seen.append(tab.evaluate(ground))
    assert seen[0] == "rgb(255, 255, 255)" != seen[1]


def test_paper_is_white_in_the_dark_as_well(page, exported):
    tab = page(exported(START))
    tab.keyboard.press("d")
    tab.keyboard.press("d")
    film = see(tab, tab.locator("main .film").first)
    assert film.get_attribute("data-theme") == "dark"
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.evaluate("getComputedStyle(document.querySelector('.kv')).backgroundColor") == "rgb(255, 255, 255)"
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert film.get_attribute("data-theme") == "dark"


@pytest.mark.slow
def test_what_is_written_is_large_enough_to_be_read(page, exported):
    tab = page(exported("11_the_incident_desk"))
    small = """() => [...document.querySelectorAll("body :not(svg *, script, style, noscript)")]
      .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
      .filter((node) => node.checkVisibility() && parseFloat(getComputedStyle(node).fontSize) < 12)
      .map((node) => node.outerHTML.slice(0, 80))"""
    assert tab.evaluate(small) == []


@pytest.mark.notebooks
@pytest.mark.slow
@pytest.mark.parametrize("stem", every(6, OTHERS))
def test_every_other_notebook_becomes_a_page_of_three_megabytes_at_most(page, exported, stem):
    path = exported(stem)
    assert path.stat().st_size <= MOST_BYTES
    tab = page(path)
    for place in tab.locator("main .film:visible").all():
        film = see(tab, place)
        film.focus()
        tab.keyboard.press("ArrowRight")
