"""What travels during an event, from which node to which; a lens drops what starts or ends outside it."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Final

from kafkaviz.graph.ids import (
    ZOOKEEPER_ID,
    broker_id,
    consumer_id,
    controller_id,
    member_id,
    partition_id,
    producer_id,
    replica_id,
    routing_id,
)
from kafkaviz.model.brokers.events import BrokerStarted, BrokerUnfenced
from kafkaviz.model.clients.events import (
    BatchRejected,
    ProduceAcknowledged,
    RecordQueued,
    RecordsAppended,
    RecordsPolled,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event
from kafkaviz.model.groups.classic.events import AssignmentReceived, JoinRequested
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.model.groups.consumer_protocol.events import MemberReconciled, PartitionsReleased
from kafkaviz.model.partitions.events import FetchServed, IsrChangeProposed, PartitionChanged
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.model.quorum.events import ElectionStarted, LeaderAnnounced, VoteAnswered
from kafkaviz.model.zookeeper.events import ControllerRaceBegan
from kafkaviz.scene.canvas import box_of, label_of
from kafkaviz.scene.values import Flight

LETTERS: Final = 12


@singledispatch
def flights_of(event: Event, before: Cluster, after: Cluster) -> list[Flight]:
    """Returns the flights of one event for every lens; of most kinds of event there are none.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> flights_of(TimeAdvanced(1), Cluster(0, Quorum.of(101), {}), Cluster(1, Quorum.of(101), {}))
    []
    """
    return []


def _fly(start: str, end: str, text: str = "", classes: str = "message") -> Flight:
    return Flight(box_of(start), box_of(end), text, classes)


def _label(values: Iterable[bytes | None]) -> str:
    text = " ".join(label_of(value, LETTERS) for value in list(values)[:3])
    return text if len(text) <= 3 * LETTERS else text[: 3 * LETTERS - 1] + "…"


@flights_of.register
def _queued(event: RecordQueued, before: Cluster, after: Cluster) -> list[Flight]:
    latest = after.producers[event.producer].latest[-1]
    return [_fly(routing_id(event.producer, latest.number), partition_id(event.tp), _label([event.value]))]


@flights_of.register
def _appended(event: RecordsAppended, before: Cluster, after: Cluster) -> list[Flight]:
    values = _label(record.value for record in event.records)
    return [_fly(producer_id(event.producer), replica_id(event.tp, event.leader), values)]


@flights_of.register
def _acknowledged(event: ProduceAcknowledged, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(replica_id(event.tp, event.broker), producer_id(event.producer), "ack", "poll")]


@flights_of.register
def _refused(event: BatchRejected, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(replica_id(event.tp, event.broker), producer_id(event.producer), "✕", "vote")]


@flights_of.register
def _fetched(event: FetchServed, before: Cluster, after: Cluster) -> list[Flight]:
    values = _label(record.value for record in event.answer.records)
    return [_fly(replica_id(event.tp, event.answer.leader), replica_id(event.tp, event.follower), values, "fetch")]


@flights_of.register
def _polled(event: RecordsPolled, before: Cluster, after: Cluster) -> list[Flight]:
    to = consumer_id(event.consumer)
    return [
        _fly(replica_id(tp, broker), to, _label(record.value for record in records), "poll")
        for tp, broker, _, records in event.fetched
        if records
    ]


def _seat(cluster: Cluster) -> str:
    active = cluster.controller.active
    if isinstance(cluster.controller, Quorum):
        return controller_id(-1 if active is None else active)
    return ZOOKEEPER_ID if active is None else broker_id(active)


@flights_of.register
def _proposed(event: IsrChangeProposed, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(replica_id(event.tp, event.leader), _seat(before), "ISR?", "vote")]


@flights_of.register
def _created(event: TopicCreated, before: Cluster, after: Cluster) -> list[Flight]:
    leaders = sorted({p.leader for p in event.partitions if p.leader is not None})
    return _orders(after, leaders, "")


@flights_of.register
def _changed(event: PartitionChanged, before: Cluster, after: Cluster) -> list[Flight]:
    leader = after.partitions[event.tp].leader
    return _orders(after, [] if leader is None else [leader], "lead")


def _orders(after: Cluster, brokers: list[int], text: str) -> list[Flight]:
    seat = _seat(after)
    return [_fly(seat, broker_id(b), text, "vote") for b in brokers if broker_id(b) != seat]


@flights_of.register
def _reported(event: BrokerUnfenced | BrokerStarted, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(broker_id(event.broker), _seat(after), "♥", "vote")]


@flights_of.register
def _asked_for_votes(event: ElectionStarted, before: Cluster, after: Cluster) -> list[Flight]:
    voters = after.controller.voters if isinstance(after.controller, Quorum) else {}
    text = "would you?" if event.pre_vote else "vote?"
    return [_fly(controller_id(event.node), controller_id(v), text, "vote") for v in voters if v != event.node]


@flights_of.register
def _voted(event: VoteAnswered, before: Cluster, after: Cluster) -> list[Flight]:
    answer = "yes" if event.granted else "no"
    return [_fly(controller_id(event.voter), controller_id(event.candidate), answer, "vote")]


@flights_of.register
def _announced(event: LeaderAnnounced, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(controller_id(event.leader), controller_id(v), f"epoch {event.epoch}", "vote") for v in event.voters]


@flights_of.register
def _raced(event: ControllerRaceBegan, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(broker_id(b), ZOOKEEPER_ID, "me!", "vote") for b in event.brokers]


@flights_of.register
def _received(event: AssignmentReceived | MemberReconciled, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(partition_id(tp), member_id(event.group, event.member), str(tp), "poll") for tp in event.gained]


@flights_of.register
def _gave_up(event: JoinRequested, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(member_id(event.group, event.member), partition_id(tp), f"✕ {tp}", "fetch") for tp in event.revoked]


@flights_of.register
def _released(event: PartitionsReleased, before: Cluster, after: Cluster) -> list[Flight]:
    return [_fly(member_id(event.group, event.member), partition_id(tp), f"✕ {tp}", "fetch") for tp in event.partitions]


@flights_of.register
def _group_polled(event: GroupPolled, before: Cluster, after: Cluster) -> list[Flight]:
    to = member_id(event.group, event.member)
    return [
        _fly(partition_id(tp), to, _label(record.value for record in records), "poll")
        for tp, _, _, records in event.fetched
        if records
    ]
