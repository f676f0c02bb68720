"""Writes into the README's table how much the model was held against, counted where it is kept.

Answers, tests and real clusters stand in the ledger, plays in `tests/vectors/played`, and states beside the searches
that a test asks again. `tools/release.py` calls it.
"""

import json
import re
from collections.abc import Iterator

from kafkaviz.breaking.known_searches import FILE as KNOWN
from kafkaviz.ledger import rows as ledger
from tests.real_course.record_plays import known
from tools.make_gallery import FILE as GALLERY

TABLE = re.compile(r"(?m)(^\| held against \| how much \|\n\| ---.*\n)(?:\|.*\n)+")


def with_counts(text: str) -> str:
    """Returns a page whose table, if it is there, says what is counted now.

    >>> with_counts("no table")
    'no table'
    """
    return TABLE.sub(lambda found: found[1] + "".join(f"| {' | '.join(row)} |\n" for row in counted()), text)


def counted() -> Iterator[tuple[str, str]]:
    """Yields against what, and how much of it there is."""
    totals = ledger.counts()["totals"]
    answers, drawn, tests = (sum(totals[kind].values()) for kind in ("vectors", "random", "kafka_tests"))
    yield "answers of Kafka's own classes", f"{answers:,} recorded, {drawn:,} drawn anew in each run of the recorder"
    yield "scenarios of Kafka's own unit tests", f"{tests:,}"
    real = "{histories:,} histories, {sequences:,} partitions, {changes:,} changes, each state of each equal"
    yield "real clusters of 4.4.0", real.format(**totals["clusters"])
    plays = known().values()
    equal = [play.release for play in plays if play.outcome == "equal"]
    releases = sorted({*equal}, key=lambda release: [int(number) for number in release.split(".")])
    never = sum(play.outcome == "not playable" for play in plays)
    yield (
        "stories of the course, played on real clusters",
        f"{len(equal):,} of {len(plays):,} equal, {never} not playable, on Kafka {', '.join(releases)}",
    )
    searches = list(_states())
    yield (
        "every history of a small cluster, right rules, wrong rules and known bugs",
        f"{sum(searches):,} states in {len(searches)} searches",
    )


def _states() -> Iterator[int]:
    yield from (search["states"] for search in json.loads(KNOWN.read_text("utf-8")))
    gallery = json.loads(GALLERY.read_text("utf-8"))
    yield from (entry["states"] for entry in gallery["gallery"].values() if entry["states"])
    yield from (side["states"] for bug in gallery["bugs"].values() for side in bug.values())
