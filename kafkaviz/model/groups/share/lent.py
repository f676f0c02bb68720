"""Which records a share group lends to a member that asks, and which of those it has are archived when they return."""

from collections.abc import Iterable

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.sharing import acquirable, available, released_state, throttled_records
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.groups.common.fetching import leader_of, readable

Lent = dict[TopicPartition, tuple[int, ...]]
Acquired = tuple[tuple[TopicPartition, int, tuple[Record, ...]], ...]


def acquire_records(cluster: Cluster, group: Group, member: Member, most: int, policies: Policies) -> Acquired:
    """Returns (partition, leader, records) for what a share group can lend to one member: what nobody has.

    A share group begins at the log's start here; Kafka: share.auto.offset.reset, which is latest.
    """
    answers = []
    for tp in member.owned:
        leader = leader_of(cluster, tp)
        if leader is None:
            continue
        lent, _ = lendable(cluster, group, tp, most, policies)
        most -= len(lent)
        if lent:
            log, wanted = cluster.replicas[tp][leader].log, set(lent)
            answers.append((tp, leader, tuple(record for record in log if record.offset in wanted)))
    return tuple(answers)


def lendable(
    cluster: Cluster, group: Group, tp: TopicPartition, most: int, policies: Policies
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the offsets of a partition that are lent to a member that asks for so many, and those held back for now.

    What is held back is available too, but some of it was delivered in vain too often to be lent along with the rest.
    """
    leader = leader_of(cluster, tp)
    if leader is None:
        return (), ()
    replica, deliveries = cluster.replicas[tp][leader], group.deliveries.get(tp, {})
    offsets = [record.offset for record in readable(replica, replica.log_start_offset)]
    states = {offset: delivery.state for offset, delivery in deliveries.items()}
    counts = {offset: delivery.delivery_count for offset, delivery in deliveries.items()}
    batches = {offset: delivery.first_offset for offset, delivery in deliveries.items()}
    limit = policies.group_share_delivery_count_limit
    at_once = throttled_records(available(offsets, states), counts, batches, limit)
    asked = acquirable(offsets, states, most, policies.group_share_partition_max_record_locks)
    return asked[:at_once], asked[at_once:]


def lent_offsets(group: Group, member: str) -> Lent:
    """Returns the offsets of the records that a member has, for each partition of which it has some."""
    lent = {
        tp: tuple(offset for offset, delivery in deliveries.items() if delivery.member == member)
        for tp, deliveries in group.deliveries.items()
    }
    return {tp: offsets for tp, offsets in lent.items() if offsets}


def archived_offsets(group: Group, tp: TopicPartition, offsets: Iterable[int], policies: Policies) -> tuple[int, ...]:
    """Returns those of the offsets whose record was delivered as often as a record may be."""
    limit, deliveries = policies.group_share_delivery_count_limit, group.deliveries[tp]
    return tuple(offset for offset in offsets if released_state(deliveries[offset].delivery_count, limit) == "archived")


def archived_by_partition(group: Group, lent: Lent, policies: Policies) -> Lent:
    """Returns for each partition those of the offsets whose record was delivered as often as a record may be."""
    archived = {tp: archived_offsets(group, tp, offsets, policies) for tp, offsets in lent.items()}
    return {tp: offsets for tp, offsets in archived.items() if offsets}
