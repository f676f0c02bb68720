"""Makes kafkaviz/breaking/known_searches.json anew: what the searches of Kafka's own rules ask, and what they come to.

    python tools/make_known_searches.py

A number that changes is explained in DECISIONS.md. A search whose questions cannot be written down is left out.
"""

import json
from ast import literal_eval
from time import process_time

from kafkaviz.breaking.asking import AskedRule
from kafkaviz.breaking.known_searches import FILE
from kafkaviz.breaking.rule import Breakable, Trial
from kafkaviz.breaking.searching import BOUNDS, outcome_of
from kafkaviz.breaking.table import RULES
from kafkaviz.model.search.outcomes import Closed


def search_facts(rule: Breakable, trial: Trial) -> dict[str, object] | None:
    """Returns what a search asks Kafka's own rule and comes to, or None where that cannot be written down."""
    asked = AskedRule(rule, rule.reference)
    lab = trial.begin(asked)
    asked.calls = []
    outcome = outcome_of(trial, lab, BOUNDS, None)
    questions = list(dict.fromkeys(repr(tuple(call)) for call in asked.calls))
    if not isinstance(outcome, Closed) or not all(map(_can_be_read, questions)):
        return None
    return {
        "rule": rule.name,
        "trial": trial.words,
        "questions": questions,
        "states": outcome.states,
        "transitions": outcome.transitions,
        "goals": outcome.goals,
    }


def _can_be_read(question: str) -> bool:
    try:
        literal_eval(question)
    except (ValueError, SyntaxError):
        return False
    return True


def main() -> None:
    """Writes the file, and says how long each took."""
    made = []
    for rule in RULES:
        for trial in rule.trials:
            began, facts = process_time(), search_facts(rule, trial)
            print(f"{process_time() - began:5.2f} s  {rule.name}, {trial.words}: {'made' if facts else 'left out'}")
            made += [facts] if facts else []
    FILE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
