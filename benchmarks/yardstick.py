"""Figures that do not depend on the machine: CPU-seconds as multiples of what a plain loop takes in the same run.

One Y is the CPU of a million turns of `loop`. Rounds are taken in turns with it, and printed with their spread.
"""

import statistics
import time
from collections.abc import Callable
from typing import Final, NamedTuple

TURNS: Final = 200_000
ROUNDS: Final = 5


def loop() -> int:
    """Does what never changes: calls, lookups and tuples, as the model does."""
    known, total = {n: (n, n) for n in range(64)}, 0
    for n in range(TURNS):
        total += known[n & 63][0] + len((n, total, n))
    return total


def seconds(work: Callable[[], object]) -> float:
    """Returns the processor seconds that some work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def yard() -> float:
    """Returns the processor seconds of a million turns of the loop, at best of three."""
    return min(seconds(loop) for _ in range(3)) / TURNS * 1e6


def in_yards(work: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Returns what some work takes in each of a few rounds, as multiples of Y before and after it."""
    found, before = list[float](), yard()
    for _ in range(rounds):
        took, after = seconds(work), yard()
        found.append(took / ((before + after) / 2))
        before = after
    return found


class Figure(NamedTuple):
    """What was measured in a few rounds, what it was at adbfca1, and what is wanted, if anything is."""

    name: str
    rounds: list[float]
    was: float | None
    wanted: float | None
    at_most: bool = False

    @property
    def value(self) -> float:
        """The median of its rounds."""
        return statistics.median(self.rounds)

    @property
    def is_reached(self) -> bool:
        """Whether it is as wanted."""
        if self.wanted is None:
            return True
        return self.value <= self.wanted if self.at_most else self.value >= self.wanted

    def __str__(self) -> str:
        was = "" if self.was is None else f"{self.was:,.4g} at adbfca1, "
        bound = "at most" if self.at_most else "at least"
        wish = "nothing" if self.wanted is None else f"{bound} {self.wanted:,.4g}"
        spread = f"{min(self.rounds):,.4g} to {max(self.rounds):,.4g}"
        said = "" if self.is_reached else "  NOT REACHED"
        return f"{self.name:52}{self.value:10,.4g}  ({spread}; {was}{wish} wanted){said}"


def reached(figures: list[Figure]) -> int:
    """Prints figures, and returns the exit code: how many are not as wanted."""
    for figure in figures:
        print(figure)
    return sum(not figure.is_reached for figure in figures)
