"""What the looks of a lens mean, in a few words each."""

from collections.abc import Iterable
from typing import Final

from kafkaviz.scene import tiles

Legend = tuple[tuple[str, str], ...]
_TALK: Final[Legend] = (("ask", "a question"), ("answer", "its answer"))
_RECORDS: Final[Legend] = (("uncommitted", "written"), ("committed", "below the high watermark"))
LEGENDS: Final[dict[str, Legend]] = {
    "cluster": (*_TALK, ("leader", "leader"), ("follower", "follower in sync"), ("lagging", "not in sync"), *_RECORDS),
    "replication": (*_TALK, *_RECORDS, ("lagging", "not in sync")),
    "assignment": (("committed", "read"), ("lagging", "read by nobody"), ("member-waits", "waits")),
    "share": (
        ("uncommitted", "○ available"),
        ("acquired", "● acquired"),
        ("committed", "✓ acknowledged"),
        ("archived", "✕ archived"),
    ),
    "client": (*_TALK, ("stale", "out of date"), ("refused", "refused"), ("uncommitted", "held back until it is safe")),
    "partitioner": (("send", "the newest record"), ("bar-hot", "more than twice its share")),
    "controller": (*_TALK, ("vote", "a vote"), ("committed", "a majority has it"), ("uncommitted", "not yet")),
    "log": (*_RECORDS, ("segment", "a closed file"), ("segment-active", "the file that grows")),
    "graph": (("leader", "leads"), ("follower", "in sync"), ("lagging", "not in sync"), ("card-dead", "down")),
}


_LOST: Final = ("lost", "acknowledged, and lost")
SHOW_LOST: Final = ("cluster", "replication")
"""The lenses that show where an acknowledged record was that is gone."""


def legends_of(lenses: Iterable[str], *, large: bool, lost: bool = False) -> dict[str, Legend]:
    """Returns the legend of each lens of a film, in which something may be lost.

    >>> legends_of(["assignment"], large=False)["assignment"][1]
    ('lagging', 'read by nobody')
    """
    found = {lens: (*LEGENDS[lens], _LOST) if lost and lens in SHOW_LOST else LEGENDS[lens] for lens in lenses}
    return found | {"cluster": (*_TALK, *tiles.LEGEND)} if large and "cluster" in found else found
