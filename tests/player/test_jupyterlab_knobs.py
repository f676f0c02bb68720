"""Questions, knobs and two films in a real JupyterLab: both sides agree, and a saved notebook remembers."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, ask_python, load_notebook, resize, run_notebook, wait_for_layout

pytestmark = pytest.mark.browser

NAME = "knobs.ipynb"
INSIDE = """() => {
  const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
  const pane = boxOf(".jp-WindowedPanel-outer");
  const parts = [".kv-knobs", ".kv-head", ".kv-picture", ".kv-said", ".kv-bar"].map((part) => [part, boxOf(part)]);
  const seen = parts.filter(([, box]) => box.height);
  return seen.map(([part, box]) => [part, [box.top - pane.top, pane.bottom - box.bottom]]);
}"""
CELLS = (
    "from kafkaviz import Lab, compare, knobs\n"
    "def failover(brokers=3, acks='all', kafka='4.4'):\n"
    "    lab = Lab(brokers, kafka=kafka).create_topic('letters', 2, 2).send('letters', 'ABC', acks=acks)\n"
    "    before = lab.cluster\n"
    "    who = ('Who leads letters-0 now?', ['broker 2', 'broker 3', 'nobody'], 0, 'PartitionChanged')\n"
    "    return lab.kill(1).film(since=before, ask=who)\n"
    "shown = knobs(failover, brokers=(1, 5), acks=['all', 1, 0], kafka=['4.4', '2.3'])\nshown",
    "compare(Lab(kafka='2.3').kill(1), Lab().kill(1), titles=('ZooKeeper', 'KRaft'))",
    "print(shown.player.index, shown.player.answers, shown.values)",
)


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> Any:
    """JupyterLab with knobs on a film that asks, and two films in step, run to its end."""
    tab = run_notebook(lab, NAME, CELLS)
    expect(tab.locator(".kv-picture")).to_have_count(3, timeout=60_000)
    tab.keyboard.press("Shift")  # From the first key on the page is the person's: no film comes to stand at its top.
    return tab


def film(notebook: Any) -> Any:
    return notebook.locator(".kv").first


def pull(notebook: Any) -> None:
    """Gets the knobs, which leave the film its words as one goes on."""
    if not notebook.locator(".kv-knobs").is_visible():
        film(notebook).press("t")
    expect(notebook.locator(".kv-knobs")).to_be_visible()


def slide(notebook: Any, to: str) -> None:
    """Sets the slider by its number, as a person would type it."""
    pull(notebook)
    number = notebook.locator(".widget-readout").first
    number.click()
    notebook.keyboard.press("Control+A")
    notebook.keyboard.type(to)
    notebook.keyboard.press("Enter")


def test_in_jupyterlab_python_hears_the_answer(notebook):
    film(notebook).focus()
    for key in ("End", "ArrowDown", "ArrowDown", "Enter"):
        notebook.keyboard.press(key)
    expect(notebook.locator(".kv-verdict")).to_have_text("✗ You said: broker 3. It is: broker 2.")
    told = f"{film(notebook).get_attribute('data-step')} {{0: 1}}"
    assert ask_python(notebook, 2, told).startswith(told)


def test_in_jupyterlab_a_knob_swaps_the_film_at_the_same_step(notebook):
    film(notebook).focus()
    notebook.keyboard.press("Home")
    notebook.keyboard.press("ArrowRight")
    expect(film(notebook)).to_have_attribute("data-step", "1")
    assert ask_python(notebook, 2, "1 ").startswith("1 ")
    pull(notebook)
    notebook.locator(".widget-dropdown select").nth(1).select_option("2.3")
    expect(film(notebook).locator(".kv-picture")).to_contain_text("ZooKeeper", timeout=20_000)
    assert film(notebook).get_attribute("data-step") == "1"
    notebook.locator(".widget-dropdown select").nth(1).select_option("4.4")
    expect(film(notebook).locator(".kv-picture")).to_contain_text("controller 101", timeout=20_000)
    assert ask_python(notebook, 2, "'4.4'").startswith("1 ")


def test_in_jupyterlab_a_refusal_stands_under_the_knobs_until_it_is_over(notebook):
    slide(notebook, "1")
    said = notebook.get_by_role("status").filter(has_text="Not possible")
    expect(said).to_contain_text("INVALID_REPLICATION_FACTOR (38)", timeout=20_000)
    expect(film(notebook).locator(".kv-picture")).to_contain_text("broker 3")
    slide(notebook, "4")
    expect(said).to_have_count(0, timeout=20_000)
    expect(film(notebook).locator(".kv-picture")).to_contain_text("broker 4", timeout=20_000)


def inside(notebook: Any) -> dict[str, tuple[float, float]]:
    """How far below the pane's top the parts of the film with knobs begin, and how far above its foot they end."""
    return dict(notebook.evaluate(INSIDE))


def test_in_jupyterlab_picture_words_and_buttons_fit_beside_knobs_and_knobs_come_and_go(notebook):
    for width, height in ((900, 720), (1280, 720), (1920, 1080)):
        resize(notebook, width, height)
        pull(notebook) if height == 720 else None
        for _ in range(2):
            film(notebook).evaluate("(node) => node.closest('.widget-vbox').scrollIntoView({ block: 'start' })")
            wait_for_layout(notebook)
        places = inside(notebook)
        assert min(min(place) for place in places.values()) >= -3, places
        headline = film(notebook).locator(".kv-cap").evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
        if height == 720:
            before = places.pop(".kv-knobs")
            film(notebook).press("ArrowLeft")
            assert inside(notebook) == places, "the words come back, and nothing else moves"
            film(notebook).press("t")
            assert inside(notebook)[".kv-knobs"] == before
        else:
            assert places[".kv-knobs"][0] < places[".kv-head"][0] and headline >= 26
    resize(notebook, 1280, 720)


def test_in_jupyterlab_knobs_and_film_fit_and_two_films_keep_step(notebook):
    film(notebook).evaluate("(node) => node.scrollIntoView({ block: 'start' })")
    wait_for_layout(notebook)
    assert notebook.locator(".jp-OutputArea-output .kv").first.bounding_box()["width"] > 600
    pair = notebook.locator(".kv-pair")
    pair.focus()
    notebook.keyboard.press("End")
    expect(pair.locator(".kv-count")).to_have_text(re.compile(r"^(\d+) / \1\b"))
    wait_for_layout(notebook)
    assert pair.locator(".kv-name").all_inner_texts() == ["ZooKeeper", "KRaft"]
    assert sorted(pair.locator(".kv-over").all_inner_texts()) == ["", "ends here"]
    for _ in "AB":
        picture = pair.locator(".kv-picture:visible")
        units = float(picture.get_attribute("viewBox").split()[2])
        assert picture.bounding_box()["width"] >= units - 1, "text is as large as alone"
        notebook.keyboard.press("x")


@pytest.mark.slow
def test_a_saved_notebook_remembers_the_answer_and_both_films(lab, notebook):
    film(notebook).focus()
    notebook.keyboard.press("Home")
    for key in ("End", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        notebook.keyboard.press(key)
    verdict = notebook.locator(".kv-verdict").inner_text()
    assert verdict.startswith(("✓ Right", "✗ You said"))
    step = film(notebook).get_attribute("data-step")
    notebook.evaluate("jupyterapp.commands.execute('docmanager:save')")
    notebook.evaluate("jupyterapp.serviceManager.sessions.shutdownAll()")
    load_notebook(lab, NAME)
    expect(notebook.locator(".kv-picture")).to_have_count(3, timeout=60_000)
    expect(notebook.locator(".kv-verdict")).to_have_text(verdict)
    assert film(notebook).get_attribute("data-step") == step
    notebook.locator(".kv-pair").focus()
    notebook.keyboard.press("Home")
    notebook.keyboard.press("ArrowRight")
    expect(notebook.locator(".kv-pair .kv-count")).to_have_text(re.compile("^2 / "))
