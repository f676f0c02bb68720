"""Takes the README's picture of the player: the first film at its most telling step, in Chromium."""

import shutil
import sys
import tempfile
from pathlib import Path

from kafkaviz.lab import Lab

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "player.png"
WINDOW = {"width": 1280, "height": 720}


def main() -> int:
    """Writes docs/player.png; needs Chromium and says so when there is none."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        print("take_picture needs Chromium: install it, as in `apt-get install chromium`.", file=sys.stderr)
        return 1
    lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3)
    lab.send("letters", "ABC", "DEF", "GHI").poll("letters").kill(1)
    player = lab.film()
    elected = next(n for n, caption in enumerate(player.film.captions) if "new leader" in caption.cap)
    player.index = elected
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = player.save(Path(folder) / "film.html")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=WINDOW, reduced_motion="reduce")
        page.goto(page_file.as_uri())
        page.wait_for_selector(".kv-count", state="attached")
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURE)
        browser.close()
    print(f"{PICTURE.name}: step {elected + 1}, {PICTURE.stat().st_size // 1024} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
