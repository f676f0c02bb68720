"""Plays every story of the course on real clusters, and writes down how each went.

python -m tests.real_course.record_plays [words…]      those whose names have one of the words; without words all

Each line of `tests/vectors/played/<era>.jsonl` is a play; what is not played anew stays as it is. `logs/` beside them
has the metadata log of each KRaft cluster, and which story wrote what of it; `rounds/` how all went, each time.
"""

import json
import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.rehearsal import RELEASES
from kafkaviz.rehearsal.logs import log_of, read_plays, write_plays
from kafkaviz.rehearsal.plays import play_all
from kafkaviz.rehearsal.recording import Recorded, plays_text, read, record_play
from tests.real_course.stories import STORIES

PLAYED = Path(__file__).parents[1] / "vectors" / "played"
LOGS = PLAYED / "logs"
ROUNDS = PLAYED / "rounds" / "rounds.jsonl"
DEFAULTS = PLAYED / "defaults.json"


def known() -> dict[str, Recorded]:
    """Returns every play that is recorded, by its story."""
    return {story: play for file in sorted(PLAYED.glob("*.jsonl")) for story, play in read(file).items()}


def defaults() -> dict[str, dict[str, Any]]:
    """Returns what holds in each era where a story says nothing else; it is in no story's print."""
    return {era: {name: _plain(value) for name, value in usual._asdict().items()} for era, usual in ERAS.items()}


def _plain(value: object) -> object:
    return getattr(value, "__name__", str(value)) if callable(value) else value


def write_defaults(played: Collection[str]) -> None:
    """Writes them: of an era whose stories were all played anew, and of a policy that there was not before."""
    old = json.loads(DEFAULTS.read_text("utf-8")) if DEFAULTS.exists() else {}
    anew = {
        era: usual
        if all(story in played for story, play in known().items() if play.era == era)
        else usual | {name: value for name, value in old.get(era, {}).items() if name in usual}
        for era, usual in defaults().items()
    }
    DEFAULTS.write_text(json.dumps(anew, indent=1) + "\n", "utf-8")


def recorded_anew(
    words: list[str], logs: Path | None = None, stories: Mapping[str, Callable[[], Lab]] = STORIES
) -> Generator[Recorded]:
    """Plays stories, says how each went, and yields the lines."""
    labs = {story: build() for story, build in stories.items() if not words or any(word in story for word in words)}
    today = datetime.now(UTC).date().isoformat()
    with closing(play_all(labs, logs)) as plays:
        for play in plays:
            print(f"{play.outcome:12} {play.seconds:5.1f} s  {play.era:4}  {play.story}", flush=True)
            for difference in play.differences:
                print(f"    {difference}", flush=True)
            yield record_play(play, labs[play.story], RELEASES[play.era].release, today)


def write(plays: Mapping[str, Recorded]) -> None:
    """Writes the lines of each era, in the order of their names, whichever was over first."""
    PLAYED.mkdir(parents=True, exist_ok=True)
    for era in RELEASES:
        mine = [play for story, play in plays.items() if play.era == era and story in STORIES]
        (PLAYED / f"{era}.jsonl").write_text(plays_text(mine), "utf-8")


def replace_logs(newer: Path) -> None:
    """Takes new logs in, and from the older ones what was played anew; a log without a play of a story goes."""
    LOGS.mkdir(parents=True, exist_ok=True)
    anew = {play.story for file in newer.glob("*.jsonl") for play in read_plays(file)}
    for file in [*LOGS.glob("*.jsonl")]:
        left = [play for play in read_plays(file) if play.story in {*STORIES} - anew]
        write_plays(file, left)
        if not left:
            file.unlink()
            log_of(file).unlink()
    for file in newer.iterdir():
        shutil.copyfile(file, LOGS / file.name)


def round_of(plays: Sequence[Recorded], seconds: float, load: float) -> dict[str, Any]:
    """Returns what a round of all stories came to; whoever looks into a story that differs adds its `cause`."""
    differs = {play.story: {"how": play.differences, "cause": None} for play in plays if play.outcome == "differs"}
    outcomes = Counter(play.outcome for play in plays)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "minutes": round(seconds / 60),
        "load": round(load),
        "equal": outcomes["equal"],
        "not playable": outcomes["not playable"],
        "differs": differs,
    }


def main(words: list[str]) -> None:
    """Plays, and writes the lines of those played anew in the place of the old ones; also when it is interrupted."""
    began, plays, played = time.monotonic(), known(), list[Recorded]()
    try:
        with TemporaryDirectory() as logs, closing(recorded_anew(words, Path(logs))) as anew:
            for play in anew:
                plays[play.story] = play
                played.append(play)
            replace_logs(Path(logs))
    finally:
        write(plays)
        write_defaults({play.story for play in played})
    seconds = time.monotonic() - began
    print(f"{len(plays)} plays are recorded; these took {seconds:.0f} s.")
    if not words:
        line = json.dumps(round_of(played, seconds, os.getloadavg()[2]), ensure_ascii=False)
        with ROUNDS.open("a", encoding="utf-8") as rounds:
            rounds.write(f"{line}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
