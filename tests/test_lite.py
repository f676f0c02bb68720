"""The course in a browser alone: built, opened where nothing else can be reached, played, solved, reloaded."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.spark.spark_session import IN_A_BROWSER
from tests.browser import IDLE, QUIET, SIZE, find_chromium
from tests.static_host import Host, hosted
from tools.notebook_files import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOST_MEGABYTES = 20
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
LONG_MS = 300_000
OPEN = """async (path) => {
  await jupyterapp.restored;
  for (const shown of [...jupyterapp.shell.widgets("main")]) shown.dispose();
  await jupyterapp.serviceManager.sessions.shutdownAll();
  await jupyterapp.commands.execute("docmanager:open", { path });
}"""
RUN = """async (cells) => {
  const notebook = jupyterapp.shell.currentWidget.content;
  for (const cell of cells ?? notebook.widgets.map((_, number) => number)) {
    notebook.activeCellIndex = cell;
    notebook.deselectAll();
    await jupyterapp.commands.execute("notebook:run-cell");
  }
}"""
OUTPUTS = """() => jupyterapp.shell.currentWidget.content.widgets.map(
  (cell) => (cell.model.type === "code" ? cell.model.outputs.toJSON() : []),
)"""
SOURCES = "() => jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.sharedModel.getSource())"
WRITE = """([cell, source]) =>
  jupyterapp.shell.currentWidget.content.widgets[cell].model.sharedModel.setSource(source)"""
MINE = """def my_partitioner(key, partitions, sent):
    return sent.available[sent.records % len(sent.available)]"""
ENDLESS = """def my_partitioner(key, partitions, sent):
    while True:
        pass"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make lite` builds it; a test's way to the commands of its page is opened."""
    if importlib.util.find_spec("jupyterlite_core") is None:
        pytest.skip("The site for the browser cannot be built here: install the extra, kafkaviz[lite].")
    if shutil.which("npm") is None:
        pytest.skip(
            "npm is missing, which fetches the browser's Python: install Node.js (Debian: apt-get install npm)."
        )
    folder = tmp_path_factory.mktemp("lite") / "site"
    built = subprocess.run(
        [sys.executable, "tools/build_lite.py", str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stdout[-2000:] + built.stderr[-2000:]
    settings = folder / "jupyter-lite.json"
    known = json.loads(settings.read_text("utf-8"))
    known["jupyter-config-data"]["exposeAppInBrowser"] = True
    settings.write_text(json.dumps(known), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[Host]:
    with hosted(site) as host:
        yield host


@pytest.fixture(scope="module")
def page(browser: Any, host: Host) -> Iterator[Any]:
    """A tab of a Chromium that reaches this machine alone; whatever it asked for elsewhere fails the tests."""
    chromium = browser.browser_type.launch(executable_path=find_chromium(), args=[*QUIET, ALONE])
    context = chromium.new_context(viewport=SIZE, reduced_motion="reduce")
    elsewhere: list[str] = []

    def hear(request: Any) -> None:
        if not request.url.startswith((host.url, "data:", "blob:")):
            elsewhere.append(request.url)

    context.on("request", hear)
    page = context.new_page()
    page.set_default_timeout(LONG_MS)
    yield page
    chromium.close()
    assert elsewhere == []


def opened(page: Any, name: str) -> None:
    """Opens a notebook in place of all others, and waits for a kernel of its own."""
    page.wait_for_function("() => window.jupyterapp?.commands?.hasCommand('docmanager:open')")
    page.evaluate(OPEN, name)
    page.wait_for_function(IDLE)


def cell_of(page: Any, text: str) -> int:
    """Returns the number of the first cell that holds a text."""
    return next(number for number, source in enumerate(page.evaluate(SOURCES)) if text in source)


def run(page: Any, *cells: int) -> list[list[dict[str, Any]]]:
    """Runs some cells one after the other, or all, and returns what stands under each cell of the notebook."""
    page.evaluate(RUN, list(cells) or None)
    outputs: list[list[dict[str, Any]]] = page.evaluate(OUTPUTS)
    return outputs


def errors(outputs: list[list[dict[str, Any]]]) -> list[str]:
    return [one["evalue"] for under in outputs for one in under if one["output_type"] == "error"]


def text_of(outputs: list[dict[str, Any]]) -> str:
    return "".join("".join(one.get("data", {}).get("text/plain", "")) for one in outputs)


def test_the_first_film_is_there_and_all_that_it_took_was_on_the_site(page, host):
    began = time.monotonic()
    page.goto(host.url)
    page.wait_for_function(IDLE)
    ready = time.monotonic() - began
    expect(page.locator("#jp-left-stack")).to_be_hidden()
    run(page, cell_of(page, "from kafkaviz import"))
    film = page.locator(".kv").first
    expect(film.locator(".kv-picture")).to_be_visible()
    took = time.monotonic() - began
    raw, packed = host.megabytes()
    print(f"the first film: {raw:.1f} MB, compressed {packed:.1f} MB; Python after {ready:.1f} s, film {took:.1f} s")
    assert packed < MOST_MEGABYTES
    expect(film.locator(".kv-count")).to_have_text(re.compile("^1 / "))
    film.focus()
    page.keyboard.press("ArrowRight")
    expect(film.locator(".kv-count")).to_have_text(re.compile("^2 / "))


def test_one_acts_in_a_film_and_python_answers(page):
    film = page.locator(".kv").first
    film.get_by_role("button", name="broker 2").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="broker 2").get_by_role("button", name="kill", exact=True).click(timeout=60_000)
    expect(film.locator(".kv-branch")).to_have_text(["as it was told", "└ kill(2)"], timeout=60_000)


def test_notebook_00_runs_to_its_end(page):
    outputs = run(page)
    assert errors(outputs) == []
    assert page.locator(".kv-picture").count() > 0
    assert "not attempted" in text_of(outputs[cell_of(page, 'check("E03.1"')])


def test_a_partitioner_is_judged_and_one_without_end_is_stopped(page):
    opened(page, "notebooks/04_who_decides_the_partition.ipynb")
    mine, asked = cell_of(page, "def my_partitioner"), cell_of(page, 'check("E04.1"')
    said = []
    for source in (ENDLESS, MINE):
        page.evaluate(WRITE, [mine, source])
        said.append(text_of(run(page, 2, mine, asked)[asked]))
    assert "was stopped, since a check waits for" in said[0], said[0]
    assert "correct" in said[1] and "incorrect" not in said[1], said[1]
    page.evaluate("jupyterapp.commands.execute('docmanager:save')")


def test_a_wrong_election_is_broken_without_a_process_of_its_own(page):
    opened(page, "notebooks/12_break_it.ipynb")
    asked = cell_of(page, "verdict = break_it(")
    outputs = run(page, cell_of(page, "from kafkaviz import"), asked - 1, asked, asked + 2)
    assert errors(outputs) == []
    assert "Broken: Only a member of the ISR leads" in text_of(outputs[asked + 2])


def test_last_night_runs_to_its_end_and_a_time_of_it_leads_to_its_film(page):
    opened(page, "notebooks/13_last_night.ipynb")
    assert errors(run(page)) == []
    # Nothing is drawn without numpy; its worst times are buttons all the same.
    time = page.get_by_role("button", name="UTC: 26 partitions lost the leader")
    when = time.inner_text().strip()[:23]
    time.click()
    expect(page.locator(".kv").filter(has_text=f"The minute from {when}")).to_be_visible(timeout=60_000)


def test_a_notebook_of_spark_says_in_one_sentence_where_it_runs(page):
    opened(page, "notebooks/m1_hot_keys_and_skew.ipynb")
    assert errors(run(page, 1)[1:2]) == [IN_A_BROWSER]


def test_after_a_reload_the_answer_and_the_progress_are_there(page):
    page.reload()
    opened(page, "notebooks/04_who_decides_the_partition.ipynb")
    assert MINE in page.evaluate(SOURCES)
    opened(page, "notebooks/00_start_here.ipynb")
    shown = cell_of(page, "progress()")
    run(page, cell_of(page, "from kafkaviz import"), shown)
    row = page.locator(".jp-Cell").nth(shown).locator("tr").filter(has_text="E04.1")
    expect(row).to_contain_text("✓ correct")
