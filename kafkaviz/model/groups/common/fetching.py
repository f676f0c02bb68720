"""What a member of a group gets when it polls."""

from kafkaviz.decisions.errors import OffsetOutOfRangeError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.replicas import Record, Replica
from kafkaviz.model.core.segments import index_of
from kafkaviz.model.groups.common.rules import reset_position

Fetched = tuple[tuple[TopicPartition, int, int, tuple[Record, ...]], ...]


def fetch_records(cluster: Cluster, group: Group, member: Member, most: int, policies: Policies) -> Fetched:
    """Returns (partition, leader, position after, records) for each partition a member owns and can read.

    Raises OffsetOutOfRangeError (1) where `auto.offset.reset` is none and there is no valid position.
    """
    answers = []
    for tp in member.owned:
        leader = leader_of(cluster, tp)
        if leader is None:
            continue
        replica = cluster.replicas[tp][leader]
        start = member.positions.get(tp, group.committed.get(tp))
        if start is None or not replica.log_start_offset <= start <= replica.log_end_offset:
            start = reset_position(cluster, tp, policies)
        if start is None and reset_duration_ms(policies.auto_offset_reset) is not None:
            continue  # It asks again and again, until there is a record that is not older.
        if start is None:
            raise OffsetOutOfRangeError(f"There is no position in {tp}, and auto.offset.reset is none.")
        records = readable(replica, start)[:most]
        most -= len(records)
        answers.append((tp, leader, records[-1].offset + 1 if records else start, records))
    return tuple(answers)


def leader_of(cluster: Cluster, tp: TopicPartition) -> int | None:
    """Returns the broker that serves a partition now, if there is one."""
    partition = cluster.partitions.get(tp)
    leader = None if partition is None else partition.leader
    return leader if leader is not None and cluster.leads(tp, leader) else None


def readable(replica: Replica, start: int) -> tuple[Record, ...]:
    """Returns the records from an offset on, below the high watermark."""
    return replica.log[index_of(replica.log, start) : index_of(replica.log, replica.high_watermark)]
