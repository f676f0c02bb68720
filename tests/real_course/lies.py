"""Stories that lie: one act is left out or another one on the stage, or the model's end is altered; all are noticed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from kafkaviz.lab import Lab
from kafkaviz.model.brokers.requests import Flush
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event, RequestRejected
from kafkaviz.model.groups.classic.events import AssignmentReceived, JoinRequested
from tests.real_course.stories import STORIES

NOTHING: Final = Flush(1)
"""A request without a real act."""


def without(story: str, number: int) -> Lab:
    """Returns a story whose act of this number, counted from 1, is not carried out on the stage."""
    lab = STORIES[story]().fork()
    history = lab.history
    silent = {id(request) for request in history.acts[number - 1].requests}
    steps = tuple(step._replace(request=NOTHING) if id(step.request) in silent else step for step in history.steps)
    act = history.acts[number - 1]._replace(requests=(NOTHING,))
    acts = (*history.acts[: number - 1], act, *history.acts[number:])
    lab.history = history._replace(steps=steps, acts=acts)
    return lab


def doing(story: str, number: int, **fields: Any) -> Lab:
    """Returns a story whose first request of this act, counted from 1, is another one on the stage."""
    lab = STORIES[story]().fork()
    was = lab.history.acts[number - 1].requests[0]
    now = replace(was, **fields)  # type: ignore[type-var]
    acts = tuple(
        act._replace(requests=tuple(now if each is was else each for each in act.requests)) for act in lab.history.acts
    )
    steps = tuple(step._replace(request=now) if step.request is was else step for step in lab.history.steps)
    lab.history = lab.history._replace(steps=steps, acts=acts)
    return lab


def ending(story: str, altered: Callable[[Cluster], Cluster]) -> Lab:
    """Returns a story whose last state is another."""
    lab = STORIES[story]().fork()
    last = lab.history.steps[-1]
    lab.history = lab.history._replace(steps=(*lab.history.steps[:-1], last._replace(cluster=altered(last.cluster))))
    return lab


def unrefused(story: str) -> Lab:
    """Returns a story in which nothing is refused, as the model tells it."""
    lab = STORIES[story]().fork()
    steps = tuple(
        step._replace(event=lab.history.steps[0].event) if isinstance(step.event, RequestRejected) else step
        for step in lab.history.steps
    )
    lab.history = lab.history._replace(steps=steps)
    return lab


def told(story: str, was: Callable[[Event], bool], now: Callable[[Any], Event]) -> Lab:
    """Returns a story in which the first of some events is another; what came of it stays."""
    lab = STORIES[story]().fork()
    number = next(n for n, step in enumerate(lab.history.steps) if was(step.event))
    step = lab.history.steps[number]
    steps = (*lab.history.steps[:number], step._replace(event=now(step.event)), *lab.history.steps[number + 1 :])
    lab.history = lab.history._replace(steps=steps)
    return lab


def gives_up(event: Event) -> bool:
    """Tells whether a consumer gives partitions up before it joins a rebalance."""
    return isinstance(event, JoinRequested) and bool(event.revoked)


def of_partition(**fields: Any) -> Callable[[Cluster], Cluster]:
    """Returns a change of the first partition."""

    def altered(cluster: Cluster) -> Cluster:
        tp = min(cluster.partitions)
        return cluster._replace(partitions={**cluster.partitions, tp: cluster.partitions[tp]._replace(**fields)})

    return altered


def without_last_record(cluster: Cluster) -> Cluster:
    """Takes the last readable record from every replica of the partition that has most."""
    tp = max(cluster.partitions, key=lambda tp: len(cluster.log(*tp)))
    replicas = {broker: replica._replace(log=replica.log[:-1]) for broker, replica in cluster.replicas[tp].items()}
    return cluster._replace(replicas={**cluster.replicas, tp: replicas})


def with_other_offsets(cluster: Cluster) -> Cluster:
    """Lets every group have committed one record more."""
    groups = {
        name: group._replace(committed={tp: offset + 1 for tp, offset in group.committed.items()})
        for name, group in cluster.groups.items()
    }
    return cluster._replace(groups=groups)


def without_a_member(cluster: Cluster) -> Cluster:
    """Takes the last member from every group."""
    groups = {
        name: group._replace(members=dict([*group.members.items()][:-1])) for name, group in cluster.groups.items()
    }
    return cluster._replace(groups=groups)


LIES: Final[dict[str, Callable[[], Lab]]] = {
    "no leader crashes": lambda: without("nb07.failover()", 3),
    "nothing is sent": lambda: without("nb05.copies()", 2),
    "no partition is added": lambda: without("nb10.grown()", 3),
    "nobody joins": lambda: without("nb09.one_joins()", 3),
    "nobody crashes": lambda: without("nb09.one_crashes()", 3),
    "no broker is stalled": lambda: without("F11, Kafka 4.4", 3),
    "no broker dies in ZooKeeper's days": lambda: without("nb07.failover(kafka=2.3)", 3),
    "no answer is lost": lambda: without("nb06.lost_answer(enable_idempotence=False)", 4),
    "another leader": lambda: ending("nb07.failover()", of_partition(leader=3)),
    "nobody leads": lambda: ending("nb05.copies()", of_partition(leader=None)),
    "the dead are in sync": lambda: ending("nb07.failover()", of_partition(isr=(1, 2, 3))),
    "somebody is eligible": lambda: ending("nb05.copies()", of_partition(elr=(3,))),
    "other replicas": lambda: ending("nb02.created()", of_partition(replicas=(3, 1))),
    "a record is gone": lambda: ending("nb04.readings()", without_last_record),
    "a record of ZooKeeper's days is gone": lambda: ending("nb05.copies(kafka=2.3)", without_last_record),
    "more is committed": lambda: ending("nb08.crash()", with_other_offsets),
    "a member is missing": lambda: ending("nb09.group()", without_a_member),
    "a member of 2.3 is missing": lambda: ending("nb09.group(kafka=2.3)", without_a_member),
    "nothing is refused": lambda: unrefused("nb08.begins(auto_offset_reset=none)"),
    "a consumer need not give anything up": lambda: told(
        "nb09.one_joins()", gives_up, lambda e: replace(e, revoked=())
    ),
    "a consumer of 2.3 gives up half": lambda: told(
        "nb09.one_joins(kafka=2.3)", gives_up, lambda e: replace(e, revoked=e.revoked[:1])
    ),
    "a member has another share": lambda: told(
        "nb08.sharing()", lambda e: isinstance(e, AssignmentReceived), lambda e: replace(e, gained=())
    ),
    "another broker crashes": lambda: doing("nb07.failover()", 3, broker=2),
    "another broker of 0.10 crashes": lambda: doing("nb07.failover(kafka=0.10)", 3, broker=3),
    "another record is sent": lambda: doing("nb05.copies()", 2, value=b"XYZ"),
    "a record has another key": lambda: doing("nb10.grown()", 2, key=b"eve", partition=0),
    "a record goes elsewhere": lambda: doing("nb04.readings()", 2, partition=5),
    "nobody waits for an answer": lambda: doing("nb05.copies()", 2, acks=0),
    "one more partition is asked for": lambda: doing("nb10.grown()", 3, partitions=5),
    "a follower of 2.3 leads": lambda: ending("nb07.failover(kafka=2.3)", of_partition(leader=3)),
}
"""Stories that are each altered in one act, one outcome or one callback."""
