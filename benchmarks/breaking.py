"""What break_it costs: the wrong rules of the gallery, the famous bugs and forty rules that are right.

python benchmarks/breaking.py

CPU-seconds are multiples of what a million turns of a plain loop take in the same run. Of the right rules some are
those of the tests, which answer otherwise than Kafka's own wherever they may; the others are Kafka's own in other
words. The exit code counts what is not reached.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import Figure, reached, seconds, yard
from kafkaviz.breaking.break_it import break_it
from kafkaviz.breaking.famous_bugs import BUGS
from kafkaviz.breaking.gallery import GALLERY
from kafkaviz.breaking.table import RULES
from kafkaviz.decisions.wording import name_of
from tests.breaking.right_rules import RIGHT

SLOW_Y = 0.15
"""The seconds of Y on the slowest machine that was measured, on which 1.5 are wanted."""


def in_sync_and_lowest(replicas: Any, isr: Any, eligible: Any) -> Any:
    """Elects the lowest id in sync."""
    return min({*isr} & {*eligible} & {*replicas}, default=None)


def current_or_lowest(replicas: Any, isr: Any, eligible: Any, *, current: Any, elr: Any) -> Any:
    """Elects the leader again where it can be, else the lowest id in sync or in the ELR."""
    able = {*(isr or elr)} & {*eligible} & {*replicas}
    return current if current in able else min(able, default=None)


class InAClass:
    """Kafka's own rule as a method of an object."""

    def __init__(self, rule: Callable[..., Any]) -> None:
        self.rule = rule

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.rule(*arguments, **named)


def right_rules() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yields forty right rules, each with what it stands for."""
    yield from RIGHT
    yield "elect_leader", in_sync_and_lowest
    yield "elect_leader", current_or_lowest
    for rule in RULES:
        yield rule.name, rule.reference
        yield rule.name, InAClass(rule.reference)
        yield rule.name, partial(rule.reference)


def works() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yields everything that is asked."""
    for name, function in right_rules():
        yield f"right: {name} by {name_of(function)}", partial(break_it, name, function)
    for entry in GALLERY:
        yield f"wrong: {entry.name}", partial(break_it, entry.rule, entry.function)
    for bug in BUGS:
        for is_mended in (False, True):
            yield f"bug: {bug.name}, {'new' if is_mended else 'old'}", partial(bug.searched, is_mended=is_mended)


def main() -> int:
    """Prints what takes longest, and how long all but a twentieth take."""
    taken = list[tuple[float, str]]()
    for name, work in works():
        before = yard()
        took = seconds(work)
        taken.append((took / ((before + yard()) / 2), name))
    taken.sort()
    for yards, name in taken[: -len(taken) // 8 : -1]:
        print(f"{yards:8.2f} Y  {name}")
    held = max(yards for yards, name in taken if name.startswith("right: elect_leader"))
    most = taken[int(len(taken) * 0.95)][0]
    return reached(
        [
            Figure(f"Y that 95 of 100 take, of {len(taken)}", [most], None, 1.5 / SLOW_Y, at_most=True),
            Figure("Y of an election that holds, the slowest", [held], 36, 1.5 / SLOW_Y, at_most=True),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
