"""What a challenge is: where one starts, the moves one has, what is to be reached, and the par."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kafkaviz.lab import Lab
from kafkaviz.lab.menu import Verb
from kafkaviz.model.core.history import Step


class Challenge(NamedTuple):
    """Something that is to happen in a small cluster, with a finite list of moves; each may be made again.

    `reached(steps)` tells of the steps of one move whether the challenge is solved at their end. No shorter list of
    moves than `par` solves it; `shortest` proves that by trying them all. `insight` is said to who has solved it, and
    `lens` is where one sees what is to be reached.
    """

    name: str
    title: str
    text: str
    start: Callable[[], Lab]
    moves: tuple[Verb, ...]
    reached: Callable[[Sequence[Step]], bool]
    par: int
    insight: str
    lens: str = "cluster"


def move(name: str, *args: object, **keywords: object) -> Verb:
    """Returns a verb of the lab with its arguments, as one of a challenge's moves.

    >>> str(move("send", "letters", "ABC"))
    "send('letters', 'ABC')"
    """
    verb = Verb("", name, args, keywords)
    return verb._replace(label=str(verb))


def each(name: str, *arguments: object) -> tuple[Verb, ...]:
    """Returns one verb with each of some arguments.

    >>> [str(request) for request in each("kill", 1, 2)]
    ['kill(1)', 'kill(2)']
    """
    return tuple(move(name, argument) for argument in arguments)
