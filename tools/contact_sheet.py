"""Makes a sheet of every lens, in the middle of a motion and paused, in light and in dark: to be looked at."""

import io
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb07, nb09

if TYPE_CHECKING:
    from PIL.Image import Image
    from playwright.sync_api import Browser

WINDOW: Final = {"width": 880, "height": 640}
SCALE: Final = 0.6
PAUSED_AT_S: Final = 600


class Shown(NamedTuple):
    """One row of the sheet: a lens, the lab it looks at, the first step with one of these tags, and a time in ms."""

    lens: str
    lab: Callable[[], Lab]
    tags: tuple[str, ...]
    ms: int = 900


def first_film() -> Lab:
    """Returns the lab of the README: three letters, then the death of their leader."""
    lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3)
    return lab.send("letters", "ABC", "DEF", "GHI").poll("letters").kill(1).send("letters", ("ABC", "JKL"))


def files() -> Lab:
    """Returns a lab with a compacted log in several files, and a group that committed an offset of it."""
    small = {"segment.bytes": 60, "cleanup.policy": "compact", "min.cleanable.dirty.ratio": 0.3}
    lab = Lab(brokers=3).create_topic("letters", 1, 3, configs=small).join("app", "C0", topics=["letters"])
    for key in "ABABCABACBD":
        lab.send("letters", (key, key.lower()))
    return lab.commit("app", "C0", {("letters", 0): 7})


def many(brokers: int, partitions: int) -> Callable[[], Lab]:
    """Returns what makes a large cluster of which one broker dies."""
    return lambda: Lab(brokers).create_topic("t", partitions, 3).send("t", ("a", "v0"), ("b", "v1")).kill(brokers // 2)


SHEET: Final = (
    Shown("cluster", first_film, ("copy",), 1500),
    Shown("replication", first_film, ("commit",)),
    Shown("assignment", lambda: nb09.one_joins(assignor="sticky"), ("receive",), 1500),
    Shown("client", first_film, ("go on", "who leads")),
    Shown("partitioner", nb04.news, ("keys",)),
    Shown("controller", lambda: nb07.news().kill_controller(101), ("elect", "vote")),
    Shown("controller", lambda: nb07.news(kafka="2.3").kill(1), ("elect",)),
    Shown("log", files, ("LogCompacted",)),
    Shown("graph", first_film, ("replay", "fence")),
    Shown("cluster", many(10, 60), ("copy",)),
    Shown("cluster", many(30, 300), ("fence",)),
    Shown("cluster", many(100, 2000), ("crash",)),
)


def main() -> int:
    """Writes the sheet to the path that is given, or to contact_sheet.png; needs Chromium."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        print("contact_sheet needs Chromium: install it, as in `apt-get install chromium`.", file=sys.stderr)
        return 1
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "contact_sheet.png")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        rows = [_row(browser, shown, Path(folder)) for shown in SHEET]
        browser.close()
    w, h = rows[0][0].size
    sheet = Image.new("RGB", (w * len(rows[0]), h * len(rows)))
    for y, row in enumerate(rows):
        for x, picture in enumerate(row):
            sheet.paste(picture, (x * w, y * h))
    sheet.save(path, optimize=True)
    print(f"{path}: {len(rows)} rows, {path.stat().st_size // 1024} kB")
    return 0


def _row(browser: "Browser", shown: Shown, folder: Path) -> list["Image"]:
    """Returns the pictures of a row: mid-motion and paused in light, then in dark."""
    from PIL import Image

    player = shown.lab().film(lens=shown.lens)
    tags = [caption.tag for caption in player.film.captions]
    skipped = player.film.tracks[shown.lens].skip
    there = [n for tag in shown.tags for n, found in enumerate(tags) if found == tag and n and n not in skipped]
    player.index = there[-1] if there else len(tags) - 1
    page_file = player.save(folder / "film.html")
    found = []
    for mode in ("light", "dark"):
        for moves in (True, False):
            page = browser.new_page(viewport=WINDOW, color_scheme=mode)
            page.clock.install(time=0)
            page.goto(page_file.as_uri())
            page.clock.pause_at(PAUSED_AT_S)
            page.wait_for_selector(".kv-count", state="attached")
            page.clock.run_for(500)
            if moves:
                page.keyboard.press("ArrowLeft")
                page.clock.run_for(6_000)
                page.keyboard.press("ArrowRight")
                page.clock.run_for(shown.ms)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            found.append(picture.resize((round(picture.width * SCALE), round(picture.height * SCALE))))
            page.close()
    return found


if __name__ == "__main__":
    sys.exit(main())
