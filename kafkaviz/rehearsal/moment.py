"""Where a story is when a request is asked, and what a real client answers to it."""

from typing import Any, Final, NamedTuple, TypeVar

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Request, Tick

_E = TypeVar("_E", bound=Event)

Answer = dict[str, Any]
"""What the driver tells of an operation; `error` is the name of Java's exception."""


MOMENT_MS: Final = 500
"""A follower's fetch waits as long at the leader; what happens within it depends on who has heard of what."""


def is_a_moment(request: Request | None) -> bool:
    """Tells whether a request lets less time pass than a follower's fetch waits."""
    return isinstance(request, Tick) and request.ms < MOMENT_MS


def requests_of(history: History) -> list[Request]:
    """Returns what was asked in a history, in order."""
    return [request for act in history.acts for request in act.requests]


class Moment(NamedTuple):
    """Where a story is when a request is asked: the model before it and after it, what came of it, what comes next."""

    before: Cluster
    after: Cluster
    events: tuple[Event, ...]
    following: Request | None

    def of(self, *kinds: type[_E]) -> list[_E]:
        """Returns the events of some kinds."""
        return [event for event in self.events if isinstance(event, kinds)]
