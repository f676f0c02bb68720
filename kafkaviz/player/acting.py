"""What a person may do with a thing in a picture, and what comes of it; a lab says it, a screen shows it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kafkaviz.scene.values import Film, Json


class Act(NamedTuple):
    """One thing that can be done with a node at a step: the same line in Python and in Kafka's own tool.

    One that would change nothing is not `enabled`; `why` says so, or says what is to be thought of.
    """

    label: str
    python: str = ""
    kafka: str = ""
    enabled: bool = True
    why: str = ""


class Branch(NamedTuple):
    """A story among others: it leaves `parent` after `step` of its film, counted from 0; the first leaves nothing."""

    id: str
    parent: str | None
    step: int
    label: str


class Turn(NamedTuple):
    """What is shown from now on: a film, the step it stands at (from 0), and which branch of the tree it is."""

    film: Film
    step: int
    branch: str
    tree: tuple[Branch, ...]


Menu = Callable[[int, str], Sequence[Act]]
"""Returns what can be done, from a step of the film (from 0) and the id of a node; the order is that of the menu."""
Doing = Callable[[int, int, str], Turn]
"""Does what has a number (from 0) in the menu of a step and a node."""
Walk = Callable[[str], Turn]
"""Goes to a branch."""


def tree_json(tree: Sequence[Branch], _: object) -> list[Json]:
    """Returns branches as JSON."""
    return [branch._asdict() for branch in tree]
