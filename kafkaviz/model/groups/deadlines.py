"""When something will happen to a group because time alone has passed."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.timer import Timer
from kafkaviz.model.groups.classic.rules import rebalance_deadlines
from kafkaviz.model.groups.common.coordinator_rules import coordinator_deadlines
from kafkaviz.model.groups.common.coordinators import coordinator_of
from kafkaviz.model.groups.common.rules import member_deadlines
from kafkaviz.model.groups.consumer_protocol.rules import consumer_protocol_deadlines
from kafkaviz.model.groups.share.rules import share_deadlines


def group_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields when members find that they ask in vain, and of each group that has a coordinator what it waits for."""
    for name, group in cluster.groups.items():
        yield from coordinator_deadlines(cluster, name, policies)
        if coordinator_of(cluster, name) is None:
            continue
        yield from member_deadlines(group, policies)
        if group.is_server_assigned:
            yield from consumer_protocol_deadlines(cluster, name, policies)
            yield from share_deadlines(name, group, policies)
        else:
            yield from rebalance_deadlines(cluster, name, policies)
