"""In which order a film tells what happens to several partitions at one time: what goes on in one concerns no other."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Step
from kafkaviz.scene.telling import Fact, Tag


class Tagged(NamedTuple):
    """A step with its number in the history, from 1, and what it is a part of."""

    number: int
    tag: Tag
    step: Step


def order_steps(first: Cluster, steps: Sequence[Tagged]) -> list[Tagged]:
    """Returns the steps so that what is decided, heard or copied together stands together.

    Only steps about different partitions change places, and only where the state after them stays the same: it is
    another order of the same events that the rules allow as well.
    """
    found: list[Tagged] = []
    run: list[Tagged] = []
    before = first
    for tagged in steps:
        if run and not _goes_together(run[-1], tagged):
            found += _checked(before, run)
            before, run = run[-1].step.cluster, []
        run.append(tagged)
    return found + _checked(before, run)


def _goes_together(last: Tagged, tagged: Tagged) -> bool:
    if last.tag.has(Fact.SENDS) and tagged.tag.has(Fact.SENDS):
        a, b = last.step.event, tagged.step.event
        return a.producer == b.producer  # type: ignore[attr-defined, no-any-return]
    return _is_of_a_partition(last.tag) and _is_of_a_partition(tagged.tag)


def _is_of_a_partition(tag: Tag) -> bool:
    return tag.has(Fact.RECORDS) or tag.has(Fact.ORDERS)


def _checked(before: Cluster, run: Sequence[Tagged]) -> list[Tagged]:
    """Returns a run in its new order, with the states that it goes through; in the old one where it ends elsewhere."""
    if len(run) < 2:
        return list(run)
    wanted = _records_first(run) if run[0].tag.has(Fact.SENDS) else _turns(run)
    if [tagged.number for tagged in wanted] == [tagged.number for tagged in run]:
        return list(run)
    made, cluster = list[Tagged](), before
    for tagged in wanted:
        cluster = tagged.step.event.apply(cluster)
        made.append(tagged._replace(step=tagged.step._replace(cluster=cluster)))
    if cluster != run[-1].step.cluster:
        return list(run)
    # The state that others go on from is the one they know.
    made[-1] = made[-1]._replace(step=made[-1].step._replace(cluster=run[-1].step.cluster))
    return made


def _records_first(run: Sequence[Tagged]) -> list[Tagged]:
    """Returns what a producer asks before it chooses first, then its records, then what it asks about their leaders."""
    return sorted(run, key=lambda tagged: (bool(tagged.step.rule), tagged.tag is Tag.KEYS))


def _turns(run: Sequence[Tagged]) -> list[Tagged]:
    """Returns each partition's records first, one partition after another; then each decision, and each hearing."""
    queues: dict[TopicPartition, list[Tagged]] = {}
    for tagged in run:
        queues.setdefault(tagged.step.event.tp, []).append(tagged)  # type: ignore[attr-defined]
    turns: list[Tagged] = []
    waiting = [(_turn(queue), queue) for queue in queues.values()]
    heapify(waiting)
    while waiting:
        tag = waiting[0][1][0].tag
        records = tag.has(Fact.RECORDS)
        # Where no records wait any more, everybody whose turn it is goes together.
        chosen = [heappop(waiting)] if records else sorted(waiting)
        waiting = waiting if records else []
        for _, queue in chosen:
            while queue and (queue[0].tag is tag or (records and queue[0].tag.has(Fact.RECORDS))):
                turns.append(queue.pop(0))
            if queue:
                heappush(waiting, (_turn(queue), queue))
    return turns


def _turn(queue: Sequence[Tagged]) -> tuple[bool, int]:
    return not queue[0].tag.has(Fact.RECORDS), queue[0].number
