"""What searches of rules that hold came to: a rule that answers each of their questions alike lives through the same.

A search asks its rule the same few questions from thousands of states, and nothing else in it depends on the rule. So
it comes to the same for two rules that answer these alike, and the second need not be searched. Known are the searches
of Kafka's own rules, and of those that most people write.
"""

import json
from ast import literal_eval
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from kafkaviz.breaking.asking import AskedRule, BadRuleError
from kafkaviz.breaking.rule import Breakable, Call, Trial
from kafkaviz.model.search.outcomes import BOUNDS, Bounds, Closed

FILE: Final = Path(__file__).with_name("known_searches.json")
"""Made anew by tools/make_known_searches.py; only what was searched to the end is in it."""


class KnownSearch(NamedTuple):
    """The questions that a search asked, each once and in their order, with what was meant; and what it came to."""

    answers: tuple[tuple[Call, str], ...]
    outcome: Closed


def known_outcome(rule: Breakable, trial: Trial, asked: AskedRule, bounds: Bounds) -> Closed | None:
    """Returns what a trial comes to for a rule that answers as a known one; None where it has to be searched."""
    for known in _known().get((rule.name, trial.words), ()):
        if _ends_within(known.outcome, bounds) and _is_answered_alike(known, asked):
            return known.outcome
    return None


def meaning(asked: AskedRule, call: Call) -> str:
    """Returns what an answer does in a cluster; raises BadRuleError where there is none."""
    return repr(asked.rule.means(call, asked.plain(call)))


def _is_answered_alike(known: KnownSearch, asked: AskedRule) -> bool:
    try:
        return all(meaning(asked, call) == meant for call, meant in known.answers)
    except BadRuleError:
        return False  # The search finds the shortest way to the question, if one leads there.


def _ends_within(outcome: Closed, bounds: Bounds) -> bool:
    within = outcome.states < bounds.states and outcome.transitions < bounds.transitions
    return within and bounds.seconds is None and bounds.megabytes >= BOUNDS.megabytes


@cache
def _known() -> dict[tuple[str, str], list[KnownSearch]]:
    found = dict[tuple[str, str], list[KnownSearch]]()
    for each in json.loads(FILE.read_text("utf-8")):
        answers = tuple((Call(*literal_eval(question)), meant) for question, meant in each["answers"])
        outcome = Closed(each["states"], each["transitions"], each["goals"])
        found.setdefault((each["rule"], each["trial"]), []).append(KnownSearch(answers, outcome))
    return found
