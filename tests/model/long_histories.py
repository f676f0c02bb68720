"""Plays as many random histories as one asks for: `python tests/model/long_histories.py --seeds 0 1000 --eras 4.4`.

A seed makes a history of every kind in every era: records and brokers with and without power cuts, and groups,
controllers and moves. After each every promise that its era and kind keeps was asked of every event; then all is
mended and must come to rest. A line for each break says what to play again; the last line counts.
"""

import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.core.history import History
from tests.model import control_histories, histories
from tests.model.promises import PROTOCOLS, broken, left_undone

KINDS = ("calm", "violent", "control")


class Played(NamedTuple):
    """How one history went: its number of steps, and the first thing that is wrong with it."""

    steps: int
    fault: str | None


def main(arguments: Sequence[str]) -> int:
    """Plays them, prints what broke and how many there were, and returns 1 if any broke."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 100), metavar=("FIRST", "END"))
    parser.add_argument("--eras", nargs="+", choices=tuple(ERAS), default=tuple(ERAS))
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    chosen = parser.parse_args(arguments)
    count = steps = breaks = 0
    for seed, era, kind in worlds(range(*chosen.seeds), chosen.eras, chosen.kinds):
        played = play(seed, era, kind)
        count, steps = count + 1, steps + played.steps
        if played.fault:
            breaks += 1
            print(f"seed {seed}, {era}, {kind}: {played.fault}", flush=True)
    print(f"{count} histories, {steps} steps, {breaks} breaks")
    return 1 if breaks or not count else 0


def worlds(seeds: range, eras: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yields every seed with every era and kind."""
    return ((seed, era, kind) for seed in seeds for era in eras for kind in kinds)


def play(seed: int, era: str, kind: str) -> Played:
    """Plays one history to its end, ask every promise of it, mend everything and see that it rests."""
    policies, history = ERAS[era], None
    try:
        if kind == "control":
            policies = policies._replace(group_protocol=PROTOCOLS[seed % len(PROTOCOLS)])  # type: ignore[arg-type]
            *_, history = control_histories.played(
                control_histories.seeded(seed, 60), policies, {"min_insync_replicas": 1 + seed % 2}
            )
        else:
            configs = histories.TOPICS[seed % len(histories.TOPICS)]
            actions = histories.seeded(seed, 60, violent=kind == "violent")
            *_, history = histories.played(actions, policies, configs)
        return Played(len(history.steps), fault(history, era, kind, policies))
    except Exception as problem:
        place = traceback.extract_tb(problem.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return Played(len(history.steps) if history else 0, f"{type(problem).__name__} at {where}: {problem}")


def fault(history: History, era: str, kind: str, policies: Policies) -> str | None:
    """Says what is wrong with a history, or with its end after everything is mended."""
    mended = histories.healed(history, policies)
    breach = broken(mended, era, violent=kind != "calm")
    return f"step {breach[0]}, {breach[1]}: {breach[2]}" if breach else left_undone(mended.last, era, policies)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
