"""In a real JupyterLab the film of a cell that has run stands at the pane's top, once; nothing else makes it jump."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, open_notebook, run_all, wait_for_layout, write_notebook

pytestmark = pytest.mark.browser

FILM = "from tests.player.acting import acting\nacting()"
LINES = "print('line\\n' * 40)"
CELLS = (LINES, FILM, LINES, "from IPython.display import display\ndisplay(acting(), acting())", LINES, FILM, LINES)
WHERE = """() => {
  const top = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect().top;
  return [...document.querySelectorAll(".kv")].map((film) => Math.round(film.getBoundingClientRect().top - top));
}"""
SETTLES_MS = 1_200


@pytest.fixture
def tab(lab: Lab) -> Any:
    """A notebook of films between much text, none of whose cells has run, with its first cell under the keyboard."""
    write_notebook(lab, "landing.ipynb", CELLS)
    tab = open_notebook(lab, "landing.ipynb")
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


def test_of_two_films_of_a_cell_the_first_stands_at_the_top(tab):
    for films in (0, 1, 1):
        run(tab, films)
    _, first, second = run(tab, 3)
    assert first == 0 < second


def test_who_goes_on_before_the_film_is_there_is_not_called_back(tab):
    run(tab, 0)
    tab.keyboard.press("Shift+Enter")
    tab.keyboard.press("Shift+Enter")
    run(tab, 3)
    assert tab.evaluate(WHERE)[0] != 0


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
