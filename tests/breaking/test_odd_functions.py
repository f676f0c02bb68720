"""Whatever stands in the place of a rule, break_it answers in one sentence that can be shown and encoded."""

import pytest

from kafkaviz import break_it
from kafkaviz.breaking.table import RULES
from kafkaviz.decisions.errors import InvalidReplicationFactorError
from tests.sampling import every


class Unshowable:
    def __call__(self, *arguments, **named):
        return self

    def __repr__(self):
        raise ValueError("not shown")


class Nameless:
    __name__ = 7

    def __call__(self, *arguments, **named):
        return float("nan")


def endless(*arguments, **named):
    return endless(*arguments, **named)


def huge(*arguments, **named):
    return list(range(10**6))


def nested(*arguments, **named):
    found = []
    for _ in range(5_000):
        found = [found]
    return found


def clears(*arguments, **named):
    for one in arguments:
        if hasattr(one, "clear"):
            one.clear()
    return "\ud800"


def refuses(*arguments, **named):
    raise InvalidReplicationFactorError("not today")


def stops(*arguments, **named):
    raise BaseException("stop")


def keywords_only(*, nothing):
    return nothing


ODD = [Unshowable(), Nameless(), endless, huge, nested, clears, refuses, stops, keywords_only, min, sorted, type, len]


@pytest.mark.parametrize("odd", every(2, ODD), ids=lambda odd: getattr(odd, "__name__", "") or type(odd).__name__)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_one_sentence_says_what_is_wrong_with_it(rule, odd):
    verdict = break_it(rule.name, odd)
    assert verdict.state == "error" and verdict.judge == "fault"
    assert verdict.sentence.endswith((".", "?")) and "\n" not in verdict.sentence and len(verdict.sentence) < 1_100
    assert "Traceback" not in repr(verdict)
    assert verdict._repr_mimebundle_()["text/html"].encode()


def test_an_interrupt_before_the_search_leaves_a_rule_undecided() -> None:
    def interrupted(*replicas, **known):
        raise KeyboardInterrupt

    verdict = break_it("elect_leader", interrupted)
    assert verdict.state == "open" and verdict.sentence == "Interrupted: not all questions are asked yet."
    assert "elect_leader: interrupted is not decided" in str(verdict) and verdict._repr_mimebundle_()
