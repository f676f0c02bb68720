"""What somebody did, act by act: a request with the event that it made, or several records sent in one breath."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.lab.releases import Tools
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.request import Tick


class Era(NamedTuple):
    """The tools somebody has, and the policies that hold in the cluster."""

    tools: Tools
    policies: Policies


class Act(NamedTuple):
    """One or more requests that are one command, the cluster before them, their first event, the time they took."""

    requests: tuple[Any, ...]
    before: Cluster
    event: Any
    passed_ms: int = 0

    @property
    def request(self) -> Any:
        """The request, or the first of several."""
        return self.requests[0]


def acts_of(history: History) -> Iterator[Act]:
    """Yield the acts of a history in order.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab().create_topic("letters", 1, 1).send("letters", "ABC", "DEF").tick(5).tick(5)
    >>> [(type(act.request).__name__, len(act.requests), act.passed_ms) for act in acts_of(lab.history)]
    [('CreateTopic', 1, 0), ('Send', 2, 0), ('Tick', 1, 10)]

    Kafka: nothing of its own.
    """
    clusters = history.clusters
    begun = [(number, step) for number, step in enumerate(history.steps) if not step.rule]
    for _, together in groupby(begun, key=_command):
        first, *more = together
        before = clusters[first[0]]
        requests = (first[1].request, *(step.request for _, step in more if isinstance(step.request, Send)))
        last = more[-1][1] if more else first[1]
        yield Act(requests, before, first[1].event, last.cluster.now_ms - before.now_ms)


def _command(numbered: tuple[int, Step]) -> Any:
    """Return what steps have in common that one command makes."""
    number, step = numbered
    asked = step.request
    if isinstance(asked, Tick):
        return Tick
    if isinstance(asked, Send):
        return Send, asked.topic, asked.partition, asked.producer, asked.acks, asked.key is None, type(step.event)
    return number
