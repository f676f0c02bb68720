"""What comes of each position of one knob, side by side: neighbours with the same outcome share a place."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

MOST_STEPS: Final = 20_000
"""How many steps of the model the positions of a knob may take together, about a second of work."""
LEAST_STEPS: Final = 100
"""What a position costs at least, so that no strip has more than MOST_STEPS / LEAST_STEPS of them."""
ROW: Final = "display: flex; flex-wrap: wrap; gap: 4px; align-items: baseline; line-height: 1.35"
PLACE: Final = "padding: 0 8px; border-radius: 6px; border: "
HERE, ELSEWHERE = "2px solid currentColor; font-weight: bold", "1px solid #888888"


class Outcome(NamedTuple):
    """What comes of a scenario, and how many steps of the model it takes."""

    words: str
    steps: int


def outcomes_near(allowed: Mapping[str, object], at: str, run: Callable[[object], Outcome]) -> dict[str, str]:
    """Returns the outcome of each position by its name; where all take too many steps, of those nearest to one.

    >>> outcomes_near({"0": 0, "1": 1, "2": 2}, "1", lambda position: Outcome(f"{position} dead", 30))
    {'0': '0 dead', '1': '1 dead', '2': '2 dead'}
    >>> outcomes_near({"0": 0, "1": 1, "2": 2}, "1", lambda position: Outcome(f"{position} dead", MOST_STEPS // 2))
    {'0': '0 dead', '1': '1 dead'}
    """
    names, found, steps = [*allowed], dict[str, str](), 0
    for name in sorted(names, key=lambda name: abs(names.index(name) - names.index(at))):
        if found and steps >= MOST_STEPS:
            break
        found[name], taken = run(allowed[name])
        steps += max(taken, LEAST_STEPS)
    return {name: found[name] for name in names if name in found}


def in_html(knob: str, outcomes: Mapping[str, str], at: str) -> str:
    """Returns the strip as HTML, the position at which the knob stands bold and with a thick edge.

    What all outcomes begin with stands once, in front.

    >>> in_html("dead", {"0": "DEF: kept", "1": "DEF: kept", "2": "DEF: lost"}, "1").count("DEF")
    1
    """
    heads = {head for head, colon, _ in (words.partition(": ") for words in outcomes.values()) if colon}
    head = f"{heads.pop()}: " if len(heads) == 1 else ""
    runs = [[*run] for _, run in groupby(outcomes, key=outcomes.__getitem__)]
    places = "".join(_place(run, outcomes[run[0]].removeprefix(head), at in run) for run in runs)
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
