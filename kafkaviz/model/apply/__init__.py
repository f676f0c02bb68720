"""`apply` alone makes a new cluster: one small function per event, and folding the events gives every state."""

from collections.abc import Callable
from typing import Any

from kafkaviz.model.apply import clients, control, groups, logs, quorum, rebalance, segments, share, topics
from kafkaviz.model.values import Cluster

_BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    **control.BY_EVENT,
    **quorum.BY_EVENT,
    **topics.BY_EVENT,
    **logs.BY_EVENT,
    **segments.BY_EVENT,
    **clients.BY_EVENT,
    **groups.BY_EVENT,
    **rebalance.BY_EVENT,
    **share.BY_EVENT,
}
_OF_GROUPS = frozenset({*groups.BY_EVENT, *rebalance.BY_EVENT, *share.BY_EVENT})


def apply(cluster: Cluster, event: Any) -> Cluster:
    """Give the cluster after an event; what the event does not touch is shared, not copied.

    >>> from kafkaviz.model.events import TimeAdvanced
    >>> from kafkaviz.model.values import Quorum
    >>> apply(Cluster(0, Quorum.of(101), {}), TimeAdvanced(9_000)).now_ms
    9000

    Kafka: MetadataDelta.replay, for everything and not only for metadata.
    """
    after = quorum.journaled(_BY_EVENT[type(event)](cluster, event), event)
    return rebalance.settled_state(after, event.group) if type(event) in _OF_GROUPS else after
