"""In which order a film tells what happens to several partitions at one time: what goes on in one concerns no other."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.events import LeadersLearned, ProduceAcknowledged, RecordQueued, RecordsAppended
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Step
from kafkaviz.model.partitions.events import (
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    IsrChangeProposed,
    IsrChangeRefused,
    LogTruncated,
    MetadataDelivered,
    PartitionChanged,
)
from kafkaviz.scene.tags import DATA

OF_ONE_PARTITION = (
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    IsrChangeProposed,
    IsrChangeRefused,
    LogTruncated,
    MetadataDelivered,
    PartitionChanged,
    ProduceAcknowledged,
    RecordsAppended,
)


class Told(NamedTuple):
    """A step as a film tells it: its number in the history, from 1, its tag, and the step."""

    number: int
    tag: str
    step: Step


def ordered(first: Cluster, told: Sequence[Told]) -> list[Told]:
    """Returns the steps so that what is decided, heard or copied together stands together.

    Only steps about different partitions change places, and only where the state after them stays the same: it is
    another order of the same events that the rules allow as well.
    """
    found: list[Told] = []
    run: list[Told] = []
    before = first
    for one in told:
        if run and not _goes_together(run[-1], one):
            found += _checked(before, run)
            before, run = run[-1].step.cluster, []
        run.append(one)
    return found + _checked(before, run)


def _goes_together(last: Told, one: Told) -> bool:
    a, b = last.step.event, one.step.event
    if isinstance(a, RecordQueued | LeadersLearned) and isinstance(b, RecordQueued | LeadersLearned):
        return a.producer == b.producer
    return isinstance(a, OF_ONE_PARTITION) and isinstance(b, OF_ONE_PARTITION)


def _checked(before: Cluster, run: Sequence[Told]) -> list[Told]:
    """Returns a run in its new order, with the states that it goes through; in the old one where it ends elsewhere."""
    if len(run) < 2:
        return list(run)
    wanted = _clients(run) if isinstance(run[0].step.event, RecordQueued | LeadersLearned) else _turns(run)
    if [one.number for one in wanted] == [one.number for one in run]:
        return list(run)
    made, cluster = list[Told](), before
    for one in wanted:
        cluster = one.step.event.apply(cluster)
        made.append(one._replace(step=one.step._replace(cluster=cluster)))
    if cluster != run[-1].step.cluster:
        return list(run)
    # The state that others go on from is the one they know.
    made[-1] = made[-1]._replace(step=made[-1].step._replace(cluster=run[-1].step.cluster))
    return made


def _clients(run: Sequence[Told]) -> list[Told]:
    """A producer's records first, then what it asks about their leaders."""
    return sorted(run, key=lambda one: isinstance(one.step.event, LeadersLearned))


def _turns(run: Sequence[Told]) -> list[Told]:
    """Each partition's records first, one partition after another; then each decision, and each hearing, of all."""
    queues: dict[TopicPartition, list[Told]] = {}
    for one in run:
        queues.setdefault(one.step.event.tp, []).append(one)  # type: ignore[attr-defined]
    turns: list[Told] = []
    waiting = [(_turn(queue), queue) for queue in queues.values()]
    heapify(waiting)
    while waiting:
        tag = waiting[0][1][0].tag
        # Where no records wait any more, everybody whose turn it is goes together.
        chosen = [heappop(waiting)] if tag in DATA else sorted(waiting)
        waiting = waiting if tag in DATA else []
        for _, queue in chosen:
            while queue and (queue[0].tag == tag or (tag in DATA and queue[0].tag in DATA)):
                turns.append(queue.pop(0))
            if queue:
                heappush(waiting, (_turn(queue), queue))
    return turns


def _turn(queue: Sequence[Told]) -> tuple[bool, int]:
    return queue[0].tag not in DATA, queue[0].number
