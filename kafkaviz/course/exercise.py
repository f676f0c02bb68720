"""What an exercise is: the question, what answers it, and what an answer must keep."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster

State = Literal["not attempted", "error", "incorrect", "correct"]
"""How an exercise was answered."""
Arguments = TypeVarTuple("Arguments")
Answer = TypeVar("Answer")


class Example(NamedTuple, Generic[*Arguments]):
    """One recorded case: what the function is given, and what it answers."""

    arguments: tuple[*Arguments]
    expected: object


class Played(NamedTuple):
    """What a function did in a cluster; `since` is where its film begins, `complaint` is empty if all went well."""

    lab: Lab
    complaint: str = ""
    since: Cluster | None = None
    lens: str = "cluster"


class Working(NamedTuple):
    """How a case is worked out, row by row, with an answer in its place; a cell may hold any value.

    It is made once with the learner's answer and once with the right one: the cells that differ are where they part.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    at: int | None = None
    """The row that is named when the answer is judged, from 0; without one it is where the answers part."""


def as_it_is(answer: object) -> object:
    """Returns an answer as it is: the form for questions with one answer only.

    >>> as_it_is([1, 2])
    [1, 2]
    """
    return answer


class Exercise(NamedTuple, Generic[*Arguments, Answer]):
    """One exercise, as data and small functions; its type names what its function is given and what it returns.

    `draw(random)` makes the arguments of one more case; whatever a wrong answer may overlook is so in several cases and
    otherwise in several. `promise(*arguments, answer)` says in a sentence what an answer breaks, or None.
    `form(answer)` brings answers that are equally right into one form; with `any_that_keeps` every answer that keeps
    the promise is right, whatever was expected.
    `in_cluster(function)` runs the function in a lab; an exercise that is about reading has none.
    `case_film(*arguments, answer)` shows what comes of an answer to a case: in a cluster that begins as the case says,
    or as the rows of its working; it raises a KafkaError or a ValueError where no cluster can hold the answer.
    """

    id: str
    title: str
    stars: int
    minutes: int
    hints: tuple[str, ...]
    examples: Sequence[Example[*Arguments]]
    reference: Callable[[*Arguments], Answer]
    draw: Callable[[Random], tuple[*Arguments]]
    promise: Callable[[*Arguments, object], str | None]
    matters: str
    next: str
    form: Callable[[Answer], object] = as_it_is
    any_that_keeps: bool = False
    in_cluster: Callable[[Callable[[*Arguments], Answer]], Played] | None = None
    case_film: Callable[[*Arguments, object], "Played | Working"] | None = None


# The course holds exercises of every kind side by side; what a draw of one makes fits its own functions alone.
AnyExercise: TypeAlias = Exercise[*tuple[Any, ...], Any]
