"""Topics as a metadata log has them at one moment, a row for each partition."""

from collections.abc import Sequence
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.tables import Section, Table, cell
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.require import require_topic


class DescribedRow(NamedTuple):
    """One partition as the metadata log has it."""

    topic: str
    partition: int
    leader: int | None
    leader_epoch: int
    partition_epoch: int
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    elr: tuple[int, ...]
    last_known_elr: tuple[int, ...]
    adding_replicas: tuple[int, ...]
    removing_replicas: tuple[int, ...]


def describe_partitions(cluster: Cluster, topics: Sequence[str] | None) -> Table[DescribedRow]:
    """Returns a table of the partitions of some topics, or of every topic of a cluster.

    Kafka: kafka-topics.sh --describe, with the leader epoch; ids and configs are left out.
    """
    for name in topics or ():
        require_topic(cluster, name)
    named = [*cluster.topics] if topics is None else topics
    rows = {name: [_row(cluster, tp) for tp in cluster.partitions_of(name)] for name in named}
    lines = [_line(row) for several in rows.values() for row in several]
    sections = [Section(f"Topic: {name}", several, keys=2) for name, several in rows.items()]
    return Table("\n".join(lines) or "There are no topics yet.", DescribedRow, sections)


def _row(cluster: Cluster, tp: TopicPartition) -> DescribedRow:
    p = cluster.partitions[tp]
    epochs = p.leader_epoch, p.partition_epoch
    return DescribedRow(*tp, p.leader, *epochs, p.replicas, p.isr, p.elr, p.last_known_elr, p.adding, p.removing)


def _line(row: DescribedRow) -> str:
    moves = {"Adding Replicas": row.adding_replicas, "Removing Replicas": row.removing_replicas}
    shown = {
        "Topic": row.topic,
        "Partition": row.partition,
        "Leader": cell(row.leader, "none"),
        "LeaderEpoch": row.leader_epoch,
        "Replicas": row.replicas,
        "Isr": row.isr,
        **{name: brokers for name, brokers in moves.items() if brokers},
        "Elr": row.elr,
        "LastKnownElr": row.last_known_elr,
    }
    return "\t".join(f"{name}: {cell(value)}" for name, value in shown.items())
