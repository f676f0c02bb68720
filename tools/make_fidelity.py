"""Counts the evidence for what mirrors Kafka, and writes it down: in the package, and as the page docs/fidelity.md.

python tools/make_fidelity.py           writes both
python tools/make_fidelity.py --check   writes nothing, exits 1 where they say something else
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from kafkaviz.ledger import rows as ledger
from tests.evidence import measured
from tools.notebook_files import ROOT

COUNTED = ROOT / "kafkaviz" / "ledger" / "evidence.json"
PAGE = ROOT / "docs" / "fidelity.md"
HEADINGS: dict[ledger.Kind, str] = {"rule": "Rules", "decision": "Decisions", "request": "Requests"}

INTRODUCTION = """\
# How true to Kafka

Made by `tools/make_fidelity.py`; `kafkaviz.fidelity("isr")` shows the same rows in a notebook. Each row is a rule, a
decision or a request of the model, and names the class, config or KIP of Kafka 4.4 that it mirrors, what it was held
against, and what its docstring says is simplified.

| evidence | what was compared | how much |
| --- | --- | --- |
| recorded answers of Kafka | a decision with what Kafka's own class answered to the same arguments | \
{vectors:,} cases |
| random cases put to Kafka's jars | the same with fresh cases on each run of `tests/test_recorder.py` | \
{random:,} cases a run |
| Kafka's own tests | a decision with what the scenarios of Kafka's unit tests expect | {kafka_tests:,} scenarios |
| real clusters | every state of every partition with that of real clusters of 4.4.0 to which the same was done | \
{histories:,} histories, {sequences:,} partitions, {changes:,} changes |
| scripts | acceptance scripts with values worked out from Kafka's source and KIPs | {scripts:,} scripts |
| stories played | what a story of the course tells with what a real cluster of its era did when the same was asked: \
leaders, ISRs, ELRs, members, errors, records | {played}; beside the course {beside} |
| read only | nothing, for the reason that the row gives: it was read in Kafka's source, documentation or KIPs | \
{read_only:,} of {rows:,} rows |

A count is of the cases in which the row took part: a decision that was asked, a rule that made an event, a request
that was made. In clusters and scripts it is part of a whole whose outcome is compared, so it counts for a decision
only if that is about leaders, ISRs, epochs or offsets; so it is in the stories that were played, which the last column
counts by release. In scripts and stories the records of a log are compared as well. What is left out altogether stands
in [DECISIONS.md](../DECISIONS.md).
"""


def main(arguments: list[str]) -> int:
    """Writes both files, or says which of them is out of date."""
    parser = argparse.ArgumentParser(description="Counts the evidence and writes docs/fidelity.md.")
    parser.add_argument("--check", action="store_true", help="write nothing, say what is out of date")
    check = parser.parse_args(arguments).check
    current = put(COUNTED, lambda: json.dumps(measured(), indent=1) + "\n", check)
    ledger.counts.cache_clear()
    ledger.rows.cache_clear()
    return int(not (current and put(PAGE, page, check)))


def put(path: Path, content: Callable[[], str], check: bool) -> bool:
    """Writes a file, or tells whether it says that already."""
    text = content()
    if not check:
        path.write_text(text, "utf-8")
    elif not path.exists() or path.read_text("utf-8") != text:
        print(f"{path.relative_to(ROOT)} is out of date: make it anew.")
        return False
    return True


def page() -> str:
    """Returns the page, made of the rows."""
    totals, rows = ledger.counts()["totals"], ledger.rows()
    sums = {kind: sum(totals[kind].values()) for kind in ("vectors", "random", "kafka_tests")}
    played, beside = (
        ", ".join(f"{number} on {release}" for release, number in totals[kind].items()) for kind in ledger.PLAYS
    )
    unread = sum(row.evidence.startswith(ledger.READ_ONLY) for row in rows)
    parts = [
        INTRODUCTION.format(
            **sums,
            **totals["clusters"],
            **totals["scripts"],
            read_only=unread,
            rows=len(rows),
            played=played,
            beside=beside,
        )
    ]
    for kind, heading in HEADINGS.items():
        head = (
            f"## {heading}\n\n| {kind} | mirrors | evidence | simplified | played |\n| --- | --- | --- | --- | --- |\n"
        )
        parts.append(head + "".join(map(line, (row for row in rows if row.kind == kind))))
    return "\n".join(parts)


def line(row: ledger.Row) -> str:
    """Returns a row as a line of a table."""
    cells = (f"`{row.name}`, {row.where}", row.kafka, row.evidence, row.simplified, row.played)
    return f"| {' | '.join(cell.replace('|', '/').replace('*', chr(92) + '*') for cell in cells)} |\n"


if __name__ == "__main__":
    # The coverage.py beside this file would hide a package that pytest looks for.
    sys.path[:] = [path for path in sys.path if Path(path).resolve() != ROOT / "tools"]
    sys.exit(main(sys.argv[1:]))
