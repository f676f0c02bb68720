"""What one look at a running cluster tells: its brokers, the leader of its quorum, its topics and where they are."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.metadata_log.events import Leading
from kafkaviz.metadata_log.replay import UNKNOWN_EPOCH
from kafkaviz.metadata_log.values import config_of
from kafkaviz.rehearsal.watching.groups import SeenGroup, groups_of, offsets_of, outgrew


class SeenBroker(NamedTuple):
    """A broker as its cluster names it. Kafka: Node, whose isFenced is known since 4.0."""

    rack: str | None
    fenced: bool


class SeenTopic(NamedTuple):
    """A topic by its id, its partitions without leader epochs, which nobody is told, and its configs.

    Kafka: TopicDescription.
    """

    id: str
    partitions: tuple[Partition, ...]
    configs: Mapping[str, object]


class Look(NamedTuple):
    """A look at `at_ms`; the one before was at `since_ms`, and between them `unanswered` were asked for in vain.

    Kafka: what an Admin client describes.
    """

    since_ms: int
    at_ms: int
    unanswered: int
    brokers: Mapping[int, SeenBroker]
    leading: Leading
    high_watermark: int
    topics: Mapping[str, SeenTopic]
    groups: Mapping[str, SeenGroup] = {}
    ends: Mapping[TopicPartition, int] = {}
    group_count: int = 0
    known: frozenset[str] = frozenset()
    """The ids of the topics that a look before told of: a broker that is behind does not know all of them."""

    @property
    def fingerprint(self) -> tuple[object, ...]:
        """The state whose change is news; time and offsets are no part of it, since they always go on."""
        return self.brokers, self.leading, self.topics, {name: group.fingerprint for name, group in self.groups.items()}

    def is_news_after(self, last: "Look") -> bool:
        """Tells whether it is news after the last look: its state changed, or a lag grew or shrank tenfold."""
        if self.fingerprint != last.fingerprint:
            return True
        return any(
            outgrew(last.groups[name].lag(last.ends), group.lag(self.ends)) for name, group in self.groups.items()
        )

    def about(self, names: Collection[str]) -> "Look":
        """Returns the look without all topics but these."""
        return self._replace(topics={name: topic for name, topic in self.topics.items() if name in names})


def look_of(answer: Mapping[str, Any], at_ms: int, before: Look | None = None, unanswered: int = 0) -> Look:
    """Returns a look from the driver's answer; what the driver was not asked for is as in the look `before`.

    >>> told = {"brokers": [{"id": 1, "rack": None, "fenced": False}], "fenced_known": True, "leader": 1, "epoch": 3}
    >>> look_of({**told, "voters": [1], "high_watermark": 9, "topics": {}, "reassignments": {}}, 500).brokers
    {1: SeenBroker(rack=None, fenced=False)}

    Kafka: describeCluster, describeMetadataQuorum, describeTopics, listPartitionReassignments, describeConfigs,
    listConsumerGroups, describeConsumerGroups, listConsumerGroupOffsets, listOffsets.
    """
    moving, configs = answer["reassignments"], answer.get("configs", {})
    topics = dict[str, SeenTopic]()
    for name, told in answer["topics"].items():
        known = before.topics.get(name) if before else None
        own = known.configs if known and known.id == told["id"] else {}
        if name in configs:
            own = {}
            for key, value in sorted(configs[name].items()):
                own |= config_of(key, value)
        partitions = (_partition(p, moving.get(f"{name}-{n}", {})) for n, p in enumerate(told["partitions"]))
        topics[name] = SeenTopic(told["id"], tuple(partitions), own)
    quorum = Leading(answer["epoch"], answer["leader"] if answer["leader"] >= 0 else None, tuple(answer["voters"]))
    return Look(
        before.at_ms if before else at_ms,
        at_ms,
        unanswered,
        _brokers(answer, topics, before),
        quorum,
        answer["high_watermark"],
        {name: topic for name, topic in topics.items() if topic.partitions},
        groups_of(answer, before.groups if before else {}),
        offsets_of(answer["ends"]) if "ends" in answer else before.ends if before else {},
        answer.get("group_count", 0),
        before.known.union(topic.id for topic in before.topics.values()) if before else frozenset(),
    )


def _partition(told: Mapping[str, Any], moving: Mapping[str, Any]) -> Partition:
    return Partition(
        tuple(told["replicas"]),
        told["leader"] if told["leader"] >= 0 else None,
        tuple(told["isr"]),
        leader_epoch=UNKNOWN_EPOCH,
        elr=tuple(told.get("elr", ())),
        last_known_elr=tuple(told.get("last_known_elr", ())),
        adding=tuple(moving.get("adding", ())),
        removing=tuple(moving.get("removing", ())),
    )


def _brokers(
    answer: Mapping[str, Any], topics: Mapping[str, SeenTopic], before: Look | None
) -> Mapping[int, SeenBroker]:
    """Returns the brokers that are there, and those that are away and still named.

    A cluster that tells of no fenced broker may have one that is merely silent, so nobody is forgotten there.
    """
    found = {node["id"]: SeenBroker(node["rack"], node["fenced"]) for node in answer["brokers"]}
    known = before.brokers if before else {}
    holders = {broker for topic in topics.values() for p in topic.partitions for broker in p.replicas}
    for broker in {*holders, *(() if answer["fenced_known"] else known)} - {*found}:
        found[broker] = SeenBroker(known[broker].rack if broker in known else None, True)
    return dict(sorted(found.items()))
