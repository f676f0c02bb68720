"""Looks at every film of the course through every lens at four sizes, and prints what an eye cannot follow or read.

PYTHONPATH=. python benchmarks/legibility.py [--every N] [words…]      each Nth story; those whose names have a word

It prints, for each size, in how many steps words are cut, lie on each other or are out of sight, and the smallest text;
then how many frames stand still, and the lowest contrast of words at rest and in motion, in light and dark. What is not
reached is named with the first places where it was seen, and the exit code is 1. It needs Chromium and Playwright.
"""

import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from kafkaviz.lab import Lab
from kafkaviz.player.assets import script, styles
from kafkaviz.player.wire import wire
from kafkaviz.scene.lenses.tracks import CLOCK
from kafkaviz.scene.values import Film, Track

SIZES: Final = {
    "900 × 720, beside the sidebar": (466, 599),
    "1280 × 720, beside the sidebar": (846, 599),
    "1280 × 720": (1280, 720),
    "1920 × 1080": (1920, 1080),
}
"""The four sizes in which a film is seen: in a pane of JupyterLab beside its sidebar, and alone on a page."""
CONTRAST_AT: Final = (1280, 720)
MOST: Final = {"cut": 0.005, "shortened": 0.005, "overlaps": 0.0, "off-screen": 0.0}
"""In which share of the steps each may be seen."""
MOST_STANDING: Final = {"shown": 0.005, "other": 0.05}
LEAST_TEXT, LEAST_CONTRAST = 12.0, 4.5
EXAMPLES: Final = 4

LOOK = Path(__file__).with_suffix(".js").read_text("utf-8")


class Seen(NamedTuple):
    """What was found of one kind: in how many steps, of how many, and the first places."""

    steps: int
    of: int
    places: Sequence[str]

    @property
    def share(self) -> float:
        """In which share of the steps."""
        return self.steps / max(1, self.of)


def standing(track: Track) -> list[int]:
    """Returns the steps that a lens does not skip and in which nothing moves and nothing but the time is new."""
    found = []
    for step in range(1, len(track.frames)):
        before, frame = track.frames[step - 1], track.frames[step]
        changes = any(not i.startswith(CLOCK) and before.marks.get(i) != mark for i, mark in frame.marks.items())
        if step not in track.skip and not changes and not frame.effects and len(frame.marks) == len(before.marks):
            found.append(step)
    return found


def looked_at(browser: Any, films: Mapping[str, Film], size: tuple[int, int], mode: str = "") -> list[dict[str, Any]]:
    """Returns what is seen of each step of films in one size; with a `mode`, light or dark, of their contrast."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=mode or "light")
    tab = context.new_page()
    tab.set_content(f"<style>{styles()} body {{ margin: 0 }} .kv {{ border: 0 }}</style>")
    tab.add_script_tag(content=script().replace("export default", "globalThis.player =") + LOOK, type="module")
    tab.wait_for_function("Boolean(globalThis.look)")
    found = []
    for name, film in films.items():
        state = {"film": wire(film), "index": 0, "lens": film.lens, "answers": {}, "speed": 1, "by": "event"}
        state |= {"playing": False, "theme": "auto"}
        found += [{"film": name, **one} for one in tab.evaluate("([s, c]) => look(s, c)", [state, bool(mode)])]
    context.close()
    return found


def counted(found: Sequence[Mapping[str, Any]], kind: str) -> Seen:
    """Returns in how many steps something of a kind was seen."""
    bad = [one for one in found if one[kind]]
    places = [f"{one['film']}, {one['lens']}, step {one['at'] + 1}: {one[kind][0]}" for one in bad]
    return Seen(len(bad), len(found), places)


def verdicts(browser: Any, films: Mapping[str, Film]) -> Iterator[tuple[str, bool, Sequence[str]]]:
    """Yields each figure in a line, whether it is reached, and places where it is not."""
    for name, size in SIZES.items():
        found = looked_at(browser, films, size)
        for kind, most in MOST.items():
            seen = counted(found, kind)
            lenses = Counter(one["lens"] for one in found if one[kind])
            where = f" ({', '.join(f'{lens} {n}' for lens, n in lenses.most_common())})" if lenses else ""
            yield f"{name}: {kind} in {seen.share:.1%} of {seen.of} steps{where}", seen.share <= most, seen.places
        smallest = min(one["smallest"] for one in found)
        yield f"{name}: smallest text {smallest:.1f} px", smallest >= LEAST_TEXT - 0.05, ()
    for kind, most in MOST_STANDING.items():
        tracks = [
            (name, lens, track)
            for name, film in films.items()
            for lens, track in film.tracks.items()
            if (lens == film.lens) == (kind == "shown")
        ]
        still = [f"{name}, {lens}, step {step + 1}" for name, lens, track in tracks for step in standing(track)]
        seen = Seen(len(still), sum(len(track.frames) - len(track.skip) for *_, track in tracks), still)
        yield f"standing frames, {kind} lens: {seen.share:.1%} of {seen.of}", seen.share <= most, seen.places
    for mode in ("light", "dark"):
        found = looked_at(browser, films, CONTRAST_AT, mode)
        for when, moments in {"at rest": [one for one in found if one["part"] == 1], "in motion": found}.items():
            low = min(one["contrast"][0] for one in moments)
            places = [
                f"{one['film']}, {one['lens']}, step {one['at'] + 1} at {one['part']}: {one['contrast'][1]}"
                for one in sorted(moments, key=lambda one: one["contrast"][0])
                if one["contrast"][0] < LEAST_CONTRAST
            ]
            yield f"{mode}, {when}: lowest contrast of words {low:.1f} : 1", low >= LEAST_CONTRAST, places


def main(words: list[str]) -> int:
    """Prints the figures; returns 1 where one is not reached."""
    from playwright.sync_api import sync_playwright

    from tests.real_course.stories import STORIES

    every = int(words.pop(words.index("--every") + 1)) if "--every" in words else 1
    words = [word for word in words if word != "--every"]
    names = [name for name in STORIES if not words or any(word in name for word in words)][::every]
    labs: dict[str, Lab] = {name: STORIES[name]() for name in names}
    films = {name: lab.film().film for name, lab in labs.items()}
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print(f"{len(films)} films, {sum(len(film.tracks) for film in films.values())} lenses")
        for line, reached, places in verdicts(browser, films):
            print("✓" if reached else "✗", line, flush=True)
            for place in () if reached else places[:EXAMPLES]:
                print("     ", place)
            failed += not reached
        browser.close()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
