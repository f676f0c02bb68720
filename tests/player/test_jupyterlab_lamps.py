"""From a wrong election in a cell to a page for others, in a real JupyterLab: film, act, save, no network."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, ask_python, bottom, open_notebook, open_tab, wait_for_layout, write_notebook

pytestmark = pytest.mark.browser

WRONG = """from kafkaviz import Lab
from kafkaviz.decisions.elections import Election
from kafkaviz.model.partitions.properties import leader_in_isr
from kafkaviz.model.properties import PROPERTIES

def my_elect_leader(replicas, isr, eligible, **_):
    return Election(next((broker for broker in replicas if broker in eligible), None), True)

lab = Lab(elect_leader=my_elect_leader, min_insync_replicas=2).create_topic("letters", assignment=[[1, 3, 2]])
lab.pause(3).send("letters", "ABC").tick(50_000).kill(1)
player = lab.film(promises=PROPERTIES, opens_at=leader_in_isr)
player"""
CELLS = (WRONG, 'print(player.save("broken.html"), player.index, player.branch)')
WORDS = "Broken: Only a member of the ISR leads"
WHY = "letters-0 is led by broker 3, which is not in its ISR"


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> Any:
    """JupyterLab with the wrong election in a cell that has been run."""
    write_notebook(lab, "wrong.ipynb", CELLS)
    tab = open_notebook(lab, "wrong.ipynb")
    ask_python(tab, 0, "")
    expect(tab.locator(".kv-picture")).to_have_count(1, timeout=60_000)
    return tab


def the_lamp_is_red(page: Any) -> None:
    """The lamp of the broken promise says so, with the sentence, at the step that is shown."""
    expect(page.locator(".kv-status .kv-out i")).to_have_text(["✗"])
    expect(page.locator(".kv-status")).to_contain_text(WORDS)
    expect(page.locator(".kv-status")).to_contain_text(WHY)


@pytest.mark.slow
def test_a_wrong_election_in_a_cell_becomes_a_page_whose_lamp_is_red(lab, browser, notebook):
    expect(notebook.locator(".kv-cap").first).to_contain_text("a new leader: letters-0 → broker 3")
    the_lamp_is_red(notebook)
    notebook.locator(".kv").focus()
    notebook.keyboard.press("ArrowLeft")
    expect(notebook.locator(".kv-status")).to_have_text("")
    notebook.keyboard.press("ArrowRight")

    # Act in it: the future that begins here has its lamps as well.
    broker = notebook.get_by_role("button", name="broker 2")
    broker.focus()
    notebook.keyboard.press("Enter")
    notebook.get_by_role("dialog", name="broker 2").get_by_role("button", name="kill", exact=True).click()
    expect(notebook.locator(".kv-branch")).to_have_text(["as it was told", "└ kill(2)"], timeout=20_000)
    the_lamp_is_red(notebook)
    notebook.keyboard.press("b")
    expect(notebook.locator(".kv-cap").first).to_contain_text("a new leader: letters-0 → broker 3")

    assert re.search(r"broken\.html \d+ 1", ask_python(notebook, 1, "broken.html"))
    for page in open_tab(browser, reduced_motion="reduce", offline=True):
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto((lab.folder / "broken.html").as_uri())
        the_lamp_is_red(page)
        page.keyboard.press("Home")
        expect(page.locator(".kv-status")).to_have_text("")
        page.keyboard.press("b")
        the_lamp_is_red(page)
        assert len(asked) == 1, asked


def test_with_the_sidebar_open_the_lamps_are_visible_and_push_no_picture_away(notebook):
    notebook.evaluate("jupyterapp.commands.execute('filebrowser:activate')")
    notebook.wait_for_selector(".jp-FileBrowser", state="visible")
    film = notebook.locator(".kv").first
    film.evaluate("(node) => node.scrollIntoView({ block: 'start' })")
    wait_for_layout(notebook)
    pane = notebook.locator(".jp-WindowedPanel-outer").first.bounding_box()
    assert bottom(notebook, ".kv-bar") - film.bounding_box()["y"] <= pane["height"]
    lamps, bar = (notebook.locator(at).first.bounding_box() for at in (".kv-lamps", ".kv-bar"))
    assert lamps["height"] >= 18 and lamps["y"] + lamps["height"] <= bar["y"] + 1
    picture = notebook.locator(".kv-picture").first
    units = [float(number) for number in picture.get_attribute("viewBox").split()]
    size = picture.bounding_box()
    assert size["width"] >= units[2] - 1 and size["height"] >= units[3] - 1
