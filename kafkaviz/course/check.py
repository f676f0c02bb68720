"""check: a learner's function is judged at once, and never brings a traceback."""

import re
from collections.abc import Callable, Iterator
from random import Random

from kafkaviz import records
from kafkaviz.breaking.answers import Asked, Unanswered, spoken_name
from kafkaviz.breaking.plain_values import Foreign, float_in, one_line, plain
from kafkaviz.course.exercise import AnyExercise, Played
from kafkaviz.course.exercises import exercise
from kafkaviz.course.failing import Failure
from kafkaviz.course.verdict import Verdict
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.model.core.learner import outcome, safely

SEEDED_CASES = 200
PRINTED = "It printed its answer and returned nothing."


@seldom_collecting()
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
        task = exercise(id)
    except ValueError as unknown:
        return Verdict(one_line(id), "error", (str(unknown),))
    verdict = _verdict(task, function)
    records.keep("checks", id, verdict.state)
    if verdict.thought:
        records.keep_failed(id, verdict.thought)
    return verdict


def _verdict(task: AnyExercise, function: object) -> Verdict:
    if function is ...:
        said = f'Give your function as well: check("{task.id}", my_function). {_help(task.id)}'
        return Verdict(task.id, "not attempted", (said,))
    if not callable(function):
        said = f"check wants your function itself, without calling it; it was given {one_line(function)}."
        return Verdict(task.id, "error", (said, _help(task.id)))
    asked = Asked(function)
    verdict, fault = outcome(_judged, task, function, asked)
    if verdict is not None:
        return verdict
    # Where the cluster asked, it says so in its own words.
    fault = asked.unanswered or fault
    if not isinstance(fault, Unanswered):
        said = f"{spoken_name(function)} could not be checked: {type(fault).__name__}."
        return Verdict(task.id, "error", (said, _help(task.id)), thought="It could not be checked.")
    if fault.state == "not attempted":
        return Verdict(task.id, fault.state, (f"{fault.sentence} {_help(task.id)}",))
    given = (f"Given:    {fault.call}", f"It {fault.said}") if fault.call else (fault.sentence,)
    # What an error says behind its name may be about anything on this machine, and is nobody else's.
    thought = f"It {re.split('[:;,]( |$)| in line ', fault.said)[0].rstrip('.')}."
    return Verdict(task.id, fault.state, (*given, _help(task.id)), thought=thought)


def _judged(task: AnyExercise, function: Callable[..., object], asked: Asked) -> Verdict:
    asks_for_floats = any(float_in(plain(expected)) is not None for _, expected in task.examples)
    for arguments, expected in cases(task):
        answer = asked(*arguments)
        kind = _wrong_kind(answer, asks_for_floats)
        if not kind and _is_right(task, arguments, expected, answer):
            continue
        printed = "" if kind or answer is not None else _only_printed(asked)
        broken = safely(task.promise, *arguments, answer)
        said = kind or printed or broken or _without_words(answer)
        lines = (
            f"Given:    {asked.call(arguments)}",
            f"Expected: {one_line(expected)}",
            f"Got:      {asked.shown}",
            said,
            _help(task.id),
        )
        # A value of another kind could stand in a cluster, and not in its film.
        failure = Failure(task, arguments, None if kind else answer, expected, stands=not kind)
        return Verdict(task.id, "incorrect", lines, failure=failure, thought=PRINTED if printed else said)
    played = _played(task, asked)
    if played and played.complaint:
        return Verdict(task.id, "incorrect", (played.complaint, _help(task.id)), played, thought=played.complaint)
    return Verdict(task.id, "correct", (task.matters, task.next), played)


def cases(task: AnyExercise) -> Iterator[tuple[tuple[object, ...], object]]:
    """Yields the recorded examples as they are ordered, then the drawn cases from small to large."""
    yield from task.examples
    random = Random(task.id)
    drawn = sorted((task.draw(random) for _ in range(SEEDED_CASES)), key=lambda case: len(repr(case)))
    yield from ((case, task.reference(*case)) for case in drawn)


def _is_right(task: AnyExercise, arguments: tuple[object, ...], expected: object, answer: object) -> bool:
    if task.any_that_keeps:
        return answer is not None and bool(safely(lambda: task.promise(*arguments, answer) is None))
    return bool(safely(lambda: task.form(answer) == task.form(plain(expected))))


def _wrong_kind(answer: object, asks_for_floats: bool) -> str:
    """Says which values no answer to an exercise has, or nothing; a float is right where an example has one."""
    number = None if asks_for_floats else float_in(answer)
    if number is not None:
        return (
            f"{number} is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one."
        )
    if isinstance(answer, Foreign):
        made_of = (
            "`list` makes a list of it" if answer.can_be_listed else "an answer has numbers, texts, lists and dicts"
        )
        return f"It returned a value of the kind {answer.kind}; {made_of}."
    return ""


def _only_printed(asked: Asked) -> str:
    return f"It printed {asked.printed} and returned nothing: write `return` instead." if asked.printed else ""


def _without_words(answer: object) -> str:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    return "This answer is built in another way than the exercise asks for; Expected shows how."


def _played(task: AnyExercise, function: Callable[..., object]) -> Played | None:
    if task.in_cluster is None:
        return None
    return task.in_cluster(function)


def _help(id: str) -> str:
    return f'hint("{id}") helps.'
