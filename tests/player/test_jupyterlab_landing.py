"""In a real JupyterLab the film of a cell that has run stands at the pane's top, once; nothing else makes it jump."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, open_notebook, resize, run_all, wait_for_layout, write_notebook

pytestmark = pytest.mark.browser

FILM = "from tests.player.acting import acting\nacting()"
LINES = "print('line\\n' * 40)"
CELLS = (LINES, FILM, LINES, "from IPython.display import display\ndisplay(acting(), acting())", LINES, FILM, LINES)
COURSE = (
    "from kafkaviz import Lab, break_it, incident, knobs, then_and_now\n"
    "def failover(dead=1):\n    return Lab(3).create_topic('letters', 2, 2).send('letters', 'ABC').kill(dead)\n"
    + LINES,
    "incident(seed=0)",
    LINES,
    "knobs(failover, dead=(1, 3))",
    LINES,
    "break_it('elect_leader', lambda replicas, isr, eligible, **rest: min(eligible, default=None))",
    LINES,
    "then_and_now('F01')",
    LINES,
)
WHERE = """() => {
  const top = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect().top;
  return [...document.querySelectorAll(".kv")].map((film) => Math.round(film.getBoundingClientRect().top - top));
}"""
SETTLES_MS = 1_200


@pytest.fixture
def tab(lab: Lab) -> Any:
    """A notebook of films between much text, none of whose cells has run, with its first cell under the keyboard."""
    return begun(lab, "landing.ipynb", CELLS)


@pytest.fixture
def course(lab: Lab) -> Any:
    """The same of what the course shows beside films."""
    return begun(lab, "course.ipynb", COURSE)


def begun(lab: Lab, name: str, cells: tuple[str, ...]) -> Any:
    write_notebook(lab, name, cells)
    tab = open_notebook(lab, name)
    tab.locator(".jp-CodeCell .cm-content").first.click()
    return tab


def run(tab: Any, films: int) -> list[int]:
    """Presses Shift + Enter, waits for so many films, and returns where each stands below the pane's top."""
    tab.keyboard.press("Shift+Enter")
    expect(tab.locator(".kv-picture")).to_have_count(films, timeout=60_000)
    idle = "jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
    tab.wait_for_function(idle, timeout=60_000)
    tab.wait_for_timeout(SETTLES_MS)
    wait_for_layout(tab)
    return list(tab.evaluate(WHERE))


def below(tab: Any, selector: str) -> tuple[float, float]:
    """How far below the pane's top something begins, and how far above the pane's foot it ends."""
    pane = tab.locator(".jp-WindowedPanel-outer").bounding_box()
    box = tab.locator(selector).first.bounding_box()
    return box["y"] - pane["y"], pane["y"] + pane["height"] - box["y"] - box["height"]


def scrolled(tab: Any) -> float:
    return float(tab.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop"))


def test_after_shift_and_enter_the_films_top_is_at_the_panes_top_and_then_the_page_is_the_persons(tab):
    run(tab, 0)
    assert run(tab, 1) == [0]
    tab.mouse.move(500, 400)
    tab.mouse.wheel(0, -150)
    tab.wait_for_timeout(300)
    moved = scrolled(tab)
    tab.locator(".kv-lens").last.click()
    tab.keyboard.press("ArrowRight")
    tab.wait_for_timeout(SETTLES_MS)
    assert scrolled(tab) == moved


@pytest.mark.slow
def test_of_two_films_of_a_cell_the_first_stands_at_the_top(tab):
    for films in (0, 1, 1):
        run(tab, films)
    _, first, second = run(tab, 3)
    assert first == 0 < second


@pytest.mark.slow
def test_who_goes_on_before_the_film_is_there_is_not_called_back(tab):
    run(tab, 0)
    tab.keyboard.press("Shift+Enter")
    tab.keyboard.press("Shift+Enter")
    run(tab, 3)
    assert tab.evaluate(WHERE)[0] != 0


@pytest.mark.slow
def test_a_page_that_is_only_loaded_again_stays_and_so_does_one_whose_cells_all_run(tab):
    for films in (0, 1):
        run(tab, films)
    tab.evaluate("jupyterapp.commands.execute('docmanager:save')")
    tab.reload()
    expect(tab.locator(".kv-picture")).to_have_count(1, timeout=60_000)
    tab.wait_for_timeout(3_000)
    assert scrolled(tab) == 0
    run_all(tab)
    expect(tab.locator(".kv-picture")).to_have_count(4, timeout=60_000)
    places = [scrolled(tab) for _ in range(8) if tab.wait_for_timeout(400) is None]
    assert 0 not in tab.evaluate(WHERE) and places[-1] == max(places), "the page never goes back to a film"


def test_what_is_no_film_begins_in_sight_and_of_knobs_the_film_leaves_room_for_them(course):
    for _ in range(2):
        run(course, 0)
    assert below(course, ".kafkaviz-entries")[0] >= -1, "the choices of an incident stand above its tables"
    run(course, 0)
    resize(course, 1920, 1080)
    run(course, 1)
    top, _ = below(course, ".kafkaviz-entries:has(.kv)")
    assert abs(top) <= 1 and below(course, ".kv")[0] > 30, "first the knobs, then the film"
    assert below(course, ".kv-bar")[1] >= 0


@pytest.mark.slow
def test_a_film_that_a_click_asked_for_comes_into_sight(course):
    for films in (0, 0, 0, 1, 1, 3):
        run(course, films)
    assert abs(below(course, ".kafkaviz-verdict")[0]) <= 1, "first what is wrong, then the film of it"
    for _ in range(2):
        run(course, 3)
    course.get_by_role("button", name="show both films").click()
    expect(course.locator(".kv")).to_have_count(3, timeout=60_000)
    course.wait_for_timeout(SETTLES_MS)
    pane = course.locator(".jp-WindowedPanel-outer").bounding_box()
    bar = course.locator(".kv-bar").last.bounding_box()
    assert bar["y"] + bar["height"] <= pane["y"] + pane["height"] + 1


@pytest.mark.slow
def test_who_has_gone_on_to_another_cell_is_not_called_back(tab):
    run(tab, 0)
    tab.locator(".jp-CodeCell .cm-content").nth(1).click()
    tab.keyboard.press("Control+Home")
    tab.keyboard.type("import time; time.sleep(2)\n")
    tab.keyboard.press("Shift+Enter")
    for _ in range(3):
        tab.evaluate("jupyterapp.commands.execute('notebook:move-cursor-down')")
    expect(tab.locator(".kv-picture")).to_have_count(1, timeout=60_000)
    tab.wait_for_timeout(SETTLES_MS)
    assert tab.evaluate(WHERE)[0] != 0
