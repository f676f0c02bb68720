"""What is kept of one question, and of one exercise: what was answered, first to last, and what was said of it."""

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

from kafkaviz.records.former_ids import present_id

MOST_ANSWERS: Final = 10
"""So many are kept of one question, the first one always."""
MOST_FAILED: Final = 10
LONGEST_SAID: Final = 300
LONGEST_ID: Final = 40


class Answer(NamedTuple):
    """One answer: the number of the option, or the estimate; None is somebody who wanted to see it.

    `right` is what was said of it then, and None where nothing was.
    """

    option: float | None
    right: bool | None = None


class Failed(NamedTuple):
    """What was said of a check that failed, and how often."""

    said: str
    times: int = 1


def with_answer(kept: object, answer: Answer) -> list[Any]:
    """Returns what is kept of a question with one answer more, the first one in front; a repeated one is not added.

    >>> with_answer([{"option": 0, "right": False}], Answer(1, True))
    [{'option': 0, 'right': False}, {'option': 1, 'right': True}]
    """
    before = kept if isinstance(kept, list) else []
    both = before if before[-1:] == [answer._asdict()] else [*before, answer._asdict()]
    return both if len(both) <= MOST_ANSWERS else [both[0], *both[1 - MOST_ANSWERS :]]


def with_failed(kept: object, said: str) -> list[Any]:
    """Returns what is kept of an exercise with one failed check more; what was said before is counted.

    >>> with_failed(with_failed([], "It gives no vote."), "It gives no vote.")
    [{'said': 'It gives no vote.', 'times': 2}]
    """
    before = kept if isinstance(kept, list) else []
    said = "".join(letter if letter.isprintable() else " " for letter in said)[:LONGEST_SAID]
    for n, each in enumerate(before):
        if isinstance(each, dict) and each.get("said") == said and isinstance(each.get("times"), int):
            return [*before[:n], {**each, "times": each["times"] + 1}, *before[n + 1 :]]
    return [*before, Failed(said)._asdict()] if len(before) < MOST_FAILED else before


def answers_in(kept: object) -> dict[str, tuple[Answer, ...]]:
    """Returns the answers to each question; whatever is no answer is left out.

    >>> answers_in({"Q05.1": [{"option": 0, "right": False}, "?"], "Q05.2": 3})
    {'Q05.1': (Answer(option=0, right=False),)}
    """
    found = {id: tuple(filter(None, map(_answer, each))) for id, each in _lists(kept)}
    return {id: answers for id, answers in found.items() if answers}


def failed_checks(kept: object) -> dict[str, tuple[Failed, ...]]:
    """Returns what was said of failed checks for each exercise, as far as it can be shown.

    >>> failed_checks({"E05.1": [{"said": "No.", "times": 2}, {"said": 3}]})
    {'E05.1': (Failed(said='No.', times=2),)}
    """
    found = {id: tuple(filter(None, map(_failed, each))) for id, each in _lists(kept)}
    return {id: failed for id, failed in found.items() if failed}


def is_id(id: object) -> bool:
    """Tells whether something can be the id of a question or an exercise, and be shown.

    >>> is_id("Q05.1"), is_id("a\\x1bb"), is_id(3)
    (True, False, False)
    """
    return isinstance(id, str) and 0 < len(id) <= LONGEST_ID and id.isprintable()


def _lists(kept: object) -> Sequence[tuple[str, list[object]]]:
    facts = kept.items() if isinstance(kept, dict) else ()
    return [(present_id(id), each) for id, each in facts if is_id(id) and isinstance(each, list)]


def _answer(found: object) -> Answer | None:
    if not isinstance(found, dict):
        return None
    option, right = found.get("option"), found.get("right")
    if option is not None and (isinstance(option, bool) or not isinstance(option, int | float) or not _finite(option)):
        return None
    return Answer(option, right if isinstance(right, bool) else None) if "option" in found else None


def _finite(number: float) -> bool:
    # A whole number may be larger than any float.
    try:
        return isfinite(number)
    except OverflowError:
        return False


def _failed(found: object) -> Failed | None:
    said, times = (found.get("said"), found.get("times")) if isinstance(found, dict) else (None, None)
    if not isinstance(said, str) or not 0 < len(said) <= LONGEST_SAID or not said.isprintable():
        return None
    return Failed(said, times) if isinstance(times, int) and not isinstance(times, bool) and times > 0 else None
