"""The player in a real JupyterLab: several views, Python, themes, a saved notebook."""

import json
import re
from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser import Lab, bottom, marks_drawn, open_tab

pytestmark = pytest.mark.browser

CELLS = (
    "from tests.player import demo\nfrom kafkaviz.player.widget import Player\n"
    "player, acts = Player(demo.film()), []\n"
    "player.on_msg(lambda _, content, buffers: acts.append(content))\nplayer",
    "player",
    "print(player.index, player.lens, player.playing, acts)",
)


@pytest.fixture(scope="module")
def lab_tab(lab: Lab, browser: Any) -> Iterator[Any]:
    """JupyterLab with a notebook that shows one player twice, run to its end."""
    cells = [nbformat.v4.new_code_cell(cell) for cell in CELLS]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), lab.folder / "film.ipynb")
    # JupyterLab has errors of its own when a kernel goes away, so its tab is not strict.
    for tab in open_tab(browser, strict=False, reduced_motion="reduce"):
        load(lab, tab)
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


def load(lab: Lab, tab: Any) -> None:
    tab.goto(f"{lab.url}/lab/tree/film.ipynb?reset")
    idle = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
    tab.wait_for_function(idle, timeout=120_000)


def ask_python(tab: Any, wanted: str) -> str:
    """Run the last cell until it prints what is wanted, and give what it printed: news of a view takes its time."""
    said = ""
    for _ in range(20):
        tab.evaluate(
            """async () => {
              jupyterapp.shell.currentWidget.content.activeCellIndex = 2;
              await jupyterapp.commands.execute("notebook:run-cell");
            }"""
        )
        said = tab.locator(".jp-CodeCell").nth(2).locator(".jp-OutputArea-output").inner_text().strip()
        if wanted in said:
            break
        tab.wait_for_timeout(250)
    return said


def counts(tab: Any, wanted: str) -> None:
    """Wait until both views show this count."""
    expect(tab.locator(".kv-count")).to_have_text([re.compile(f"^{wanted}")] * 2, timeout=20_000)


def test_in_jupyterlab_two_views_and_python_keep_step(notebook):
    notebook.keyboard.press("ArrowRight")
    notebook.keyboard.press("2")
    counts(notebook, "2 / 5")
    assert ask_python(notebook, "1 log False").startswith("1 log False")


def test_in_jupyterlab_the_players_keys_leave_the_notebook_alone(notebook):
    for key in ("d", "d", "a", "x", "m", "Space", "Space"):
        notebook.keyboard.press(key)
    assert notebook.locator(".jp-CodeCell").count() == 3


def test_in_jupyterlab_a_click_tells_python_which_mark_of_which_step(notebook):
    notebook.keyboard.press("ArrowRight")
    replica = notebook.locator(".kv").first.locator(".kv-picture g[data-ev] > rect.follower").first
    replica.click(position={"x": 8, "y": 4})
    told = "{'type': 'act', 'step': 1, 'mark': 'replica:letters-1@1'}"
    assert told in ask_python(notebook, told)


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
    load(lab, notebook)
    expect(notebook.locator(".kv-picture")).to_have_count(2, timeout=60_000)
    counts(notebook, "2 / 5")
    assert marks_drawn(notebook) == before
    notebook.locator(".kv").first.focus()
    notebook.keyboard.press("End")
    counts(notebook, "5 / 5")
