"""check: the answer to an exercise is answered at once, and a learner's function never brings a traceback."""

from collections.abc import Callable, Iterator
from random import Random

from kafkaviz.course import records
from kafkaviz.course.answers import Unanswered, ask, one_line, plain, safely, spoken_name
from kafkaviz.course.exercise import AnyExercise, Played
from kafkaviz.course.exercises import exercise
from kafkaviz.course.verdict import Verdict
from kafkaviz.model.core.learner import outcome, shown_call

SEEDED_CASES = 200


def check(id: str, function: object = ...) -> Verdict:
    """Tries a function on an exercise and says how it did: correct, incorrect, error or not attempted.

    It sees the recorded examples, then 200 seeded cases, the smallest first, then the cluster; the first that fails
    is shown. Nothing is raised because of the function.

    >>> def my_trace(message, partition_of, leader_of):
    ...     raise NotImplementedError
    >>> check("E03.1", my_trace)
    E03.1: not attempted
    Write your own lines, then run both cells again. hint("E03.1") helps.
    """
    try:
        request = exercise(id)
    except ValueError as unknown:
        return Verdict(one_line(id), "error", (str(unknown),))
    verdict = _verdict(request, function)
    records.keep("checks", id, verdict.state)
    return verdict


def _verdict(request: AnyExercise, function: object) -> Verdict:
    verdict, fault = outcome(_judged, request, function)
    if verdict is not None:
        return verdict
    if not isinstance(fault, Unanswered):
        said = f"{spoken_name(function)} could not be checked: {type(fault).__name__}."
        return Verdict(request.id, "error", (said, _help(request.id)))
    if fault.state == "not attempted":
        return Verdict(request.id, fault.state, (f"{fault.sentence} {_help(request.id)}",))
    return Verdict(request.id, fault.state, (fault.sentence, _help(request.id)))


def _judged(request: AnyExercise, function: object) -> Verdict:
    if function is ...:
        raise Unanswered("not attempted", f'Give your function as well: check("{request.id}", my_function).')
    if not callable(function):
        raise Unanswered(
            "error", f"check wants your function itself, without calling it; it was given {one_line(function)}."
        )
    for arguments, expected in _cases(request):
        answer = ask(function, *arguments)
        if not _is_right(request, arguments, expected, answer):
            said = safely(request.promise, *arguments, answer) or _nothing_returned(answer)
            lines = (
                f"Given:    {shown_call(function, *arguments, name=spoken_name(function), show=one_line)}",
                f"Expected: {one_line(expected)}",
                f"Got:      {one_line(answer)}",
                *([said] if said else []),
                _help(request.id),
            )
            return Verdict(request.id, "incorrect", lines, safely(_played, request, function))
    played = _played(request, function)
    if played and played.complaint:
        return Verdict(request.id, "incorrect", (played.complaint, _help(request.id)), played)
    return Verdict(request.id, "correct", (request.matters, request.next), played)


def _cases(request: AnyExercise) -> Iterator[tuple[tuple[object, ...], object]]:
    """Yields the recorded examples as they are ordered, then the drawn cases from small to large."""
    yield from request.examples
    random = Random(request.id)
    drawn = sorted((request.draw(random) for _ in range(SEEDED_CASES)), key=lambda case: len(repr(case)))
    yield from ((case, plain(request.reference(*case))) for case in drawn)


def _is_right(request: AnyExercise, arguments: tuple[object, ...], expected: object, answer: object) -> bool:
    if request.any_that_keeps:
        return answer is not None and bool(safely(lambda: request.promise(*arguments, answer) is None))
    return bool(safely(lambda: request.form(answer) == request.form(plain(expected))))


def _nothing_returned(answer: object) -> str:
    return "It returned nothing: is there a `return`?" if answer is None else ""


def _played(request: AnyExercise, function: Callable[..., object]) -> Played | None:
    if request.in_cluster is None:
        return None
    return request.in_cluster(lambda *arguments: ask(function, *arguments))


def _help(id: str) -> str:
    return f'hint("{id}") helps.'
