"""The line with which a notebook says how many of its stories were played on real clusters, and on which releases.

`tools/announce.py` keeps it agreeing with the recorded plays; a notebook without the line stays without.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from kafkaviz.course.then_and_now.flags import flag_of
from kafkaviz.rehearsal.recording import Recorded
from tests.real_course.record_plays import known

LINE: Final = re.compile(r"(?m)^\*\*Played for real:\*\*.*$")
START: Final = "00"
"""The notebook that says it of the course as a whole."""


def with_played_line(text: str, number: str) -> str:
    """Returns a notebook's Markdown with its line, if it is there, as the plays are now.

    >>> with_played_line("**Played for real:** ?", "99")
    '**Played for real:** no story here.'
    """
    return LINE.sub(lambda _: played_line(number, _plays()), text)


def played_line(number: str, plays: Mapping[str, Recorded]) -> str:
    """Returns the line of a notebook, by its number."""
    mine = [play for story, play in plays.items() if number in (START, notebook_of_story(story))]
    alike = [play for play in mine if play.outcome == "equal"]
    if not alike:
        return "**Played for real:** no story here."
    where = "of the course" if number == START else "here"
    count = f"{len(alike)} of {len(mine)}" if len(alike) < len(mine) else f"{len(mine)}"
    stories = "story" if len(mine) == 1 else "stories"
    releases = _in_words(release for release, _ in Counter(play.release for play in alike).most_common())
    return f"**Played for real:** {count} {stories} {where}, on Kafka {releases} ([which ones](../docs/played.md))."


def notebook_of_story(story: str) -> str:
    """Returns the number of the notebook that a story belongs to: its scenario's, or that of its box.

    >>> notebook_of_story("nb07.failover(kafka=2.3)"), notebook_of_story("F29, Kafka 2.3")
    ('07', '07')
    """
    name = re.split(r"[.,]", story, maxsplit=1)[0]
    return name.removeprefix("nb") if name.startswith("nb") else flag_of(name).home


@cache
def _plays() -> Mapping[str, Recorded]:
    return known()


def _in_words(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
