"""The par of a challenge: the shortest lists of moves that solve it, found by trying all shorter ones."""

from collections.abc import Iterator
from typing import NamedTuple

from kafkaviz.course.challenges.challenge import Challenge
from kafkaviz.decisions.errors import KafkaError
from kafkaviz.lab import Lab
from kafkaviz.lab.menu import Verb
from kafkaviz.model.core.fingerprint import Fingerprints


class Shortest(NamedTuple):
    """Every shortest list of moves that solves a challenge, and how many clusters and moves were tried to know it."""

    solutions: tuple[tuple[Verb, ...], ...]
    states: int
    transitions: int


def shortest(challenge: Challenge, begun: Lab | None = None) -> Shortest:
    """Returns the shortest solutions of a challenge from its start or from a lab, as far as they have `par` moves.

    A cluster that was there before needs not be gone on from again: what can follow depends on the cluster alone.

    >>> from kafkaviz.course.challenges import CHALLENGES
    >>> found = shortest(CHALLENGES["no_controller"])
    >>> [str(solution) for solution in found.solutions[0]]
    ['kill_controller(101)', 'kill_controller(102)', 'kill_controller(103)']

    Breadth-first search, as TLC does.
    """
    start, known = begun or challenge.start(), Fingerprints()
    seen, transitions = {known.of(start.cluster)}, 0
    level: list[tuple[Lab, tuple[Verb, ...]]] = [(start, ())]
    for _ in range(challenge.par):
        solutions, following = list[tuple[Verb, ...]](), list[tuple[Lab, tuple[Verb, ...]]]()
        for lab, made in level:
            for verb, after, reached in _moves(challenge, lab):
                transitions += 1
                if reached:
                    solutions.append((*made, verb))
                elif (there := known.of(after.cluster)) not in seen:
                    seen.add(there)
                    following.append((after, (*made, verb)))
        if solutions:
            return Shortest(tuple(solutions), len(seen), transitions)
        level = following
    return Shortest((), len(seen), transitions)


def _moves(challenge: Challenge, lab: Lab) -> Iterator[tuple[Verb, Lab, bool]]:
    """Yields each move that can be made now and changes something, the lab after it, and whether that solves it."""
    done = len(lab.history.steps)
    for verb in challenge.moves:
        after = lab.fork()
        try:
            verb.on(after)
        except (KafkaError, ValueError):
            continue
        steps = after.history.steps[done:]
        if steps:
            yield verb, after, challenge.reached(steps)
