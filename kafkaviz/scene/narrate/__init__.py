"""What is said about an event: a sentence that tells what happened, and one that tells why."""

from collections.abc import Sequence
from typing import Any

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.partitions.events import FetchReceived, FetchServed, MetadataDelivered
from kafkaviz.scene.narrate import clients, consumer_protocol, control, groups, logs, quorum, replication, topics
from kafkaviz.scene.narrate.words import Said, listed, values_of

_SAID = {
    **control.SAID,
    **quorum.SAID,
    **topics.SAID,
    **replication.SAID,
    **logs.SAID,
    **clients.SAID,
    **groups.SAID,
    **consumer_protocol.SAID,
}


def narrate(before: Cluster, event: Any, after: Cluster) -> Said:
    """Returns what happened and why, each one plain sentence; the why may be empty.

    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate(calm, TimeAdvanced(9_000), calm._replace(now_ms=9_000))[0]
    '9 seconds pass.'
    """
    return _SAID[type(event)](before, event, after)


def narrate_fetches(events: Sequence[Any]) -> Said | None:
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
