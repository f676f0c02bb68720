"""What may happen in a state of a search: a request and all that follows from it, or one event in any order."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from kafkaviz.decisions.errors import OneSentence
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.changed import changed_facets
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.engine import NOW
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.history import Act, Step
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.rule import Rule
from kafkaviz.model.core.silence import Silence
from kafkaviz.model.protocol import enabled_noting, happening, next_timers
from kafkaviz.model.search.kept import Left
from kafkaviz.model.search.menu import Menu

Schedules = Literal["first", "all"]


class Node(NamedTuple):
    """A state that was kept, with the rest of its budget, and the act and steps that led to it from the one before.

    `until_ms` is when a tick that is under way ends; a node that is not `quiet` has more to settle. `silence` says who
    was silent in the state before, where all were asked there.
    """

    cluster: Cluster
    left: Left
    until_ms: int | None = None
    parent: "Node | None" = None
    did: Act = Act(())
    steps: int = 0
    silence: Silence | None = None
    quiet: bool = True

    @property
    def act(self) -> Act:
        """The act that led to it, which many nodes share but for its steps."""
        return self.did._replace(steps=self.steps)

    @property
    def acts(self) -> list[Act]:
        """The acts that led to it from where the search began, the first one first."""
        found, node = list[Act](), self
        while node.parent is not None:
            found.append(node.act)
            node = node.parent
        return found[::-1]


class Move(NamedTuple):
    """An act, what it makes happen, what is left of the budget after it, and who was silent before it."""

    act: Act
    left: Left
    happening: Iterator[Step]
    until_ms: int | None = None
    silence: Silence | None = None

    def to_its_end(self, steps: int) -> Act:
        """Returns the act with all that still follows, or cut after so many steps where that comes to no end."""
        more = 0
        try:
            for _ in self.happening:
                more += 1
        except OneSentence:
            return self.act._replace(steps=steps, cut=True)
        return self.act._replace(steps=steps + more)


def moves_of(node: Node, menu: Menu, policies: Policies, schedules: Schedules) -> Iterator[Move]:
    """Yields what may happen in a state, in a fixed order; that a move is refused shows when it is carried out."""
    return _requests(node, menu, policies) if schedules == "first" else _events(node, menu, policies)


def _requests(node: Node, menu: Menu, policies: Policies) -> Iterator[Move]:
    """Yields each request with all that follows from it, in the one order in which rules are asked."""
    for slot, act in menu.next_acts(node.cluster, node.left, policies):
        follows = happening(node.cluster, act.requests[0], policies, quiet=node.quiet)
        yield Move(act, _spent(node.left, slot), follows)


def _events(node: Node, menu: Menu, policies: Policies) -> Iterator[Move]:
    """Yields each event that is enabled, and the first event of each request; time passes only when all is quiet."""
    said: dict[tuple[object, Rule[Any]], int] = {}
    cluster = node.cluster
    silence = Silence(cluster, node.silence)
    for subject, rule, event in enabled_noting(silence, policies):
        choice = said[subject, rule] = said.get((subject, rule), -1) + 1
        act = Act((), 1, rule=rule.name, about=subject, choice=choice)
        yield Move(act, node.left, _applied(cluster, rule, event), node.until_ms, silence)
    if not said and node.until_ms is not None:
        yield _time(node, node.left, node.until_ms, policies)._replace(silence=silence)
    for slot, act in menu.next_acts(cluster, node.left, policies):
        left, request = _spent(node.left, slot), act.requests[0]
        if not isinstance(request, Tick):
            first = happening(cluster, request, policies, settle=False)
            yield Move(act._replace(steps=1, settle=False), left, first, node.until_ms, silence)
        elif not said and node.until_ms is None and request.ms:
            yield _time(node, left, cluster.now_ms + request.ms, policies)._replace(silence=silence)


def _time(node: Node, left: Left, until_ms: int, policies: Policies) -> Move:
    """Returns how time goes on to the next deadline, or to the end of the tick that is under way."""
    cluster = node.cluster
    timers = next_timers(cluster, policies)
    stop = min(until_ms, timers[0].due_ms) if timers else until_ms
    event = TimeAdvanced(stop, timers)
    passing = iter((Step(None, None, event, event.apply(cluster), NOW),))
    act = Act((Tick(stop - cluster.now_ms),), 1, cut=True)
    return Move(act, left, passing, None if stop == until_ms else until_ms)


def _applied(cluster: Cluster, rule: Rule[Any], event: Event) -> Iterator[Step]:
    after = event.apply(cluster)
    yield Step(None, rule, event, after, changed_facets(cluster, event, after))


@lru_cache(maxsize=1_000)
def _spent(left: Left, slot: int) -> Left:
    return (*left[:slot], left[slot] - 1, *left[slot + 1 :])
