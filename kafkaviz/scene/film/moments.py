"""Which steps make one frame together: a film shows what a person would call one thing happening."""

from collections.abc import Sequence
from typing import NamedTuple

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History, Step
from kafkaviz.scene.film.ordering import Tagged, order_steps
from kafkaviz.scene.telling import Cue, Fact, Said, Tag, partition_of, tag_of, telling_of


class Shot(NamedTuple):
    """A run of steps shown as one frame; `headline` is the one the caption is about, `shown` says which are played.

    `numbers` are the steps' numbers in the history, from 1; `at` counts the steps of which none is missing at its end.
    `said` is what happened and why, where whoever cut it knows better than the events do, and so are `causes`, the
    marks of what caused each step; where nobody knows why there are none.
    """

    before: Cluster
    steps: tuple[Step, ...]
    numbers: tuple[int, ...]
    shown: tuple[bool, ...]
    tag: Tag
    headline: int
    at: int
    said: Said | None = None
    causes: Sequence[Sequence[Cue]] | None = None

    @property
    def after(self) -> Cluster:
        """The cluster the frame shows."""
        return self.steps[-1].cluster

    @property
    def events(self) -> list[Event]:
        """What is played of it, in order."""
        return [step.event for step, shown in zip(self.steps, self.shown, strict=True) if shown]

    @property
    def ref(self) -> int:
        """The number in the history of the step that the caption is about."""
        return self.numbers[self.headline]


def shots(history: History, *, detail: bool = False) -> list[Shot]:
    """Cuts a history into shots; with `detail` every event is one.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> shots(History(Cluster(0, Quorum.of(101), {})))
    []
    """
    tags = tags_of(history.first, history.steps)
    steps = [Tagged(n, tag, step) for n, (tag, step) in enumerate(zip(tags, history.steps, strict=True), 1)]
    if detail:
        return _cut(history.first, [[tagged] for tagged in steps])
    return _cut(history.first, _known_at_one_go(_grouped(order_steps(history.first, steps))))


def tags_of(first: Cluster, steps: Sequence[Step]) -> list[Tag]:
    """Returns a tag for each step; a step without one of its own has a tag named after its event."""
    befores = [first, *(step.cluster for step in steps)]
    tags = [tag_of(before, step) for before, step in zip(befores, steps, strict=False)]
    following = _next_of_partition(steps)
    return [_reason(n, steps, tags, following) if tag is Tag.ASKS else tag for n, tag in enumerate(tags)]


def _next_of_partition(steps: Sequence[Step]) -> list[int]:
    """Returns for each step which is the next about its partition, with none but such steps between, or -1."""
    found, last = [-1] * len(steps), dict[object, int]()
    for n in range(len(steps) - 1, -1, -1):
        tp = partition_of(steps[n].event)
        if tp is not None:
            found[n] = last.get(tp, -1)
            last[tp] = n
        else:
            last.clear()
    return found


def _reason(number: int, steps: Sequence[Step], tags: Sequence[Tag], following: Sequence[int]) -> Tag:
    """Returns what comes of a question without an answer to show: a commit, news of one, or nothing."""
    asker = _follower(steps[number])
    while (number := following[number]) >= 0:
        if tags[number] is Tag.COMMIT:
            return Tag.COMMIT
        if tags[number] is Tag.LEARN:
            return Tag.LEARN if _follower(steps[number]) == asker else Tag.IDLE
        if tags[number] not in (Tag.ASKS, Tag.IDLE):
            return Tag.IDLE
    return Tag.IDLE


def _follower(step: Step) -> int | None:
    return getattr(step.event, "follower", None)


def _grouped(steps: list[Tagged]) -> list[list[Tagged]]:
    groups: list[list[Tagged]] = []
    for tagged in steps:
        if groups and (tagged.tag is Tag.IDLE or _goes_on(groups[-1], tagged)):
            groups[-1].append(tagged)
        else:
            groups.append([tagged])
    return groups


def _goes_on(group: list[Tagged], tagged: Tagged) -> bool:
    """Whether a step belongs to what is being shown."""
    first = next((each for each in group if each.tag is not Tag.IDLE), None)
    last = next((each for each in reversed(group) if each.tag is not Tag.IDLE), None)
    if first is None or last is None:
        return False
    tag = first.tag
    if tagged.tag is Tag.REPLAY:
        return tag.has(Fact.KNOWN) or last.tag is Tag.REPLAY
    if tag in (Tag.FENCE, Tag.SESSION_OVER) and tagged.tag is Tag.NEW_LEADER:
        return last.tag is not Tag.REPLAY
    return tagged.tag == tag and last.tag is not Tag.REPLAY and _has_in_common(group, last.step, tagged)


def _has_in_common(group: list[Tagged], last: Step, tagged: Tagged) -> bool:
    """Whether a step is about what the last one with its tag is about."""
    event, known = tagged.step.event, telling_of(tagged.step.event)
    if tagged.tag.has(Fact.WITHIN):
        return last.request is tagged.step.request
    if tagged.tag.has(Fact.ACROSS):
        return telling_of(last.event).common(last.event) == known.common(event)
    if partition_of(event) is None or partition_of(last.event) != partition_of(event):
        return False
    # A follower that asks a second time begins a new round.
    alike = (each.step.event for each in group if type(each.step.event) is type(event))
    return known.once is None or known.once(event) not in map(known.once, alike)


def _tag_of(group: list[Tagged]) -> Tag:
    return next((tagged.tag for tagged in group if tagged.tag is not Tag.IDLE), Tag.IDLE)


def _known_at_one_go(groups: list[list[Tagged]]) -> list[list[Tagged]]:
    """Joins what happens to a batch, where just that has been told step by step before."""
    found: list[list[Tagged]] = []
    known: set[tuple[Tag, ...]] = set()
    at = 0
    while at < len(groups):
        run = _run(groups, at)
        tags = tuple(_tag_of(group) for group in run)
        if len(run) > 2 and tags in known:
            found.append([tagged for group in run for tagged in group])
        else:
            found += run
            known.add(tags)
        at += len(run)
    return found


def _run(groups: list[list[Tagged]], at: int) -> list[list[Tagged]]:
    """Returns the groups that tell of one batch, from its write on; or one group that is no such thing."""
    run = [groups[at]]
    if _tag_of(groups[at]) is not Tag.WRITE:
        return run
    tp = _partition(groups[at])
    for group in groups[at + 1 :]:
        tag = _tag_of(group)
        if tag is Tag.WRITE or not tag.has(Fact.PATTERN) or _partition(group) != tp:
            break
        run.append(group)
    return run


def _partition(group: list[Tagged]) -> object:
    return next((getattr(tagged.step.event, "tp", None) for tagged in group if tagged.tag is not Tag.IDLE), None)


def _cut(first: Cluster, groups: list[list[Tagged]]) -> list[Shot]:
    """Makes a shot of each group; one that tells nothing is part of the one before it."""
    cut: list[Shot] = []
    before, done = first, set[int]()
    at = 0
    for group in groups:
        done |= {tagged.number for tagged in group}
        while at + 1 in done:
            at += 1
        tags = {tagged.tag for tagged in group}
        joined = sum(tag.has(Fact.PATTERN) for tag in tags) > 2
        ranks = [telling_of(tagged.step.event).rank * (tagged.tag is not Tag.IDLE) for tagged in group]
        cut.append(
            Shot(
                before,
                tuple(tagged.step for tagged in group),
                tuple(tagged.number for tagged in group),
                tuple(tagged.tag is not Tag.IDLE or len(group) == 1 for tagged in group),
                Tag.GO_ON if joined else _tag_of(group),
                0 if joined else ranks.index(max(ranks)),
                at,
            )
        )
        before = group[-1].step.cluster
    return cut
