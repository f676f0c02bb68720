"""A wrong answer in a real JupyterLab: the words, and under them both films, opened where they part."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import run_notebook

pytestmark = pytest.mark.browser

CELLS = (
    "from kafkaviz import check",
    "def my_first(replicas, isr, eligible):\n"
    "    return next((broker for broker in replicas if broker in eligible), None)\n"
    'check("E07.1", my_first)',
)


def test_in_jupyterlab_a_wrong_answer_is_met_by_its_film_without_another_call(lab):
    tab = run_notebook(lab, "wrong.ipynb", CELLS)
    expect(tab.locator(".kv-picture")).to_have_count(2, timeout=60_000)
    expect(tab.locator(".kv-count")).to_have_text(re.compile(r"^2 / 2"))
    words = tab.locator(".widget-html, .jupyter-widget-html-content").first
    expect(words).to_contain_text("Given:    my_first(replicas=[1, 2, 3], isr=[1, 3], eligible=[2, 3])")
    expect(tab.locator(".kv").first).to_contain_text("new leader, broker 2")
    expect(tab.locator(".kv").first).to_contain_text("new leader, broker 3")
