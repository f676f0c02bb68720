"""What each step of a history is a part of: a copy, a commit, a wait; steps with one tag make one frame."""

from collections.abc import Sequence

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Step
from kafkaviz.scene.telling import Tag, partition_of, tag_of


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
