"""What trials cost: thousands of the model's histories on Spark beside a plain loop, and failures drawn by the million.

python benchmarks/spark_trials.py [--trials 2000] [--rounds 5] [--cores 2] [--draws 10000000]

Loop and Spark take turns, so that a busy minute hits both; each round is from the call to all of its rows. Both are
warm: the session is there, and a first small job of each, which is not counted, has loaded the model and forked Spark's
workers. Who asks once waits for that as well, so it is printed. A shared machine's clock says little about either;
beside it stand the CPU seconds of all processes, from /proc (so Linux only), and what they allow on cores that are
free. The exit code counts what is not reached.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.processes import cpu_seconds, require_proc
from benchmarks.yardstick import Figure, reached
from kafkaviz.spark import session
from kafkaviz.spark.trials import durability_draws, durability_law, run_trials, verify

AIM = 1.6
WARMING = 50
TRIAL, SETTING = "rebalance", {"assignor": "uniform"}


class Cost(NamedTuple):
    """Seconds by the clock, and of CPU in this process and in all below it."""

    wall: float
    cpu: float


def main() -> None:
    """Measures both ways, compares their rows, replays a sample, and draws failures in Spark's columns."""
    options = parse()
    require_proc()
    began = time.perf_counter()
    with session(memory="512m", cores=options.cores) as spark:
        started_s = time.perf_counter() - began
        _, of_spark = measured(lambda: run_trials(spark, TRIAL, SETTING, trials=WARMING))
        _, of_loop = measured(lambda: run_trials(None, TRIAL, SETTING, trials=WARMING))
        print(f"Not counted: {started_s:.1f} s until there is a session, and a first job of {WARMING} trials:", end=" ")
        print(
            f"Spark {of_spark.wall:.2f} s ({of_spark.cpu:.2f} of CPU), loop {of_loop.wall:.2f} s ({of_loop.cpu:.2f})."
        )
        rounds = []
        for _ in range(options.rounds):
            by_loop, loop = measured(lambda: run_trials(None, TRIAL, SETTING, trials=options.trials))
            by_spark, spread = measured(lambda: run_trials(spark, TRIAL, SETTING, trials=options.trials))
            rounds.append((loop, spread))
        if not by_spark.toPandas().equals(by_loop):
            sys.exit("Spark and the loop gave different outcomes.")
        missed = reached(figures(rounds, options.trials, options.cores))
        print(f"The same rows; {verify(by_spark).sessions} of them replayed from their sessions and agreed.")
        print_draws(spark, options.draws)
    sys.exit(missed)


def figures(rounds: list[tuple[Cost, Cost]], trials: int, cores: int) -> list[Figure]:
    """Prints the medians of both ways, and returns how many times as fast Spark is within each round."""
    print(f"{trials:,} trials of {TRIAL}, {cores} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'':12}{'ms CPU / trial':>16}{'CPU-s':>8}{'s':>8}")
    for name, costs in (("plain loop", [loop for loop, _ in rounds]), ("Spark", [spread for _, spread in rounds])):
        cpu, wall = median(cost.cpu for cost in costs), median(cost.wall for cost in costs)
        print(f"{name:12}{1_000 * cpu / trials:>16.2f}{cpu:>8.2f}{wall:>8.2f}")
    return [
        Figure("Spark beside the loop, by the clock", [loop.wall / spread.wall for loop, spread in rounds], None, AIM),
        Figure(
            f"what its CPU allows on {cores} free cores",
            [cores * loop.cpu / spread.cpu for loop, spread in rounds],
            None,
            None,
        ),
    ]


def print_draws(spark: Any, draws: int) -> None:
    """Draws failures in Spark's columns, and prints their rate and how near they come to the law."""
    law = durability_law(min_insync_replicas=2)
    rows = durability_draws(spark, draws=draws, min_insync_replicas=2)
    found, cost = measured(lambda: rows.selectExpr("count_if(refused) r", "count_if(lost) l", "count(lost) n").first())
    print(f"{draws:,} draws of RF 3, min ISR 2: {draws / cost.cpu / 1e6:.1f} million per CPU-s, {cost.wall:.1f} s.")
    print(f"Refused {found.r / draws:.3e}, by the law {law.refused:.3e}; lost {found.l / found.n:.3e}, {law.lost:.3e}.")


def measured(run: Callable[[], Any]) -> tuple[Any, Cost]:
    """Runs something, and says what it cost."""
    cpu, wall = cpu_seconds(), time.perf_counter()
    found = run()
    return found, Cost(time.perf_counter() - wall, cpu_seconds() - cpu)


def parse() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--draws", type=int, default=10_000_000)
    return parser.parse_args()


if __name__ == "__main__":
    main()
