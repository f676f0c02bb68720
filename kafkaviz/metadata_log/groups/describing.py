"""Groups as `__consumer_offsets` has them, a row for each partition that a member has, or that was committed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.lab.tables import Section, Table, cell
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group


class GroupRow(NamedTuple):
    """One partition of a group; None is nobody, or nothing committed.

    Kafka: a line of kafka-consumer-groups.sh --describe, without LOG-END-OFFSET and LAG.
    """

    group: str
    topic: str
    partition: int
    current_offset: int | None
    member: str | None


def described_groups(cluster: Cluster, names: Sequence[str], *, was_read: bool) -> Table[GroupRow]:
    """Returns some groups of a cluster; `was_read` says whether anything was read that could tell of groups."""
    found = {_head(name, cluster.groups[name]): [*_rows(name, cluster.groups[name])] for name in names}
    sections = [Section(head, rows) for head, rows in found.items()]
    lines = [line for head, rows in found.items() for line in (head, *map(_line, rows))]
    nobody = "There is no group." if was_read else "No __consumer_offsets was read beside this log."
    return Table("\n".join(lines) or nobody, GroupRow, sections)


def _head(name: str, group: Group) -> str:
    epoch = "epoch" if group.is_server_assigned else "generation"
    at = cell(group.coordinator, "unknown")
    who = quantity(len(group.members), "member")
    return f"Group {name}: {group.protocol}, {group.state}, {epoch} {group.generation}, {who}, coordinator {at}"


def _rows(name: str, group: Group) -> Iterator[GroupRow]:
    for member, known in group.members.items():
        for tp in sorted((*known.owned, *known.revoking)):
            yield GroupRow(name, *tp, group.committed.get(tp), member)
    held: set[TopicPartition] = {tp for known in group.members.values() for tp in (*known.owned, *known.revoking)}
    for tp in sorted(tp for tp in group.committed if tp not in held):
        yield GroupRow(name, *tp, group.committed[tp], None)


def _line(row: GroupRow) -> str:
    return f"{row.topic}-{row.partition}\tcommitted {cell(row.current_offset, 'nothing')}\t{cell(row.member, 'nobody')}"
