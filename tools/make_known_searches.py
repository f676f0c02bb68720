"""Makes kafkaviz/breaking/known_searches.json anew: what searches of rules that hold ask and come to.

    python tools/make_known_searches.py

A number that changes is explained in DECISIONS.md. A search whose questions cannot be written down is left out.
"""

import json
from ast import literal_eval
from collections.abc import Callable
from time import process_time
from typing import Any, Final

from kafkaviz.breaking.asking import AskedRule
from kafkaviz.breaking.known_searches import FILE, meaning
from kafkaviz.breaking.rule import Breakable, Trial
from kafkaviz.breaking.searching import BOUNDS, outcome_of
from kafkaviz.breaking.table import RULES
from kafkaviz.model.search.outcomes import Closed


def first_in_sync(replicas: Any, isr: Any, eligible: Any) -> Any:
    """Elects the first replica in sync, as the lesson tells it."""
    return next((broker for broker in replicas if broker in isr and broker in eligible), None)


def last_in_sync(replicas: Any, isr: Any, eligible: Any) -> Any:
    """Elects the last replica in sync."""
    return first_in_sync(replicas[::-1], isr, eligible)


def highest_in_sync(replicas: Any, isr: Any, eligible: Any) -> Any:
    """Elects the highest id in sync."""
    return first_in_sync(sorted(replicas, reverse=True), isr, eligible)


def current_or_first(replicas: Any, isr: Any, eligible: Any, current: Any = None) -> Any:
    """Elects the leader again, if it can be, else the first in sync."""
    return current if current in isr and current in eligible else first_in_sync(replicas, isr, eligible)


OTHERS: Final = {"elect_leader": (first_in_sync, current_or_first, highest_in_sync, last_in_sync)}
"""Rules that hold as well as Kafka's own, by what they stand for: those whose search takes long."""


def search_facts(rule: Breakable, trial: Trial, function: Callable[..., object]) -> dict[str, Any] | None:
    """Returns what a search asks a rule and comes to, or None where that cannot be written down."""
    asked = AskedRule(rule, function)
    lab = trial.begin(asked)
    asked.calls = []
    outcome = outcome_of(trial, lab, BOUNDS, None)
    calls = {repr(tuple(call)): call for call in asked.calls}
    if not isinstance(outcome, Closed) or not all(map(_can_be_read, calls)):
        return None
    return {
        "rule": rule.name,
        "trial": trial.words,
        "function": asked.__name__,
        "answers": [[question, meaning(asked, call)] for question, call in calls.items()],
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
    made = list[dict[str, Any]]()
    for rule in RULES:
        for trial in rule.trials:
            for function in (rule.reference, *OTHERS.get(rule.name, ())):
                began, facts = process_time(), search_facts(rule, trial, function)
                is_new = facts is not None and all(facts["answers"] != known["answers"] for known in made)
                print(f"{process_time() - began:5.2f} s  {function.__name__}, {trial.words}: {is_new}")
                made += [facts] if facts is not None and is_new else []
    FILE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
