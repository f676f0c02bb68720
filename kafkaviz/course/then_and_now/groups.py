"""Consumers that share a topic: how many, who assigns, where offsets are kept, and where one goes on."""

from typing import Any

from kafkaviz.course.then_and_now.flag import Flag, Played, Side
from kafkaviz.lab import Lab
from kafkaviz.model.groups.common.events import OffsetsCommitted
from kafkaviz.scenarios import nb08, nb09


def _three_on_one(**how: Any) -> Lab:
    lab = Lab(auto_offset_reset="earliest", **how).create_topic("letters", partitions=1, replication_factor=3)
    lab.join("app", "C1", "C2", "C3", topics=["letters"]).send("letters", *"ABCDEF")
    return lab.poll(group="app", max_records=2)


def _two_topics(**how: Any) -> Lab:
    lab = Lab(**how).create_topic("orders", partitions=3).create_topic("returns", partitions=3)
    return lab.join("app", "C1", "C2", topics=["orders", "returns"])


def _readers(lab: Lab) -> int:
    return len(lab.readers("letters").rows[0].readers)


def _owned(lab: Lab) -> str:
    members = lab.cluster.groups["app"].members.items()
    return ", ".join(f"{name} {len(member.owned)}" for name, member in members)


def _stored_in(lab: Lab) -> str:
    committed = [event for event in lab.history.events() if isinstance(event, OffsetsCommitted)]
    return str(committed[-1].stored_in)


def _next_orders(lab: Lab) -> str:
    return ", ".join(nb08.last_poll(lab)) or "nothing"


FLAGS = (
    Flag(
        "F14",
        "As many consumers as partitions",
        home="08",
        verdict="simplified",
        claims=("001-25", "002-24", "004-11", "004-12"),
        says="The number of consumer groups should equal the number of partitions; a partition is read by one "
        "consumer of a group at a time.",
        then="The number meant is that of the consumers in one group, and it was a maximum, not a duty: fewer have "
        "several partitions each, further ones idle.",
        now="The same in groups of both protocols; a divisor of the number of partitions gives equal shares. In a "
        "share group several consumers read one partition, and give up its order.",
        source="KIP-932, production-ready in 4.2; `KafkaShareConsumer`",
        played=Played(
            _three_on_one,
            _readers,
            "three consumers and one partition; consumers that read it: {}",
            (Side("Kafka 2.3", {"kafka": "2.3"}, 1), Side("Kafka 4.4, share group", {"group_protocol": "share"}, 3)),
            "assignment",
            acts=3,
        ),
    ),
    Flag(
        "F15",
        "Range Partitioner, Round Robin Partitioner",
        home="09",
        verdict="imprecise",
        claims=("004-15", "004-16", "004-18", "004-22"),
        says="When a group rebalances, a Range Partitioner or a Round Robin Partitioner decides who reads what.",
        then="An assignor decided, also then: range by default, run by one consumer, the group's leader. What does "
        "not divide evenly goes to the first consumers.",
        now="Since 3.0 the client lists range and cooperative sticky, and range is used. In the `consumer` "
        "protocol, to which the client must be set, the coordinator assigns: uniform by default, range on "
        "request.",
        source="KIP-429, KIP-848 (4.0); `partition.assignment.strategy`, `group.consumer.assignors`, "
        "`group.protocol` classic",
        played=Played(
            _two_topics,
            _owned,
            "two topics of three partitions, two consumers; partitions each: {}",
            (
                Side("Kafka 2.3", {"kafka": "2.3"}, "C1 4, C2 2"),
                Side("Kafka 4.4, group.protocol=consumer", {"group_protocol": "consumer"}, "C1 3, C2 3"),
            ),
            "assignment",
            acts=1,
        ),
        against="Article 000 calls the producer's part partitioner. That is the word for it; here it is an assignor.",
    ),
    Flag(
        "F16",
        "Range is fairly even, round robin more so",
        home="09",
        verdict="simplified",
        claims=("004-21", "004-25"),
        says="Range gives relatively uniform numbers of partitions, round robin more even ones.",
        then="Then as now: of one topic, consumers get numbers that differ by 1 at most, with both.",
        now="Range cuts each topic by itself, so the same consumers get the remainder of every topic. In return it "
        "keeps partitions of equal number together, which joins need. Round robin moves most partitions on a "
        "change.",
        source="`RangeAssignor`, `RoundRobinAssignor`",
        played=Played(
            nb09.group,
            _owned,
            "four topics of three partitions, two consumers; partitions each: {}",
            (
                Side("range", {"partitions": 3, "topics": 4, "assignor": "range"}, "C1 8, C2 4"),
                Side("round robin", {"partitions": 3, "topics": 4, "assignor": "round robin"}, "C1 6, C2 6"),
            ),
            "assignment",
            acts=1,
        ),
    ),
    Flag(
        "F18",
        "Offsets in Kafka or in ZooKeeper",
        home="08",
        verdict="outdated",
        claims=("003-21", "003-22"),
        says="Consumers record their offsets in Kafka or in ZooKeeper.",
        then="In ZooKeeper with the old consumer, which was removed in 2.0; in Kafka since 0.8.2.",
        now="In the compacted topic `__consumer_offsets`, which has 50 partitions. The leader of the group's "
        "partition is its coordinator. Offsets are kept for 7 days after the group has become empty.",
        source="`offsets.topic.num.partitions` 50, `offsets.retention.minutes` 10,080; KIP-211, since 2.1",
        played=Played(
            nb08.kept_in,
            _stored_in,
            "the offset is committed to {}",
            (
                Side("Kafka 0.10, old consumer", {"offsets_storage": "zookeeper", "kafka": "0.10"}, "zookeeper"),
                Side("Kafka 4.4", {}, "__consumer_offsets"),
            ),
            "assignment",
            acts=2,
        ),
    ),
    Flag(
        "F19",
        "A crashed consumer resumes from its offset",
        home="08",
        verdict="simplified",
        claims=("003-22",),
        says="A consumer that crashed, or was down, goes on from its offset.",
        then="Then as now from the last offset that was committed.",
        now="What came after the commit is read again (at least once), or, if it was committed before it was "
        "processed, skipped (at most once). Without a committed offset `auto.offset.reset` decides, `latest` by "
        "default.",
        source="`enable.auto.commit` true, `auto.commit.interval.ms` 5,000, `auto.offset.reset` latest",
        played=Played(
            nb08.crash,
            _next_orders,
            "C1 crashed while it processed o3, o4, o5; C2 then gets {}",
            (
                Side("commit after processing", {"commit": "after"}, "o3, o4, o5"),
                Side("commit before processing", {"commit": "before"}, "nothing"),
            ),
            "log",
            acts=4,
        ),
    ),
)
