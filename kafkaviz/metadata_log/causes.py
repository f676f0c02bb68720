"""What was done to a real cluster, as requests of the model: what its log tells beside the controller's decisions."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from kafkaviz.decisions.config_names import TOPIC_CONFIGS
from kafkaviz.metadata_log.elections import ElectionRow
from kafkaviz.model.brokers.events import ShutdownRequested
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerFenced, BrokerRemoved, BrokerUnfenced
from kafkaviz.model.brokers.requests import AddBroker, Freeze, Kill, RemoveBroker, Restart, Stop, Thaw
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Request
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect, Reassign
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted
from kafkaviz.model.partitions.topic_requests import AddPartitions, Configure, CreateTopic, DeleteTopic


class CauseOf(NamedTuple):
    """What was done, when, in ms of the history, and the brokers on which it placed replicas if chance chose them."""

    at_ms: int
    request: Request
    placement: tuple[tuple[int, ...], ...] = ()

    def without_configs(self, names: Collection[str]) -> "CauseOf":
        """Returns the same without these configs of a topic."""
        if not isinstance(self.request, CreateTopic | Configure):
            return self
        return self._replace(request=replace(self.request, configs=_without(self.request.configs, names)))


def without_configs(cluster: Cluster, names: Collection[str]) -> Cluster:
    """Returns the cluster whose topics have none of these configs of their own."""
    topics = {name: topic._replace(configs=_without(topic.configs, names)) for name, topic in cluster.topics.items()}
    return cluster._replace(topics=topics)


def _without(configs: Mapping[str, object], names: Collection[str]) -> dict[str, object]:
    return {name: value for name, value in configs.items() if name not in names}


def session_within(history: History, longest_ms: int) -> int:
    """Returns the longest broker.session.timeout.ms that fits every fencing of a history, for no log has that config.

    A broker was heard when it was unfenced, so a session that ended later was no longer than the time since then.
    """
    heard_ms, found_ms = dict[int, int](), longest_ms
    for before, step, after in zip((None, *history.steps), history.steps, history.steps[1:], strict=False):
        now_ms = after.cluster.now_ms
        match step.event:
            case BrokerUnfenced(broker=broker):
                heard_ms[broker] = now_ms
            case BrokerFenced(broker=broker) if broker in heard_ms:
                was = (history.first if before is None else before.cluster).brokers[broker]
                if was.state != SHUTTING_DOWN:
                    found_ms = min(found_ms, now_ms - heard_ms[broker])
    return max(found_ms, 1)


def causes_of(history: History, elections: list[ElectionRow], session_ms: int) -> list[CauseOf]:
    """Returns what was done to the machines and topics of a history, in the order of time.

    A broker that was fenced fell silent `session_ms` before. A broker that registers anew when it comes back was
    killed, one that does not was frozen. Elections that somebody asked for, as the log shows, are asked for again.
    """
    found = [CauseOf(row.time_ms, Elect(row.topic, row.partition)) for row in elections if row.preferred]
    before, down = history.first, set[int]()
    for n, step in enumerate(history.steps):
        now_ms = next((after.cluster.now_ms for after in history.steps[n + 1 : n + 2]), step.cluster.now_ms)
        later = (after.event for after in history.steps[n + 1 :])
        for ago_ms, request in _of(step.event, before, down, later, session_ms):
            placed = step.event.partitions if isinstance(step.event, PartitionsAdded) else ()
            found.append(CauseOf(now_ms - ago_ms, request, tuple(partition.replicas for partition in placed)))
        before = step.cluster
    return sorted(found, key=lambda cause: cause.at_ms)


def _known(configs: Mapping[str, object]) -> dict[str, object]:
    """Returns those configs that the model knows; the log holds every one there is."""
    return {name: value for name, value in configs.items() if name in TOPIC_CONFIGS}


def _of(
    event: Event, before: Cluster, down: set[int], later: Iterator[Event], session_ms: int
) -> Iterator[tuple[int, Request]]:
    """Yields what an event shows to have been done, and how long before; `down` are the brokers that are gone."""
    match event:
        case ShutdownRequested(broker=broker):
            down.add(broker)
            yield 0, Stop(broker)
        case BrokerFenced(broker=broker) if broker not in down and before.brokers[broker].state != SHUTTING_DOWN:
            returns = next(
                (e for e in later if isinstance(e, BrokerAdded | BrokerUnfenced) and e.broker == broker), None
            )
            down.add(broker)
            yield session_ms, Freeze(broker) if isinstance(returns, BrokerUnfenced) else Kill(broker)
        case BrokerAdded(broker=broker, rack=rack) if broker not in before.brokers:
            yield 0, AddBroker(broker, rack)
        case BrokerAdded(broker=broker):
            if broker not in down and before.brokers[broker].is_active:
                yield session_ms, Kill(broker)
            down.discard(broker)
            yield 0, Restart(broker)
        case BrokerUnfenced(broker=broker) if broker in down and before.brokers[broker].state != SHUTTING_DOWN:
            down.discard(broker)
            yield 0, Thaw(broker)
        case BrokerRemoved(broker=broker):
            yield 0, RemoveBroker(broker)
        case _:
            for request in _of_topics(event, before):
                yield 0, request


def _of_topics(event: Event, before: Cluster) -> Iterator[Request]:
    match event:
        case TopicCreated(topic=topic, partitions=partitions, configs=configs):
            yield CreateTopic(topic, configs=_known(configs), assignment=tuple(p.replicas for p in partitions))
        case TopicDeleted(topic=topic):
            yield DeleteTopic(topic)
        case TopicConfigured(topic=topic, configs=configs):
            if known := _known(configs):
                yield Configure(topic, known)
        case PartitionsAdded(topic=topic, first=first, partitions=partitions):
            yield AddPartitions(topic, first + len(partitions))
        case PartitionChanged(tp=tp, change=change) if change.replicas and (change.adding or change.removing):
            target = tuple(b for b in change.replicas if b not in (change.removing or ()))
            yield Reassign(tp.topic, tp.partition, target)
        case PartitionChanged(tp=tp, change=change) if change.replicas:
            held = before.partitions[tp]
            if (
                set(change.replicas) <= {*held.replicas} - {*held.adding}
                and held.adding
                and not set(held.adding) <= {*change.replicas}
            ):
                yield CancelReassignment(tp.topic, tp.partition)
