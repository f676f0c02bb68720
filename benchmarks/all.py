"""Runs the benchmarks one after another, each as a process of its own, and gathers their figures in one table.

python benchmarks/all.py [name …] [--beside N]

Without names all run that are measured in rounds: half an hour on two cores; `legibility` counts what is seen, `start`
installs from the network, and both run alone. With `--beside` so many plain loops keep the machine busy meanwhile, so
that one sees which figures depend on that. What a benchmark prints beside its figures is left out. The exit code counts
the benchmarks in which something is not reached, or that could not run.
"""

import argparse
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
NAMES: Final = (
    "first_film",
    "model",
    "explore",
    "breaking",
    "films_at_scale",
    "films",
    "player",
    "metadata_day",
    "spark",
    "spark_trials",
)
FIGURE: Final = " wanted)"
"""What stands in the line of each figure of `yardstick`, and in no other."""
BUSY: Final = "import os; parent = os.getppid()\nwhile os.getppid() == parent: sum(range(100_000))"
"""Ends by itself where nobody ends it."""
LINES_OF_A_FAULT: Final = 3


def main() -> int:
    """Runs those that are named, or all, and prints the table as it grows."""
    options = parse()
    failed = list[str]()
    with busy(options.beside):
        for name in options.names or NAMES:
            ran = subprocess.run(
                [sys.executable, str(HERE / f"{name}.py")], capture_output=True, text=True, cwd=HERE.parent, check=False
            )
            found = figures(ran.stdout)
            print(f"{name}: exit code {ran.returncode}", *found, sep="\n  ", flush=True)
            if ran.returncode:
                failed.append(name)
            if not found:
                print("  no figure", *(ran.stderr or ran.stdout).splitlines()[-LINES_OF_A_FAULT:], sep="\n  ")
    print(f"\nNot reached, or not run: {', '.join(failed) or 'nothing'}.")
    return len(failed)


def figures(printed: str) -> Sequence[str]:
    """Returns the lines of figures among all that a benchmark has printed.

    >>> figures("20 rounds\\nms a step   3.1  (3 to 3.2; at most 4 wanted)\\nThe same rows.")
    ['ms a step   3.1  (3 to 3.2; at most 4 wanted)']
    """
    return [line for line in printed.splitlines() if FIGURE in line]


@contextmanager
def busy(loops: int) -> Generator[None]:
    """Keeps so many loops running beside, and ends them."""
    beside = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(loops)]
    try:
        yield
    finally:
        for each in beside:
            each.kill()
            each.wait()


def parse() -> argparse.Namespace:
    """Reads the command line; refuses a name that no benchmark has."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    known = sorted({*NAMES, "start", "legibility"})
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(known))
    parser.add_argument("--beside", type=int, default=0, metavar="N", help="how many busy loops run meanwhile")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in known]
    if unknown or options.beside < 0:
        said = f"There is no benchmark {unknown[0]}; there are" if unknown else "--beside takes no number below 0;"
        parser.error(f"{said} {', '.join(known) if unknown else f'{options.beside} was given.'}")
    return options


if __name__ == "__main__":
    sys.exit(main())
