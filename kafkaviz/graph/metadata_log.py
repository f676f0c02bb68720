"""The metadata log as far as a film knows it: an entry for each thing that the controller wrote down."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import braces
from kafkaviz.model.brokers.events import BrokerStarted
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerFenced, BrokerRemoved, BrokerUnfenced
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted

CLOSE: Final = ","
"""What stands between brokers in an entry, which has little room."""


class Entry(NamedTuple):
    """One entry: the broker, topic or partition that it is about, and what it says of it."""

    about: TopicPartition | str
    says: str


def entries_of(event: Event, before: Cluster, after: Cluster) -> list[Entry]:
    """Returns what the controller wrote down for one event; most events are none of its business.

    >>> from kafkaviz.model.core.brokers import Broker
    >>> cluster = Cluster(0, Quorum.of(101), {1: Broker(1)})
    >>> entries_of(BrokerFenced(1), cluster, cluster)
    [Entry(about='broker 1', says='fenced')]

    Kafka: the records of the topic __cluster_metadata, named here by what they change.
    """
    if not isinstance(after.controller, Quorum):
        return []
    match event:
        case TopicCreated() | PartitionsAdded():
            first = event.first if isinstance(event, PartitionsAdded) else 0
            tps = (TopicPartition(event.topic, first + n) for n in range(len(event.partitions)))
            return [Entry(tp, _leader(after, tp)) for tp in tps]
        case TopicDeleted(topic=topic):
            return [Entry(topic, "deleted")]
        case TopicConfigured(topic=topic):
            return [Entry(topic, "configured")]
        case PartitionChanged(tp=tp):
            return [Entry(tp, _change(before, after, tp))]
        case BrokerFenced(broker=broker):
            return [Entry(f"broker {broker}", "fenced")]
        case BrokerStarted(broker=broker) | BrokerAdded(broker=broker):
            return [Entry(f"broker {broker}", "registered")]
        case BrokerUnfenced(broker=broker):
            return [Entry(f"broker {broker}", "unfenced")]
        case BrokerRemoved(broker=broker):
            return [Entry(f"broker {broker}", "removed")]
    return []


def _leader(cluster: Cluster, tp: TopicPartition) -> str:
    leader = cluster.partitions[tp].leader
    return "→ nobody" if leader is None else f"→ {leader}"


def _change(before: Cluster, after: Cluster, tp: TopicPartition) -> str:
    was, now = before.partitions[tp], after.partitions[tp]
    on = f"on {', '.join(map(str, now.replicas))}" if was.replicas != now.replicas else ""
    if was.leader != now.leader:
        return " ".join(filter(None, (_leader(after, tp), on)))
    if set(was.isr) != set(now.isr):
        return f"ISR {braces(now.isr, CLOSE)}"
    if set(was.elr) != set(now.elr):
        return f"ELR {braces(now.elr, CLOSE)}"
    return on or "changed"


def metadata_log(events: Sequence[Event], clusters: Sequence[Cluster]) -> list[Entry]:
    """Returns the entries of a run of events, of which `clusters` holds the state before each and the last one."""
    return [entry for n, event in enumerate(events) for entry in entries_of(event, clusters[n], clusters[n + 1])]
