"""What break_it costs: the wrong rules of the gallery, the famous bugs and forty rules that are right; and to stop it.

python benchmarks/breaking.py [rounds]

CPU-seconds are multiples of what a million turns of a plain loop take in the same run. Of the right rules some are
those of the tests, which answer otherwise than Kafka's own wherever they may; the others are Kafka's own in other
words. Searches in a real kernel are stopped by its own button, at another moment in each round: their seconds are of
the kernel's CPU, so Linux only, and of the clock, which a busy machine stretches. The exit code counts what is not
reached.
"""

import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import ROUNDS, Figure, reached, seconds, yard
from kafkaviz.breaking.break_it import break_it
from kafkaviz.breaking.famous_bugs import BUGS
from kafkaviz.breaking.gallery import GALLERY
from kafkaviz.breaking.table import RULES
from kafkaviz.decisions.wording import name_of
from tests.breaking.right_rules import RIGHT
from tests.stop_button import CELLS, kernel

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


def right_rules() -> Iterator[tuple[str, Any]]:
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
            yield f"bug: {bug.name}, {'new' if is_mended else 'old'}", partial(bug.search, is_mended=is_mended)


def one_round() -> list[float]:
    """Returns what everything that is asked takes."""
    taken = list[float]()
    for _, work in works():
        before = yard()
        took = seconds(work)
        taken.append(took / ((before + yard()) / 2))
    return taken


def stopping(rounds: int) -> list[Figure]:
    """Stops searches in a real kernel; the clock's seconds are wanted of a machine that does nothing else."""
    figures = list[Figure]()
    with kernel() as running:
        for name, cell in CELLS.items():
            ends = [running.stopped(cell, 0.02 * n) for n in range(1, rounds + 1)]
            for what, taken in ("CPU", [end.cpu_s for end in ends]), ("clock", [end.clock_s for end in ends]):
                figures.append(Figure(f"s of {what} until {name} is stopped", taken, None, 0.2, at_most=True))
    return figures


def main(rounds: int = ROUNDS) -> int:
    """Prints what takes longest, how long all but a twentieth take, and how soon a search is stopped."""
    taken = [one_round() for _ in range(rounds)]
    each = [
        (statistics.median(yards), yards, name)
        for yards, (name, _) in zip(zip(*taken, strict=True), works(), strict=True)
    ]
    for median, yards, name in sorted(each, reverse=True)[: len(each) // 8]:
        print(f"{median:8.2f} Y  ({min(yards):.2f} to {max(yards):.2f})  {name}")
    most = [sorted(row)[int(len(row) * 0.95)] for row in taken]
    slow = [yards for _, yards, name in each if name.startswith("right: elect_leader")]
    held = [max(row) for row in zip(*slow, strict=True)]
    return reached(
        [
            Figure(f"Y that 95 of 100 take, of {len(each)}", most, None, 1.5 / SLOW_Y, at_most=True),
            Figure("Y of an election that holds, the slowest", held, 36, 1.5 / SLOW_Y, at_most=True),
            *stopping(rounds),
        ]
    )


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
