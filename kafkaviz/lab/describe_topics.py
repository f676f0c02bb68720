"""Topics as `kafka-topics.sh --describe` shows them, and the offsets of each replica, which it does not show."""

import base64
import hashlib
from typing import NamedTuple

from kafkaviz.decisions.config_names import TOPIC_CONFIGS
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.releases import TOOLS, Tools
from kafkaviz.lab.tables import Section, Table, cell
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.require import require_topic
from kafkaviz.model.partitions.topic_events import TopicCreated


class PartitionRow(NamedTuple):
    """One partition as the controller has it; `high_watermarks` and `log_end_offsets` stand in the order of `replicas`.

    Both are what lies with each replica's own broker, dead or alive, and None where nothing lies yet.
    """

    topic: str
    partition: int
    leader: int | None
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    adding_replicas: tuple[int, ...]
    removing_replicas: tuple[int, ...]
    elr: tuple[int, ...]
    last_known_elr: tuple[int, ...]
    high_watermarks: tuple[int | None, ...]
    log_end_offsets: tuple[int | None, ...]


def describe_topics(history: History, topics: list[str], policies: Policies, kafka: str) -> Table[PartitionRow]:
    """Returns a description of topics, a line for each and one for each of their partitions.

    Raises UnknownTopicOrPartitionError (3) for a topic that is not there.

    Kafka: org.apache.kafka.tools.TopicCommand of the release; two columns are added at the end of its lines, and
    configs stand in alphabetical order.
    """
    cluster, tools = history.last, TOOLS[kafka]
    for topic in topics:
        require_topic(cluster, topic)
    sections, lines = [], []
    for topic in topics:
        rows = [_row(cluster, tp) for tp in cluster.partitions_of(topic)]
        head = _head(history, topic, rows[0], policies, kafka)
        lines += [
            "\t".join(f"{name}{tools.colon}{value}" for name, value in head.items()),
            *("\t" + "\t".join(_columns(row, tools)) for row in rows),
        ]
        sections.append(
            Section(", ".join(f"{name}: {value}" for name, value in head.items() if value != ""), rows, keys=2)
        )
    return Table("\n".join(lines) or "There are no topics yet.", PartitionRow, sections)


def topic_id(topic: str, seed: int | None, created: int = 1) -> str:
    """Returns the id of a topic that was created under this name for the nth time.

    >>> topic_id("letters", None) == topic_id("letters", None), len(topic_id("letters", None))
    (True, 22)
    >>> topic_id("letters", None, created=2) == topic_id("letters", None)
    False

    Kafka: Uuid.randomUuid, of which none begins with a dash; here drawn from the seed and the name.
    """
    for draw in range(100):
        drawn = bytearray(hashlib.sha256(f"{seed}/{topic}/{created}/{draw}".encode()).digest()[:16])
        drawn[6], drawn[8] = drawn[6] & 0x0F | 0x40, drawn[8] & 0x3F | 0x80
        text = base64.urlsafe_b64encode(drawn).decode().rstrip("=")
        if not text.startswith("-"):
            return text
    raise AssertionError("a hundred draws begin with a dash")


def changed_configs(cluster: Cluster, topic: str, policies: Policies, kafka: str) -> dict[str, object]:
    """Returns the configs of a topic that are not a release's defaults, by Kafka's names, its own before the cluster's.

    Kafka: DescribeConfigs, ConfigEntry.isDefault. Where eligible leader replicas are on, the controller has written
    min.insync.replicas down for the whole cluster, so it is always shown.
    """
    changed: dict[str, object] = {}
    if TOOLS[kafka].broker_configs_are_shown:
        written = policies.controller == "quorum" and policies.eligible_leader_replicas_enable
        changed = {
            name: getattr(policies, name)
            for name in TOPIC_CONFIGS
            if getattr(policies, name) != getattr(ERAS[kafka], name) or (name == "min_insync_replicas" and written)
        }
    both = changed | dict(cluster.topics[topic].configs)
    return {name.replace("_", "."): both[name] for name in sorted(both)}


def config_value(value: object) -> str:
    """Returns a config's value as Kafka writes it.

    >>> config_value(True), config_value(0.5)
    ('true', '0.5')

    Kafka: ConfigDef.convertToString.
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _head(history: History, topic: str, first: PartitionRow, policies: Policies, kafka: str) -> dict[str, object]:
    cluster = history.last
    created = [event for event in history.events() if isinstance(event, TopicCreated) and event.topic == topic]
    configs = changed_configs(cluster, topic, policies, kafka)
    return {
        "Topic": topic,
        **({"TopicId": topic_id(topic, cluster.seed, len(created))} if TOOLS[kafka].topic_ids else {}),
        "PartitionCount": cluster.topics[topic].partitions,
        # Replicas that a move adds do not count until it is over.
        "ReplicationFactor": len(first.replicas) - len(first.adding_replicas),
        "Configs": ",".join(f"{name}={config_value(value)}" for name, value in configs.items()),
    }


def _row(cluster: Cluster, tp: TopicPartition) -> PartitionRow:
    p, held = cluster.partitions[tp], cluster.replicas[tp]
    copies = [held.get(broker) for broker in p.replicas]
    return PartitionRow(
        *tp, p.leader, p.replicas, p.isr, p.adding, p.removing, p.elr, p.last_known_elr,
        tuple(None if copy is None else copy.high_watermark for copy in copies),
        tuple(None if copy is None else copy.log_end_offset for copy in copies),
    )  # fmt: skip


def _columns(row: PartitionRow, tools: Tools) -> list[str]:
    moves = tools.moves_are_shown and (row.adding_replicas or row.removing_replicas)
    eligible = {"Elr": row.elr, "LastKnownElr": row.last_known_elr}
    shown = {
        "Topic": row.topic,
        "Partition": row.partition,
        "Leader": cell(row.leader, "none"),
        "Replicas": row.replicas,
        "Isr": row.isr,
        **({"Adding Replicas": row.adding_replicas, "Removing Replicas": row.removing_replicas} if moves else {}),
        **(eligible if tools.elr == "shown" else dict.fromkeys(eligible, tools.elr) if tools.elr else {}),
        "HighWatermark": row.high_watermarks,
        "LogEndOffset": row.log_end_offsets,
    }
    return [f"{name}: {cell(value)}" for name, value in shown.items()]
