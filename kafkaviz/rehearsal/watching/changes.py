"""What changed between two looks, as events of the model, the history of many looks, and what changed most in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import Partition, PartitionChange, TopicPartition
from kafkaviz.decisions.wording import listing, short, suggestion
from kafkaviz.metadata_log.events import Leading, RecordsReplayed
from kafkaviz.metadata_log.filming import MOST_PARTITIONS, with_room
from kafkaviz.metadata_log.replay import UNKNOWN_EPOCH
from kafkaviz.metadata_log.units import given_names
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerFenced, BrokerRemoved, BrokerUnfenced
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum, ZooKeeper
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.groups import Group
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted
from kafkaviz.rehearsal.watching.groups import Ends
from kafkaviz.rehearsal.watching.look import Look


@dataclass(frozen=True, slots=True)
class Looked(RecordsReplayed):
    """A look was over: what the controller decided is known as the look tells, but for leader epochs.

    `groups` are the groups at that time, and `ends` the log ends of the partitions that they read.

    Kafka: what an Admin client describes, to whom no leader epoch is told.
    """

    groups: Mapping[str, Group] = field(default_factory=dict)
    ends: Ends = field(default_factory=dict)

    def apply(self, cluster: Cluster) -> Cluster:
        there = [tp for tp in self.tps if tp in cluster.partitions]
        without = {tp: cluster.partitions[tp]._replace(leader_epoch=UNKNOWN_EPOCH, partition_epoch=0) for tp in there}
        # A dataclass with slots is made anew, so super() would look for the one that was.
        read = RecordsReplayed.apply(self, cluster._replace(partitions={**cluster.partitions, **without}))
        known = {tp: _ending_at(read.replicas[tp], end) for tp, end in self.ends.items() if tp in read.partitions}
        return read._replace(groups=self.groups, replicas={**read.replicas, **known} if known else read.replicas)

    def controller_behind(self, controller: Quorum | ZooKeeper) -> Quorum | ZooKeeper:
        """Returns who decides as the look tells: a quorum with its leader, or the broker that is the controller."""
        if isinstance(controller, Quorum):
            return RecordsReplayed.controller_behind(self, controller)
        return controller if self.leading is None else ZooKeeper(self.leading.leader, UNKNOWN_EPOCH)


def _ending_at(copies: Mapping[int, Replica], end: int) -> dict[int, Replica]:
    return {broker: replica._replace(high_watermark=end) for broker, replica in copies.items()}


NO_VOTERS: Final = Quorum({})


class Span(NamedTuple):
    """The steps of a look from `first` up to `end`, from 0; without a look nothing changed in that time."""

    first: int
    end: int
    look: Look | None
    unanswered: int = 0


def history_of(
    looks: Sequence[Look], quiet_ms: int, controller: Quorum | ZooKeeper = NO_VOTERS
) -> tuple[History, list[Span]]:
    """Returns what looks tell as a history, and which steps belong to which look; it begins with the first look.

    A time of `quiet_ms` or longer between two looks that found something is a span of its own. With ZooKeeper the
    `controller` is one of the brokers.
    """
    first, last = looks[0], looks[0]
    begun = Cluster(0, controller, {})
    nothing = first._replace(brokers={}, topics={}, leading=Leading(0), groups={})
    for event in (*events_between(nothing, first), end_of_look(nothing, first, 0, first.at_ms)):
        begun = event.apply(begun)
    cluster, steps, spans = begun, list[Step](), list[Span]()

    def add(*events: Event, look: Look | None, unanswered: int = 0) -> None:
        nonlocal cluster
        start = len(steps)
        for event in events:
            cluster = event.apply(cluster)
            steps.append(Step(None, None, event, cluster))
        spans.append(Span(start, len(steps), look, unanswered))

    for look in looks[1:]:
        if not look.is_news_after(last):
            continue
        if look.since_ms - last.at_ms >= quiet_ms or look.unanswered:
            now_ms = max(look.since_ms - first.at_ms, cluster.now_ms)
            waited = Looked(_read(cluster) - 1, now_ms, groups=cluster.groups)
            add(waited, look=None, unanswered=look.unanswered)
        events = [*events_between(last, look), end_of_look(last, look, _read(cluster), first.at_ms)]
        if look.leading != last.leading:
            # Whatever was decided, who decides now is known to have written it, and who did before is not.
            now = Looked(_read(cluster) - 1, look.at_ms - first.at_ms, leading=look.leading, groups=cluster.groups)
            events.insert(0, now)
        add(*events, look=look)
        last = look
    return History(begun, tuple(steps)), spans


def _read(cluster: Cluster) -> int:
    return cluster.controller.committed if isinstance(cluster.controller, Quorum) else 0


def end_of_look(was: Look, now: Look, read: int, begun_ms: int) -> Looked:
    """Returns the end of a look: how far the metadata log is, who leads the quorum, which partitions it told of anew.

    A new leader of the quorum does not know at once what is committed; until it does, `read` stays as it was.
    """
    tps = [
        TopicPartition(name, n)
        for name, topic in now.topics.items()
        for n, partition in enumerate(topic.partitions)
        if partition != _partition_of(was, name, topic.id, n)
    ]
    leading = now.leading if now.leading != was.leading else None
    groups = {name: group.value for name, group in now.groups.items()}
    offset, now_ms = max(now.high_watermark, read) - 1, now.at_ms - begun_ms
    return Looked(offset, now_ms, tuple(tps), leading=leading, groups=groups, ends=now.ends)


def _partition_of(look: Look, name: str, id: str, number: int) -> Partition | None:
    """Returns a partition as a look told it; one of another topic that had the name is none."""
    topic = look.topics.get(name)
    return topic.partitions[number] if topic and topic.id == id and number < len(topic.partitions) else None


def events_between(was: Look, now: Look) -> Iterator[Event]:
    """Yields what changed between two looks: brokers, then topics, then partitions, then what is gone."""
    for broker, seen in now.brokers.items():
        before = was.brokers.get(broker)
        if before is None:
            yield BrokerAdded(broker, seen.rack)
        if (before is None or before.fenced) and not seen.fenced:
            yield BrokerUnfenced(broker)
        elif before is not None and not before.fenced and seen.fenced:
            yield BrokerFenced(broker)
    for name, topic in was.topics.items():
        if name not in now.topics or now.topics[name].id != topic.id:
            yield TopicDeleted(name)
    for name, topic in now.topics.items():
        known = was.topics.get(name)
        if known is None or known.id != topic.id:
            yield TopicCreated(name, topic.partitions, topic.configs)
            continue
        gone: dict[str, object] = dict.fromkeys(key for key in known.configs if key not in topic.configs)
        if changed := {key: v for key, v in topic.configs.items() if known.configs.get(key) != v} | gone:
            yield TopicConfigured(name, changed)
        for n, (old, new) in enumerate(zip(known.partitions, topic.partitions, strict=False)):
            if old != new:
                yield PartitionChanged(TopicPartition(name, n), _change(old, new))
        if len(topic.partitions) > (first := len(known.partitions)):
            yield PartitionsAdded(name, first, topic.partitions[first:])
    yield from (BrokerRemoved(broker) for broker in was.brokers if broker not in now.brokers)


def _change(old: Partition, new: Partition) -> PartitionChange:
    """Returns what changed of a partition; epochs do not count."""
    fields = ("leader", "isr", "replicas", "adding", "removing", "elr", "last_known_elr")
    return PartitionChange(**{name: getattr(new, name) for name in fields if getattr(old, name) != getattr(new, name)})


def topics_to_show(looks: Sequence[Look], topics: str | Sequence[str] | None) -> Sequence[str] | None:
    """Returns the topics to show: those that were named, or where there are many those that changed most."""
    sizes = {name: len(topic.partitions) for look in looks for name, topic in look.topics.items()}
    if topics is not None:
        for name in (named := given_names(topics)):
            if name not in sizes:
                raise InvalidArgumentError(f"No look found a topic {short(name)}; there are {listing(sizes, '')}.")
        return named
    if sum(sizes.values()) <= MOST_PARTITIONS:
        return None
    changes = Counter[str]()
    for was, now in pairwise(looks):
        changes.update(name for name in {*was.topics, *now.topics} if was.topics.get(name) != now.topics.get(name))
        for name, group in now.groups.items():
            # Where a group changed, it is its topics that are looked for.
            changes.update(
                group.topics if name not in was.groups or was.groups[name].fingerprint != group.fingerprint else ()
            )
    return with_room(sorted(sizes.items(), key=lambda each: (-changes[each[0]], each[1], each[0])))


def group_to_show(looks: Sequence[Look], group: str | None) -> str | None:
    """Returns the group to show: the one that was named, or the one that changed most; None where there is none."""
    there = sorted({name for look in looks for name in look.groups})
    if group is not None and group not in there:
        raise InvalidArgumentError(f"No look found a group {short(group)}; {suggestion(group, there)}")
    changes = Counter(
        name
        for was, now in pairwise(looks)
        for name in now.groups
        if name in was.groups and was.groups[name].fingerprint != now.groups[name].fingerprint
    )
    return group or max(there, key=lambda name: changes[name], default=None)
