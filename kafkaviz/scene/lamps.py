"""The promises that a film carries, each kept or broken from the frame on that breaks it; and its goal."""

from collections.abc import Sequence

from kafkaviz.model.core.changed import differing
from kafkaviz.model.core.history import History
from kafkaviz.model.core.promise import Promises, Property, words_of
from kafkaviz.scene.values import Film, Lamp

Breach = tuple[int, str]
"""The step of a history, from 1, and the sentence."""


def lit(film: Film, history: History, promises: Sequence[Property], steps_before: int = 0) -> Film:
    """Returns the film of a history, or of what follows its first steps, with the promises that hold in it or break.

    What broke before the film begins is broken at its first frame.

    >>> from kafkaviz.model.core.cluster import Cluster
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> def nothing_happens(before, event, after): ...
    >>> start = History(Cluster(0, Quorum.of(101), {}))
    >>> lit(Film("t", (), {}, {}, "main"), start, [nothing_happens]).promises
    (Lamp(words='Nothing happens', step=None, why=''),)
    """
    broken = breaches(history, promises)
    frames = {step: n for n, caption in enumerate(film.captions) for step in caption.steps}

    def lamp(promise: Property) -> Lamp:
        if promise not in broken:
            return Lamp(words_of(promise))
        step, why = broken[promise]
        return Lamp(words_of(promise), frames.get(step - steps_before, 0), why)

    return film._replace(promises=tuple(map(lamp, promises)))


def add_goal(film: Film, words: str, reached_at: int | None, why: str) -> Film:
    """Returns the film with a goal, reached at the frame that tells of a step of its history, counted from 1.

    >>> from kafkaviz.scene.values import Caption
    >>> film = Film("t", (Caption("a", at=2), Caption("b", at=5)), {}, {}, "main")
    >>> add_goal(film, "Let nobody lead.", 4, "Solved.").goal
    Lamp(words='Let nobody lead.', step=1, why='Solved.')
    """
    if reached_at is None:
        return film._replace(goal=Lamp(words))
    frame = next(n for n, caption in enumerate(film.captions) if caption.at >= reached_at)
    return film._replace(goal=Lamp(words, frame, why))


def breaches(history: History, promises: Sequence[Property]) -> dict[Property, Breach]:
    """Returns of each promise that is broken where it is for the first time."""
    found, asked, before = dict[Property, Breach](), Promises(promises), history.first
    for number, step in enumerate(history.steps, 1):
        differs = differing(before, step.cluster, step.event.only_partition)
        for promise, holds in asked.asked[type(step.event), differs]:
            if promise not in found and (sentence := holds(before, step.event, step.cluster)):
                found[promise] = number, sentence
        before = step.cluster
    return found
