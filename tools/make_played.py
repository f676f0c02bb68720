"""Writes what became of every story on a real cluster of its era: as the page docs/played.md, and in the package.

python tools/make_played.py           writes both
python tools/make_played.py --check   writes nothing, exits 1 where they say something else
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from kafkaviz.rehearsal.comparing import NEVER_EXACT
from kafkaviz.rehearsal.recording import Recorded
from kafkaviz.rehearsal.settings import SHORTER_MS
from kafkaviz.scenarios.story import Performance
from tests.real_course.record_plays import LOGS, ROUNDS, known
from tests.real_course.stories import KNOBS
from tools.make_fidelity import put
from tools.notebook_files import ROOT

PAGE = ROOT / "docs" / "played.md"
SHIPPED = ROOT / "kafkaviz" / "scenarios" / "plays.json"

INTRODUCTION = """\
# Played for real

Made by `tools/make_played.py`. Every story of the course is a lab, and a lab is what was asked of it. The same was
asked of a real cluster of its era, by real clients, act by act: {equal} of {all} stories came out as the model tells
them ({releases}), {differs} did not, and {never} cannot be played. After each act leaders, ISRs, eligible leader
replicas, members, assignments, committed offsets, errors and the callbacks of consumers were compared, until both sides
were alike or the time was over; at the end every record that can be read, with its leader epoch, and what each producer
was told. `python -m tests.real_course.record_plays` plays them again, three clusters at a time. What the controllers of
{logs} KRaft clusters wrote meanwhile is kept in `tests/vectors/played/logs`, with the acts of each story.
"""
ROUNDS_SAID = """\
## Played again and again

All stories were played {times} times, on two cores that did much else: `load` is how many processes wanted one of them,
over the last quarter of an hour.

| round | load | minutes | equal | not playable | told otherwise that time |
| --- | --- | --- | --- | --- | --- |"""


def page(plays: Iterable[Recorded]) -> str:
    """Returns the page."""
    rows = sorted(plays)
    outcomes = Counter(play.outcome for play in rows)
    equal = Counter(play.release for play in rows if play.outcome == "equal")
    said = {
        "equal": outcomes["equal"],
        "differs": outcomes["differs"],
        "never": outcomes["not playable"],
        "all": len(rows),
        "logs": len(list(LOGS.glob("*.jsonl"))),
        "releases": ", ".join(f"{number} on {release}" for release, number in equal.most_common()),
    }
    parts = [INTRODUCTION.format(**said), "## What is never exact\n\n| what | why |\n| --- | --- |"]
    parts[-1] += "".join(f"\n| {what} | {why} |" for what, why in NEVER_EXACT.items())
    shorter = ", ".join(f"`{name.removesuffix('_ms')}` {ms:,} ms" for name, ms in SHORTER_MS.items())
    parts.append(f"## Which times are shorter\n\nA play has at most: {shorter}.")
    rounds = [json.loads(line) for line in ROUNDS.read_text("utf-8").splitlines()]
    parts.append(ROUNDS_SAID.format(times=len(rounds)))
    parts[-1] += "".join(f"\n{_round(number, each)}" for number, each in enumerate(rounds, 1))
    parts.append("## The stories\n\n| story | Kafka | acts | outcome | played on |\n| --- | --- | --- | --- | --- |")
    parts[-1] += "".join(f"\n{_line(play)}" for play in rows)
    return "\n".join(f"{part}\n" for part in parts)


def _line(play: Recorded) -> str:
    outcome = f"{play.outcome}: {play.reason}" if play.reason else play.outcome
    return f"| {play.story} | {play.release} | {play.acts} | {outcome} | {'' if play.reason else play.date} |"


def _round(number: int, each: dict[str, Any]) -> str:
    differs = "; ".join(f"{story}: {how['cause']}" for story, how in each["differs"].items()) or "none"
    return f"| {number} | {each['load']} | {each['minutes']} | {each['equal']} | {each['not playable']} | {differs} |"


def shipped(plays: Mapping[str, Recorded]) -> str:
    """Returns the content of plays.json: what came out alike, a line for each."""
    alike = sorted(story for story, play in plays.items() if play.outcome == "equal" and story in KNOBS)
    rows = [
        Performance(*KNOBS[story], plays[story].release, plays[story].date, plays[story].acts)._asdict()
        for story in alike
    ]
    return "[\n" + ",\n".join(f" {json.dumps(row, ensure_ascii=False)}" for row in rows) + "\n]\n"


def main(arguments: list[str]) -> int:
    """Writes both, or says what is out of date."""
    parser = argparse.ArgumentParser(description="Writes docs/played.md and plays.json from the recorded plays.")
    parser.add_argument("--check", action="store_true", help="write nothing, say what is out of date")
    check, plays = parser.parse_args(arguments).check, known()
    current = [put(PAGE, lambda: page(plays.values()), check), put(SHIPPED, lambda: shipped(plays), check)]
    return int(not all(current))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
