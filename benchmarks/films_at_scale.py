"""Measures how long films of large clusters take, and how much memory: from the history to the picture that is kept.

Run it as `python benchmarks/films_at_scale.py`; each case runs in a process of its own, so that peaks can be told
apart. Seconds are of the processor, for a machine may be busy; the aims are those of a warm kernel.
"""

import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

from kafkaviz.lab import Lab
from kafkaviz.player.strip import strip
from kafkaviz.player.wire import at_once, wire
from kafkaviz.scene.film.director import film_of


class Case(NamedTuple):
    """One film: how its lab is made, through which lens it is seen, what is aimed at in seconds and megabytes."""

    lab: Callable[[], Lab]
    lens: str = "cluster"
    seconds: float = 0.0
    megabytes: int = 0


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
    "3/12, 20 records": Case(sends(3, 12, 20)),
    "10/60, 1,000 steps": Case(sends(10, 60, 700), seconds=4.0),
    "30/300, 100 records": Case(sends(30, 300, 100), seconds=2.0, megabytes=300),
    "100/2,000, 20 records": Case(sends(100, 2000, 20)),
    "500 members": Case(members(500), "assignment"),
}


def measured(name: str) -> str:
    """Returns one line: the seconds of each part, the peak of memory, and what travels."""
    case = CASES[name]
    lab = case.lab()
    strip([film_of(sends(3, 3, 1)().history)])
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    times = [time.process_time()]
    film = film_of(lab.history, lens=case.lens)
    frames = film.tracks[case.lens].frames
    times.append(time.process_time())
    sent = json.dumps(wire(film, at_once(film, case.lens)))
    times.append(time.process_time())
    strip([film], lens=case.lens)
    times.append(time.process_time())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    made, travels, still = (b - a for a, b in pairwise(times))
    aims = f"  (aim {case.seconds:g} s)" if case.seconds else ""
    aims += f"  (aim {case.megabytes} MB)" if case.megabytes else ""
    return (
        f"{name:24} {len(frames):5} frames  film {made:5.2f} s  wire {travels:5.2f} s  strip {still:5.2f} s  "
        f"peak {before} → {peak} MB  {len(sent) / len(frames) / 1024:6.1f} kB a step{aims}"
    )


def main() -> int:
    """Measures the cases that are named, or all."""
    if len(sys.argv) > 2 and sys.argv[1] == "--one":
        print(measured(sys.argv[2]))
        return 0
    for name in sys.argv[1:] or CASES:
        subprocess.run([sys.executable, __file__, "--one", name], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
