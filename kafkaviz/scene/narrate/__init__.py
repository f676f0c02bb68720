"""What is said about an event: a sentence that tells what happened, and one that tells why."""

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.scene.narrate import (
    classic,
    clients,
    consumer_protocol,
    control,
    coordinators,
    groups,
    logs,
    quorum,
    replication,
    share,
    topics,
)
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.together import narrate_together

MODULES = (control, quorum, topics, replication, logs, clients, groups, coordinators, classic, consumer_protocol, share)
"""Where the sentences stand; importing them registers them."""
__all__ = ["MODULES", "Cause", "narrate", "narrate_together"]


def narrate(before: Cluster, event: Event, after: Cluster, cause: Cause | None = None) -> Said:
    """Returns what happened and why, each one plain sentence; without a `cause` the policies are today's.

    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate(calm, TimeAdvanced(9_000), calm._replace(now_ms=9_000))
    ('9 seconds pass.', 'Nothing is due within the hour. There is no topic.')
    """
    return sentence(event, before, after, cause or Cause())
