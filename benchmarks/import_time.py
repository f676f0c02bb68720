"""How long `import kafkaviz` takes beside an empty interpreter, and beside networkx, which every lab needs.

python benchmarks/import_time.py
"""

import statistics
import subprocess
import sys
import time

ROUNDS = 15
CODES = {
    "nothing": "pass",
    "kafkaviz": "import kafkaviz",
    "networkx": "import networkx",
    "networkx and a lab": "import networkx; from kafkaviz import Lab; Lab(brokers=3)",
}


def seconds(code: str) -> float:
    """Returns the wall time of one fresh interpreter that runs the code."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> None:
    """Prints medians, in turns so that a busy minute hits all alike."""
    rounds = [{name: seconds(code) for name, code in CODES.items()} for _ in range(ROUNDS)]
    medians = {name: statistics.median(times[name] for times in rounds) for name in CODES}
    for name, median in medians.items():
        print(f"{name:20} {median * 1000:6.0f} ms   {(median - medians['nothing']) * 1000:+6.0f} ms")


if __name__ == "__main__":
    main()
