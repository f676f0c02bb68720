"""Which steps of two films belong together: those in which the same happened, in the order of both."""

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

from kafkaviz.scene.values import Caption, Film

Pair = tuple[int | None, int | None]


def align(first: Film, second: Film) -> list[Pair]:
    """Returns pairs of steps, counted from 0, in the order of both films; None where one film has nothing and waits.

    Steps are paired where the same events happened to the same things, and between those where they are of one kind.

    >>> def film(*kinds):
    ...     captions = (Caption("Begin."), *(Caption(kind, kind=kind, events=(kind,)) for kind in kinds))
    ...     return Film("", captions, {}, {}, "")
    >>> align(film("send", "wait", "elect"), film("send", "elect", "wait"))
    [(0, 0), (1, 1), (None, 2), (2, 3), (3, None)]
    """
    pairs: list[Pair] = [(0, 0)]
    # What both films open on belongs together whatever it is.
    for i, j in _matched(_keys(first.captions[1:], "events"), _keys(second.captions[1:], "events")):
        pairs += [*_between(first, second, (pairs[-1], (i + 1, j + 1))), (i + 1, j + 1)]
    return [*pairs, *_between(first, second, (pairs[-1], (len(first.captions), len(second.captions))))]


def counterpart(before: Film, step: int, after: Film) -> int:
    """Returns the step of another film that belongs to a step of one; if the other waits there, the one before it.

    The steps at which two films open belong together, and so do their last ones.

    >>> def film(opens_at, *kinds):
    ...     captions = (Caption("Begin."), *(Caption(kind, kind=kind, events=(kind,)) for kind in kinds))
    ...     return Film("", captions, {}, {}, "", opens_at=opens_at)
    >>> one, other = film(2, "send", "elect", "read", "end"), film(3, "send", "wait", "refuse", "read", "stop", "end")
    >>> [counterpart(one, step, other) for step in range(5)]
    [0, 1, 3, 4, 6]
    """
    if before.opens_at and step == before.opens_at:
        return after.opens_at
    if step == len(before.captions) - 1:
        return len(after.captions) - 1
    pairs = align(before, after)
    at = [pair[0] for pair in pairs].index(step)
    return next(its for _, its in reversed(pairs[: at + 1]) if its is not None)


def shared_beginning(first: Film, second: Film, pairs: Sequence[Pair], lens: str) -> int:
    """Returns how many pairs at the beginning say and show the same in both films."""
    frames = [film.tracks[lens].frames for film in (first, second)]
    for number, (i, j) in enumerate(pairs):
        if i is None or j is None or _said(first.captions[i]) != _said(second.captions[j]):
            return number
        if frames[0][i].marks != frames[1][j].marks:
            return number
    return len(pairs)


def _between(first: Film, second: Film, ends: tuple[Pair, Pair]) -> Iterator[Pair]:
    """Yields the pairs strictly between two: steps of one kind together, all others alone."""
    (i0, j0), (i1, j1) = ends
    if i0 is None or j0 is None or i1 is None or j1 is None:
        return
    i, j = i0 + 1, j0 + 1
    kinds = [_keys(film.captions, "kind") for film in (first, second)]
    for di, dj in [*_matched(kinds[0][i:i1], kinds[1][j:j1]), (i1 - i, j1 - j)]:
        at = (i0 + 1 + di, j0 + 1 + dj)
        yield from ((n, None) for n in range(i, at[0]))
        yield from ((None, n) for n in range(j, at[1]))
        if at != (i1, j1):
            yield at
        i, j = at[0] + 1, at[1] + 1


def _keys(captions: Sequence[Caption], field: str) -> list[Hashable]:
    return [getattr(caption, field) or None for caption in captions]


def _matched(first: list[Hashable], second: list[Hashable]) -> list[tuple[int, int]]:
    # What says nothing of itself is like nothing else.
    mine, theirs = (
        [key if key is not None else (side, n) for n, key in enumerate(keys)]
        for side, keys in enumerate((first, second))
    )
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
    return [(block.a + n, block.b + n) for block in blocks for n in range(block.size)]


def _said(caption: Caption) -> tuple[object, ...]:
    return caption.cap, caption.why, caption.diff, caption.ms
