"""What a cluster of ZooKeeper's time tells of itself at the end of each act: it has no metadata log to be filmed."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.values import Partition
from kafkaviz.metadata_log.events import Leading
from kafkaviz.metadata_log.filming import film_of_cut
from kafkaviz.metadata_log.replay import UNKNOWN_EPOCH
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.history import History
from kafkaviz.rehearsal.stage import Stage
from kafkaviz.rehearsal.watching.changes import Span, history_of
from kafkaviz.rehearsal.watching.look import Look, SeenBroker, SeenTopic
from kafkaviz.rehearsal.watching.telling import beginning_of, shots_of
from kafkaviz.scene.values import Film

NO_WAIT_MS: Final = 1 << 60
"""An act in which nothing that is seen changes is no frame."""


class Observed(NamedTuple):
    """A look at the end of an act, counted from 1; 0 is before the first."""

    act: int
    look: Look


class Observer:
    """Looks at a stage whenever an act is over, and keeps what it saw; without an answer it keeps nothing."""

    def __init__(self, stage: Stage, topics: Sequence[str]) -> None:
        self._stage, self._topics, self._began_s = stage, topics, time.monotonic()
        self._racks = dict(stage.needs.racks)
        self.seen = list[Observed]()

    def look(self, act: int) -> None:
        """Asks which brokers there are, who controls them, and how the partitions of the topics are.

        Kafka: AdminClient's describeCluster and describeTopics.
        """
        cluster = self._stage.look("cluster.describe")
        if cluster.get("error"):
            return
        topics = dict[str, SeenTopic]()
        for name in self._topics:
            told = self._stage.look("topic.describe", topic=name)
            if not told.get("error"):
                topics[name] = SeenTopic("", tuple(map(_partition, told["partitions"])), {})
        at_ms = round((time.monotonic() - self._began_s) * 10) * 100
        since_ms = self.seen[-1].look.at_ms if self.seen else at_ms
        known = self.seen[-1].look.brokers if self.seen else {}
        there = {id: SeenBroker(self._racks.get(id), False) for id in cluster["nodes"]}
        away = {id: broker._replace(fenced=True) for id, broker in known.items() if id not in there}
        controller = cluster["controller"] if cluster["controller"] >= 0 else None
        brokers = dict(sorted({**there, **away}.items()))
        self.seen.append(Observed(act, Look(since_ms, at_ms, 0, brokers, Leading(0, controller), 0, topics)))


def _partition(told: Mapping[str, Any]) -> Partition:
    leader = told["leader"] if told["leader"] >= 0 else None
    return Partition(tuple(told["replicas"]), leader, tuple(told["isr"]), leader_epoch=UNKNOWN_EPOCH)


class ObservedStory:
    """What was seen of a story, as a history and its film; `acts` has the act of each step.

    Kafka: what an AdminClient describes; between two looks nothing is seen.
    """

    def __init__(self, seen: Sequence[Observed]) -> None:
        self._looks = [each.look for each in seen]
        self.history: History
        self._spans: list[Span]
        self.history, self._spans = history_of(self._looks, NO_WAIT_MS, ZooKeeper(None, UNKNOWN_EPOCH))
        acts = {id(each.look): each.act for each in seen}
        self.acts = [acts[id(span.look)] for span in self._spans for _ in range(span.first, span.end)]

    def film(self, lens: str, title: str, beside: Sequence[Cluster]) -> Film:
        """Returns the film; beside that of a lab it begins as that one does."""
        cut = shots_of(self.history, self._spans, self._looks[0].at_ms)
        begins = None if beside else beginning_of(self.history)
        return film_of_cut(
            self.history, cut, begins, lens=lens, elects=False, partition=None, title=title, beside=beside
        )
