"""Questions, knobs and films in a real JupyterLab whose kernel works: one sees and hears that they wait for it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, run_notebook

pytestmark = pytest.mark.browser

BUSY = "Python is busy: it hears this as soon as it has time."
CELLS = (
    "import pathlib, time\n"
    "from kafkaviz import Lab, knobs, quiz\n"
    "from kafkaviz.scenarios.questions import nb00\n"
    "def works():\n"
    "    while pathlib.Path('works').exists():\n        time.sleep(0.1)\n"
    "quiz(nb00.STILL_HOSTS, then=works)",
    "def failover(brokers=3):\n"
    "    works()\n"
    "    return Lab(brokers).create_topic('letters', 1, 2).kill(1)\n"
    "knobs(failover, brokers=(2, 5))",
    "def slow(replicas, isr, eligible, **rest):\n"
    "    works()\n"
    "    return min(eligible, default=None)\n"
    "Lab(elect_leader=slow).create_topic('letters', 1, 3).film()",
)


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> Any:
    """A question, a knob and a film, all of which take long as long as the file `works` is there."""
    tab = run_notebook(lab, "busy.ipynb", CELLS)
    expect(tab.locator(".kv-picture")).to_have_count(2, timeout=60_000)
    return tab


@contextmanager
def busy(lab: Lab) -> Iterator[None]:
    """Lets Python need long for what it hears, until this is over."""
    (lab.folder / "works").touch()
    yield
    (lab.folder / "works").unlink()


def signs(tab: Any) -> Any:
    return tab.get_by_role("status").filter(has_text=BUSY)


def test_an_answer_that_takes_long_says_so_until_it_is_judged(lab, notebook):
    quiz = notebook.get_by_role("group", name=re.compile("^Broker 1 is dead, and others lead"))
    expect(quiz.get_by_role("radiogroup", name=re.compile("^Broker 1 is dead"))).to_have_count(1)
    assert signs(notebook).count() == 0
    with busy(lab):
        quiz.get_by_role("radio").first.check()
        expect(signs(quiz)).to_be_visible()
        assert "You said" not in quiz.inner_text()
    expect(quiz).to_contain_text("✗ You said: none: it is dead")
    expect(signs(notebook)).to_have_count(0)


def test_a_knob_that_takes_long_says_so_until_its_film_has_come(lab, notebook):
    knob = notebook.get_by_role("group", name="Knobs of failover")
    with busy(lab):
        knob.locator(".widget-readout").click()
        notebook.keyboard.press("Control+A")
        notebook.keyboard.type("4")
        notebook.keyboard.press("Enter")
        expect(signs(knob)).to_be_visible()
        assert "broker 4" not in knob.inner_text()
    expect(knob.locator(".kv-picture")).to_contain_text("broker 4")
    expect(signs(notebook)).to_have_count(0)


def test_an_act_that_takes_long_says_so_until_its_film_has_come(lab, notebook):
    film = notebook.locator(".kv").nth(1)
    film.get_by_role("button", name="broker 1").press("Enter")
    kill = notebook.get_by_role("dialog", name="broker 1").get_by_role("button", name="kill", exact=True)
    expect(kill).to_be_visible()
    with busy(lab):
        kill.press("Enter")
        expect(signs(film)).to_be_visible()
        notebook.wait_for_timeout(4000)
        expect(signs(film)).to_be_visible()
    expect(film.locator(".kv-branch")).to_have_count(2)
    expect(signs(notebook)).to_have_count(0)
