"""What the searches of Kafka's own rules came to: a rule that answers each of their questions alike lives through them.

A search asks its rule the same few questions from thousands of states, and nothing else in it depends on the rule. So
it comes to the same for two rules that answer these alike, and the second need not be searched.
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
    """The questions that a search asks Kafka's own rule, each once, in their order, and what it came to."""

    questions: tuple[Call, ...]
    outcome: Closed


def as_with_kafkas(rule: Breakable, trial: Trial, asked: AskedRule, bounds: Bounds) -> Closed | None:
    """Returns what a trial comes to for a rule that answers as Kafka's own does; None where it has to be searched."""
    known = _known().get((rule.name, trial.words))
    if known is None or not _ends_within(known.outcome, bounds):
        return None
    kafkas = AskedRule(rule, rule.reference)
    try:
        alike = all(repr(asked.plain(call)) == repr(kafkas.plain(call)) for call in known.questions)
    except BadRuleError:
        return None  # The search finds the shortest way to the question.
    return known.outcome if alike else None


def _ends_within(outcome: Closed, bounds: Bounds) -> bool:
    within = outcome.states < bounds.states and outcome.transitions < bounds.transitions
    return within and bounds.seconds is None and bounds.megabytes >= BOUNDS.megabytes


@cache
def _known() -> dict[tuple[str, str], KnownSearch]:
    return {
        (each["rule"], each["trial"]): KnownSearch(
            tuple(Call(*literal_eval(question)) for question in each["questions"]),
            Closed(each["states"], each["transitions"], each["goals"]),
        )
        for each in json.loads(FILE.read_text("utf-8"))
    }
