"""What is said about an event: a sentence that tells what happened, and one that tells why."""

from collections.abc import Sequence

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.partitions.events import FetchReceived, FetchServed, MetadataDelivered
from kafkaviz.scene.narrate import clients, consumer_protocol, control, groups, logs, quorum, replication, topics
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.words import listed, values_of

MODULES = (control, quorum, topics, replication, logs, clients, groups, consumer_protocol)
"""Where the sentences stand; importing them registers them."""


def narrate(before: Cluster, event: Event, after: Cluster) -> Said:
    """Returns what happened and why, each one plain sentence; the why may be empty.

    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate(calm, TimeAdvanced(9_000), calm._replace(now_ms=9_000))[0]
    '9 seconds pass.'
    """
    return sentence(event, before, after)


def narrate_fetches(events: Sequence[Event]) -> Said | None:
    """Says in one sentence what several followers copied, or returns None when it is not about that."""
    told = [event for event in events if not isinstance(event, MetadataDelivered)]
    if not told or not all(isinstance(event, FetchServed | FetchReceived) for event in told):
        return None
    served = [event for event in told if isinstance(event, FetchServed)]
    copied = {event.answer.records for event in served}
    if len(copied) != 1 or len(served) < 2 or any(event.answer.diverging for event in served):
        return None
    (records,) = copied
    who = listed([event.follower for event in served])
    first = served[0]
    if records:
        cap = f"{first.tp}: {who} fetch {values_of(records)} from broker {first.answer.leader}."
        return cap, "Followers ask for what comes after their own last record; nobody pushes."
    cap = f"{first.tp}: {who} fetch again and learn the high watermark, {first.answer.high_watermark}."
    return cap, "They hear of it one fetch after the leader knew."
