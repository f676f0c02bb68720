"""What is said about an event: a sentence that tells what happened, and one that tells why."""

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.scene.narrate import clients, consumer_protocol, control, groups, logs, quorum, replication, topics
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.together import narrate_together

MODULES = (control, quorum, topics, replication, logs, clients, groups, consumer_protocol)
"""Where the sentences stand; importing them registers them."""
__all__ = ["MODULES", "narrate", "narrate_together"]


def narrate(before: Cluster, event: Event, after: Cluster) -> Said:
    """Returns what happened and why, each one plain sentence; the why may be empty.

    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate(calm, TimeAdvanced(9_000), calm._replace(now_ms=9_000))[0]
    '9 seconds pass.'
    """
    return sentence(event, before, after)
