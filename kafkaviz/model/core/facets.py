"""What of a cluster an event changes and a rule's guard reads: each facet a few bits, so that the two can be compared.

A rule need not be asked again before something has changed that it reads.
"""

from typing import Final, Literal, get_args

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Replica

Facet = Literal[
    "now_ms",
    "controller",
    "brokers",
    "topics",
    "partitions",
    "producers",
    "groups",
    "offsets",
    "logs",
    "high_watermarks",
    "views",
    "followers",
    "incoming",
    "isr_proposals",
]
"""What a guard may read of a cluster: a field of it, or one side of its replicas."""

OF_REPLICAS: Final[dict[str, tuple[str, ...]]] = {
    "logs": ("log", "log_start_offset", "epochs", "segments", "active_bytes", "cleaned_offset"),
    "high_watermarks": ("high_watermark",),
    "views": ("view", "must_truncate"),
    "followers": ("followers",),
    "incoming": ("incoming",),
    "isr_proposals": ("pending_isr",),
}
"""No guard reads what is only on a disk: `flushed_offset` and the checkpoint."""

CLUSTER_BITS: Final = tuple(1 << index for index in range(len(Cluster._fields)))
REPLICA_BITS: Final = tuple(1 << index + len(CLUSTER_BITS) for index in range(len(Replica._fields)))
ALL_OF_REPLICA: Final = sum(REPLICA_BITS)
EVERYTHING: Final = sum(CLUSTER_BITS) + ALL_OF_REPLICA
"""A bit for each field of a cluster, and one for each field of a replica, whoever's it is."""
FACETS: Final[tuple[Facet, ...]] = get_args(Facet)


def bits_of(*facets: Facet) -> int:
    """Returns the bits of the fields that facets are made of."""
    bits = 0
    for facet in facets:
        for field in OF_REPLICAS.get(facet, ()):
            bits |= REPLICA_BITS[Replica._fields.index(field)]
        if facet not in OF_REPLICAS:
            bits |= CLUSTER_BITS[Cluster._fields.index(facet)]
    return bits
