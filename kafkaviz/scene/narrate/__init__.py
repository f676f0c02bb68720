"""What is said about an event: a sentence that tells what happened, and one that tells why."""

from collections.abc import Sequence
from typing import Any

from kafkaviz.model import events as e
from kafkaviz.model.values import Cluster
from kafkaviz.scene.narrate import clients, control, groups, logs, modern, quorum, replication, topics
from kafkaviz.scene.narrate.words import Said, listed, values_of

_SAID = {
    **control.SAID,
    **quorum.SAID,
    **topics.SAID,
    **replication.SAID,
    **logs.SAID,
    **clients.SAID,
    **groups.SAID,
    **modern.SAID,
}


def narrate(before: Cluster, event: Any, after: Cluster) -> Said:
    """Give what happened and why, each one plain sentence; the why may be empty.

    >>> from kafkaviz.model import events as e
    >>> from kafkaviz.model.values import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate(calm, e.TimeAdvanced(9_000), calm._replace(now_ms=9_000))[0]
    '9 seconds pass.'
    """
    return _SAID[type(event)](before, event, after)


def narrate_fetches(events: Sequence[Any]) -> Said | None:
    """Say in one sentence what several followers copied, or give None when it is not about that."""
    told = [event for event in events if not isinstance(event, e.MetadataDelivered)]
    if not told or not all(isinstance(event, e.FetchServed | e.FetchReceived) for event in told):
        return None
    served = [event for event in told if isinstance(event, e.FetchServed)]
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
