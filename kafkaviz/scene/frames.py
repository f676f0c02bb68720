"""Which steps make one frame together: a film shows what a person would call one thing happening."""

from typing import NamedTuple

from kafkaviz.model.clients.events import LeadersLearned
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.replicas import FetchAnswer
from kafkaviz.model.partitions.events import (
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    IsrChangeProposed,
    LogTruncated,
    MetadataDelivered,
    PartitionChanged,
)


class Shot(NamedTuple):
    """A run of steps shown as one frame; `headline` is the one the caption is about."""

    before: Cluster
    steps: tuple[Step, ...]
    first: int
    headline: int

    @property
    def after(self) -> Cluster:
        """The cluster the frame shows."""
        return self.steps[-1].cluster

    @property
    def events(self) -> list[Event]:
        """What happened in it, in order."""
        return [step.event for step in self.steps]


IDLE = (MetadataDelivered, LeadersLearned, FetchServed, FetchReceived)
"""What tells nothing when nothing is copied by it."""

RANK: dict[type[Event], int] = {
    HighWatermarkAdvanced: 5,
    LogTruncated: 6,
    PartitionChanged: 7,
    FetchReceived: 3,
    FetchServed: 2,
    IsrChangeProposed: 1,
    LeadersLearned: 1,
    MetadataDelivered: 0,
}


def shots(history: History, *, detail: bool = False) -> list[Shot]:
    """Cuts a history into shots; with `detail` every event is one.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> shots(History(Cluster(0, Quorum.of(101), {})))
    []
    """
    cut: list[Shot] = []
    before = history.first
    pending: list[Step] = []
    start = 0
    for number, step in enumerate(history.steps):
        if (pending and not detail and not _goes_on(pending, step)) or (pending and detail):
            cut.append(_shot(before, pending, start))
            before, pending, start = pending[-1].cluster, [], number
        pending.append(step)
    if pending:
        cut.append(_shot(before, pending, start))
    return cut if detail else _without_idle(cut)


def _goes_on(pending: list[Step], step: Step) -> bool:
    """Whether a step belongs to what is being shown."""
    event, last = step.event, pending[-1].event
    if isinstance(event, MetadataDelivered):
        return True
    if isinstance(last, LeadersLearned | IsrChangeProposed):
        return True
    if not (
        isinstance(event, FetchServed | FetchReceived | HighWatermarkAdvanced)
        and isinstance(last, FetchServed | FetchReceived)
        and event.tp == last.tp
    ):
        return False
    if isinstance(event, FetchServed):
        # A follower that asks a second time begins a new round.
        asked = [s.event.follower for s in pending if isinstance(s.event, FetchServed)]
        return event.follower not in asked
    # What was copied is one thing, that it is committed another.
    return not (isinstance(event, HighWatermarkAdvanced) and any(_copies(s.event) for s in pending))


def _copies(event: Event) -> bool:
    return isinstance(event, FetchServed) and bool(event.answer.records)


def _shot(before: Cluster, steps: list[Step], first: int) -> Shot:
    ranks = [RANK.get(type(step.event), 4) for step in steps]
    return Shot(before, tuple(steps), first, ranks.index(max(ranks)))


def _without_idle(cut: list[Shot]) -> list[Shot]:
    """Folds fetches that changed nothing to be seen into the shot they follow."""
    kept: list[Shot] = []
    for shot in cut:
        if kept and (_is_idle(shot) or _cuts_nothing(shot)):
            last = kept[-1]
            kept[-1] = last._replace(steps=last.steps + shot.steps)
        else:
            kept.append(shot)
    return kept


def _cuts_nothing(shot: Shot) -> bool:
    """Whether a follower found nothing to cut off and nobody would have expected otherwise."""
    event = shot.events[0]
    if len(shot.steps) > 1 or not isinstance(event, LogTruncated):
        return False
    replica = shot.before.replicas[event.tp][event.broker]
    # One that was told by its fetch only learned of an epoch without records.
    told_by_fetch = replica.incoming is not None
    return not replica.log or (told_by_fetch and event.offset >= replica.log_end_offset)


def _cuts(answer: FetchAnswer) -> bool:
    return answer.diverging is not None and answer.diverging[1] < answer.fetch_offset


def _is_idle(shot: Shot) -> bool:
    if not all(isinstance(event, IDLE) for event in shot.events):
        return False
    if any(isinstance(event, FetchServed) and _cuts(event.answer) for event in shot.events):
        return False
    return all(
        (r.log_end_offset, r.high_watermark) == (was.log_end_offset, was.high_watermark)
        for tp, held in shot.after.replicas.items()
        for b, r in held.items()
        if (was := shot.before.replicas[tp][b]) is not r
    )
