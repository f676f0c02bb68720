"""How a replica and its records look, the same in every lens."""

from typing import Final, NamedTuple

from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import label_of


class Role(NamedTuple):
    """A replica's part in its partition: the classes of its box and its text, its name short and long, its sign."""

    box: str
    text: str
    short: str
    long: str
    sign: str


ROLES: Final = {
    "leader": Role("leader", "t-leader", "★ leader", "★ leader", "★"),
    "zombie": Role("lagging", "t-lagging", "★? old leader", "★? leads in an old epoch", "★?"),
    "follower": Role("follower", "t-follower", "in sync", "follower, in sync", "="),
    "lagging": Role("lagging", "t-lagging", "! not in sync", "! follower, not in sync", "!"),
    "dead": Role("dead", "t-dead", "✕ down", "✕ down", "✕"),
    "unaware": Role("unaware", "t", "no news yet", "has heard nothing yet", "?"),
}


def record_look(record: Attributes) -> tuple[str, str]:
    """Returns the classes of a record's box and of its text."""
    if not record["up"]:
        return "faded", "t-mute"
    return ("committed", "t-committed") if record["committed"] else ("uncommitted", "t")


def record_tip(record: Attributes) -> str:
    """Returns what is told of a record under the pointer."""
    key = "" if record["key"] is None else f", key {label_of(record['key'])}"
    return f"offset {record['offset']}{key}, value {label_of(record['value'])}, leader epoch {record['leader_epoch']}"
