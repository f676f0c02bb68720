"""Holds the decisions against recorded outputs of Kafka's own code: `python tests/check_vectors.py FILE...`.

The start of a file's name says what is in it (`murmur2.jsonl`, `sticky_assign.more.jsonl`); the formats are described
in vectors/kafka-runs/README.md. Two algorithms leave some picks to the order of a Java hash set: there 97 of 100
cases must be identical, and every answer valid and as even as Kafka's.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.vector_kinds import KINDS, Case, Judgement

LEAST_IDENTICAL = 0.97


class Report(NamedTuple):
    """How one file went; `fault` is the first thing that is wrong with it, in full."""

    cases: int
    identical: int
    fault: str | None


def main(names: list[str]) -> int:
    """Checks each file, prints a line for it, and returns 1 if any is at fault."""
    if not names:
        print(f"Which files? Name files of recorded cases, each after one of: {', '.join(sorted(KINDS))}.")
        return 1
    faults = 0
    for name in names:
        try:
            report = check_file(Path(name))
        except (OSError, ValueError) as problem:
            report = Report(0, 0, str(problem))
        share = report.identical / max(1, report.cases)
        print(f"{name}: {report.cases} cases, {report.identical} identical ({share:.2%})")
        if report.fault:
            print(f"  {report.fault}")
            faults += 1
    return int(faults > 0)


def check_file(path: Path) -> Report:
    """Judges every case of one file. Raises ValueError for a file of an unknown kind, or one that holds no cases."""
    judge = KINDS[kind_of(path)]
    total = identical = lenient = lenient_identical = 0
    fault = difference = None
    for number, case in objects_of(path):
        try:
            judged = judge(case)
        except Exception as problem:
            judged = Judgement("an answer", f"{type(problem).__name__}: {problem}")
        same = judged.expected == judged.ours
        total += 1
        identical += same
        lenient += judged.is_lenient
        lenient_identical += judged.is_lenient and same
        if same and not judged.broken:
            continue
        shown = f"line {number}: {json.dumps(case)}\n  Kafka: {judged.expected}\n  ours:  {judged.ours}"
        difference = difference or shown
        if not judged.is_lenient or judged.broken:
            fault = fault or (f"{judged.broken}\n  {shown}" if judged.broken else shown)
    if not total:
        raise ValueError("There is not one case in this file.")
    if fault is None and lenient_identical < LEAST_IDENTICAL * lenient:
        fault = (
            f"Only {lenient_identical} of {lenient} lenient cases are identical. The first that is not:\n  {difference}"
        )
    return Report(total, identical, fault)


def kind_of(path: Path) -> str:
    """Tells what a file holds from how its name begins. Raises ValueError when no kind is named so.

    >>> kind_of(Path("elsewhere/murmur2.more.jsonl"))
    'murmur2'
    """
    for kind in KINDS:
        rest = path.name.removeprefix(kind)
        if rest != path.name and not rest[:1].isalnum():
            return kind
    raise ValueError(f"No kind of case is called so; name the file after one of: {', '.join(sorted(KINDS))}.")


def objects_of(path: Path) -> Iterator[tuple[int, Case]]:
    """Yields each line of a file of JSON objects with its number; raises ValueError for a line that is none."""
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                found = json.loads(line)
            except json.JSONDecodeError as problem:
                raise ValueError(f"Line {number} is not JSON: {problem}.") from None
            if not isinstance(found, dict):
                raise ValueError(f"Line {number} is not a JSON object; every line holds one.")
            yield number, found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
