"""Marks in a picture why something happens: a few of Kafka's words beside the node that is the cause, for each event.

A caption says it in a sentence; who looks at the picture alone reads the mark. It stands there for one frame, before
anything moves, in every lens that draws the node.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import Step
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.telling.telling import Cause

Whys = Callable[[Any, Cluster, Cluster, Cause], Iterable[Cue]]
WHYS: Final[dict[type[Event], Whys]] = {}


def whys(*kinds: type[Event]) -> Callable[[Whys], Whys]:
    """Registers what marks the cause of some kinds of events."""

    def register(made: Whys) -> Whys:
        for kind in kinds:
            assert kind not in WHYS, f"The cause of {kind.__name__} is marked twice."
            WHYS[kind] = made
        return made

    return register


def why(words: str, *nodes: str) -> Cue:
    """Returns the mark of a cause; it stands at the first of some nodes that a lens draws.

    >>> why("first in ISR", "replica:t-0@2", "broker:2")[:4]
    ('why', '', 'replica:t-0@2', 'first in ISR')
    """
    return Cue("why", end=nodes[0], text=words, about=nodes[1:])


def whys_of(before: Cluster, step: Step, policies: Policies | None = None) -> list[Cue]:
    """Returns the marks of the cause of a step; many an event needs none."""
    made = WHYS.get(type(step.event))
    return [] if made is None else [*made(step.event, before, step.cluster, Cause.of(step, policies))]
