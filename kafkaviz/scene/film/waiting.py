"""What is seen while time passes: clocks, rings and heartbeats, which no cue names."""

from kafkaviz.scene.canvas import DECORATION, position_of
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.values import Effect, Marks

CLOCK = f"{DECORATION}clock/time"
HEARTBEATS_S = 2
"""One dot for so many seconds; Kafka sends one in each broker.heartbeat.interval.ms, 2 s."""


def silence(t: Timed, before: Marks, after: Marks) -> list[Effect]:
    """Returns what is seen while time passes: the clock runs, rings run down, and who lives sends heartbeats."""
    start, end = t.cue.clock
    seconds = (end - start) / 1000
    effects: list[Effect] = []
    if CLOCK in after:
        digits = 0 if seconds >= 20 else 1
        effects.append(
            {
                "k": "count",
                "at": t.at,
                "ms": t.ms,
                "m": [CLOCK],
                "from": start / 1000,
                "to": end / 1000,
                "digits": digits,
            }
        )
    for name, mark in after.items():
        if mark["k"] == "arc" and name in before and before[name].get("v", 0) != mark.get("v", 0):
            number = name.removesuffix("/ring") + "/left"
            of = max(before[name].get("v", 0), mark.get("v", 0))
            ran_s = _said_seconds(number, before) - _said_seconds(number, after)
            effects.append(
                {
                    "k": "wait",
                    "at": t.at,
                    # A timeout may be over before the wait is: what looks at it comes round now and then.
                    "ms": round(t.ms * min(1.0, ran_s / seconds)) if ran_s > 0 else t.ms,
                    "m": [name, number],
                    "from": before[name]["v"],
                    "to": mark["v"],
                    "of": of,
                }
            )
        if "heartbeat" in mark.get("c", "").split():
            (x, y), times = position_of(name, after), max(1, round(seconds / HEARTBEATS_S))
            up = (x, round(y + mark["y2"] - mark["y"], 1))
            effects.append(
                {"k": "beat", "at": t.at, "ms": t.ms, "path": [(x, y), up], "every": t.ms // times, "times": times}
            )
    return effects


def _said_seconds(number: str, marks: Marks) -> float:
    """Returns the seconds that stand inside a ring, or none."""
    said = marks[number].get("t", "") if number in marks else ""
    return float(said) if said.replace(".", "", 1).isdigit() else 0.0
