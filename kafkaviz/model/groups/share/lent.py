"""Which records a member of a share group has, and which of them are archived when they come back."""

from collections.abc import Iterable

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.sharing import released_state
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.groups import Group

Lent = dict[TopicPartition, tuple[int, ...]]


def lent_to(group: Group, member: str) -> Lent:
    """Returns the offsets of the records that a member has, for each partition of which it has some."""
    lent = {
        tp: tuple(offset for offset, delivery in held.items() if delivery.member == member)
        for tp, held in group.deliveries.items()
    }
    return {tp: offsets for tp, offsets in lent.items() if offsets}


def archived_of(group: Group, tp: TopicPartition, offsets: Iterable[int], policies: Policies) -> tuple[int, ...]:
    """Returns those of the offsets whose record was delivered as often as a record may be."""
    limit, held = policies.group_share_delivery_count_limit, group.deliveries[tp]
    return tuple(offset for offset in offsets if released_state(held[offset].delivery_count, limit) == "archived")


def archived_in(group: Group, lent: Lent, policies: Policies) -> Lent:
    """Returns for each partition those of the offsets whose record was delivered as often as a record may be."""
    archived = {tp: archived_of(group, tp, offsets, policies) for tp, offsets in lent.items()}
    return {tp: offsets for tp, offsets in archived.items() if offsets}
