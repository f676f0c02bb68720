"""What notebook 12 asks the search for: goals that no promise forbids, and promises that may break."""

from typing import Final

from kafkaviz.model.clients.properties import lost_records
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.promise import Promise
from kafkaviz.model.partitions.log_properties import replicas_agree_below_high_watermark
from kafkaviz.model.partitions.properties import epochs_never_fall, leader_in_isr

CHOICES: Final[tuple[Promise, ...]] = (leader_in_isr, epochs_never_fall, replicas_agree_below_high_watermark)
"""The promises that the question about Kafka 0.10 names: each has its lamp, so that no lamp tells the answer."""


def record_is_lost(cluster: Cluster) -> bool:
    """Tells whether a record is gone that was acknowledged to a producer, whatever it had asked for.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab(acks=1).create_topic("letters", replication_factor=2).pause(2).send("letters", "ABC")
    >>> record_is_lost(lab.cluster), record_is_lost(lab.kill(1).cluster)
    (False, True)

    Nobody tells, a client finds out by reading.
    """
    return bool(lost_records(cluster))
