"""The player in a real JupyterLab: several views, Python, themes, a saved notebook."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, ask_python, bottom, marks_drawn, open_notebook, open_tab, write_notebook

pytestmark = pytest.mark.browser

CELLS = (
    "from tests.player import demo\nfrom kafkaviz.player.widget import Player\nplayer = Player(demo.film())\nplayer",
    "player",
    "print(player.index, player.lens, player.playing)",
)


@pytest.fixture(scope="module")
def lab_tab(lab: Lab, browser: Any) -> Iterator[Any]:
    """JupyterLab with a notebook that shows one player twice, run to its end."""
    write_notebook(lab, "film.ipynb", CELLS)
    # JupyterLab has errors of its own when a kernel goes away, so its tab is not strict.
    for tab in open_tab(browser, strict=False, reduced_motion="reduce"):
        open_notebook(lab, tab, "film.ipynb")
        tab.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        expect(tab.locator(".kv-picture")).to_have_count(2, timeout=60_000)
        yield tab


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
    counts(notebook, "2 / 5")
    assert ask_python(notebook, 2, "1 log False").startswith("1 log False")


def test_in_jupyterlab_the_players_keys_leave_the_notebook_alone(notebook):
    for key in ("d", "d", "a", "x", "m", "Space", "Space"):
        notebook.keyboard.press(key)
    assert notebook.locator(".jp-CodeCell").count() == 3


def test_in_jupyterlab_picture_caption_and_buttons_are_visible_together(notebook):
    notebook.evaluate("document.querySelector('.kv').scrollIntoView({ block: 'start' })")
    pane = notebook.locator(".jp-WindowedPanel-outer").first.bounding_box()
    height = bottom(notebook, ".kv-bar") - notebook.locator(".kv").first.bounding_box()["y"]
    assert height <= pane["height"]
    assert notebook.locator(".kv-picture").first.bounding_box()["height"] >= 300


def test_in_jupyterlab_the_dark_theme_is_followed(notebook):
    ground = "getComputedStyle(document.querySelector('.kv')).backgroundColor"
    assert notebook.evaluate(ground) == "rgb(255, 255, 255)"
    notebook.evaluate("jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })")
    notebook.wait_for_function(f"{ground} === 'rgb(17, 20, 24)'", timeout=20_000)
    notebook.evaluate("jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Light' })")
    notebook.wait_for_function(f"{ground} === 'rgb(255, 255, 255)'", timeout=20_000)


def test_a_saved_notebook_plays_again_without_its_kernel(lab, notebook):
    notebook.keyboard.press("ArrowRight")
    counts(notebook, "2 / 5")
    before = marks_drawn(notebook)
    notebook.evaluate("jupyterapp.commands.execute('docmanager:save')")
    saved = json.loads((lab.folder / "film.ipynb").read_text())
    assert "application/vnd.jupyter.widget-state+json" in saved["metadata"]["widgets"]
    notebook.evaluate("jupyterapp.serviceManager.sessions.shutdownAll()")
    open_notebook(lab, notebook, "film.ipynb")
    expect(notebook.locator(".kv-picture")).to_have_count(2, timeout=60_000)
    counts(notebook, "2 / 5")
    assert marks_drawn(notebook) == before
    notebook.locator(".kv").first.focus()
    notebook.keyboard.press("End")
    counts(notebook, "5 / 5")
