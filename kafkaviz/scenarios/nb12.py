"""What notebook 12 asks the search for: goals that no promise forbids."""

from kafkaviz.model.clients.lost import lost_records
from kafkaviz.model.core.cluster import Cluster


def record_is_lost(cluster: Cluster) -> bool:
    """Tells whether a record is gone that was acknowledged to a producer, whatever it had asked for.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab(acks=1).create_topic("letters", replication_factor=2).pause(2).send("letters", "ABC")
    >>> record_is_lost(lab.cluster), record_is_lost(lab.kill(1).cluster)
    (False, True)

    Nobody tells, a client finds out by reading.
    """
    return bool(lost_records(cluster))
