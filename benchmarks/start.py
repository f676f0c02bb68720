"""What a learner waits for and what it takes: a fresh `make lab` to the first film, a second start, every Run All.

python benchmarks/start.py [--rounds 5] [notebook …]    without any, every notebook; needs Linux and Chromium

The first rows are a clone of the last commit with an empty home, which is installed from the network, so there is one
round of them. Megabytes of memory are those of all processes below this one at their most, the browser's included, and
pages that they share counted for each; megabytes loaded are what the browser was sent. The figures at the end are CPU
as multiples of a plain loop; nothing is wanted of them but that each row could be measured, or the exit code says so.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.processes import cpu_seconds, peak_megabytes, require_proc
from benchmarks.yardstick import ROUNDS, Figure, reached, yard
from tests.browser import MISSING, QUIET, find_chromium
from tools.notebook_files import NOTEBOOKS, ROOT, read

LONGEST_SECONDS: Final = 1_800
FIRST_FILM: Final = ".jp-OutputArea .kv-picture"
MEGABYTE: Final = 1e6
OF_A_PERSON: Final = ("IPYTHON", "JUPYTER", "KAFKAVIZ", "PYTHON", "VIRTUAL_ENV", "XDG_")


class Row(NamedTuple):
    """One line of the table; megabytes that were not measured are None."""

    what: str
    seconds: float
    processor: float
    memory: float | None = None
    loaded: float | None = None


def main() -> int:
    """Prints the table, each row as soon as it is there, and then what the rounds of each come to."""
    options = parse()
    require_proc()
    chromium = find_chromium()
    if chromium is None:
        sys.exit(MISSING)
    print(f"{'':44} {'seconds':>8} {'of CPU':>8} {'memory, MB':>11} {'loaded, MB':>11}")
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        taken = dict[str, list[float]]()
        for what in ("fresh", *["second"] * options.rounds):
            shown(taken, partial(started, what, clone, Path(folder, "home"), chromium))
    for path in options.notebooks or sorted(NOTEBOOKS.glob("*.ipynb")):
        for _ in range(options.rounds):
            shown(taken, partial(ran, path))
    return reached([Figure(f"{what}, in Y", yards, None, None) for what, yards in taken.items()])


def shown(taken: dict[str, list[float]], measure: Callable[[], list[Row]]) -> None:
    """Prints the rows of one round, and adds to what was `taken` their CPU as multiples of Y before and after it."""
    before = yard()
    rows = measure()
    y = (before + yard()) / 2
    for row in rows:
        show(row)
        taken.setdefault(row.what, []).append(row.processor / y)


def parse() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("notebooks", nargs="*", type=Path, metavar="notebook")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    return parser.parse_args()


def show(row: Row) -> None:
    """Prints one row."""
    cells = [f"{'' if value is None else f'{value:.1f}':>11}" for value in (row.memory, row.loaded)]
    print(f"{row.what:44} {row.seconds:8.1f} {row.processor:8.1f} {' '.join(cells)}", flush=True)


def started(what: str, clone: Path, home: Path, chromium: str) -> list[Row]:
    """Starts JupyterLab as a learner does, runs the first notebook in a browser, and ends both."""
    home.mkdir(exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OF_A_PERSON)}
    port = free_port()
    command = ["make", "lab", f"PORT={port}", "BROWSER=no"]
    token = f"start-{port}"
    environment |= {"HOME": str(home), "JUPYTER_TOKEN": token}
    began, spent = time.monotonic(), cpu_seconds()
    with peak_megabytes() as memory:
        server = subprocess.Popen(
            command, cwd=clone, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/api", server)
            up, installing = time.monotonic() - began, cpu_seconds() - spent
            film, loaded = first_film(f"http://127.0.0.1:{port}/?token={token}", chromium)
            showing = cpu_seconds() - spent
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()
    return [
        Row(f"{what} make lab, to its first answer", up, installing),
        Row(f"{what} make lab, to the first film", up + film, showing, memory[0], loaded),
    ]


def free_port() -> int:
    """Returns a port of this machine on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found: int = free.getsockname()[1]
        return found


def wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    """Waits until an address answers; leaves with a sentence where its server ends before."""
    for _ in range(LONGEST_SECONDS * 4):
        try:
            urllib.request.urlopen(url, timeout=1)
            return
        except OSError:
            if server.poll() is not None:
                sys.exit(f"`make lab` ended with code {server.returncode}; its own words stand above.")
            time.sleep(0.25)
    sys.exit(f"`make lab` gave no answer in {LONGEST_SECONDS} s.")


def first_film(url: str, chromium: str) -> tuple[float, float]:
    """Opens JupyterLab, runs all cells, and returns the seconds until a film is there and the megabytes that came."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        tab = browser.new_page()
        session, sizes = tab.context.new_cdp_session(tab), list[float]()
        session.send("Network.enable")

        def count(event: dict[str, Any]) -> None:
            sizes.append(event["encodedDataLength"])

        session.on("Network.loadingFinished", count)
        began = time.monotonic()
        tab.goto(url, timeout=LONGEST_SECONDS * 1_000)
        tab.locator(".jp-Notebook .jp-CodeCell").first.click(timeout=LONGEST_SECONDS * 1_000)
        tab.get_by_role("menuitem", name="Run", exact=True).click()
        tab.get_by_text("Run All Cells", exact=True).click()
        tab.locator(FIRST_FILM).first.wait_for(state="attached", timeout=LONGEST_SECONDS * 1_000)
        seconds = time.monotonic() - began
        browser.close()
    return seconds, sum(sizes) / MEGABYTE


def ran(path: Path) -> list[Row]:
    """Runs all cells of one notebook in a kernel of its own."""
    from tools.build_notebooks import execute

    began, spent = time.monotonic(), cpu_seconds()
    with peak_megabytes() as memory:
        execute(read(path), path.resolve().parent)
    return [Row(f"Run All, {path.stem}", time.monotonic() - began, cpu_seconds() - spent, memory[0])]


if __name__ == "__main__":
    sys.exit(main())
