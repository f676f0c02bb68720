"""Which steps make one frame together: a film shows what a person would call one thing happening."""

from typing import NamedTuple

from kafkaviz.model.brokers.events import BrokerFenced, BrokerStarted
from kafkaviz.model.clients.events import LeadersLearned
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent, Event, PartitionEvent
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.groups.common.event import GroupEvent
from kafkaviz.model.partitions.events import (
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    IsrChangeProposed,
    LogTruncated,
    MetadataDelivered,
    PartitionChanged,
)
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.model.quorum.events import ElectionStarted, VoteAnswered
from kafkaviz.scene.ordering import Told, ordered
from kafkaviz.scene.tags import IDLE, tags_of


class Shot(NamedTuple):
    """A run of steps shown as one frame; `headline` is the one the caption is about, `told` says which are played.

    `numbers` are the steps' numbers in the history, from 1; `at` counts the steps of which none is missing at its end.
    `said` is what happened and why, where whoever cut it knows better than the events do.
    """

    before: Cluster
    steps: tuple[Step, ...]
    numbers: tuple[int, ...]
    told: tuple[bool, ...]
    tag: str
    headline: int
    at: int
    said: tuple[str, str] | None = None

    @property
    def after(self) -> Cluster:
        """The cluster the frame shows."""
        return self.steps[-1].cluster

    @property
    def events(self) -> list[Event]:
        """What is told of it, in order."""
        return [step.event for step, told in zip(self.steps, self.told, strict=True) if told]

    @property
    def ref(self) -> int:
        """The number in the history of the step that the caption is about."""
        return self.numbers[self.headline]


RANK: dict[type[Event], int] = {
    TopicCreated: 9,
    BrokerFenced: 6,
    BrokerStarted: 8,
    HighWatermarkAdvanced: 5,
    LogTruncated: 6,
    PartitionChanged: 7,
    FetchReceived: 3,
    FetchServed: 2,
    IsrChangeProposed: 1,
    LeadersLearned: 1,
    MetadataDelivered: 0,
}
TOGETHER = (
    "create",
    "fence",
    "move",
    "isr",
    "return",
    "heard",
    "start",
    "join",
    "receive",
    "elect",
    "vote",
    "keys",
    "who coordinates",
)
"""Tags whose steps make one frame whichever partition or member they are about."""
HEARD_AT_ONCE = ("create", "isr", "return", "change", "heard")
"""Tags after which it is no news of its own that brokers hear of it."""
PATTERN = ("write", "copy", "commit", "ack", "learn")
GO_ON = "go on"


def shots(history: History, *, detail: bool = False) -> list[Shot]:
    """Cuts a history into shots; with `detail` every event is one.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> shots(History(Cluster(0, Quorum.of(101), {})))
    []
    """
    tags = tags_of(history.first, history.steps)
    told = [Told(n, tag, step) for n, (tag, step) in enumerate(zip(tags, history.steps, strict=True), 1)]
    if detail:
        return _cut(history.first, [[one] for one in told])
    return _cut(history.first, _known_at_one_go(_grouped(ordered(history.first, told))))


def is_copy(before: Cluster, event: FetchServed | FetchReceived) -> bool:
    """Whether records are asked for that are there, or arrive."""
    if isinstance(event, FetchServed):
        return bool(event.answer.records)
    answer = before.replicas[event.tp][event.follower].incoming
    return answer is not None and bool(answer.records)


def _grouped(told: list[Told]) -> list[list[Told]]:
    groups: list[list[Told]] = []
    for one in told:
        if groups and (one.tag == IDLE or _goes_on(groups[-1], one)):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _goes_on(group: list[Told], one: Told) -> bool:
    """Whether a step belongs to what is being shown."""
    loud = [each for each in group if each.tag != IDLE]
    if not loud:
        return False
    last, tag = loud[-1], _tag_of(group)
    if one.tag == "heard":
        return tag in HEARD_AT_ONCE or last.tag == "heard"
    if last.tag == "heard" and tag != one.tag:
        return False
    if tag == "fence" and one.tag == "move":
        return True
    if one.tag != tag or last.tag == "heard":
        return False
    a, b = last.step.event, one.step.event
    if one.tag == "silence":
        return last.step.request is one.step.request
    if one.tag == "keys":
        return (
            isinstance(a, BatchEvent) and isinstance(b, BatchEvent) and (a.producer, a.batch) == (b.producer, b.batch)
        )
    if isinstance(a, ElectionStarted | VoteAnswered) and isinstance(b, ElectionStarted | VoteAnswered):
        return a.pre_vote == b.pre_vote
    if isinstance(a, GroupEvent) and isinstance(b, GroupEvent):
        return one.tag in TOGETHER and a.group == b.group
    if one.tag in TOGETHER:
        return True
    same = isinstance(a, PartitionEvent) and isinstance(b, PartitionEvent) and a.tp == b.tp
    # A follower that asks a second time begins a new round.
    asked = [each.step.event.follower for each in group if isinstance(each.step.event, FetchServed)]
    return same and not (isinstance(b, FetchServed) and b.follower in asked)


def _tag_of(group: list[Told]) -> str:
    return next((one.tag for one in group if one.tag != IDLE), IDLE)


def _known_at_one_go(groups: list[list[Told]]) -> list[list[Told]]:
    """Joins what happens to a batch, where just that has been told step by step before."""
    kept: list[list[Told]] = []
    known: set[tuple[str, ...]] = set()
    at = 0
    while at < len(groups):
        run = _run(groups, at)
        tags = tuple(_tag_of(group) for group in run)
        if len(run) > 2 and tags in known:
            kept.append([one for group in run for one in group])
        else:
            kept += run
            known.add(tags)
        at += len(run)
    return kept


def _run(groups: list[list[Told]], at: int) -> list[list[Told]]:
    """Returns the groups that tell of one batch, from its write on; or one group that is no such thing."""
    run = [groups[at]]
    if _tag_of(groups[at]) != "write":
        return run
    tp = _partition(groups[at])
    for group in groups[at + 1 :]:
        tag = _tag_of(group)
        if tag == "write" or tag not in PATTERN or _partition(group) != tp:
            break
        run.append(group)
    return run


def _partition(group: list[Told]) -> object:
    return next((getattr(one.step.event, "tp", None) for one in group if one.tag != IDLE), None)


def _cut(first: Cluster, groups: list[list[Told]]) -> list[Shot]:
    """Makes a shot of each group; one that tells nothing is part of the one before it."""
    cut: list[Shot] = []
    before, done = first, set[int]()
    at = 0
    for group in groups:
        done |= {one.number for one in group}
        while at + 1 in done:
            at += 1
        tags = [one.tag for one in group if one.tag != IDLE]
        joined = len(set(tags) & set(PATTERN)) > 2
        ranks = [RANK.get(type(one.step.event), 4) * (one.tag != IDLE) for one in group]
        cut.append(
            Shot(
                before,
                tuple(one.step for one in group),
                tuple(one.number for one in group),
                tuple(one.tag != IDLE or len(group) == 1 for one in group),
                GO_ON if joined else _named(tags),
                0 if joined else ranks.index(max(ranks)),
                at,
            )
        )
        before = group[-1].step.cluster
    return cut


def _named(tags: list[str]) -> str:
    tag = tags[0] if tags else IDLE
    return {"heard": "replay", "move": "new leader"}.get(tag, tag)
