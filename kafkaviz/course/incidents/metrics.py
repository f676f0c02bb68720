"""What the brokers and clients of a history report, under Kafka's names: counted from its events and states."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.registration_events import BrokerFenced
from kafkaviz.model.clients.changes import batch_of
from kafkaviz.model.clients.events import (
    BatchExpired,
    BatchRejected,
    BatchReturned,
    ProduceAcknowledged,
    RecordsAppended,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.election_context import effective_min_isr
from kafkaviz.model.core.event import BatchEvent, Event
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.segments import bytes_of
from kafkaviz.model.groups.classic.events import GenerationBegun
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.model.partitions.events import IsrChangeProposed

Values: TypeAlias = tuple[int | None, ...]
Metrics: TypeAlias = Mapping[str, Mapping[str, Values]]
"""Of each metric by name, and of each broker, partition or client by name: a value at the end of each minute."""
Counts: TypeAlias = Counter[tuple[str, str]]
PER_MINUTE: Final = ("BytesInPerSec", "IsrShrinksPerSec", "IsrExpandsPerSec")
"""What Kafka gives as a rate, and these tables as the count of one minute."""
BROKERS: Final = (
    "LeaderCount",
    "UnderReplicatedPartitions",
    "UnderMinIsrPartitionCount",
    "OfflinePartitionsCount",
    "ActiveControllerCount",
    "IsrShrinksPerSec",
    "IsrExpandsPerSec",
    "BytesInPerSec",
    "TimedOutBrokerHeartbeatCount",
)
PARTITIONS: Final = ("LogStartOffset", "LogEndOffset", "records-lag")
CLIENTS: Final = (
    "record-send-total",
    "record-retry-total",
    "record-error-total",
    "assigned-partitions",
    "rebalance-total",
    "records-consumed-total",
)


def metrics_by_minute(history: History, marks: Sequence[int], topic: str, policies: Policies) -> Metrics:
    """Returns the metrics of a history, minute by minute, about the partitions of one topic.

    A mark is the number of a minute's last step. A broker that was down, a member that was not there, and what has no
    value yet, have None in that minute.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab().create_topic("letters", 2, 3).send("letters", "ABC")
    >>> marks = [len(lab.history.steps), len(lab.kill(1).history.steps)]
    >>> metrics_by_minute(lab.history, marks, "letters", lab.policies)["LeaderCount"]
    {'broker 1': (1, None), 'broker 2': (1, 2), 'broker 3': (0, 0)}

    Kafka: the MBeans of brokers and clients. Simplified: a rate per second is given as the count of a minute;
    rebalance-total and records-consumed-total are summed over the members of a group, and go on when they restart.
    """
    found: dict[str, dict[str, list[int | None]]] = {name: {} for name in (*BROKERS, *PARTITIONS, *CLIENTS)}
    counts, before, done = Counter[tuple[str, str]](), Counter[tuple[str, str]](), 0
    cluster = history.first
    for number, mark in enumerate(marks):
        for step in history.steps[done:mark]:
            counts.update(_added_by(cluster, step))
            cluster = step.cluster
        done = mark
        now = _standing(cluster, topic, policies) | _totals(cluster, counts, before)
        before = counts.copy()
        for (name, whom), value in now.items():
            column = found[name].setdefault(whom, [None] * number)
            column.append(value)
        for columns in found.values():
            for column in columns.values():
                column += [None] * (number + 1 - len(column))
    return {name: {whom: tuple(column) for whom, column in columns.items()} for name, columns in found.items()}


def _standing(cluster: Cluster, topic: str, policies: Policies) -> dict[tuple[str, str], int | None]:
    """Returns what is read from a state alone."""
    values: dict[tuple[str, str], int | None] = {}
    for name, partitions in (
        ("LeaderCount", cluster.partitions),
        ("UnderReplicatedPartitions", _under(cluster, lambda tp: len(cluster.partitions[tp].replicas))),
        ("UnderMinIsrPartitionCount", _under(cluster, lambda tp: effective_min_isr(cluster, tp, policies))),
    ):
        leaders = Counter(f"broker {cluster.partitions[tp].leader}" for tp in partitions)
        values |= {(name, broker): leaders[broker] for broker in _running(cluster)}
    values["OfflinePartitionsCount", "controller"] = sum(
        partition.leader is None for partition in cluster.partitions.values()
    )
    values["ActiveControllerCount", "controller"] = int(cluster.active_controller is not None)
    for tp in cluster.partitions_of(topic) if topic in cluster.topics else []:
        copies, leader = cluster.replicas[tp], cluster.partitions[tp].leader
        kept = max(copies.values(), key=lambda copy: copy.log_end_offset) if leader is None else copies[leader]
        values["LogStartOffset", str(tp)] = kept.log_start_offset
        values["LogEndOffset", str(tp)] = kept.log_end_offset
        for group in cluster.groups.values():
            positions = [m.positions[tp] for m in group.members.values() if tp in m.owned and tp in m.positions]
            at = min(positions, default=group.committed.get(tp))
            values["records-lag", str(tp)] = None if at is None else max(0, kept.log_end_offset - at)
    for group in cluster.groups.values():
        values |= {("assigned-partitions", name): len(m.owned) for name, m in group.members.items() if m.up}
    return values


def _running(cluster: Cluster) -> list[str]:
    return [f"broker {number}" for number in sorted(cluster.brokers) if cluster.is_up(number)]


def _under(cluster: Cluster, least: Callable[[TopicPartition], int]) -> list[TopicPartition]:
    return [tp for tp, partition in cluster.partitions.items() if len(partition.isr) < least(tp)]


def _totals(cluster: Cluster, counts: Counts, before: Counts) -> dict[tuple[str, str], int | None]:
    """Returns what is counted: since the minute before, or since the beginning."""
    values: dict[tuple[str, str], int | None] = {}
    for broker in _running(cluster):
        values |= {(name, broker): counts[name, broker] - before[name, broker] for name in PER_MINUTE}
    controller = ("TimedOutBrokerHeartbeatCount", "controller")
    values[controller] = counts[controller]
    for name in cluster.producers:
        values |= {
            (n, name): counts[n, name] for n in ("record-send-total", "record-retry-total", "record-error-total")
        }
    for name in cluster.groups:
        values |= {(n, name): counts[n, name] for n in ("rebalance-total", "records-consumed-total")}
    return values


def _added_by(before: Cluster, step: Step) -> Counts:
    """Returns what one event adds to the totals."""
    event: Event = step.event
    match event:
        case RecordsAppended(duplicate=False):
            counts = Counter({("BytesInPerSec", f"broker {event.leader}"): bytes_of(event.records)})
            if batch_of(before, event.producer, event.batch).acks == 0:
                counts["record-send-total", event.producer] = len(event.records)
            return counts
        case IsrChangeProposed():
            isr = before.replicas[event.tp][event.leader].view.isr
            name = "IsrShrinksPerSec" if len(event.isr) < len(isr) else "IsrExpandsPerSec"
            return Counter({(name, f"broker {event.leader}"): 1})
        case BrokerFenced():
            return Counter({("TimedOutBrokerHeartbeatCount", "controller"): 1})
        case ProduceAcknowledged():
            return Counter({("record-send-total", event.producer): _records(before, event)})
        case BatchRejected() | BatchReturned():
            return Counter({("record-retry-total", event.producer): _records(before, event)})
        case BatchExpired():
            return Counter({("record-error-total", event.producer): _records(before, event)})
        case GenerationBegun():
            return Counter({("rebalance-total", event.group): 1})
        case GroupPolled():
            records = sum(len(records) for _, _, _, records in event.fetched)
            return Counter({("records-consumed-total", event.group): records})
    return Counter()


def _records(before: Cluster, event: BatchEvent) -> int:
    return len(batch_of(before, event.producer, event.batch).records)
