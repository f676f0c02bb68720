"""What of a cluster an event changes and a rule's guard reads: each facet a few bits, so that the two can be compared.

A rule need not be asked again before something has changed that it reads.
"""

from typing import Final, Literal, get_args

from kafkaviz.model.core.brokers import Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Voter
from kafkaviz.model.core.replicas import Replica

Facet = Literal[
    "now_ms",
    "controller",
    "metadata_log",
    "brokers",
    "processes",
    "fetchers",
    "sessions",
    "fences",
    "links",
    "incarnations",
    "shutdowns",
    "topics",
    "partitions",
    "producers",
    "groups",
    "offsets",
    "forwarded",
    "logs",
    "high_watermarks",
    "views",
    "followers",
    "incoming",
    "isr_proposals",
]
"""What a guard may read of a cluster: a field of it, or one side of its brokers, its replicas or its controller.

`brokers` are all sides of them, and which ones there are. `metadata_log` is how far the voters of a quorum have its
log, and what of it is committed; `controller` is the rest. Every record of metadata makes that log longer, and hardly
anybody reads it.
"""

OF_BROKERS: Final[dict[str, tuple[str, ...]]] = {
    "processes": ("state",),
    "fetchers": ("stalled_since_ms",),
    "sessions": ("quiet_since_ms",),
    "fences": ("fenced", "registered"),
    "links": ("cut_off",),
    "incarnations": ("epoch",),
    "shutdowns": ("unclean_shutdown",),
}
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
METADATA_LOG: Final = 1 << len(CLUSTER_BITS) + len(REPLICA_BITS)
BROKER_BITS: Final = tuple(METADATA_LOG << index + 1 for index in range(len(Broker._fields)))
BROKERS: Final = CLUSTER_BITS[Cluster._fields.index("brokers")]
ALL_OF_BROKER: Final = sum(BROKER_BITS) + BROKERS
EVERYTHING: Final = sum(CLUSTER_BITS) + ALL_OF_REPLICA + METADATA_LOG + sum(BROKER_BITS)
"""A bit for each field of a cluster, of a replica and of a broker, whoever's it is, and one for the metadata log."""
CONTROLLER: Final = CLUSTER_BITS[Cluster._fields.index("controller")]
VOTER_BITS: Final = tuple(METADATA_LOG if field == "log_end" else CONTROLLER for field in Voter._fields)
FACETS: Final[tuple[Facet, ...]] = get_args(Facet)


def bits_of(*facets: Facet) -> int:
    """Returns the bits of the fields that facets are made of."""
    bits = METADATA_LOG if "metadata_log" in facets else 0
    for facet in facets:
        for field in OF_REPLICAS.get(facet, ()):
            bits |= REPLICA_BITS[Replica._fields.index(field)]
        for field in OF_BROKERS.get(facet, ()):
            bits |= BROKER_BITS[Broker._fields.index(field)]
        if facet == "brokers":
            bits |= ALL_OF_BROKER
        elif facet in Cluster._fields:
            bits |= CLUSTER_BITS[Cluster._fields.index(facet)]
    return bits
