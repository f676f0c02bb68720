"""The looks that only some lenses have, and how a look of a box or a line is written down."""

from typing import Final

from kafkaviz.scene.values import Look


def box(fill: str, stroke: str, text: str, width: float = 1.5, radius: int = 6, dash: str = "") -> Look:
    """Returns the look of a box: the tokens of its area, its outline and its text, and how it is drawn."""
    look: Look = {"fill": fill, "stroke": stroke, "text": text, "width": width, "radius": radius}
    return {**look, "dash": dash} if dash else look


def line(stroke: str, width: float, dash: str = "", halo: str = "") -> Look:
    """Returns the look of a line, drawn over a halo where it has one."""
    look: Look = {"stroke": stroke, "width": width}
    if dash:
        look["dash"] = dash
    if halo:
        look["halo"] = halo
    return look


LENS_BOXES: Final[dict[str, Look]] = {
    "tile-leader": box("leader", "leader_line", "on_leader", width=1, radius=4),
    "tile-follower": box("follower", "follower_line", "on_follower", width=1, radius=9),
    "tile-lagging": box("bg", "lagging_line", "ink", width=1.8, radius=2, dash="3 2"),
    "tile-dead": box("dead_line", "dead_line", "bg", width=0.5, radius=2),
    "tile-none": box("bg", "watermark_ink", "watermark_ink", width=3, radius=9),
    "tray": box("panel", "watermark_ink", "ink", radius=10, dash="6 4"),
    "member": box("card", "consumer_line", "ink", width=2, radius=12),
    "acquired": box("consumer", "consumer_line", "on_consumer", width=2.8, radius=14),
    "archived": box("dead", "dead_line", "on_dead", width=1.5, radius=0, dash="2 3"),
    "member-waits": box("card", "lagging_line", "ink", width=2, radius=12, dash="6 4"),
    "stale": box("lagging", "lagging_line", "on_lagging", radius=9, dash="4 3"),
    "waiting": box("bg", "producer_line", "ink", width=2, radius=3, dash="4 3"),
    "refused": box("lagging", "lagging_line", "on_lagging", width=2, radius=3, dash="2 3"),
    "why": box("ink", "bg", "bg", width=1, radius=4),
    "segment": box("panel", "card_line", "ink", radius=5),
    "segment-active": box("card", "ink", "ink", width=2.5, radius=5),
}
"""Records of a share group, tiles of a large cluster, the tray for what nobody reads, beliefs out of date, files."""

LENS_AREAS: Final[dict[str, Look]] = {
    "area-read": {"fill": "committed", "stroke": "committed_line", "text": "on_committed", "width": 1},
    "area-lost": {"fill": "lagging", "text": "on_lagging"},
}
"""What was read, moment by moment, and what was not."""

LENS_LINES: Final[dict[str, Look]] = {
    "axis": line("watermark_ink", 1.5),
    "log-start": line("ink", 3, halo="bg"),
    "cleaned": line("consumer_line", 2.5, dash="6 3", halo="bg"),
    "sum": line("line", 1.5),
    "sum-new": line("message_line", 3),
    "pole": line("consumer_line", 1.5),
    "changed": {"stroke": "watermark", "width": 3, "radius": 8},
    "unlike": {"stroke": "warn", "width": 3, "radius": 5, "dash": "9 4"},
    "tile-told": {"stroke": "watermark", "width": 2.5, "radius": 5},
    "tie-controls": line("ink", 1.5),
    "tie-hosts": line("line", 1.2),
    "tie-copies": line("follower_line", 1.8, dash="6 4"),
    "tie-writes": line("producer_line", 2),
    "tie-feeds": line("consumer_line", 2),
    "tie-gone": line("warn", 1.8, dash="2 5"),
    "tie-has": line("line", 1.2, dash="2 3"),
}
"""Lines of some lenses; a tie is an edge of the graph."""

LENS_WEIGHTS: Final[dict[str, Look]] = {"tie-new": {"width": 4}}
"""What a class adds to the look of another one."""
