"""What comes of each position of one knob, side by side: neighbours with the same outcome share a place."""

import time
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Final

SECONDS: Final = 1.0
"""How long the other positions of a knob may take; a scenario that takes longer tells of the nearest ones."""
ROW: Final = "display: flex; flex-wrap: wrap; gap: 4px; align-items: baseline; line-height: 1.35"
PLACE: Final = "padding: 0 8px; border-radius: 6px; border: "
HERE, ELSEWHERE = "2px solid currentColor; font-weight: bold", "1px solid #888888"


def told_of(allowed: Mapping[str, object], at: str, tell: Callable[[object], str]) -> dict[str, str]:
    """Returns what comes of each position, by its name, the nearest to one first to be asked, as long as there is time.

    >>> told_of({"0": 0, "1": 1, "2": 2}, "1", lambda position: f"{position} dead")
    {'0': '0 dead', '1': '1 dead', '2': '2 dead'}
    """
    names, until = [*allowed], time.process_time() + SECONDS
    nearest = sorted(names, key=lambda name: abs(names.index(name) - names.index(at)))
    told = {name: tell(allowed[name]) for name in nearest if name == at or time.process_time() < until}
    return {name: told[name] for name in names if name in told}


def in_html(knob: str, told: Mapping[str, str], at: str) -> str:
    """Returns the strip as HTML, the position at which the knob stands bold and with a thick edge.

    What all outcomes begin with stands once, in front.

    >>> in_html("dead", {"0": "DEF: kept", "1": "DEF: kept", "2": "DEF: lost"}, "1").count("DEF")
    1
    """
    heads = {head for head, colon, _ in (words.partition(": ") for words in told.values()) if colon}
    head = f"{heads.pop()}: " if len(heads) == 1 else ""
    runs = [[*run] for _, run in groupby(told, key=told.__getitem__)]
    places = "".join(_place(run, told[run[0]].removeprefix(head), at in run) for run in runs)
    label = escape(f"What comes of each position of {knob}")
    title = f"<b>{escape(knob)}</b>" + f" → {escape(head)}" * bool(head)
    return f'<div role="list" aria-label="{label}" style="{ROW}"><span>{title}</span>{places}</div>'


def _place(run: Sequence[str], words: str, is_here: bool) -> str:
    current = ' aria-current="true"' if is_here else ""
    return (
        f'<span role="listitem"{current} style="{PLACE}{HERE if is_here else ELSEWHERE}">'
        f"<b>{escape(span_of(run))}</b> · {escape(words)}</span>"
    )


def span_of(run: Sequence[str]) -> str:
    """Names positions that stand beside each other.

    >>> span_of(["3"]), span_of(["3", "4"]), span_of(["3", "4", "5"]), span_of(["all", "1", "0"])
    ('3', '3, 4', '3 to 5', 'all, 1, 0')
    """
    is_long = len(run) > 2 and run[0].lstrip("-").isdecimal()
    return f"{run[0]} to {run[-1]}" if is_long and _ascend(run) else ", ".join(run)


def _ascend(run: Sequence[str]) -> bool:
    first = int(run[0])
    return [*run] == [str(number) for number in range(first, first + len(run))]
