"""An incident in a real JupyterLab: tables and log by tabs, a diagnosis by keyboard, and the film when it is right."""

import pytest
from playwright.sync_api import expect

from tests.browser import run_notebook

pytestmark = pytest.mark.browser

CELLS = ("from kafkaviz import incident", 'incident("hot key", seed=3)')


@pytest.mark.slow
def test_in_jupyterlab_an_incident_is_diagnosed_by_keyboard_and_its_film_comes_last(lab):
    tab = run_notebook(lab, "desk.ipynb", CELLS)
    output = tab.locator(".jp-OutputArea-output").last
    expect(output).to_contain_text("LeaderCount", timeout=60_000)
    expect(tab.locator(".kv-picture")).to_have_count(0)
    tab.get_by_role("tab", name="log").click()
    expect(output).to_contain_text("(Re-)joining group")
    options = output.locator('input[type="radio"]')
    expect(options).to_have_count(9)
    options.nth(2).focus()
    tab.keyboard.press("Space")
    answer = output.locator('.widget-html [role="status"]')
    expect(answer).to_contain_text("It is not a slow follower.")
    expect(tab.locator(".kv-picture")).to_have_count(0)
    # The options of ipywidgets are no group of the browser's: each is a stop of its own.
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Space")
    expect(answer).to_contain_text("It is not more consumers than partitions.")
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Space")
    expect(answer).to_contain_text("Right: hot key.")
    expect(tab.locator(".kv-picture")).to_have_count(1, timeout=30_000)
