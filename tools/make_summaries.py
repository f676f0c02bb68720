"""Writes down what the incidents of E11.1 show in numbers, so that a check need not play them.

python tools/make_summaries.py
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from kafkaviz.course.incidents.case import metrics_of
from kafkaviz.course.incidents.causes import CAUSES
from kafkaviz.course.incidents.summary import RECORDED, SEEDS, Summary, summary_of
from tools.notebook_files import ROOT

FILE = ROOT / "kafkaviz" / "course" / "incidents" / RECORDED


def summaries() -> dict[str, dict[str, Summary]]:
    """Plays every incident, and returns its summary by its seed and its cause."""
    return {str(seed): {name: summary_of(metrics_of(seed, name)) for name in (*CAUSES, "well")} for seed in SEEDS}


def written(found: dict[str, dict[str, Summary]]) -> str:
    """Returns summaries as a file, a line for each."""
    seeds = (
        f"{json.dumps(seed)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(summary)}" for name, summary in causes.items())
        + "\n}"
        for seed, causes in found.items()
    )
    return "{\n" + ",\n".join(seeds) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(summaries()), "utf-8")
