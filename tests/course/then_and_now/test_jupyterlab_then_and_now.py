"""A box in a real JupyterLab: opened by keyboard, read in both themes, large enough, and films by its button."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import change_theme, run_notebook

pytestmark = pytest.mark.browser

CELLS = ("from kafkaviz import then_and_now", 'then_and_now("F29")', 'then_and_now("F30")', "then_and_now()")
# The light one last: a JupyterLab remembers its theme, and other tests use the same one.
THEMES = ("JupyterLab Dark", "JupyterLab Light")
# A folder for pictures of what is tested, for those who want to look.
PICTURES = os.environ.get("KAFKAVIZ_PICTURES")
CONTRAST = """node => {
  const channels = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  let behind = node;
  while (behind && (channels(getComputedStyle(behind).backgroundColor)[3] ?? 1) === 0) behind = behind.parentElement;
  const pair = [getComputedStyle(node).color, getComputedStyle(behind).backgroundColor].map(channels).map(light);
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}"""


def test_in_jupyterlab_a_box_is_read_in_both_themes_and_its_button_shows_both_films(lab):
    tab = run_notebook(lab, "boxes.ipynb", CELLS)
    boxes = tab.locator(".jp-OutputArea-output table")
    expect(boxes).to_have_count(3, timeout=60_000)
    expect(boxes.first).to_contain_text("Kafka 4.4 · seconds from the crash to the next leader: 9.")
    # Whoever has run all cells at once still guesses first.
    for title, box in zip(tab.locator(".jp-OutputArea-output summary").all(), boxes.all()[:2], strict=True):
        expect(box).not_to_be_visible()
        title.focus()
        tab.keyboard.press("Enter")
        expect(box).to_be_visible()
    for theme in THEMES:
        change_theme(tab, theme)
        for text in boxes.locator("td, th, summary, code").all()[:20]:
            assert text.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 12
            assert text.evaluate(CONTRAST) >= 4.5
        picture(tab, f"box-{theme}")
    tab.get_by_role("button", name="show both films").click()
    expect(tab.locator(".kv-picture")).to_have_count(2, timeout=60_000)
    # The first step in which they part: six seconds without a heartbeat, or nine.
    for said in ("6 seconds without a heartbeat from broker 1", "9 seconds without a heartbeat from broker 1"):
        expect(tab.locator(".kv").first).to_contain_text(said)
    expect(boxes.first).to_be_visible()
    tab.locator(".kv").first.scroll_into_view_if_needed()
    for theme in THEMES:
        change_theme(tab, theme)
        picture(tab, f"films-{theme}")


def picture(tab, name: str) -> None:
    if PICTURES:
        tab.screenshot(path=Path(PICTURES) / f"{name.replace(' ', '-')}.png")
