"""Measures the player in Chromium at three sizes, beside a picture that is drawn anew for each step.

python benchmarks/player.py [--quick] [--kernel]

It prints a table, a line a round: click to new frame (as time passes, and as CPU time, which a busy machine does not
stretch), frames a second while a film plays and the CPU time of one, with that of its script, bytes a step and lens,
the first picture; the last column is a ratio within one round. Then come figures over the rounds; what is of CPU is in
thousandths of what a million turns of a plain loop take. With `--kernel` an act travels through JupyterLab to Python
and comes back as a film. It needs Chromium (CHROMIUM names another) and Playwright, as the browser tests do. The exit
code counts what is not reached.
"""

import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import ROUNDS, Figure, reached, yard
from kafkaviz import Lab
from kafkaviz.player.figure import figure
from kafkaviz.player.page import page
from kafkaviz.player.raster import paint
from kafkaviz.player.wire import wire_track
from kafkaviz.scene.values import Film

SIZES = ((3, 12), (10, 60), (30, 300))
RECORDS = 100
PLAY_MS = 8_000
COLUMNS = (
    *("size", "steps", "film ms", "click p95 ms", "click CPU ms", "fps median", "fps p5", "frame CPU ms", "script ms"),
    *("B/step", "first ms", "nodes", "mpl ms", "mpl/click"),
)
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

CLICKS = """async (count) => {
  const times = [];
  const root = document.querySelector(".kv");
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let n = 0; n < count; n += 1) {
    const key = n % 2 ? "ArrowLeft" : "ArrowRight";
    await frame();
    const begun = performance.now();
    root.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    root.querySelector(".kv-picture").getBoundingClientRect();
    times.push(performance.now() - begun);
    if (n % 4 === 3) root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", cancelable: true }));
  }
  return times;
}"""

FRAMES = """(long) => new Promise((done) => {
  const frames = [];
  const root = document.querySelector(".kv");
  root.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", cancelable: true }));
  root.dispatchEvent(new KeyboardEvent("keydown", { key: "k", cancelable: true }));
  const tick = (now) => {
    if (document.querySelector(".kv-picture[data-moving]")) frames.push(now);
    else frames.push(null);
    if (now - start < long) requestAnimationFrame(tick); else done(frames);
  };
  const start = performance.now();
  requestAnimationFrame(tick);
})"""


class Measured(NamedTuple):
    """What one size gave, in ms, frames a second, and bytes."""

    steps: int
    made_ms: float
    click_ms: float
    click_cpu_ms: float
    fps: float
    slow_fps: float
    frame_cpu_ms: float
    script_ms: float
    bytes_a_step: float
    first_ms: float
    nodes: int
    picture_ms: float


def film_of(brokers: int, partitions: int) -> Film:
    """Returns the film of a topic, a hundred records and a broker that dies."""
    lab = Lab(brokers=brokers).create_topic("letters", partitions=partitions, replication_factor=3)
    lab.send("letters", *(f"k{n}" for n in range(RECORDS))).kill(brokers // 2 + 1)
    film: Film = lab.film().film
    return film


def measured(browser: Any, brokers: int, partitions: int) -> Measured:
    """Returns the figures of one size."""
    begun = time.perf_counter()
    film = film_of(brokers, partitions)
    html = page(film)
    made = (time.perf_counter() - begun) * 1000
    track = json.dumps(wire_track(film, film.lens), ensure_ascii=False, separators=(",", ":"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.html"
        path.write_text(html, encoding="utf-8")
        tab = browser.new_page(viewport={"width": 1280, "height": 800})
        begun = time.perf_counter()
        tab.goto(path.as_uri())
        tab.wait_for_selector(".kv-picture g g")
        first = (time.perf_counter() - begun) * 1000
        session = tab.context.new_cdp_session(tab)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = thread_ms(session)
        clicks = sorted(tab.evaluate(CLICKS, 40))
        cpu = (thread_ms(session) - before) / 50
        before, script = thread_ms(session), thread_ms(session, "ScriptDuration")
        played = tab.evaluate(FRAMES, PLAY_MS)
        frame_cpu = (thread_ms(session) - before) / len(played)
        script = (thread_ms(session, "ScriptDuration") - script) / len(played)
        gaps = [b - a for a, b in pairwise(played) if a is not None and b is not None]
        nodes = tab.evaluate("document.querySelectorAll('.kv-picture *').length")
        tab.close()
    steps = len(film.captions)
    begun = time.process_time()
    for step in range(min(5, steps)):
        paint(figure(film, step))
    drawn = (time.process_time() - begun) * 1000 / min(5, steps)
    per_second = sorted(1000 / gap for gap in gaps)
    return Measured(
        steps,
        made,
        clicks[int(len(clicks) * 0.95)],
        cpu,
        statistics.median(per_second),
        per_second[len(per_second) // 20],
        frame_cpu,
        script,
        len(track.encode()) / steps,
        first,
        nodes,
        drawn,
    )


ACT = """async () => {
  const until = async (found) => { while (!found()) await new Promise(requestAnimationFrame); };
  const times = [];
  for (let n = 0; n < 10; n += 1) {
    document.querySelector("[data-ev^=broker]").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await until(() => document.querySelector(".kv-act"));
    const begun = performance.now();
    const branches = document.querySelectorAll(".kv-branch").length;
    document.querySelector(".kv-act").click();
    await until(() => document.querySelectorAll(".kv-branch").length > branches);
    times.push(performance.now() - begun);
  }
  return times;
}"""


def through_kernel(browser: Any) -> float:
    """Returns the median time in ms from an act to the film that comes of it, in JupyterLab."""
    from tests.browser import Lab as JupyterLab
    from tests.browser import open_notebook, open_tab, running_lab, write_notebook

    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as home,
        running_lab(Path(folder), Path(home)) as url,
    ):
        for tab in open_tab(browser, strict=False, reduced_motion="reduce"):
            lab = JupyterLab(url, Path(folder), tab)
            write_notebook(lab, "act.ipynb", ["from tests.player.acting import acting\nacting()"])
            open_notebook(lab, "act.ipynb")
            tab.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
            tab.wait_for_selector(".kv-picture", timeout=60_000)
            return statistics.median(tab.evaluate(ACT))
    raise AssertionError("A browser has a tab.")


def thread_ms(session: Any, what: str = "TaskDuration") -> float:
    """Returns the CPU time of the page's thread so far, all or of one kind, which a busy machine does not stretch."""
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics[what]) * 1000


def round_of(browser: Any, brokers: int, partitions: int) -> tuple[Measured, float]:
    """Prints the line of one round, and returns what it gave, and Y in seconds: a thousandth of it in milliseconds."""
    before = yard()
    got = measured(browser, brokers, partitions)
    ratio = got.picture_ms / got.click_cpu_ms
    cells = [f"{brokers}/{partitions}", str(got.steps), *(f"{value:.1f}" for value in got[1:]), f"{ratio:.0f}"]
    print("".join(f"{cell:>13}" for cell in cells), flush=True)
    return got, (before + yard()) / 2


def figures(size: str, rounds: list[tuple[Measured, float]]) -> list[Figure]:
    """Returns what the rounds of one size come to."""

    def each(name: str) -> list[float]:
        return [float(getattr(got, name)) for got, _ in rounds]

    def by_yards(name: str) -> list[float]:
        return [float(getattr(got, name)) / y for got, y in rounds]

    return [
        Figure(f"{size}, ms of a click by the clock, p95", each("click_ms"), None, 20, at_most=True),
        Figure(f"{size}, CPU of a click, in Y / 1,000", by_yards("click_cpu_ms"), None, None),
        Figure(f"{size}, script of a frame, in Y / 1,000", by_yards("script_ms"), None, None),
        Figure(f"{size}, a picture beside a click", [g.picture_ms / g.click_cpu_ms for g, _ in rounds], None, None),
        Figure(f"{size}, frames a second", each("fps"), None, None),
        Figure(f"{size}, kB a step and lens", [n / 1000 for n in each("bytes_a_step")], None, 4, at_most=True),
    ]


def main() -> int:
    """Prints the table, and what it comes to."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if chromium is None:
        print("This needs Chromium: install it, as in `apt-get install chromium`.", file=sys.stderr)
        return 1
    print("".join(f"{name:>13}" for name in COLUMNS))
    found = list[Figure]()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        for size in SIZES[:1] if "--quick" in sys.argv else SIZES:
            found += figures("/".join(map(str, size)), [round_of(browser, *size) for _ in range(ROUNDS)])
        if "--kernel" in sys.argv:
            acts = [through_kernel(browser) for _ in range(ROUNDS)]
            found.append(Figure("ms of an act through the kernel", acts, None, None))
        browser.close()
    return reached(found)


if __name__ == "__main__":
    sys.exit(main())
