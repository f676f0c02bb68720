"""Looks at every film of the course through every lens at four sizes, and prints what an eye cannot follow or read.

PYTHONPATH=. python benchmarks/legibility.py [--every N] [words…]      each Nth story; those whose names have a word

It prints, for each size, in how many steps words are cut, lie on each other or are out of sight, and the smallest text;
then what moves in a wide picture and has no place in the narrow one, how many frames stand still, and the lowest
contrast of words at rest and in motion, in light and dark. What is not reached is named with the first places where it
was seen, and the exit code is 1. It needs Chromium and Playwright.
"""

import json
import shutil
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from kafkaviz.player.assets import script, styles
from kafkaviz.player.wire import wire
from kafkaviz.scene.canvas import DECORATION
from kafkaviz.scene.lenses.tracks import CLOCK
from kafkaviz.scene.values import Film, Marks, Track

SIZES: Final = {
    "900 × 720, beside the sidebar": (466, 599),
    "1280 × 720, beside the sidebar": (846, 599),
    "1280 × 720": (1280, 720),
    "1920 × 1080": (1920, 1080),
}
"""The four sizes in which a film is seen: in a pane of JupyterLab beside its sidebar, and alone on a page."""
CONTRAST: Final = "1280 × 720"
MOST: Final = {"cut": 0.005, "shortened": 0.005, "overlaps": 0.0, "off-screen": 0.0}
"""In which share of the steps each may be seen."""
MOST_STANDING: Final = {"shown": 0.005, "other": 0.05}
LEAST_TEXT, LEAST_CONTRAST = 12.0, 4.5
EXAMPLES: Final = 4

LOOK = Path(__file__).with_suffix(".js").read_text("utf-8")


class Seen(NamedTuple):
    """What was found of one kind: in how many steps, of how many, and the places, each with its lens."""

    steps: int
    of: int
    places: Sequence[tuple[str, str]]

    @property
    def share(self) -> float:
        """In which share of the steps."""
        return self.steps / max(1, self.of)

    def __str__(self) -> str:
        lenses = Counter(lens for lens, _ in self.places)
        where = f" ({', '.join(f'{lens} {n}' for lens, n in lenses.most_common())})" if lenses else ""
        return f"{self.share:.1%} of {self.of} steps{where}"


class Looked(NamedTuple):
    """A film as it travels to a browser, and what its frames tell without one: by lens, in which steps it is so."""

    name: str
    film: str
    lens: str
    steps: Mapping[str, int]
    standing: Mapping[str, Sequence[int]]
    left_out: Mapping[str, Sequence[int]]


def looked_through(name: str, film: Film) -> Looked:
    """Returns a film ready to be looked at."""
    tracks = dict(film.tracks)
    return Looked(
        name,
        json.dumps(wire(film)),
        film.lens,
        {lens: len(track.frames) - len(track.skip) for lens, track in tracks.items()},
        {lens: standing(track) for lens, track in tracks.items()},
        {lens: left_out(track) for lens, track in tracks.items()},
    )


def standing(track: Track) -> list[int]:
    """Returns the steps that a lens does not skip and in which nothing moves and nothing but the time is new."""
    found = []
    for step in range(1, len(track.frames)):
        before, frame = track.frames[step - 1], track.frames[step]
        changes = any(not i.startswith(CLOCK) and before.marks.get(i) != mark for i, mark in frame.marks.items())
        if step not in track.skip and not changes and not frame.effects and len(frame.marks) == len(before.marks):
            found.append(step)
    return found


def left_out(track: Track) -> list[int]:
    """Returns the steps in which the wide picture draws something that moves, and the narrow one nothing of it."""
    if track.narrow is None:
        return []
    found = []
    for step, (wide, narrow) in enumerate(zip(track.frames, track.narrow.frames, strict=True)):
        moves = {mark for effect in wide.effects for mark in effect.get("m", ()) if not mark.startswith(DECORATION)}
        seen = moves & _drawn(wide.marks)
        if seen and seen.isdisjoint(_drawn(narrow.marks)):
            found.append(step)
    return found


def _drawn(marks: Marks) -> set[str]:
    """Returns the groups in which something is drawn."""
    return {mark.get("p", "") for mark in marks.values() if mark["k"] != "g"}


def page_for(browser: Any, size: tuple[int, int]) -> Any:
    """Returns a page of a size that waits for films to look at."""
    tab = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme="light")
    tab.set_content(f"<style>{styles()} body {{ margin: 0 }} .kv {{ border: 0 }}</style>")
    tab.add_script_tag(content=script().replace("export default", "globalThis.player =") + LOOK, type="module")
    tab.wait_for_function("Boolean(globalThis.look)")
    return tab


def looked_at(page: Any, looked: Looked, *, contrast: bool = False) -> list[dict[str, Any]]:
    """Returns what is seen of each step of a film on a page, or of the contrast of its words, also in motion."""
    state = {"index": 0, "lens": looked.lens, "answers": {}, "speed": 1, "by": "event"}
    state |= {"playing": False, "theme": "auto"}
    play = "([film, state, contrast]) => look({ ...state, film: JSON.parse(film) }, contrast)"
    return [{"film": looked.name, **one} for one in page.evaluate(play, [looked.film, state, contrast])]


def counted(found: Sequence[Mapping[str, Any]], kind: str) -> Seen:
    """Returns in how many steps something of a kind was seen."""
    bad = [one for one in found if one[kind]]
    return Seen(len(bad), len(found), [(one["lens"], f"{_where(one)}: {one[kind][0]}") for one in bad])


def _where(one: Mapping[str, Any]) -> str:
    return f"{one['film']}, {one['lens']}, step {one['at'] + 1}"


def in_frames(films: Sequence[Looked], field: str, *, shown: Collection[bool] = (True, False)) -> Seen:
    """Returns in how many steps frames alone tell something, in the lens in which films open, in others or in all."""
    places, of = list[tuple[str, str]](), 0
    for looked in films:
        for lens, steps in getattr(looked, field).items():
            if (lens == looked.lens) in shown:
                of += looked.steps[lens]
                places += [(lens, f"{looked.name}, {lens}, step {step + 1}") for step in steps]
    return Seen(len(places), of, places)


def verdicts(
    films: Sequence[Looked], found: Mapping[str, Sequence[Mapping[str, Any]]], faint: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, bool, Seen | None]]:
    """Yields each figure in a line, whether it is reached, and what was seen of it."""
    for size, steps in found.items():
        for kind, most in MOST.items():
            seen = counted(steps, kind)
            yield f"{size}: {kind} in {seen}", seen.share <= most, seen
        smallest = min(one["smallest"] for one in steps)
        yield f"{size}: smallest text {smallest:.1f} px", smallest >= LEAST_TEXT - 0.05, None
    seen = in_frames(films, "left_out")
    yield f"no place in the narrow picture: {seen}", not seen.steps, seen
    for kind, most in MOST_STANDING.items():
        seen = in_frames(films, "standing", shown=[kind == "shown"])
        yield f"standing frames, {kind} lens: {seen}", seen.share <= most, seen
    for mode in ("light", "dark"):
        for when, moments in {"at rest": [one for one in faint if one["part"] == 1], "in motion": faint}.items():
            words = sorted((one["contrast"][mode], n) for n, one in enumerate(moments))
            low = [(ratio, text, moments[n]) for (ratio, text), n in words if ratio < LEAST_CONTRAST]
            places = [(one["lens"], f"{_where(one)} at {one['part']}: {text} {x:.1f}") for x, text, one in low]
            seen = Seen(len(low), len(moments), places)
            yield f"{mode}, {when}: lowest contrast of words {words[0][0][0]:.1f} : 1", not low, seen


def _story(name: str) -> Looked:
    from tests.real_course.stories import STORIES

    return looked_through(name, STORIES[name]().film().film)


def main(words: list[str]) -> int:
    """Prints the figures; returns 1 where one is not reached."""
    from playwright.sync_api import sync_playwright

    from tests.real_course.stories import STORIES

    every = int(words.pop(words.index("--every") + 1)) if "--every" in words else 1
    words = [word for word in words if word != "--every"]
    names = [name for name in STORIES if not words or any(word in name for word in words)][::every]
    films: list[Looked] = []
    found: dict[str, list[dict[str, Any]]] = {size: [] for size in SIZES}
    faint: list[dict[str, Any]] = []
    # The next film is made while the browser looks at one.
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        pages = {name: page_for(browser, size) for name, size in SIZES.items()}
        for looked in pool.map(_story, names):
            for size, page in pages.items():
                found[size] += looked_at(page, looked)
            faint += looked_at(pages[CONTRAST], looked, contrast=True)
            films.append(looked._replace(film=""))
        browser.close()
    print(f"{len(films)} films, {sum(len(looked.steps) for looked in films)} lenses")
    failed = 0
    for line, reached, seen in verdicts(films, found, faint):
        print("✓" if reached else "✗", line)
        for _, place in () if reached or seen is None else seen.places[:EXAMPLES]:
            print("     ", place)
        failed += not reached
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
