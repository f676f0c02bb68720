"""What every verb stands on: the history it adds to, the policies that hold, and time that may have to pass."""

from collections.abc import Callable, Mapping
from typing import Any, Self

from kafkaviz.lab.start import first_cluster, policies_of, racks_of
from kafkaviz.model import requests as r
from kafkaviz.model.acting import carried_out
from kafkaviz.model.engine import step
from kafkaviz.model.history import Act, History
from kafkaviz.model.rules.clock import next_deadline
from kafkaviz.model.values import Cluster

WAITS_AT_MOST_MS = 60_000


class LabBase:
    """A history that requests are added to; `Lab` is this and the verbs. Kafka: nothing of its own."""

    def __init__(
        self,
        brokers: int | Mapping[int, str | None] = 3,
        *,
        kafka: str = "4.4",
        seed: int | None = None,
        settle: bool = True,
        **policies: Any,
    ) -> None:
        self.kafka, self._settle = kafka, settle
        self._forked_at: int | None = None
        self.policies = policies_of(kafka, policies)
        self.history = History(first_cluster(racks_of(brokers), self.policies, seed))

    @property
    def cluster(self) -> Cluster:
        """The cluster now; keep it to film or tell only what comes after."""
        return self.history.last

    def tick(self, ms: int, *, every_ms: int | None = None) -> Self:
        """Let time pass, in ms, from deadline to deadline; `every_ms` adds stops that the film shows."""
        return self.ask(r.Tick(ms, every_ms))

    def step(self) -> Self:
        """Let one rule answer; nothing happens when the cluster is quiet."""
        last = self.history.steps[-1].request if self.history.steps else None
        found = step(self.cluster, last, self.policies)
        if found:
            self.history = self.history.then([found], Act((), rule=found.rule))
        return self

    def ask(self, *requests: Any, expect: str | None = None) -> Self:
        """Carry out requests of `kafkaviz.model.requests`, also those without a verb, all or none of them."""
        self.history = carried_out(self.history, requests, self.policies, settle=self._settle, expect=expect)
        return self

    def _wait(self, done: Callable[[Cluster], bool], wait: bool) -> Self:
        """Let time pass from deadline to deadline until something holds, or long enough."""
        end = self.cluster.now_ms + WAITS_AT_MOST_MS
        while wait and self._settle and not done(self.cluster) and self.cluster.now_ms < end:
            due = next_deadline(self.cluster, self.policies)
            rest = [r.Tick(min(due or end, end) - self.cluster.now_ms)]
            self.history = carried_out(self.history, rest, self.policies, follows=True)
        return self
