"""A browser and a JupyterLab for tests: fixtures for a conftest, free of this machine's settings.

CHROMIUM names another browser than the `chromium` on the path; KAFKAVIZ_REQUIRE_CHROMIUM=1 turns its absence
from a skip into a failure. KAFKAVIZ_SLOW_FRAMES=1 has every frame and every change of size heard of late, as on a busy
machine: a test that measures too early fails then. Its fonts are those of tests/fonts.py.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.fonts import font_config

REPOSITORY = Path(__file__).parents[1]
MISSING = (
    "Chromium is missing, so nothing was tested in a browser: install it "
    "(Debian and Ubuntu: apt-get install chromium) or name one in CHROMIUM."
)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 120
SIZE = {"width": 1280, "height": 720}
SLOW_FRAMES = """
  const later = setTimeout, Observer = ResizeObserver, frame = requestAnimationFrame;
  ResizeObserver = class extends Observer {
    constructor(hear) { super((...news) => later(() => hear(...news), 120)); }
  };
  requestAnimationFrame = (draw) => frame(() => later(() => draw(performance.now()), 60));
"""


class Lab(NamedTuple):
    """A running JupyterLab: its address, the folder whose notebooks it shows, and the tab that shows it."""

    url: str
    folder: Path
    tab: Any


def find_chromium() -> str | None:
    """Returns the path of a Chromium, or None."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A Chromium without a window, and with no fonts of this machine."""
    path = find_chromium()
    if path is None and os.environ.get("KAFKAVIZ_REQUIRE_CHROMIUM") == "1":
        pytest.fail(MISSING)
    if path is None:
        pytest.skip(MISSING)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        own = os.environ | {"FONTCONFIG_FILE": str(font_config(tmp_path_factory.mktemp("fonts")))}
        chromium = playwright.chromium.launch(executable_path=path, args=QUIET, env=own)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def still(browser: Any) -> Iterator[Any]:
    """A tab where nothing moves by itself; one for all tests, since a new one costs twice what a film in it does."""
    yield from open_tab(browser, strict=False, reduced_motion="reduce")


@pytest.fixture
def tab(still: Any) -> Iterator[Any]:
    """A tab of 1280 by 720 where nothing moves by itself; a script's error fails the test."""
    still.emulate_media(color_scheme="light", contrast="no-preference", forced_colors="none")
    yield from as_new(still)


def as_new(tab: Any) -> Iterator[Any]:
    """Yields a tab that was used before, with nothing left of that; no script may fail in it."""
    tab.goto("about:blank")
    tab.set_viewport_size(SIZE)
    tab.emulate_media(media="null")
    tab.mouse.move(0, 0)
    errors: list[str] = []

    def hear(error: object) -> None:
        errors.append(str(error))

    tab.on("pageerror", hear)
    yield tab
    tab.remove_listener("pageerror", hear)
    assert errors == [], errors


def open_tab(browser: Any, *, strict: bool = True, **options: Any) -> Iterator[Any]:
    """Yields a tab with these options of a browser's context; where it is strict, no script may have failed."""
    context = browser.new_context(viewport=SIZE, **options)
    if os.environ.get("KAFKAVIZ_SLOW_FRAMES") == "1":
        context.add_init_script(SLOW_FRAMES)
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    context.close()
    assert not strict or errors == []


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Lab]:
    """A JupyterLab with the project's overrides.json and no setting of the person who runs the test.

    Its tab is not strict: JupyterLab has errors of its own when a kernel goes away.
    """
    folder = tmp_path_factory.mktemp("notebooks")
    with running_lab(folder, tmp_path_factory.mktemp("home")) as url:
        for tab in open_tab(browser, strict=False, reduced_motion="reduce"):
            yield Lab(url, folder, tab)


@contextmanager
def running_lab(folder: Path, home: Path) -> Iterator[str]:
    """Runs a JupyterLab that shows a folder and keeps its settings in a home of its own; yields its address."""
    names = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    private = {f"JUPYTER_{name}": str(home / name.lower()) for name in names}
    private |= {f"JUPYTERLAB_{name}_DIR": str(home / name.lower()) for name in ("SETTINGS", "WORKSPACES")}
    private |= {"IPYTHONDIR": str(home / "ipython"), "PYTHONPATH": str(REPOSITORY)}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--ip=127.0.0.1", "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    command += ["--expose-app-in-browser", f"--LabApp.app_settings_dir={REPOSITORY / 'jupyter'}"]
    log = home / "lab.log"
    with log.open("w") as out:
        server = subprocess.Popen(command, env=os.environ | private, stdout=out, stderr=out)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{url}/api/status", server, log)
        yield url
    finally:
        server.terminate()
        server.wait(30)


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until the address answers; fail with the end of the server's log when it never does."""
    for _ in range(START_SECONDS * 4):
        try:
            urllib.request.urlopen(url, timeout=1)
            return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.25)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


def write_notebook(lab: Lab, name: str, cells: Sequence[str]) -> None:
    """Puts a notebook with these cells before JupyterLab; what begins with a tag is text, and all else is code."""
    import nbformat

    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    of = {True: nbformat.v4.new_markdown_cell, False: nbformat.v4.new_code_cell}
    written = [of[cell.startswith("<")](cell) for cell in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=written, metadata=kernel), lab.folder / name)


# The page of JupyterLab is loaded once: that costs four times what a notebook and its kernel do.
ANOTHER = """async (path) => {
  for (const shown of [...jupyterapp.shell.widgets("main")]) shown.dispose();
  await jupyterapp.serviceManager.sessions.shutdownAll();
  await jupyterapp.commands.execute("docmanager:open", { path });
}"""
# A page that restores its notebooks opens the one in its address last, and once more where it is open.
IDLE = """() => {
  if (document.querySelector(".jp-mod-restoring")) return false;
  const context = window.jupyterapp?.shell?.currentWidget?.sessionContext;
  return context?.isReady && context.session?.kernel?.status === "idle";
}"""


def open_notebook(lab: Lab, name: str) -> Any:
    """Opens a notebook in place of all others, whose kernels end; returns JupyterLab's tab once its kernel is there."""
    if not lab.tab.url.startswith(lab.url):
        return load_notebook(lab, name)
    lab.tab.set_viewport_size(SIZE)
    lab.tab.mouse.move(0, 0)
    lab.tab.evaluate(ANOTHER, name)
    lab.tab.wait_for_function(IDLE, timeout=120_000)
    return lab.tab


def load_notebook(lab: Lab, name: str) -> Any:
    """Loads the page of JupyterLab anew, with this notebook in it; returns its tab once a kernel is there."""
    lab.tab.goto(f"{lab.url}/lab/tree/{name}?reset")
    lab.tab.wait_for_function(IDLE, timeout=120_000)
    return lab.tab


def run_all(tab: Any) -> None:
    """Runs all cells of the notebook that is open."""
    tab.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")


def run_notebook(lab: Lab, name: str, cells: Sequence[str]) -> Any:
    """Returns JupyterLab's tab, in which these code cells are run as a notebook."""
    write_notebook(lab, name, cells)
    tab = open_notebook(lab, name)
    run_all(tab)
    return tab


def ask_python(tab: Any, cell: int, wanted: str) -> str:
    """Runs a cell until it prints what is wanted, and returns what it printed: news of a view takes its time."""
    said = ""
    for _ in range(20):
        tab.evaluate(
            """async (cell) => {
              jupyterapp.shell.currentWidget.content.activeCellIndex = cell;
              await jupyterapp.commands.execute("notebook:run-cell");
            }""",
            cell,
        )
        said = tab.locator(".jp-CodeCell").nth(cell).locator(".jp-OutputArea-output").inner_text().strip()
        if wanted in said:
            break
        tab.wait_for_timeout(250)
    return said


# Frames are counted by an observer of sizes: a test's clock does not stop it, and it comes after those of the player.
LAID_OUT = """async ([width, height]) => {
  const frame = () => new Promise((done) => {
    const seen = new ResizeObserver(() => { seen.disconnect(); done(); });
    seen.observe(document.documentElement);
  });
  while (width && (innerWidth !== width || innerHeight !== height)) await frame();
  const parts = () => [...document.querySelectorAll(".kv, .kv :not(svg *), .jp-WindowedPanel-outer")];
  const places = () => JSON.stringify(parts().map((node) => node.getBoundingClientRect()));
  for (let still = 0, last = "", frames = 0; still < 5 && frames < 500; frames += 1) {
    await frame();
    const now = places();
    still = now === last ? still + 1 : 0;
    last = now;
  }
}"""


def wait_for_layout(page: Any, width: int = 0, height: int = 0) -> None:
    """Waits until the page has this size, where one is given, and nothing in it has moved for five frames.

    A view learns its size a frame after the page has it, and places its pictures then.
    """
    page.evaluate(LAID_OUT, [width, height])


def resize(page: Any, width: int, height: int) -> None:
    """Gives the page another size, and waits until everything has its place in it."""
    page.set_viewport_size({"width": width, "height": height})
    wait_for_layout(page, width, height)


def change_theme(tab: Any, theme: str) -> None:
    """Changes JupyterLab's theme, and waits until its colours are there."""
    colours = "getComputedStyle(document.body).getPropertyValue('--jp-layout-color0')"
    before, now = tab.evaluate(colours), tab.evaluate("document.body.dataset.jpThemeName")
    tab.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
    tab.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=theme)
    if theme != now:
        tab.wait_for_function(f"before => {colours} !== before", arg=before)
    wait_for_layout(tab)


def marks_drawn(page: Any) -> list[str]:
    """What the picture shows, in the order in which it is painted."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".kv-picture *")].map((node) => {
          const attributes = [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort();
          return [node.tagName, ...attributes, node.children.length ? "" : node.textContent].join(" ");
        })"""
    )


def bottom(page: Any, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    return float(box["y"] + box["height"])
