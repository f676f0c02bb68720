"""What an exercise is: the question, what answers it, and the wrong answers worth a sentence of their own."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster


class Example(NamedTuple):
    """One recorded case: what the function is given, and what it answers."""

    arguments: tuple[Any, ...]
    expected: Any


class Wrong(NamedTuple):
    """A wrong answer that people do give, and the sentence that its verdict must contain."""

    function: Callable[..., Any]
    says: str


class Played(NamedTuple):
    """What a function did in a cluster; `since` is where its film begins, `complaint` is empty if all went well."""

    lab: Lab
    complaint: str = ""
    since: Cluster | None = None
    lens: str = "cluster"


def as_it_is(answer: Any) -> Any:
    """Returns an answer back as it is: the form for questions with one answer only.

    >>> as_it_is([1, 2])
    [1, 2]
    """
    return answer


class Exercise(NamedTuple):
    """One exercise, as data and small functions.

    `draw(random)` makes the arguments of one more case. `promise(*arguments, answer)` says in a sentence what an
    answer breaks, or None. `form(answer)` brings answers that are equally right into one form; with `any_that_keeps`
    every answer that keeps the promise is right, whatever was expected. `in_cluster(function)` runs the function in a
    lab; an exercise that is about reading has none.
    """

    id: str
    title: str
    stars: int
    minutes: int
    hints: tuple[str, ...]
    examples: tuple[Example, ...]
    reference: Callable[..., Any]
    draw: Callable[[Random], tuple[Any, ...]]
    promise: Callable[..., str | None]
    matters: str
    next: str
    wrong: tuple[Wrong, ...]
    form: Callable[[Any], Any] = as_it_is
    any_that_keeps: bool = False
    in_cluster: Callable[[Callable[..., Any]], Played] | None = None
