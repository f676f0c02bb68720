"""Plays every story of the course on real clusters, and writes down how each went.

python -m tests.real_course.record_plays [words…]      those whose names have one of the words; without words all

Each line of `tests/vectors/played/<era>.jsonl` is a play; what is not played anew stays as it is.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from kafkaviz.lab import Lab
from kafkaviz.rehearsal import RELEASES
from kafkaviz.rehearsal.plays import play_all
from kafkaviz.rehearsal.recording import Recorded, read, recorded, written
from tests.real_course.stories import STORIES

PLAYED = Path(__file__).parents[1] / "vectors" / "played"


def known() -> dict[str, Recorded]:
    """Returns every play that is recorded, by its story."""
    return {story: play for file in sorted(PLAYED.glob("*.jsonl")) for story, play in read(file).items()}


def recorded_anew(words: list[str], stories: Mapping[str, Callable[[], Lab]] = STORIES) -> Iterator[Recorded]:
    """Plays stories, says how each went, and yields the lines."""
    labs = {story: build() for story, build in stories.items() if not words or any(word in story for word in words)}
    today = datetime.now(UTC).date().isoformat()
    for play in play_all(labs):
        print(f"{play.outcome:12} {play.seconds:5.1f} s  {play.era:4}  {play.story}", flush=True)
        for difference in play.differences:
            print(f"    {difference}", flush=True)
        yield recorded(play, labs[play.story], RELEASES[play.era].release, today)


def main(words: list[str]) -> None:
    """Writes the lines of each era, those played anew in the place of the old ones."""
    began, plays = time.monotonic(), known()
    for play in recorded_anew(words):
        plays[play.story] = play
    PLAYED.mkdir(parents=True, exist_ok=True)
    for era in RELEASES:
        mine = [play for story, play in plays.items() if play.era == era and story in STORIES]
        (PLAYED / f"{era}.jsonl").write_text(written(mine), "utf-8")
    print(f"{len(plays)} plays are recorded; these took {time.monotonic() - began:.0f} s.")


if __name__ == "__main__":
    main(sys.argv[1:])
