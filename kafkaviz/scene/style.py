"""The look of every picture: tokens, light and dark, and the classes that use them.

The hues are Okabe and Ito's, told apart by people who see colours differently. No colour speaks alone: a
dash, a heavier line or a glyph drawn by the scene says the same. A class maps properties to values; `fill`,
`stroke`, `color`, `text` and `halo` name a token, everything else is a plain value in units of the picture.
The player's own buttons use `bg`, `ink`, `mute`, `line`, `card`, `accent`, `on_accent` and `focus`.

| property | meaning |
| --- | --- |
| `fill`, `stroke`, `width`, `dash`, `radius` | a box: its area, its outline, the rounding of its corners |
| `text` | the token of what is written on this box; some `t-` class carries the same token |
| `halo` | a line is drawn over a wider one of this token, so that it shows on any ground |
| `color`, `size`, `weight`, `anchor`, `family` | a text |
"""

from kafkaviz.scene.lens_style import LENS_AREAS, LENS_BOXES, LENS_LINES, box, line
from kafkaviz.scene.values import Look, Theme

LIGHT = {
    "bg": "#ffffff",
    "ink": "#1b1f24",
    "mute": "#4a525b",
    "line": "#737c86",
    "card": "#f6f8fa",
    "card_line": "#5f6872",
    "panel": "#eef1f4",
    "accent": "#0072b2",
    "on_accent": "#ffffff",
    "focus": "#d55e00",
    "leader": "#0072b2",
    "leader_line": "#004a75",
    "on_leader": "#ffffff",
    "follower": "#cfe8f7",
    "follower_line": "#0072b2",
    "on_follower": "#0b2f4a",
    "lagging": "#fde3b0",
    "lagging_line": "#a34f00",
    "on_lagging": "#5a3300",
    "dead": "#e4e6e8",
    "dead_line": "#656e78",
    "on_dead": "#454d56",
    "committed": "#c9ecdf",
    "committed_line": "#00684c",
    "on_committed": "#04372a",
    "uncommitted": "#ffffff",
    "uncommitted_line": "#4a525b",
    "watermark": "#d55e00",
    "watermark_ink": "#9c4200",
    "active": "#f8f1a6",
    "controller": "#f0e442",
    "controller_line": "#3d3800",
    "on_controller": "#3d3800",
    "on_roof": "#3d3800",
    "message": "#cc79a7",
    "message_line": "#8f2f64",
    "on_message": "#2b0b1d",
    "producer": "#f3dbe8",
    "producer_line": "#8f2f64",
    "on_producer": "#4c1233",
    "consumer": "#d3efe4",
    "consumer_line": "#00684c",
    "on_consumer": "#04372a",
    "hot": "#d55e00",
    "on_hot": "#000000",
    "net": "#eef2f5",
    "roof": "#fbf7d2",
    "roof_line": "#3d3800",
    "warn": "#9c1f00",
    "faint": "#7f8891",
}

DARK = {
    "bg": "#111418",
    "ink": "#e8ebee",
    "mute": "#b4bcc5",
    "line": "#7d8792",
    "card": "#1c2128",
    "card_line": "#98a1ab",
    "panel": "#171b20",
    "accent": "#3ea6dd",
    "on_accent": "#04202f",
    "focus": "#ff8a3d",
    "leader": "#3ea6dd",
    "leader_line": "#a9dcf7",
    "on_leader": "#04202f",
    "follower": "#173a52",
    "follower_line": "#56b4e9",
    "on_follower": "#d6ecfa",
    "lagging": "#4a3408",
    "lagging_line": "#e69f00",
    "on_lagging": "#ffdf9c",
    "dead": "#2a2f36",
    "dead_line": "#98a1ab",
    "on_dead": "#c3cad1",
    "committed": "#0f4435",
    "committed_line": "#3fd3a4",
    "on_committed": "#c9f5e5",
    "uncommitted": "#111418",
    "uncommitted_line": "#c3cad1",
    "watermark": "#ff8a3d",
    "watermark_ink": "#ffa565",
    "active": "#f0e442",
    "controller": "#f0e442",
    "controller_line": "#f0e442",
    "on_controller": "#3d3800",
    "on_roof": "#f7efa0",
    "message": "#e29cc3",
    "message_line": "#e29cc3",
    "on_message": "#2b0b1d",
    "producer": "#4a2239",
    "producer_line": "#e29cc3",
    "on_producer": "#fbe3f0",
    "consumer": "#0f4435",
    "consumer_line": "#3fd3a4",
    "on_consumer": "#c9f5e5",
    "hot": "#ff8a3d",
    "on_hot": "#241000",
    "net": "#161b21",
    "roof": "#2b2806",
    "roof_line": "#f0e442",
    "warn": "#ff9f86",
    "faint": "#77828e",
}


BOXES: dict[str, Look] = {
    **LENS_BOXES,
    "card": box("card", "card_line", "ink", radius=12),
    "card-controller": box("card", "ink", "ink", width=3.5, radius=12),
    "card-dead": box("dead", "dead_line", "on_dead", radius=12, dash="7 5"),
    "card-fenced": box("card", "lagging_line", "ink", width=2.5, radius=12, dash="12 5"),
    "card-paused": box("card", "dead_line", "ink", width=2.5, radius=12, dash="3 5"),
    "roof": box("roof", "roof_line", "on_roof", width=2.5, radius=14),
    "entry": box("bg", "roof_line", "ink", width=1.3, radius=5),
    "unaware": box("bg", "card_line", "ink", width=1.5, dash="2 3"),
    "strip": box("panel", "card_line", "ink", width=1.5, radius=12),
    "voter": box("card", "card_line", "ink", radius=12),
    "voter-leader": box("active", "ink", "on_controller", width=3.5, radius=12),
    "producer": box("producer", "producer_line", "on_producer", width=2, radius=18),
    "consumer": box("consumer", "consumer_line", "on_consumer", width=2, radius=18),
    "consumer-idle": box("bg", "dead_line", "mute", width=2, radius=18, dash="2 5"),
    "leader": box("leader", "leader_line", "on_leader", width=2),
    "follower": box("follower", "follower_line", "on_follower", width=2),
    "lagging": box("lagging", "lagging_line", "on_lagging", width=2, dash="6 4"),
    "dead": box("dead", "dead_line", "on_dead", dash="2 3"),
    "committed": box("committed", "committed_line", "on_committed", radius=3),
    "uncommitted": box("uncommitted", "uncommitted_line", "ink", radius=3, dash="4 3"),
    "lost": box("bg", "warn", "warn", width=1.5, radius=3, dash="4 3"),
    "faded": box("bg", "line", "mute", width=1, radius=3, dash="1 3"),
    "bar": box("leader", "leader_line", "on_leader", width=1, radius=3),
    "bar-hot": box("hot", "ink", "on_hot", width=3, radius=3),
    "bucket": box("bg", "card_line", "ink", width=2, radius=8),
    "flag": box("watermark_ink", "watermark_ink", "bg", width=1, radius=3),
    "differs": box("hot", "bg", "on_hot", width=1.5, radius=0),
    "crown": box("controller", "on_controller", "on_controller", radius=0),
}

AREAS: dict[str, Look] = {"net": {"fill": "net", "text": "ink", "radius": 10}, **LENS_AREAS}
"""What is only ground: text is read on it, and nothing has to stand out from it."""

LINES: dict[str, Look] = {
    **LENS_LINES,
    "high-watermark": line("watermark", 3.5, halo="bg"),
    "log-end": line("ink", 2, dash="2 3", halo="bg"),
    "lost-cross": line("faint", 1),
    "ghost": {"stroke": "faint", "width": 1, "radius": 4, "dash": "2 4"},
    "heartbeat": line("card_line", 1, dash="1 5"),
    "heartbeat-lost": line("faint", 1, dash="1 9"),
    "ring-track": {"fill": "bg", "stroke": "faint", "width": 4},
    "ring": line("committed_line", 5),
    "low": line("watermark", 5),
    "ring-snapped": line("warn", 5, dash="3 4"),
}

MESSAGES: dict[str, Look] = {
    "ask": box("bg", "follower_line", "ink", width=1.6, radius=10, dash="3 2"),
    "answer": box("follower", "follower_line", "on_follower", width=4, radius=10),
    "send": box("message", "message_line", "on_message", width=4, radius=10),
    "ack": box("committed", "committed_line", "on_committed", width=4, radius=10),
    "refuse": box("bg", "warn", "ink", width=2, radius=10, dash="6 3"),
    "push": box("controller", "roof_line", "on_controller", width=4, radius=10),
    "vote": box("controller", "roof_line", "on_controller", width=2.5, radius=10),
}
"""What travels: its chip, and its line in the colour and width of the chip's outline."""

TEXTS: dict[str, Look] = {
    "t": {"color": "ink"},
    "t-mute": {"color": "mute"},
    "t-leader": {"color": "on_leader"},
    "t-follower": {"color": "on_follower"},
    "t-lagging": {"color": "on_lagging"},
    "t-dead": {"color": "on_dead"},
    "t-committed": {"color": "on_committed"},
    "t-message": {"color": "on_message"},
    "t-producer": {"color": "on_producer"},
    "t-consumer": {"color": "on_consumer"},
    "t-bad": {"color": "watermark_ink"},
    "t-inverse": {"color": "bg"},
    "t-controller": {"color": "on_controller"},
    "t-hot": {"color": "on_hot"},
    "t-roof": {"color": "on_roof"},
    "t-warn": {"color": "warn"},
    **{f"s{size}": {"size": size} for size in (12, 14, 16, 18, 28)},
    "b": {"weight": 700},
    "mid": {"anchor": "middle"},
    "end": {"anchor": "end"},
    "mono": {"family": "monospace"},
}

THEME: Theme = {
    "light": LIGHT,
    "dark": DARK,
    "classes": BOXES | AREAS | LINES | MESSAGES | TEXTS,
}
