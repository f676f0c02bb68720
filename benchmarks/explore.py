"""How many distinct states a second the search looks at, with every promise asked, and where its time goes.

python benchmarks/explore.py [rounds]

The safe configuration is searched to the end: three brokers, one partition with three replicas, min.insync.replicas 2,
acks=all, clean elections; two kills, a restart, two sends, two ticks. Seconds are of processor time, on one core. What
a second is worth differs between machines, and on a busy one from minute to minute; so beside each round stands how
many times a fixed loop of plain Python ran in its time, and the states for each million of these.
"""

import cProfile
import gc
import pstats
import statistics
import sys
import time
from collections.abc import Callable

from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.properties import PROPERTIES
from kafkaviz.model.search.explore import explore
from kafkaviz.model.search.outcomes import Outcome

BUDGET = {"kill": 2, "restart": 1, "send": 2, "tick": 2}
SAFE = ERAS["4.4"]._replace(min_insync_replicas=2)
TARGET, AIM = 3_000, 5_000
LOOP = 200_000


def start() -> Cluster:
    """Returns the cluster from which is searched."""
    return Lab(configs={"min.insync.replicas": 2}).create_topic("letters", 1, 3).cluster


def searched(promises: bool) -> Outcome:
    """Searches the safe configuration to the end, with every promise or with none."""
    return explore(start(), SAFE, budget=BUDGET, promises=PROPERTIES if promises else ())


def seconds(work: Callable[[], object]) -> float:
    """Returns the processor seconds that some work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def loop() -> int:
    """Does what never changes: calls, lookups and tuples, as the model does."""
    known, total = {n: (n, n) for n in range(64)}, 0
    for n in range(LOOP):
        total += known[n & 63][0] + len((n, total, n))
    return total


def main(rounds: int = 3) -> None:
    """Prints medians of rounds, and the functions that take most time."""
    gc.collect()
    gc.freeze()  # What was imported is scanned for neither.
    outcome = searched(promises=True)
    print(outcome.summary)
    taken = [(seconds(lambda: searched(True)), seconds(lambda: searched(False)), seconds(loop)) for _ in range(rounds)]
    for name, column in (("every promise asked", 0), ("no promise asked", 1)):
        rates = [outcome.states / row[column] for row in taken]
        worth = statistics.median(outcome.states / row[column] * row[2] for row in taken) / LOOP * 1e6
        said = f"{statistics.median(rates):7,.0f} states a second (best {max(rates):,.0f})"
        print(f"{name:20} {said}, {worth:6.0f} for each million turns of a plain loop")
    print(f"the target is {TARGET:,}, the aim {AIM:,} states a second")
    profile = cProfile.Profile()
    profile.runcall(lambda: searched(True))
    print("where the time goes:")
    rows = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = sum(row[2] for row in rows.values())
    for (file, _, name), (_, calls, own, cumulative, _) in sorted(rows.items(), key=lambda row: -row[1][2])[:20]:
        module = file.rpartition("kafkaviz/")[2]
        print(f"  {100 * own / total:5.1f} % {100 * cumulative / total:5.1f} %  {calls:7d} calls  {module}: {name}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
