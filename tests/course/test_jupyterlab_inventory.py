"""The inventory and the tables in a real JupyterLab, by keyboard alone: Tab and Space choose, Enter finishes."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser import run_notebook

pytestmark = pytest.mark.browser

SMALLEST_PX = 12
FOCUSED = """() => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
  return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
}"""
INNER = """() => [...document.querySelectorAll(".jp-OutputArea-output, .jp-OutputArea-output *")]
  .filter((node) => node.scrollHeight > node.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(node).overflowY))
  .map((node) => node.className)"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".jp-OutputArea-output *")]
  .filter((node) => node.textContent.trim() && !node.children.length && node.getClientRects().length)
  .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""


def opened(lab, name, *cells):
    file = lab.folder / f"{name}.progress"
    tab = run_notebook(lab, name, (f"import os; os.environ['KAFKAVIZ_PROGRESS'] = {str(file)!r}", *cells))
    expect(tab.locator("input[type=radio]").first).to_be_visible(timeout=60_000)
    # A ring is drawn for whoever uses the keyboard, and the test before may have ended with the mouse in the same tab.
    tab.keyboard.press("Escape")
    return tab, file


def test_twelve_questions_are_answered_by_keyboard_and_only_the_score_is_told(lab):
    tab, file = opened(lab, "inventory.ipynb", "from kafkaviz import inventory", 'inventory("before")')
    assert tab.evaluate(INNER) == [], "the page scrolls, not a box in it"
    tab.locator("input[type=radio]").first.focus()
    for _ in range(12):
        assert tab.evaluate(FOCUSED)
        tab.keyboard.press("Space")
        for _ in range(5):
            tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "finish all twelve"
    assert tab.evaluate(FOCUSED)
    tab.keyboard.press("Enter")
    status = tab.locator("[role=status]", has_text="of 12 are right")
    expect(status).to_contain_text("3 of 12 are right")
    expect(status).to_contain_text("notebook 01: order across partitions")
    expect(tab.locator("input[type=radio]:enabled")).to_have_count(0)
    assert tab.evaluate(SMALLEST) >= SMALLEST_PX
    assert json.loads(file.read_text())["inventory"] == {"before": {"answers": "a" * 12, "finished": True}}


def test_a_row_of_a_table_is_filled_in_by_keyboard_and_shown_by_its_film(lab):
    tab, file = opened(lab, "duties.ipynb", "from kafkaviz import fill_in", 'fill_in("duties")')
    show = tab.get_by_role("button", name="show it").first
    show.focus()
    assert tab.evaluate(FOCUSED)
    tab.keyboard.press("Enter")
    expect(tab.locator(".kv-picture")).to_have_count(1, timeout=30_000)
    tab.get_by_role("button", name="hide it").press("Enter")
    expect(tab.locator(".kv-picture")).to_have_count(0)
    for key in ("Tab", "Space", "Tab", "Tab", "Tab", "Tab", "Space"):
        tab.keyboard.press(key)
    said = tab.locator("ul[role=status]")
    expect(said).to_have_text(re.compile("✓ choose the partition.*✓ write the record", re.DOTALL))
    assert tab.evaluate(SMALLEST) >= SMALLEST_PX
    assert json.loads(file.read_text())["tables"]["duties"]["partition assignment"] == ["producer", "broker"]
