"""What somebody did, command by command: a request with its event, or several records that one producer is given."""

from collections.abc import Iterator
from functools import singledispatch
from itertools import groupby
from typing import NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.lab.commands.shell import comment
from kafkaviz.lab.releases import Tools
from kafkaviz.model.clients.events import LeadersLearned
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.request import Request, Tick


class Era(NamedTuple):
    """The tools somebody has, and the policies that hold in the cluster."""

    tools: Tools
    policies: Policies


class Command(NamedTuple):
    """One or more requests that are one command, the cluster before them, their first event, the time they took."""

    requests: tuple[Request, ...]
    before: Cluster
    event: Event
    passed_ms: int = 0

    @property
    def request(self) -> Request:
        """The request, or the first of several."""
        return self.requests[0]


def commands_of(history: History) -> Iterator[Command]:
    """Yields the commands of a history in order.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab().create_topic("letters", 1, 1).send("letters", "ABC", "DEF").tick(5).tick(5)
    >>> [(type(c.request).__name__, len(c.requests), c.passed_ms) for c in commands_of(lab.history)]
    [('CreateTopic', 1, 0), ('Send', 2, 0), ('Tick', 1, 10)]
    """
    clusters = history.clusters
    steps = [(n, step, step.request) for n, step in enumerate(history.steps) if step.request and _is_asked(step)]
    for _, together in groupby(steps, key=_in_common):
        (number, first, request), *more = together
        before, last = clusters[number], more[-1][1] if more else first
        requests = (request, *(also for _, _, also in more if isinstance(also, Send)))
        yield Command(requests, before, first.event, last.cluster.now_ms - before.now_ms)


def _is_asked(step: Step) -> bool:
    """Tells whether a step is what a request asks for: no rule made it, and no client that asks for metadata first."""
    return not step.rule and not isinstance(step.event, LeadersLearned)


def _in_common(numbered: tuple[int, Step, Request]) -> object:
    """Returns what steps have in common that one command makes."""
    number, step, asked = numbered
    if isinstance(asked, Tick):
        return Tick
    if isinstance(asked, Send):
        return Send, asked.topic, asked.partition, asked.producer, asked.acks, asked.key is None, type(step.event)
    return number


@singledispatch
def lines_of(request: Request, command: Command, era: Era) -> list[str]:
    """Returns the shell lines that do what a request asks for; the modules beside this one know each kind of request.

    Kafka: the scripts in bin/; what none of them does is a comment.
    """
    return [comment(f"{request!r}: no tool of Kafka does it")]
