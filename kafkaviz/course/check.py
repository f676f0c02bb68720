"""check: the answer to an exercise is answered at once, and a learner's function never brings a traceback."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from kafkaviz.course import records
from kafkaviz.course.answers import Unanswered, ask, name_of, plain, safely, shown, shown_call
from kafkaviz.course.exercise import Exercise, Played
from kafkaviz.course.exercises import exercise
from kafkaviz.course.verdict import Verdict

SEEDED_CASES = 200


def check(id: str, function: Any = ...) -> Verdict:
    """Try a function on an exercise and say how it did: correct, incorrect, error or not attempted.

    It sees the recorded examples, then 200 seeded cases, the smallest first, then the cluster; the first that fails
    is shown. Nothing is raised because of the function.

    >>> def my_trace(message, partition_of, leader_of):
    ...     raise NotImplementedError
    >>> check("E03.1", my_trace)
    E03.1: not attempted
    Write your own lines, then run both cells again. hint("E03.1") helps.
    """
    try:
        asked_for = exercise(id)
    except ValueError as unknown:
        return Verdict(shown(id), "error", (str(unknown),))
    verdict = _verdict(asked_for, function)
    records.keep("checks", id, verdict.state)
    return verdict


def _verdict(asked_for: Exercise, function: Any) -> Verdict:
    id = asked_for.id
    try:
        return _judged(asked_for, function)
    except KeyboardInterrupt:
        raise
    except Unanswered as nothing:
        if nothing.state == "not attempted":
            return Verdict(id, nothing.state, (f"{nothing.sentence} {_help(id)}",))
        return Verdict(id, nothing.state, (nothing.sentence, _help(id)))
    except BaseException as fault:
        return Verdict(id, "error", (f"{name_of(function)} could not be checked: {type(fault).__name__}.", _help(id)))


def _judged(asked_for: Exercise, function: Any) -> Verdict:
    if function is ...:
        raise Unanswered("not attempted", f'Give your function as well: check("{asked_for.id}", my_function).')
    if not callable(function):
        raise Unanswered(
            "error", f"check wants your function itself, without calling it; it was given {shown(function)}."
        )
    for arguments, expected in _cases(asked_for):
        answer = ask(function, *arguments)
        if not _is_right(asked_for, arguments, expected, answer):
            said = safely(asked_for.promise, *arguments, answer) or _nothing_returned(answer)
            lines = (
                f"Given:    {shown_call(function, *arguments)}",
                f"Expected: {shown(expected)}",
                f"Got:      {shown(answer)}",
                *([said] if said else []),
                _help(asked_for.id),
            )
            return Verdict(asked_for.id, "incorrect", lines, safely(_played, asked_for, function))
    played = _played(asked_for, function)
    if played and played.complaint:
        return Verdict(asked_for.id, "incorrect", (played.complaint, _help(asked_for.id)), played)
    return Verdict(asked_for.id, "correct", (asked_for.matters, asked_for.next), played)


def _cases(asked_for: Exercise) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Give the recorded examples as they are ordered, then the drawn cases from small to large."""
    yield from asked_for.examples
    random = Random(asked_for.id)
    drawn = sorted((asked_for.draw(random) for _ in range(SEEDED_CASES)), key=lambda case: len(repr(case)))
    yield from ((case, plain(asked_for.reference(*case))) for case in drawn)


def _is_right(asked_for: Exercise, arguments: tuple[Any, ...], expected: Any, answer: Any) -> bool:
    if asked_for.any_that_keeps:
        return answer is not None and bool(safely(lambda: asked_for.promise(*arguments, answer) is None))
    return bool(safely(lambda: asked_for.form(answer) == asked_for.form(plain(expected))))


def _nothing_returned(answer: Any) -> str:
    return "It returned nothing: is there a `return`?" if answer is None else ""


def _played(asked_for: Exercise, function: Callable[..., Any]) -> Played | None:
    if asked_for.in_cluster is None:
        return None
    return asked_for.in_cluster(lambda *arguments: ask(function, *arguments))


def _help(id: str) -> str:
    return f'hint("{id}") helps.'
