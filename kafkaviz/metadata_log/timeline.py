"""What a metadata log changed, a row for each change: when, where in the log, of whom, and from what to what."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from kafkaviz.decisions.wording import quantity
from kafkaviz.lab.tables import Section, Table, cell
from kafkaviz.metadata_log.events import RecordsReplayed
from kafkaviz.model.brokers.events import ShutdownRequested
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerFenced, BrokerRemoved, BrokerUnfenced
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted


class ChangeRow(NamedTuple):
    """One change: ms since the first record, the offset of its last record, the subject, the aspect, both values.

    `subject` is as in "broker 2", "topic orders", "orders-0" and "quorum"; `aspect` names what of it changed: "leader",
    "leader epoch", "isr", "elr", "replicas"; "fenced", "stopping", "epoch"; "partitions", or a config. The values are
    as the model has them, and None where there was nothing or nobody.
    """

    time_ms: int
    offset: int
    subject: str
    aspect: str
    before: object
    after: object


def timeline_of(history: History) -> Table[ChangeRow]:
    """Returns the changes in the order in which they were written.

    Kafka: PartitionRegistration.diff and BrokerRegistration, a line for each field.
    """
    rows = list[ChangeRow]()
    before, event = history.first, _NOTHING
    for step in history.steps:
        if not isinstance(step.event, RecordsReplayed):
            event = step.event
            continue
        for subject, aspect, was, now in _changes(event, step.event, before, step.cluster):
            if was != now:
                rows.append(ChangeRow(step.cluster.now_ms, step.event.offset, subject, aspect, was, now))
        before, event = step.cluster, _NOTHING
    lines = [
        f"{row.time_ms / 1000:g} s\toffset {row.offset}\t{row.subject}\t{row.aspect}: {cell(row.before)} → "
        f"{cell(row.after)}"
        for row in rows
    ]
    head = f"{quantity(len(rows), 'change')} in {history.last.now_ms / 1000:g} s"
    return Table("\n".join([head, *lines]), ChangeRow, [Section(head, rows, keys=2)])


_NOTHING: Final = Event()
_Change = tuple[str, str, object, object]
_FIELDS: Final = {
    "leader": "leader",
    "leader epoch": "leader_epoch",
    "isr": "isr",
    "elr": "elr",
    "last known elr": "last_known_elr",
    "recovery": "recovery",
    "replicas": "replicas",
    "adding replicas": "adding",
    "removing replicas": "removing",
}


def _changes(event: Event, read: RecordsReplayed, before: Cluster, after: Cluster) -> Iterator[_Change]:
    """Yields whom an event concerns, and what of it was and is; some of it may be as it was."""
    if read.leading is not None:
        was = before.controller.epoch if isinstance(before.controller, Quorum) else None
        yield "quorum", "leader epoch", was or None, read.leading.epoch
        yield "quorum", "leader", before.active_controller, read.leading.leader
    match event:
        case PartitionChanged(tp=tp):
            old, new = before.partitions[tp], after.partitions[tp]
            yield from ((str(tp), name, getattr(old, field), getattr(new, field)) for name, field in _FIELDS.items())
        case TopicCreated(topic=topic) | PartitionsAdded(topic=topic) | TopicDeleted(topic=topic):
            yield f"topic {topic}", "partitions", _partitions(before, topic), _partitions(after, topic)
        case TopicConfigured(topic=topic, configs=configs):
            own = before.topics[topic].configs
            yield from ((f"topic {topic}", name.replace("_", "."), own.get(name), v) for name, v in configs.items())
        case BrokerAdded(broker=b) | BrokerRemoved(broker=b) | BrokerFenced(broker=b) | BrokerUnfenced(broker=b):
            yield from _of_broker(b, before, after)
        case ShutdownRequested(broker=b):
            yield from _of_broker(b, before, after)


def _of_broker(broker: int, before: Cluster, after: Cluster) -> Iterator[_Change]:
    was, now = before.brokers.get(broker), after.brokers.get(broker)
    name = f"broker {broker}"
    yield name, "epoch", was and was.epoch, now and now.epoch
    yield name, "fenced", was and was.fenced, now and now.fenced
    yield (
        name,
        "stopping",
        was is not None and was.state == SHUTTING_DOWN,
        now is not None and now.state == SHUTTING_DOWN,
    )


def _partitions(cluster: Cluster, topic: str) -> int | None:
    return cluster.topics[topic].partitions if topic in cluster.topics else None
