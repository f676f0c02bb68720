"""The player in a real JupyterLab: several views, Python, acting, themes, a saved notebook."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import (
    IDLE,
    Lab,
    ask_python,
    bottom,
    change_theme,
    load_notebook,
    marks_drawn,
    run_all,
    run_notebook,
    wait_for_layout,
)

pytestmark = pytest.mark.browser

CELLS = (
    "from tests.player.acting import acting\nplayer = acting()\nplayer",
    "player",
    "print(player.index, player.lens, player.playing, player.branch)",
)


@pytest.fixture(scope="module")
def lab_tab(lab: Lab) -> Any:
    """JupyterLab with a notebook that shows one player twice, run to its end."""
    tab = run_notebook(lab, "film.ipynb", CELLS)
    expect(tab.locator(".kv-picture")).to_have_count(2, timeout=60_000)
    return tab


@pytest.fixture
def notebook(lab_tab: Any) -> Any:
    """The notebook with its player at the first step, in the first lens, and under the keyboard."""
    lab_tab.locator(".kv").first.focus()
    lab_tab.keyboard.press("Home")
    lab_tab.keyboard.press("1")
    return lab_tab


def counts(tab: Any, wanted: str) -> None:
    """Waits until both views show this count."""
    expect(tab.locator(".kv-count")).to_have_text([re.compile(f"^{wanted}")] * 2, timeout=20_000)


def test_in_jupyterlab_two_views_and_python_keep_step(notebook):
    notebook.keyboard.press("ArrowRight")
    notebook.keyboard.press("2")
    counts(notebook, "2 / 9")
    assert ask_python(notebook, 2, "1 log False").startswith("1 log False")


def test_in_jupyterlab_the_players_keys_leave_the_notebook_alone(notebook):
    for key in ("d", "d", "a", "x", "m", "b", "Space", "Space"):
        notebook.keyboard.press(key)
    assert notebook.locator(".jp-CodeCell").count() == 3


def test_in_jupyterlab_with_its_sidebar_open_the_whole_film_is_visible(notebook):
    notebook.evaluate("jupyterapp.commands.execute('filebrowser:activate')")
    notebook.wait_for_selector(".jp-FileBrowser", state="visible")
    film = notebook.locator(".kv").first
    film.evaluate("(node) => node.scrollIntoView({ block: 'start' })")
    wait_for_layout(notebook)
    pane = notebook.locator(".jp-WindowedPanel-outer").first.bounding_box()
    height = bottom(notebook, ".kv-bar") - film.bounding_box()["y"]
    assert height <= pane["height"]
    size = notebook.locator(".kv-picture").first.bounding_box()
    units = notebook.locator(".kv-picture").first.get_attribute("viewBox").split()
    assert size["width"] >= int(units[2]) and size["height"] >= int(units[3])


def test_in_jupyterlab_an_act_forks_the_story_and_both_stay_to_walk_in(notebook):
    wait_for_layout(notebook)
    height = notebook.locator(".kv").first.bounding_box()["height"]
    broker = notebook.locator(".kv").first.get_by_role("button", name="broker 2")
    broker.focus()
    notebook.keyboard.press("Enter")
    menu = notebook.get_by_role("dialog", name="broker 2")
    expect(menu.get_by_role("button", name="Restart it")).to_have_attribute("aria-disabled", "true")
    assert menu.locator("code").all_inner_texts()[0] == "lab.at(0).kill(2)" and "It runs." in menu.inner_text()
    menu.get_by_role("button", name="Kill broker 2").click()
    branches = notebook.locator(".kv").first.locator(".kv-branch")
    expect(branches).to_have_text(["as written", "└ kill 2"], timeout=20_000)
    expect(notebook.locator(".kv-title").first).to_have_text("kill 2")
    assert notebook.locator(".kv-fork").count() > 0
    wait_for_layout(notebook)
    assert notebook.locator(".kv").first.bounding_box()["height"] == height, "the tree takes no room of the film's"
    assert ask_python(notebook, 2, "1 cluster False 1") == "1 cluster False 1", "one step on from where it was done"
    branches.first.click()
    expect(notebook.locator(".kv-title").first).to_have_text("How a leader is replaced", timeout=20_000)
    expect(branches.first).to_have_attribute("aria-pressed", "true")


def test_in_jupyterlab_what_cannot_be_done_is_said_in_a_sentence(notebook):
    notebook.locator(".kv").first.get_by_role("button", name="producer").focus()
    notebook.keyboard.press("Enter")
    said = notebook.locator(".kv-notice").first
    expect(said).to_have_text("Nobody knows what producer:p could do.", timeout=20_000)
    assert notebook.get_by_role("dialog").count() == 0


def test_in_jupyterlab_the_dark_theme_is_followed(notebook):
    ground = "getComputedStyle(document.querySelector('.kv')).backgroundColor"
    assert notebook.evaluate(ground) == "rgb(255, 255, 255)"
    change_theme(notebook, "JupyterLab Dark")
    notebook.wait_for_function(f"{ground} === 'rgb(17, 20, 24)'", timeout=20_000)
    change_theme(notebook, "JupyterLab Light")
    notebook.wait_for_function(f"{ground} === 'rgb(255, 255, 255)'", timeout=20_000)


def test_a_reloaded_tab_shows_the_film_where_it_stood(notebook):
    notebook.keyboard.press("ArrowRight")
    counts(notebook, "2 / 9")
    notebook.evaluate("jupyterapp.commands.execute('docmanager:save')")
    notebook.reload()
    expect(notebook.locator(".kv-picture")).to_have_count(2, timeout=60_000)
    counts(notebook, "2 / 9")
    notebook.wait_for_function(IDLE)
    assert ask_python(notebook, 2, "1 cluster").startswith("1 cluster")


def load_until_restored(lab: Lab, name: str) -> None:
    """Loads a saved notebook, again if need be, as a reader would.

    JupyterLab stops reading a notebook's widgets, without a word, when it loses the new kernel while it does so.
    """
    said: list[str] = []
    for _ in range(3):
        load_notebook(lab, name)
        pictures = lab.tab.locator(".kv-picture")
        try:
            return expect(pictures).to_have_count(2, timeout=30_000)
        except AssertionError:
            said = lab.tab.locator(".jp-OutputArea").all_inner_texts()
    pytest.fail(f"No film was restored; the outputs show {said}.")


def test_a_saved_notebook_plays_again_without_its_kernel(lab, notebook):
    notebook.keyboard.press("ArrowRight")
    counts(notebook, "2 / 9")
    before = marks_drawn(notebook)
    notebook.evaluate("jupyterapp.commands.execute('docmanager:save')")
    saved = json.loads((lab.folder / "film.ipynb").read_text())
    assert "application/vnd.jupyter.widget-state+json" in saved["metadata"]["widgets"]
    notebook.evaluate("jupyterapp.serviceManager.sessions.shutdownAll()")
    load_until_restored(lab, "film.ipynb")
    expect(notebook.locator(".kv-picture")).to_have_count(2)
    counts(notebook, "2 / 9")
    assert marks_drawn(notebook) == before
    notebook.locator(".kv").first.focus()
    notebook.keyboard.press("End")
    expect(notebook.locator(".kv-count").first).to_have_text(re.compile("^9 / 9"))
    notebook.locator(".kv").first.get_by_role("button", name="broker 2").focus()
    notebook.keyboard.press("Enter")
    expect(notebook.get_by_role("dialog", name="broker 2")).to_contain_text("run the cell to try this", timeout=20_000)
    run_all(notebook)
    assert ask_python(notebook, 2, "0 cluster False").startswith("0 cluster False"), "whoever does so can try it"
