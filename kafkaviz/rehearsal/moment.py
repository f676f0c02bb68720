"""Where a story is when a request is asked, and what a real client answers to it."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeVar

from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.model.groups.share.events import RecordsAcquired

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


def text(value: bytes | None) -> str | None:
    """Returns what a record holds as text, as the driver writes and reads it."""
    return None if value is None else value.decode("utf-8", "replace")


def values_of(polled: Iterable[RecordsPolled | GroupPolled | RecordsAcquired]) -> list[str | None]:
    """Returns the values that the model's reader got."""
    return [text(record.value) for event in polled for *_, records in event.fetched for record in records]
