"""Makes tests/breaking/gallery.json anew: of each wrong rule and each famous bug the shortest history and the states.

    python tools/make_gallery.py

A number that changes is explained in DECISIONS.md.
"""

import json
from pathlib import Path
from time import process_time

from kafkaviz.breaking.break_it import break_it
from kafkaviz.breaking.famous_bugs import BUGS, Bug
from kafkaviz.breaking.gallery import GALLERY, Entry
from kafkaviz.lab.exploring import line_of
from kafkaviz.model.search.outcomes import Broken, Outcome, Unreached

FILE = Path(__file__).parents[1] / "tests" / "breaking" / "gallery.json"


def entry_facts(entry: Entry) -> dict[str, object]:
    """Returns what there is to say of a wrong rule."""
    verdict = break_it(entry.rule, entry.function)
    return {
        "state": verdict.state,
        "judge": verdict.judge,
        "call": verdict.call,
        "lost": verdict.lost,
        "requests": list(verdict.requests),
        "states": verdict.states,
        "transitions": verdict.transitions,
    }


def bug_facts(bug: Bug) -> dict[str, object]:
    """Returns what there is to say of a famous bug: its old rule and its new one."""
    return {which: outcome_facts(bug, bug.search(is_mended=which == "new")) for which in ("old", "new")}


def outcome_facts(bug: Bug, outcome: Outcome) -> dict[str, object]:
    """Returns what a search came to."""
    facts: dict[str, object] = {"outcome": type(outcome).__name__}
    if isinstance(outcome, Broken | Unreached):
        facts["lost"] = outcome.promise.__name__ if isinstance(outcome, Broken) else outcome.goal
        before = len(bug.begin(False).history.acts)
        asked = [request for act in outcome.history.acts[before:] for request in act.requests]
        facts["requests"] = list(map(line_of, asked[: outcome.requests]))
    return {**facts, "states": outcome.states, "transitions": outcome.transitions}


def main() -> None:
    """Writes the file, and says how long each took."""
    made: dict[str, dict[str, object]] = {"gallery": {}, "bugs": {}}
    for entry in GALLERY:
        began = process_time()
        made["gallery"][entry.name] = entry_facts(entry)
        print(f"{process_time() - began:5.2f} s  {entry.name}: {made['gallery'][entry.name]}")
    for bug in BUGS:
        began = process_time()
        made["bugs"][bug.name] = bug_facts(bug)
        print(f"{process_time() - began:5.2f} s  {bug.name}: {made['bugs'][bug.name]}")
    FILE.write_text(json.dumps(made, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
