"""Records the README's moving picture of the player in Chromium: the first film, frame by frame."""

import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kafkaviz.lab import Lab
from kafkaviz.scene.style import THEME

if TYPE_CHECKING:
    from PIL.Image import Image
    from playwright.sync_api import Page

PICTURE: Final = Path(__file__).resolve().parent.parent / "docs" / "player.gif"
WINDOW: Final = {"width": 880, "height": 640}
PAUSED_AT_S: Final = 600
FRAME_MS, SHOWN_MS, REST_MS, MOST_FRAMES, COLOURS = 240, 180, 2_400, 250, 96


def main() -> int:
    """Writes docs/player.gif; needs Chromium and says so when there is none."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        print("take_picture needs Chromium: install it, as in `apt-get install chromium`.", file=sys.stderr)
        return 1
    lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3)
    lab.send("letters", "ABC", "DEF", "GHI").kill(1)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = lab.film().save(Path(folder) / "film.html")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        # Where nothing steps back, a step changes less of the picture: a third of the bytes.
        page = browser.new_page(viewport=WINDOW, color_scheme="light", contrast="more")
        # Time goes on only when it is told to, so that a slow machine records the same frames.
        page.clock.install(time=0)
        page.goto(page_file.as_uri())
        page.clock.pause_at(PAUSED_AT_S)
        page.wait_for_selector(".kv-count", state="attached")
        seen = list(_recorded(page))
        browser.close()
    first, *others = _few_colours(seen)
    times = [SHOWN_MS] * len(others) + [REST_MS]
    first.save(PICTURE, save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    print(f"{PICTURE.name}: {len(seen)} frames, {PICTURE.stat().st_size // 1024} kB")
    return 0


def _recorded(page: "Page") -> Iterator[bytes]:
    """Plays the film and yields a PNG of every moment, until it has come to its end."""
    page.clock.run_for(500)
    page.keyboard.press("Space")
    for _ in range(MOST_FRAMES):
        page.clock.run_for(FRAME_MS)
        yield page.screenshot()
        if page.get_by_role("button", name="play").count():
            return


def _few_colours(seen: list[bytes]) -> list["Image"]:
    """Returns pictures that share one palette, made of some of them: a colour may come late."""
    from PIL import Image

    some = [Image.open(io.BytesIO(data)).convert("RGB") for data in seen[:: max(1, len(seen) // 12)]]
    montage = Image.new("RGB", (some[0].width, some[0].height * len(some)))
    for n, picture in enumerate(some):
        montage.paste(picture, (0, n * picture.height))
    # Of the theme's colours those that are seen, however small their area, then what is nearest to all others.
    seen_colours = {colour for _, colour in montage.getcolors(montage.width * montage.height) or []}
    named = [colour for token in THEME["light"].values() if (colour := tuple(bytes.fromhex(token[1:]))) in seen_colours]
    named = list(dict.fromkeys(named))
    others = montage.quantize(COLOURS - len(named), method=Image.Quantize.MEDIANCUT).convert("RGB").getcolors() or []
    colours = [*named, *(colour for _, colour in others)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return [
        Image.open(io.BytesIO(data)).convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE) for data in seen
    ]


if __name__ == "__main__":
    sys.exit(main())
