"""How many distinct states the search looks at for each million turns of a plain loop, and where its time goes.

python benchmarks/explore.py [rounds]

The safe configuration is searched to the end: three brokers, one partition with three replicas, min.insync.replicas 2,
acks=all, clean elections; two kills, a restart, two sends, two ticks. With three kills it is searched by one process
and by two workers. Seconds are of processor time: what two workers take is theirs and that of the first process, on two
cores that are free, for a clock says little where others work as well. The exit code counts what is not reached.
"""

import cProfile
import gc
import os
import pstats
import sys
import tracemalloc
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import ROUNDS, Figure, in_yards, reached, yard
from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.properties import PROPERTIES
from kafkaviz.model.search.explore import explore
from kafkaviz.model.search.outcomes import Outcome

BUDGET = {"kill": 2, "restart": 1, "send": 2, "tick": 2}
SAFE = ERAS["4.4"]._replace(min_insync_replicas=2)


def start() -> Cluster:
    """Returns the cluster from which is searched."""
    return Lab(configs={"min.insync.replicas": 2}).create_topic("letters", 1, 3).cluster


def searched(promises: bool, workers: int = 1, kills: int = 2) -> Outcome:
    """Searches the safe configuration to the end, with every promise or with none."""
    asked = PROPERTIES if promises else ()
    return explore(start(), SAFE, budget={**BUDGET, "kill": kills}, promises=asked, workers=workers)


def shared_cost(workers: int) -> float:
    """Returns the processor seconds of a search by all its processes, for each worker."""
    before = os.times()
    searched(True, workers, 3)
    after = os.times()
    return (sum(after[:4]) - sum(before[:4])) / workers


def bytes_of_a_state() -> float:
    """Returns how much memory a state takes when the search has come to its end."""
    searched(True)
    gc.collect()
    tracemalloc.start()
    outcome = searched(True)
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return taken / outcome.states


def main(rounds: int = ROUNDS) -> int:
    """Prints medians of rounds with their spread, and the functions that take most time."""
    gc.collect()
    gc.freeze()  # What was imported is scanned for neither.
    outcome = searched(promises=True)
    print(outcome.summary)
    print(f"with three kills: {searched(True, 2, 3).summary}")
    every, none = in_yards(lambda: searched(True), rounds), in_yards(lambda: searched(False), rounds)
    shared = [(shared_cost(1), shared_cost(2)) for _ in range(rounds)]
    figures = [
        Figure("states for each million turns, every promise asked", [outcome.states / y for y in every], 261, 450),
        Figure("the same on two free cores, times one", [alone / two for alone, two in shared], None, 1.7),
        Figure("bytes at the peak for each state", [bytes_of_a_state()], 5_172, 5_172 / 2, at_most=True),
    ]
    print(f"with no promise asked {sorted(outcome.states / y for y in none)[len(none) // 2]:,.0f}; Y is {yard():.4f} s")
    failed = reached(figures)
    profile = cProfile.Profile()
    profile.runcall(lambda: searched(True))
    print("where the time goes:")
    rows = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = sum(row[2] for row in rows.values())
    for (file, _, name), (_, calls, own, cumulative, _) in sorted(rows.items(), key=lambda row: -row[1][2])[:20]:
        module = file.rpartition("kafkaviz/")[2]
        print(f"  {100 * own / total:5.1f} % {100 * cumulative / total:5.1f} %  {calls:7d} calls  {module}: {name}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
