"""What travels during an event, from which node to which; a lens drops what starts or ends outside it."""

from collections.abc import Callable, Iterable
from typing import Any, Final

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
from kafkaviz.model.groups.classic.events import AssignmentReceived, JoinRequested
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.model.groups.consumer_protocol.events import MemberReconciled, PartitionsReleased
from kafkaviz.model.partitions.events import FetchServed, IsrChangeProposed, PartitionChanged
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.model.quorum.events import ElectionStarted, LeaderAnnounced, VoteAnswered
from kafkaviz.model.zookeeper.events import ControllerRaceBegan
from kafkaviz.scene.canvas import box_of, shown
from kafkaviz.scene.values import Flight

LETTERS: Final = 12


def flights_of(before: Cluster, event: Any, after: Cluster) -> list[Flight]:
    """Returns the flights of one event for every lens.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> flights_of(Cluster(0, Quorum.of(101), {}), TimeAdvanced(1), Cluster(1, Quorum.of(101), {}))
    []
    """
    found = _FLIGHTS.get(type(event))
    return [] if found is None else found(before, event, after)


def _fly(start: str, end: str, text: str = "", classes: str = "message") -> Flight:
    return Flight(box_of(start), box_of(end), text, classes)


def _label(values: Iterable[bytes | None]) -> str:
    text = " ".join(shown(value, LETTERS) for value in list(values)[:3])
    return text if len(text) <= 3 * LETTERS else text[: 3 * LETTERS - 1] + "…"


def _queued(before: Cluster, event: RecordQueued, after: Cluster) -> list[Flight]:
    latest = after.producers[event.producer].latest[-1]
    return [_fly(routing_id(event.producer, latest.number), partition_id(event.tp), _label([event.value]))]


def _appended(before: Cluster, event: RecordsAppended, after: Cluster) -> list[Flight]:
    values = _label(record.value for record in event.records)
    return [_fly(producer_id(event.producer), replica_id(event.tp, event.leader), values)]


def _acknowledged(before: Cluster, event: ProduceAcknowledged, after: Cluster) -> list[Flight]:
    return [_fly(replica_id(event.tp, event.broker), producer_id(event.producer), "ack", "poll")]


def _refused(before: Cluster, event: BatchRejected, after: Cluster) -> list[Flight]:
    return [_fly(replica_id(event.tp, event.broker), producer_id(event.producer), "✕", "vote")]


def _fetched(before: Cluster, event: FetchServed, after: Cluster) -> list[Flight]:
    values = _label(record.value for record in event.answer.records)
    return [_fly(replica_id(event.tp, event.answer.leader), replica_id(event.tp, event.follower), values, "fetch")]


def _polled(before: Cluster, event: RecordsPolled, after: Cluster) -> list[Flight]:
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


def _proposed(before: Cluster, event: IsrChangeProposed, after: Cluster) -> list[Flight]:
    return [_fly(replica_id(event.tp, event.leader), _seat(before), "ISR?", "vote")]


def _created(before: Cluster, event: TopicCreated, after: Cluster) -> list[Flight]:
    leaders = sorted({p.leader for p in event.partitions if p.leader is not None})
    return _orders(after, leaders, "")


def _changed(before: Cluster, event: PartitionChanged, after: Cluster) -> list[Flight]:
    leader = after.partitions[event.tp].leader
    return _orders(after, [] if leader is None else [leader], "lead")


def _orders(after: Cluster, brokers: list[int], text: str) -> list[Flight]:
    seat = _seat(after)
    return [_fly(seat, broker_id(b), text, "vote") for b in brokers if broker_id(b) != seat]


def _reported(before: Cluster, event: BrokerUnfenced | BrokerStarted, after: Cluster) -> list[Flight]:
    return [_fly(broker_id(event.broker), _seat(after), "♥", "vote")]


def _asked_for_votes(before: Cluster, event: ElectionStarted, after: Cluster) -> list[Flight]:
    voters = after.controller.voters if isinstance(after.controller, Quorum) else {}
    text = "would you?" if event.pre_vote else "vote?"
    return [_fly(controller_id(event.node), controller_id(v), text, "vote") for v in voters if v != event.node]


def _voted(before: Cluster, event: VoteAnswered, after: Cluster) -> list[Flight]:
    answer = "yes" if event.granted else "no"
    return [_fly(controller_id(event.voter), controller_id(event.candidate), answer, "vote")]


def _announced(before: Cluster, event: LeaderAnnounced, after: Cluster) -> list[Flight]:
    return [_fly(controller_id(event.leader), controller_id(v), f"epoch {event.epoch}", "vote") for v in event.voters]


def _raced(before: Cluster, event: ControllerRaceBegan, after: Cluster) -> list[Flight]:
    return [_fly(broker_id(b), ZOOKEEPER_ID, "me!", "vote") for b in event.brokers]


def _received(before: Cluster, event: AssignmentReceived | MemberReconciled, after: Cluster) -> list[Flight]:
    return [_fly(partition_id(tp), member_id(event.group, event.member), str(tp), "poll") for tp in event.gained]


def _gave_up(before: Cluster, event: JoinRequested, after: Cluster) -> list[Flight]:
    return [_fly(member_id(event.group, event.member), partition_id(tp), f"✕ {tp}", "fetch") for tp in event.revoked]


def _released(before: Cluster, event: PartitionsReleased, after: Cluster) -> list[Flight]:
    return [_fly(member_id(event.group, event.member), partition_id(tp), f"✕ {tp}", "fetch") for tp in event.partitions]


def _group_polled(before: Cluster, event: GroupPolled, after: Cluster) -> list[Flight]:
    to = member_id(event.group, event.member)
    return [
        _fly(partition_id(tp), to, _label(record.value for record in records), "poll")
        for tp, _, _, records in event.fetched
        if records
    ]


_FLIGHTS: dict[type, Callable[[Cluster, Any, Cluster], list[Flight]]] = {
    RecordQueued: _queued,
    RecordsAppended: _appended,
    ProduceAcknowledged: _acknowledged,
    BatchRejected: _refused,
    FetchServed: _fetched,
    RecordsPolled: _polled,
    IsrChangeProposed: _proposed,
    TopicCreated: _created,
    PartitionChanged: _changed,
    BrokerUnfenced: _reported,
    BrokerStarted: _reported,
    ElectionStarted: _asked_for_votes,
    VoteAnswered: _voted,
    LeaderAnnounced: _announced,
    ControllerRaceBegan: _raced,
    AssignmentReceived: _received,
    MemberReconciled: _received,
    JoinRequested: _gave_up,
    PartitionsReleased: _released,
    GroupPolled: _group_polled,
}
