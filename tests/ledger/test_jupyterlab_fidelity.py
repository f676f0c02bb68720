"""The ledger in a real JupyterLab: its table fits beside the sidebar, whatever is asked for."""

import pytest
from playwright.sync_api import expect

from tests.browser import open_notebook, run_all, wait_for_layout, write_notebook

pytestmark = pytest.mark.browser

CELLS = ('from kafkaviz import fidelity\nfidelity("isr")', "fidelity()")


def test_in_jupyterlab_the_ledger_is_no_wider_than_its_notebook(lab):
    write_notebook(lab, "ledger.ipynb", CELLS)
    tab = open_notebook(lab, "ledger.ipynb")
    tab.evaluate("jupyterapp.shell.expandLeft()")
    run_all(tab)
    outputs = tab.locator(".jp-OutputArea-output")
    expect(outputs).to_have_count(len(CELLS), timeout=60_000)
    expect(tab.locator("#jp-left-stack")).to_be_visible()
    wait_for_layout(tab)
    for place in range(len(CELLS)):
        needed, there = outputs.nth(place).evaluate("(node) => [node.scrollWidth, node.clientWidth]")
        assert needed <= there
