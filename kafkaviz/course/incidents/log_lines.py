"""What brokers, the controller and clients wrote to their logs in a history, line by line, in Kafka's own words.

Each line has a time, a level and who wrote it. What only a person's hand did, such as a broker's fetchers that stand
still, nobody writes down.
"""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Literal, NamedTuple

from kafkaviz.decisions.values import KEEP, TopicPartition
from kafkaviz.model.brokers.events import BrokerStarted, BrokerStopped, ShutdownRequested
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerUnfenced
from kafkaviz.model.clients.events import BatchExpired, BatchRejected, BatchReturned
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import Step
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested
from kafkaviz.model.groups.common.coordinator_events import CoordinatorMoved
from kafkaviz.model.groups.common.events import GroupPolled, MemberExpired, MemberLeft
from kafkaviz.model.partitions.events import IsrChangeProposed, PartitionChanged
from kafkaviz.model.partitions.log_events import SegmentsDeleted
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated
from kafkaviz.model.quorum.events import ControllerElected

Level = Literal["DEBUG", "INFO", "WARN", "ERROR"]
RETRIES = "Got error produce response with correlation id … on topic-partition {}, retrying (… attempts left). Error: "


class Line(NamedTuple):
    """One line of a log; `about` fills the gaps in which lines differ that are otherwise alike; `more` counts those."""

    at_ms: int
    level: Level
    by: str
    text: str
    about: tuple[object, ...] = ()
    more: int = 0

    def __str__(self) -> str:
        seconds, ms = divmod(self.at_ms, 1_000)
        text = self.text
        for filled in self.about:
            text = text.replace("{}", str(filled), 1)
        alike = f"  (and {self.more} more like this)" if self.more else ""
        return f"{seconds // 60:02}:{seconds % 60:02},{ms:03} {self.level:5} {self.by:<12} {text}{alike}"


def log_lines(first: Cluster, steps: Iterable[Step]) -> list[Line]:
    """Returns the lines that belong to the steps after a cluster; of like lines in one minute the first one stands.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab().create_topic("letters", 1, 3)
    >>> for line in log_lines(lab.cluster, lab.kill(1).history.since(lab.at(6).cluster).steps):
    ...     print(line)
    00:09,000 INFO  controller   Fencing broker 1 at epoch 0 because its session has timed out.
    00:09,000 DEBUG controller   partition change for letters-0: isr: [1, 2, 3] -> [2, 3], leader: 1 -> 2

    Kafka: the loggers of server.log, controller.log and of the clients, 4.4. Simplified: … stands for what this model
    does not have, such as correlation ids and topics' ids, and a change of a partition is told without its epochs.
    """
    found: dict[tuple[int, str, str], Line] = {}
    before = first
    for step in steps:
        for line in _lines(step.event, before, step.cluster):
            key = (line.at_ms // 60_000, line.by, line.text)
            known = found.get(key)
            found[key] = line if known is None else known._replace(more=known.more + 1)
        before = step.cluster
    return list(found.values())


@singledispatch
def _lines(event: Event, before: Cluster, after: Cluster) -> Iterator[Line]:
    """Yields the lines that an event leaves in somebody's log; of most nothing is written."""
    yield from ()


@_lines.register
def _(event: BrokerFenced, before: Cluster, after: Cluster) -> Iterator[Line]:
    epoch = before.brokers[event.broker].epoch
    text = f"Fencing broker {event.broker} at epoch {epoch} because its session has timed out."
    yield Line(after.now_ms, "INFO", "controller", text)


@_lines.register
def _(event: BrokerUnfenced, before: Cluster, after: Cluster) -> Iterator[Line]:
    text = (
        f"The request from broker {event.broker} to unfence has been granted because it has caught up with the offset "
        f"of its register broker record {after.brokers[event.broker].epoch}."
    )
    yield Line(after.now_ms, "INFO", "controller", text)


@_lines.register(ShutdownRequested)
@_lines.register(BrokerStopped)
def _(event: ShutdownRequested | BrokerStopped, before: Cluster, after: Cluster) -> Iterator[Line]:
    text = "shut down completed" if isinstance(event, BrokerStopped) else "Beginning controlled shutdown."
    yield Line(after.now_ms, "INFO", f"broker {event.broker}", text)


@_lines.register
def _(event: BrokerStarted, before: Cluster, after: Cluster) -> Iterator[Line]:
    text = f"Successfully registered broker {event.broker} with broker epoch {after.brokers[event.broker].epoch}"
    yield Line(after.now_ms, "INFO", f"broker {event.broker}", text)


@_lines.register
def _(event: PartitionChanged, before: Cluster, after: Cluster) -> Iterator[Line]:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    changes = []
    if set(was.isr) != set(now.isr):
        changes.append(f"isr: [{_ids(was.isr, ', ')}] -> [{_ids(now.isr, ', ')}]")
    if event.change.leader != KEEP and was.leader != now.leader:
        changes.append(f"leader: {was.leader or -1} -> {now.leader or -1}")
    if changes:
        yield Line(after.now_ms, "DEBUG", "controller", f"partition change for {{}}: {', '.join(changes)}", (event.tp,))


@_lines.register
def _(event: IsrChangeProposed, before: Cluster, after: Cluster) -> Iterator[Line]:
    log, by = before.replicas[event.tp][event.leader], f"broker {event.leader}"
    gone, prefix = [b for b in log.view.isr if b not in event.isr], f"[Partition {{}} broker={event.leader}] "
    if gone:
        known = [value for b in gone for value in (log.followers[b].fetch_offset, log.followers[b].caught_up_ms)]
        replicas = " ".join(f"(brokerId: {b}, endOffset: {{}}, lastCaughtUpTimeMs: {{}})" for b in gone)
        text = (
            f"{prefix}Shrinking ISR from {_ids(log.view.isr)} to {_ids(event.isr)}. Leader: (highWatermark: {{}}, "
            f"endOffset: {{}}). Out of sync replicas: {replicas}."
        )
        yield Line(after.now_ms, "INFO", by, text, (event.tp, log.high_watermark, log.log_end_offset, *known))
    if set(event.isr) - set(log.view.isr):
        text = f"{prefix}ISR updated to {_ids(event.isr)}  and version updated to {log.view.partition_epoch + 1}"
        yield Line(after.now_ms, "INFO", by, text, (event.tp,))


@_lines.register(BatchRejected)
@_lines.register(BatchReturned)
def _(event: BatchRejected | BatchReturned, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "WARN", event.producer, RETRIES + event.error, (event.tp,))


@_lines.register
def _(event: BatchExpired, before: Cluster, after: Cluster) -> Iterator[Line]:
    text = (
        "TimeoutException: Expiring … record(s) for {}:… ms has passed since batch creation. The request has not been "
        "sent, or no server response has been received yet."
    )
    yield Line(after.now_ms, "ERROR", event.producer, text, (event.tp,))


@_lines.register
def _(event: SegmentsDeleted, before: Cluster, after: Cluster) -> Iterator[Line]:
    if event.broker == after.partitions[event.tp].leader:
        grown = f"Incremented log start offset to {event.log_start_offset} due to segment deletion"
        yield Line(after.now_ms, "INFO", f"broker {event.broker}", f"[UnifiedLog partition={{}}] {grown}", (event.tp,))


@_lines.register
def _(event: ControllerElected, before: Cluster, after: Cluster) -> Iterator[Line]:
    text = f"Becoming the active controller at epoch {event.epoch}, next write offset …."
    yield Line(after.now_ms, "INFO", f"node {event.controller}", text)


@_lines.register
def _(event: TopicCreated, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "INFO", "controller", f"Replayed TopicRecord for topic {event.topic} with topic ID ….")


@_lines.register
def _(event: PartitionsAdded, before: Cluster, after: Cluster) -> Iterator[Line]:
    for number in range(before.topics[event.topic].partitions, after.topics[event.topic].partitions):
        text = "Replayed PartitionRecord for new partition {} and …."
        yield Line(after.now_ms, "INFO", "controller", text, (TopicPartition(event.topic, number),))


@_lines.register
def _(event: TopicConfigured, before: Cluster, after: Cluster) -> Iterator[Line]:
    for name, value in event.configs.items():
        config = f"set configuration {name.replace('_', '.')} to {value}"
        resource = f"ConfigResource(type=TOPIC, name='{event.topic}')"
        yield Line(after.now_ms, "INFO", "controller", f"Replayed ConfigRecord for {resource} which {config}")


@_lines.register
def _(event: CoordinatorMoved, before: Cluster, after: Cluster) -> Iterator[Line]:
    if event.broker is not None:
        partition = f"__consumer_offsets-{after.groups[event.group].partition}"
        text = f"Scheduling loading of metadata from {partition} with epoch …"
        yield Line(after.now_ms, "INFO", f"broker {event.broker}", text)


@_lines.register
def _(event: JoinRequested, before: Cluster, after: Cluster) -> Iterator[Line]:
    prefix = f"[groupId={event.group}] "
    if event.revoked:
        revoked = ", ".join(map(str, event.revoked))
        yield Line(after.now_ms, "INFO", event.member, f"{prefix}Revoke previously assigned partitions {revoked}")
    yield Line(after.now_ms, "INFO", event.member, f"{prefix}(Re-)joining group")


@_lines.register
def _(event: MemberLeft, before: Cluster, after: Cluster) -> Iterator[Line]:
    reason = "the consumer is being closed" if event.reason == "closed" else "consumer poll timeout has expired."
    to = f"coordinator {before.groups[event.group].coordinator} due to {reason}"
    text = f"[groupId={event.group}] Member {event.member} sending LeaveGroup request to {to}"
    yield Line(after.now_ms, "INFO", event.member, text)


@_lines.register
def _(event: MemberExpired, before: Cluster, after: Cluster) -> Iterator[Line]:
    text = f"Member {event.member} in group {event.group} has failed, removing it from the group."
    yield Line(after.now_ms, "INFO", f"broker {after.groups[event.group].coordinator}", text)


@_lines.register
def _(event: GenerationBegun, before: Cluster, after: Cluster) -> Iterator[Line]:
    group, generation = after.groups[event.group], event.generation
    text = f"Stabilized group {event.group} generation {generation} with {len(group.members)} members."
    empty = f"Group {event.group} with generation {generation} is now empty."
    yield Line(after.now_ms, "INFO", f"broker {group.coordinator}", text if group.members else empty)


@_lines.register
def _(event: AssignmentReceived, before: Cluster, after: Cluster) -> Iterator[Line]:
    for tp, position in event.positions.items():
        if tp not in before.groups[event.group].committed:
            yield Line(after.now_ms, "INFO", event.member, "Found no committed offset for partition {}", (tp,))
            yield _reset(after.now_ms, event.member, tp, position)


@_lines.register
def _(event: GroupPolled, before: Cluster, after: Cluster) -> Iterator[Line]:
    positions = before.groups[event.group].members[event.member].positions
    for tp, leader, offset, records in event.fetched:
        start = records[0].offset if records else offset
        if tp in positions and positions[tp] < before.replicas[tp][leader].log_start_offset:
            position = f"FetchPosition{{offset={positions[tp]}, …}}"
            text = f"Fetch position {position} is out of range for partition {{}}, resetting offset"
            yield Line(after.now_ms, "INFO", event.member, text, (tp,))
            yield _reset(after.now_ms, event.member, tp, start)


def _reset(now_ms: int, member: str, tp: TopicPartition, offset: int) -> Line:
    text = f"Resetting offset for partition {{}} to position FetchPosition{{offset={offset}, …}}."
    return Line(now_ms, "INFO", member, text, (tp,))


def _ids(brokers: Iterable[int], between: str = ",") -> str:
    return between.join(map(str, brokers))
