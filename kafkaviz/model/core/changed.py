"""What differs between two states, found by identity: what an event did not touch is shared."""

from typing import Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.rule import BIT, Facet

_OF_REPLICA: Final[dict[str, Facet]] = {
    "log": "logs",
    "log_start_offset": "logs",
    "epochs": "logs",
    "segments": "logs",
    "active_bytes": "logs",
    "cleaned_offset": "logs",
    "high_watermark": "high_watermarks",
    "view": "views",
    "must_truncate": "views",
    "followers": "fetches",
    "incoming": "fetches",
    "pending_isr": "isr_proposals",
}
"""No guard reads what is only on a disk: `flushed_offset` and the checkpoint."""

_REPLICA_BITS: Final = tuple(BIT[_OF_REPLICA[field]] if field in _OF_REPLICA else 0 for field in Replica._fields)
_ALL_OF_REPLICA: Final = sum(BIT[facet] for facet in set(_OF_REPLICA.values()))
_CLUSTER_BITS: Final = tuple(BIT.get(field, 0) for field in Cluster._fields)  # type: ignore[call-overload]


def changed(before: Cluster, after: Cluster, tp: TopicPartition | None) -> int:
    """Returns which facets of a cluster differ, as bits; `tp` is the only partition whose replicas may, if known.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> start = Cluster(0, Quorum.of(101), {})
    >>> changed(start, start._replace(now_ms=9_000), None) == BIT["now_ms"]
    True

    Kafka: nothing of its own.
    """
    bits = 0
    for bit, old, new in zip(_CLUSTER_BITS, before, after, strict=True):
        if old is not new:
            bits |= bit
    if before.replicas is after.replicas:
        return bits
    return bits | (_ALL_OF_REPLICA if tp is None else _replicas_changed(before, after, tp))


def _replicas_changed(before: Cluster, after: Cluster, tp: TopicPartition) -> int:
    old, new = before.replicas.get(tp, {}), after.replicas.get(tp, {})
    if old.keys() != new.keys():
        return _ALL_OF_REPLICA
    bits = 0
    for broker, replica in new.items():
        if replica is not old[broker]:
            for bit, was, now in zip(_REPLICA_BITS, old[broker], replica, strict=True):
                if was is not now:
                    bits |= bit
    return bits
