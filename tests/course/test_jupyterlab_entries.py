"""Questions and forms in a real JupyterLab: as large as the text around them, and whole on a small screen."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, change_theme, resize, run_notebook

pytestmark = pytest.mark.browser

CELLS = (
    "<p>what is read before it</p>",
    "from kafkaviz import fill_in, incident, quiz\n"
    "from kafkaviz.scenarios.questions import nb00\nquiz(nb00.STILL_HOSTS)",
    "fill_in('duties')",
    "incident(seed=0)",
    "from kafkaviz.charts import load_chart\nload_chart([8, 1, 3])",
)
SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> Any:
    """JupyterLab with a question, a table to fill in and an incident, on a small screen with its sidebar open."""
    tab = run_notebook(lab, "entries.ipynb", CELLS)
    expect(tab.locator(".kafkaviz-entries")).to_have_count(3, timeout=60_000)
    resize(tab, 900, 720)
    return tab


def test_whoever_presents_has_questions_as_large_as_the_text(notebook):
    text, entries = notebook.locator(".jp-MarkdownOutput p").first, notebook.locator(".kafkaviz-entries").first
    asked = ".widget-html-content div", ".widget-radio-box label", ".jupyter-button"
    for is_presented in (False, True):
        if is_presented:
            notebook.evaluate("jupyterapp.commands.execute('application:toggle-presentation-mode')")
        size = text.evaluate(SIZE)
        assert size >= (16 if is_presented else 13)
        assert [entries.locator(one).first.evaluate(SIZE) for one in asked] == [size] * 3
    notebook.evaluate("jupyterapp.commands.execute('application:toggle-presentation-mode')")


def test_on_a_small_screen_every_choice_can_be_seen_and_has_its_own_question_as_its_name(notebook):
    table = notebook.locator(".kafkaviz-entries").nth(1)
    right = table.bounding_box()["x"] + table.bounding_box()["width"]
    for label in table.locator(".widget-radio-box label").all():
        box, choice = label.bounding_box(), label.locator("input").bounding_box()
        assert choice["width"] >= 12 and box["x"] + box["width"] <= right
    groups = table.get_by_role("radiogroup")
    names = [group.get_attribute("aria-label") for group in groups.all()]
    assert len(names) == len({*names}) > 5 and "write the record at the end of the log" in names


def test_on_a_small_screen_an_incident_shows_more_than_half_of_its_minutes(notebook):
    desk = notebook.locator(".kafkaviz-entries").nth(2)
    right = desk.bounding_box()["x"] + desk.bounding_box()["width"]
    minutes = [head.bounding_box() for head in desk.locator("thead").first.locator("th[scope=col]").all()]
    assert sum(box["x"] + box["width"] <= right for box in minutes) > len(minutes) / 2


def test_a_chart_is_no_white_card_on_a_dark_page(notebook):
    chart = notebook.locator(".jp-RenderedImage img.jp-needs-light-background")
    expect(chart).to_have_count(1, timeout=60_000)
    seen = {}
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        change_theme(notebook, theme)
        seen[theme] = chart.evaluate("(node) => getComputedStyle(node).filter")
    assert "invert" in seen["JupyterLab Dark"] and seen["JupyterLab Light"] == "none"
