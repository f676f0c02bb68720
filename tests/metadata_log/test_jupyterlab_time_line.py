"""The time line of a metadata log in a real JupyterLab: a click or a key in the chart leads to the film of a minute."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, run_notebook

pytestmark = pytest.mark.browser

CELLS = ("from kafkaviz.metadata_log import recorded\nrecorded().summary()",)


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> Any:
    """JupyterLab with the summary of the recorded log."""
    tab = run_notebook(lab, "time_line.ipynb", CELLS)
    expect(tab.get_by_role("slider", name="A time to see on film")).to_be_visible(timeout=60_000)
    return tab


def test_keys_go_from_time_to_time_and_enter_shows_the_film(notebook):
    times = notebook.get_by_role("slider", name="A time to see on film")
    times.focus()
    # It begins at the worst time, and the notebook takes no key from it.
    assert times.get_attribute("aria-valuetext").startswith("2026-11-21 11:08:34 UTC: 26 partitions lost the leader")
    notebook.keyboard.press("Home")
    expect(times).to_have_attribute("aria-valuenow", "1")
    first = times.get_attribute("aria-valuetext")
    assert notebook.locator(".kafkaviz-places-words").inner_text() == first
    notebook.keyboard.press("ArrowLeft")
    expect(times).to_have_attribute("aria-valuenow", "1")
    notebook.keyboard.press("Enter")
    film = notebook.locator(".jp-OutputArea-output .kv").first
    expect(film).to_contain_text(f"The minute from {first[:23]}", timeout=60_000)


def test_a_click_in_the_chart_shows_the_film_of_the_nearest_time(notebook):
    times = notebook.get_by_role("slider", name="A time to see on film")
    box = times.bounding_box()
    times.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
    last = times.get_attribute("aria-valuemax")
    expect(times).to_have_attribute("aria-valuenow", last)
    words = times.get_attribute("aria-valuetext")
    expect(notebook.locator(".jp-OutputArea-output .kv").first).to_contain_text(f"The minute from {words[:23]}")
