"""A promise: a property in plain words, with what can break it, so that it is asked of nothing else.

It is broken by an event of certain types, or by whatever changes certain facets of a cluster. An event that does
neither cannot break it. What an event left as it was, a promise need not look at: it did when that came about.
"""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any, Final, TypeVar
from weakref import finalize

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.model.core.changed import differing
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.facets import Facet, bits_of
from kafkaviz.model.core.history import History
from kafkaviz.model.core.learner import call_policy

Property = Callable[[Cluster, Event, Cluster], str | None]
"""What must hold of an event and the states around it: None, or the sentence of a breach."""
Found = TypeVar("Found")
_FORGET: Final = list[Callable[[], None]]()


class Promise:
    """A property `(before, event, after) -> str | None`, its name in plain words, and what can break it.

    A theorem of the replication protocol's TLA+ specification has this form.
    """

    def __init__(self, holds: Property, words: str, events: tuple[type[Event], ...], facets: tuple[Facet, ...]) -> None:
        self.holds, self.words, self.events, self.facets = holds, words, events, facets
        self.reads: Final = bits_of(*facets)
        self.__name__, self.__doc__, self.__module__ = holds.__name__, holds.__doc__, holds.__module__

    def __call__(self, before: Cluster, event: Event, after: Cluster) -> str | None:
        """Returns the sentence of a breach, or None."""
        try:
            return self.holds(before, event, after)
        finally:
            _forget()

    def __repr__(self) -> str:
        return f"<promise {self.__name__}: {self.words}>"

    def can_break(self, kind: type[Event], differs: int) -> bool:
        """Tells whether an event of this kind, which changes these facets, may break it."""
        return bool(self.reads & differs) or issubclass(kind, self.events)


def promise(words: str, *events: type[Event], facets: tuple[Facet, ...] = ()) -> Callable[[Property], Promise]:
    """Makes a property a promise; only an event of these types, or one that changes these facets, can break it.

    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> @promise("Time goes forward", TimeAdvanced)
    ... def time_goes_forward(before, event, after):
    ...     return None if before.now_ms < after.now_ms else "The clock went back."
    >>> time_goes_forward.words, time_goes_forward.__name__
    ('Time goes forward', 'time_goes_forward')

    Raises InvalidArgumentError where nothing could break it.
    """
    if not events and not facets:
        raise InvalidArgumentError(f"Say which events or facets can break the promise {words!r}.")
    return lambda holds: Promise(holds, words, events, facets)


def words_of(promise: Property) -> str:
    """Returns a promise in plain words: those that it declares, else its name.

    >>> def the_leader_stays(before, event, after): ...
    >>> words_of(the_leader_stays)
    'The leader stays'
    """
    name = getattr(promise, "__name__", type(promise).__name__)
    return str(getattr(promise, "words", "") or name.replace("_", " ").strip().capitalize())


def once_an_event(find: Callable[[Cluster, Event, Cluster], Found]) -> Callable[[Cluster, Event, Cluster], Found]:
    """Lets a function compute once for each event what many promises ask of it; nobody may change what it returns.

    It keeps the event and its two clusters until another is asked for, or until those `Promises` are gone that asked.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> @once_an_event
    ... def passed_ms(before, event, after):
    ...     print("counting")
    ...     return after.now_ms - before.now_ms
    >>> start, event = Cluster(9, Quorum.of(101), {}), TimeAdvanced(15)
    >>> later = event.apply(start)
    >>> passed_ms(start, event, later), passed_ms(start, event, later)
    counting
    (6, 6)
    """
    nothing: Any = (None, None, None, None)
    last: tuple[Event, Cluster, Cluster, Found] = nothing

    @wraps(find)
    def found(before: Cluster, event: Event, after: Cluster) -> Found:
        nonlocal last
        of, then, at_first, known = last  # Another thread may ask meanwhile.
        if of is event and then is after and at_first is before:
            return known
        new = find(before, event, after)
        last = event, after, before, new
        return new

    def forget() -> None:
        nonlocal last
        last = nothing

    _FORGET.append(forget)
    return found


def _forget() -> None:
    for forget in _FORGET:
        forget()


class Promises:
    """Properties that are asked together, each only of what can break it; one that declares nothing is always asked.

    With them goes what was found once of the last event: no cluster outlives its lab.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> start, event = Cluster(9, Quorum.of(101), {}), TimeAdvanced(5)
    >>> nothing_happens = Promises([lambda before, event, after: "Something happened."])
    >>> nothing_happens.breach(start, event, event.apply(start))[1]
    'Something happened.'
    """

    def __init__(self, properties: Sequence[Property]) -> None:
        self.properties = tuple(properties)
        self.asked: Final = CallsByChange(self.properties)
        finalize(self, _forget)

    def breach(self, before: Cluster, event: Event, after: Cluster) -> tuple[Property, str] | None:
        """Returns the first property that an event breaks, with its sentence, or None."""
        for promise, holds in self.asked[type(event), differing(before, after, event.only_partition)]:
            sentence = holds(before, event, after)
            if sentence:
                return promise, sentence
        return None

    def first_breach(self, history: History) -> tuple[int, str, str] | None:
        """Returns the first broken property of a history as (step, name, sentence), or None."""
        before = history.first
        try:
            for number, step in enumerate(history.steps, 1):
                breach = self.breach(before, step.event, step.cluster)
                if breach is not None:
                    return number, breach[0].__name__, breach[1]
                before = step.cluster
            return None
        finally:
            _forget()


class CallsByChange(dict[tuple[type[Event], int], tuple[tuple[Property, Property], ...]]):
    """The properties that an event may break, by its type and the facets that it changed, each with what to call.

    It grows with what is looked up in it. A learner's own that raises becomes a LearnerError.
    """

    def __init__(self, properties: tuple[Property, ...]) -> None:
        self.properties = properties

    def __missing__(self, of: tuple[type[Event], int]) -> tuple[tuple[Property, Property], ...]:
        found = self[of] = tuple(
            (promise, promise.holds if isinstance(promise, Promise) else partial(call_policy, promise))
            for promise in self.properties
            if not isinstance(promise, Promise) or promise.can_break(*of)
        )
        return found
