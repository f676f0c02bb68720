"""Breaking in a real JupyterLab: a wrong election in a cell, and a challenge that is solved with the mouse alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, ask_python, open_notebook, open_tab, wait_for_layout, write_notebook

pytestmark = pytest.mark.browser

WRONG = """from kafkaviz import break_it

def my_elect_leader(replicas, isr, eligible, **rest):
    return min(eligible, default=None)

verdict = break_it("elect_leader", my_elect_leader)
verdict"""
PLAY = """import os
os.environ["KAFKAVIZ_PROGRESS"] = "progress.json"
from kafkaviz import challenge, challenges
task = challenge("no_controller")
task.play()"""
BROKEN = "Broken: Only a member of the ISR leads · letters-0 is led by broker 1, which is not in its ISR: broker 3."
SOLVED = "★Solved in 3 moves, which is par."


def opened_without_network(browser: Any, lab: Lab, name: str) -> Any:
    """Yields the saved page in a tab that has no network; it has asked for nothing but itself."""
    for page in open_tab(browser, reduced_motion="reduce", offline=True):
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto((lab.folder / name).as_uri())
        yield page
        assert len(asked) == 1, asked


def run(tab: Any, cell: int) -> None:
    """Runs a cell; what it shows may come later."""
    tab.evaluate(
        """async (cell) => {
          jupyterapp.shell.currentWidget.content.activeCellIndex = cell;
          await jupyterapp.commands.execute("notebook:run-cell");
        }""",
        cell,
    )


def done(tab: Any, thing: str, label: str) -> None:
    """Clicks with the mouse on a thing of the picture, and on what its menu offers."""
    mark = tab.locator(".kv").first.get_by_role("button", name=thing, exact=True)
    mark.scroll_into_view_if_needed()
    wait_for_layout(tab)
    box = mark.bounding_box()
    tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + 12)
    tab.get_by_role("dialog", name=thing).get_by_role("button", name=label, exact=True).click()
    expect(tab.locator(".kv-branch[aria-pressed=true]").first).to_contain_text(label, timeout=20_000)


def test_a_wrong_election_is_broken_acted_in_and_saved_as_a_page(lab, browser):
    cells = (WRONG, "verdict.film(beside=False)", 'print(verdict.save("broken.html"), verdict.save("broken.json"))')
    write_notebook(lab, "broken.ipynb", cells)
    tab = open_notebook(lab, "broken.ipynb")
    run(tab, 0)
    expect(tab.locator(".kv-picture")).to_have_count(2, timeout=60_000)
    expect(tab.locator(".jp-CodeCell").first).to_contain_text("Shortest: kill(1), tick(9000), kill(2), restart(1)")
    expect(tab.locator(".kv-status p.kv-out").first).to_contain_text(BROKEN)
    expect(tab.locator(".kv").first).to_contain_text("my_elect_leader chose broker 1, outside the ISR")

    tab.evaluate("jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    run(tab, 1)
    expect(tab.locator(".kv-picture")).to_have_count(1, timeout=60_000)
    expect(tab.locator(".kv-status p.kv-out")).to_contain_text(BROKEN)
    done(tab, "broker 2", "restart")
    expect(tab.locator(".kv-status p.kv-out")).to_contain_text(BROKEN)
    assert ask_python(tab, 2, "broken.json") == "broken.html broken.json"

    for page in opened_without_network(browser, lab, "broken.html"):
        expect(page.locator(".kv-status p.kv-out")).to_have_count(1)
        expect(page.locator(".kv-status p.kv-out")).to_contain_text(BROKEN)
        page.keyboard.press("Home")
        expect(page.locator(".kv-status p.kv-out")).to_have_count(0)
    assert (lab.folder / "broken.json").stat().st_size > 500


@pytest.mark.slow
def test_a_challenge_is_solved_with_the_mouse_alone_and_its_star_lights(lab, browser):
    cells = (PLAY, "print(task.judge())", "print(challenges())", 'print(task.judge().save("solved.html"))')
    write_notebook(lab, "solved.ipynb", cells)
    tab = open_notebook(lab, "solved.ipynb")
    run(tab, 0)
    expect(tab.locator(".kv-picture")).to_have_count(1, timeout=60_000)
    goal = tab.locator(".kv-aim")
    expect(goal).to_contain_text("☆A quorum of five controllers decides for three brokers.")
    expect(goal).to_contain_text("Par is 3.")
    # Each click comes where the film stands, in the middle of the move before.
    for controller in (101, 102, 103):
        done(tab, f"controller {controller}", f"kill_controller({controller})")
        expect(tab.locator(".kv-cap").first).to_contain_text(f"Controller {controller} crashes", timeout=20_000)
    now = tab.locator(".kv-branch[aria-pressed=true]")
    expect(now).to_have_text(re.compile(r"kill_controller\(103\)$"))
    wait_for_layout(tab)
    beyond = "(one) => one.getBoundingClientRect().right - one.parentNode.getBoundingClientRect().right"
    assert now.evaluate(beyond) <= 1, "the future that is shown can be seen"
    tab.locator(".kv").first.focus()
    tab.keyboard.press("End")
    expect(goal).to_contain_text(SOLVED)
    assert goal.evaluate("(one) => one.classList.contains('kv-won')")
    tab.keyboard.press("Home")
    expect(goal).to_contain_text("☆")
    assert "Solved in 3 moves, which is par." in ask_python(tab, 1, "Solved")
    assert re.search(r"no_controller +3 .* ★ 3", ask_python(tab, 2, "★ 3"))
    assert "solved.html" in ask_python(tab, 3, "solved.html")

    for page in opened_without_network(browser, lab, "solved.html"):
        expect(page.locator(".kv-aim")).to_contain_text("☆A quorum of five")
        page.keyboard.press("End")
        expect(page.locator(".kv-aim")).to_contain_text(SOLVED)
