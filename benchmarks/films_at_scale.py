"""Measures how long films of large clusters take, and how much memory: from the history to the picture that is kept.

python benchmarks/films_at_scale.py [a case's name …]

Each round of a case runs in a process of its own, so that peaks can be told apart, and is a multiple of what a plain
loop takes there. Seconds are of the processor. The exit code counts what is not reached.
"""

import gc
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import ROUNDS, Figure, reached, yard
from kafkaviz.lab import Lab
from kafkaviz.player.strip import strip
from kafkaviz.player.wire import at_once, wire
from kafkaviz.scene.film.director import film_of


class Case(NamedTuple):
    """One film: how its lab is made, through which lens it is seen, what it took at adbfca1 and what it may take.

    The figures are multiples of Y, megabytes at the peak, and kilobytes a step that travel.
    """

    lab: Callable[[], Lab]
    lens: str = "cluster"
    was: tuple[float, float, float] = (0.0, 0.0, 0.0)
    wanted: tuple[float, float, float] = (0.0, 0.0, 0.0)


def sends(brokers: int, partitions: int, records: int) -> Callable[[], Lab]:
    """Returns what makes a lab in which records with keys are sent and the broker in the middle dies."""

    def made() -> Lab:
        lab = Lab(brokers).create_topic("t", partitions, 3)
        lab.send("t", *[(f"k{n}", f"v{n}") for n in range(records)])
        return lab.kill(max(1, brokers // 2))

    return made


def members(count: int) -> Callable[[], Lab]:
    """Returns what makes a lab in which many consumers share a topic and one more joins."""
    return lambda: (
        Lab(3)
        .create_topic("t", 2 * count, 1)
        .join("app", *[f"C{n}" for n in range(count)], topics=["t"])
        .join("app", "late", topics=["t"])
    )


CASES: Final = {
    "3/12, 20 records": Case(sends(3, 12, 20), was=(12.5, 158, 8.9), wanted=(12.5, 158, 12)),
    "10/60, 1,000 steps": Case(sends(10, 60, 700), was=(21, 171, 2.9), wanted=(21, 171, 4)),
    "30/300, 100 records": Case(sends(30, 300, 100), was=(21, 203, 4.1), wanted=(21, 203, 5)),
    "100/2,000, 20 records": Case(sends(100, 2000, 20), was=(57, 1623, 5.9), wanted=(25, 800, 8)),
    "500 members": Case(members(500), "assignment", was=(42, 264, 105.6), wanted=(14.3, 264, 20)),
}


def measured(name: str) -> list[float]:
    """Returns the multiples of Y of the film, of what travels and of the strip, the peak, and the bytes of a step."""
    case = CASES[name]
    lab = case.lab()
    strip([film_of(sends(3, 3, 1)().history)])
    gc.collect()
    before = yard()
    times = [time.process_time()]
    film = film_of(lab.history, lens=case.lens)
    frames = film.tracks[case.lens].frames
    times.append(time.process_time())
    sent = json.dumps(wire(film, at_once(film, case.lens)))
    times.append(time.process_time())
    strip([film], lens=case.lens)
    times.append(time.process_time())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    y = (before + yard()) / 2
    return [*((b - a) / y for a, b in pairwise(times)), peak, len(sent) / len(frames) / 1024]


def figures(name: str, rounds: int) -> list[Figure]:
    """Measures a case in rounds."""
    case = CASES[name]
    command = [sys.executable, __file__, "--one", name]
    taken = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(rounds)]
    film, travels, still = (statistics.median(row[n] for row in taken) for n in range(3))
    print(f"{name}: film {film:.1f} Y, what travels {travels:.1f} Y, strip {still:.1f} Y")
    columns = [sum(row[:3]) for row in taken], [row[3] for row in taken], [row[4] for row in taken]
    said = f"{name}, in Y", f"{name}, MB at the peak", f"{name}, kB a step"
    return [Figure(*each, at_most=True) for each in zip(said, columns, case.was, case.wanted, strict=True)]


def main() -> int:
    """Measures the cases that are named, or all."""
    if len(sys.argv) > 2 and sys.argv[1] == "--one":
        print(json.dumps(measured(sys.argv[2])))
        return 0
    return reached([figure for name in sys.argv[1:] or CASES for figure in figures(name, ROUNDS)])


if __name__ == "__main__":
    sys.exit(main())
