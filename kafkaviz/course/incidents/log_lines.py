"""What brokers, the controller and clients wrote to their logs in a history, line by line, in this course's words.

Each line has a time, a level, who wrote it, and Kafka's name of the error where there is one. What only a person's hand
did, such as a broker's fetchers that stand still, nobody writes down.
"""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Literal, NamedTuple

from kafkaviz.decisions.values import KEEP
from kafkaviz.decisions.wording import quantity
from kafkaviz.model.brokers.events import BrokerFenced, BrokerStarted, BrokerStopped, BrokerUnfenced, ShutdownRequested
from kafkaviz.model.clients.changes import batch_of
from kafkaviz.model.clients.events import BatchExpired, BatchRejected, BatchReturned
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import Step
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested
from kafkaviz.model.groups.common.events import CoordinatorMoved, GroupPolled, MemberExpired, MemberLeft
from kafkaviz.model.partitions.events import IsrChangeProposed, PartitionChanged
from kafkaviz.model.partitions.log_events import SegmentsDeleted
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated
from kafkaviz.model.quorum.events import ControllerElected

Level = Literal["INFO", "WARN", "ERROR"]


class Line(NamedTuple):
    """One line of a log; `about` is what differs among lines that are otherwise alike, `more` counts such lines."""

    at_ms: int
    level: Level
    by: str
    text: str
    about: str = ""
    more: int = 0

    def __str__(self) -> str:
        seconds, ms = divmod(self.at_ms, 1_000)
        text = self.text.replace("{}", self.about)
        alike = f"  (and {self.more} more like this)" if self.more else ""
        return f"{seconds // 60:02}:{seconds % 60:02},{ms:03} {self.level:5} {self.by:<12} {text}{alike}"


def log_lines(first: Cluster, steps: Iterable[Step]) -> list[Line]:
    """Returns the lines that belong to the steps after a cluster; of like lines in one minute the first one stands.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab().create_topic("letters", 1, 3)
    >>> for line in log_lines(lab.cluster, lab.kill(1).history.since(lab.at(6).cluster).steps):
    ...     print(line)
    00:09,000 WARN  controller   broker 1 sent no heartbeat for 9 s: it is fenced
    00:09,000 INFO  controller   letters-0: leader 1 -> 2, ISR 1,2,3 -> 2,3

    Kafka: the loggers of server.log, controller.log and of the clients, in words of this course's own.
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
    quiet = before.brokers[event.broker].quiet_since_ms
    silence = "" if quiet is None else f" for {(before.now_ms - quiet) / 1_000:g} s"
    text = f"broker {event.broker} sent no heartbeat{silence}: it is fenced"
    yield Line(after.now_ms, "WARN", "controller", text)


@_lines.register
def _(event: BrokerUnfenced, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "INFO", "controller", f"broker {event.broker} has caught up with the metadata: unfenced")


@_lines.register
def _(event: ShutdownRequested, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "INFO", f"broker {event.broker}", "controlled shutdown begins")


@_lines.register
def _(event: BrokerStopped, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "INFO", f"broker {event.broker}", "shut down completely")


@_lines.register
def _(event: BrokerStarted, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "INFO", f"broker {event.broker}", "started, and registers with the controller")


@_lines.register
def _(event: PartitionChanged, before: Cluster, after: Cluster) -> Iterator[Line]:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    changes = []
    if event.change.leader != KEEP and was.leader != now.leader:
        changes.append(f"leader {_or_none(was.leader)} -> {_or_none(now.leader)}")
    if set(was.isr) != set(now.isr):
        changes.append(f"ISR {_ids(was.isr)} -> {_ids(now.isr)}")
    if changes:
        yield Line(after.now_ms, "INFO", "controller", f"{{}}: {', '.join(changes)}", str(event.tp))


@_lines.register
def _(event: IsrChangeProposed, before: Cluster, after: Cluster) -> Iterator[Line]:
    isr = before.replicas[event.tp][event.leader].view.isr
    gone, new = [b for b in isr if b not in event.isr], [b for b in event.isr if b not in isr]
    if gone:
        text = f"{{}}: shrinks its ISR from {_ids(isr)} to {_ids(event.isr)}; out of sync: {_ids(gone)}"
        yield Line(after.now_ms, "WARN", f"broker {event.leader}", text, str(event.tp))
    if new:
        text = f"{{}}: expands its ISR from {_ids(isr)} to {_ids(event.isr)}"
        yield Line(after.now_ms, "INFO", f"broker {event.leader}", text, str(event.tp))


@_lines.register
def _(event: BatchRejected, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "WARN", event.producer, f"{{}}: {event.error} ({event.code}), tries again", str(event.tp))


@_lines.register
def _(event: BatchReturned, before: Cluster, after: Cluster) -> Iterator[Line]:
    text = f"{{}}: {event.error} from broker {event.broker}, tries again"
    yield Line(after.now_ms, "WARN", event.producer, text, str(event.tp))


@_lines.register
def _(event: BatchExpired, before: Cluster, after: Cluster) -> Iterator[Line]:
    last = batch_of(before, event.producer, event.batch).error or event.error
    text = f"{{}}: gave records up, delivery.timeout.ms is over; the last error was {last}"
    yield Line(after.now_ms, "ERROR", event.producer, text, str(event.tp))


@_lines.register
def _(event: SegmentsDeleted, before: Cluster, after: Cluster) -> Iterator[Line]:
    if event.broker == after.partitions[event.tp].leader:
        text = "{}: deletes segments by retention; the log start offset is " + str(event.log_start_offset)
        yield Line(after.now_ms, "INFO", f"broker {event.broker}", text, str(event.tp))


@_lines.register
def _(event: ControllerElected, before: Cluster, after: Cluster) -> Iterator[Line]:
    text = f"node {event.controller} is the active controller, epoch {event.epoch}"
    yield Line(after.now_ms, "INFO", "controller", text)


@_lines.register
def _(event: TopicCreated, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "INFO", "controller", f"creates topic {event.topic}")


@_lines.register
def _(event: PartitionsAdded, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "INFO", "controller", f"topic {event.topic} has more partitions")


@_lines.register
def _(event: TopicConfigured, before: Cluster, after: Cluster) -> Iterator[Line]:
    named = ", ".join(f"{name.replace('_', '.')}={value}" for name, value in event.configs.items())
    yield Line(after.now_ms, "INFO", "controller", f"topic {event.topic} is configured: {named}")


@_lines.register
def _(event: CoordinatorMoved, before: Cluster, after: Cluster) -> Iterator[Line]:
    if event.broker is not None:
        yield Line(after.now_ms, "INFO", f"broker {event.broker}", f"is the coordinator of group {event.group}")


@_lines.register
def _(event: JoinRequested, before: Cluster, after: Cluster) -> Iterator[Line]:
    gave = f", gives up {quantity(len(event.revoked), 'partition')}" if event.revoked else ""
    yield Line(after.now_ms, "INFO", event.member, f"joins group {event.group}{gave}")


@_lines.register
def _(event: MemberLeft, before: Cluster, after: Cluster) -> Iterator[Line]:
    yield Line(after.now_ms, "INFO", event.member, f"leaves group {event.group}: {event.reason}")


@_lines.register
def _(event: MemberExpired, before: Cluster, after: Cluster) -> Iterator[Line]:
    by = f"broker {after.groups[event.group].coordinator}"
    yield Line(after.now_ms, "WARN", by, f"{event.member} sent no heartbeat for its session: out of {event.group}")


@_lines.register
def _(event: GenerationBegun, before: Cluster, after: Cluster) -> Iterator[Line]:
    group = after.groups[event.group]
    text = f"group {event.group} has generation {event.generation}, {quantity(len(group.members), 'member')}"
    yield Line(after.now_ms, "INFO", f"broker {group.coordinator}", text)


@_lines.register
def _(event: AssignmentReceived, before: Cluster, after: Cluster) -> Iterator[Line]:
    committed = before.groups[event.group].committed
    for tp, position in event.positions.items():
        if tp not in committed:
            text = f"{{}}: no committed offset; by auto.offset.reset it begins at {position}"
            yield Line(after.now_ms, "INFO", event.member, text, str(tp))


@_lines.register
def _(event: GroupPolled, before: Cluster, after: Cluster) -> Iterator[Line]:
    positions = before.groups[event.group].members[event.member].positions
    for tp, leader, position, records in event.fetched:
        start = records[0].offset if records else position
        if tp in positions and positions[tp] < before.replicas[tp][leader].log_start_offset:
            text = f"{{}}: OFFSET_OUT_OF_RANGE (1) at {positions[tp]}; by auto.offset.reset it goes on at {start}"
            yield Line(after.now_ms, "WARN", event.member, text, str(tp))


def _ids(brokers: Iterable[int]) -> str:
    return ",".join(map(str, brokers)) or "none"


def _or_none(leader: int | None) -> str:
    return "none" if leader is None else str(leader)
