"""Judging a challenge: what was done is done again from its start, move by move, until it is reached."""

from typing import NamedTuple

from kafkaviz.course.challenges.challenge import Challenge
from kafkaviz.course.challenges.par import shortest
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import quantity, short
from kafkaviz.lab import Lab
from kafkaviz.lab.exploring import line_of
from kafkaviz.lab.menu import Verb, requests_of
from kafkaviz.model.core.history import Act


class Replay(NamedTuple):
    """A lab made once more, up to the move that solves, and its moves; `reached_at` is the last step of that one."""

    lab: Lab
    moves: tuple[Verb, ...]
    reached_at: int | None


class Judgement(NamedTuple):
    """What came of the moves that were made: `solved_in` is how many it took, or None; `words` say it."""

    moves: tuple[Verb, ...]
    solved_in: int | None
    words: str


def judge_moves(challenge: Challenge, lab: Lab) -> Judgement:
    """Returns what a lab's moves come to; they are made once more in a lab of the challenge's own, so only they count.

    Raises WrongTypeError for what is no lab, InvalidArgumentError for one that began otherwise or did something that
    is not among the moves.

    >>> from kafkaviz.course.challenges import CHALLENGES
    >>> task = CHALLENGES["no_controller"]
    >>> judge_moves(task, task.start().kill_controller(101).kill_controller(102)).words
    'Not yet, after 2 moves. From here 1 more can do it; par is 3.'
    """
    done = replay_moves(challenge, lab)
    if done.reached_at is not None:
        return Judgement(done.moves, len(done.moves), praise(challenge, len(done.moves)))
    return Judgement(done.moves, None, _encouragement(challenge, done.lab, len(done.moves)))


def replay_moves(challenge: Challenge, lab: Lab) -> Replay:
    """Returns a lab's moves, made again in a lab of the challenge's own; it raises what `judge_moves` raises."""
    if not isinstance(lab, Lab):
        raise WrongTypeError(f"A challenge is solved in a lab, the one that start() returns, not in {short(lab)}.")
    own = challenge.start()
    begun = len(own.history.acts)
    if lab.history.first != own.history.first or lab.history.acts[:begun] != own.history.acts:
        raise InvalidArgumentError(
            f"This lab did not begin where {challenge.name} begins; begin with challenge({challenge.name!r}).start()."
        )
    made = list[Verb]()
    for act in lab.history.acts[begun:]:
        verb, before = _move(challenge, own, act), len(own.history.steps)
        verb.on(own)
        made.append(verb)
        if challenge.reached(own.history.steps[before:]):
            return Replay(own, tuple(made), len(own.history.steps))
    return Replay(own, tuple(made), None)


def praise(challenge: Challenge, moves: int) -> str:
    """Returns the praise for solving a challenge in so many moves."""
    by = "which is par" if moves == challenge.par else f"and par is {challenge.par}"
    return f"Solved in {quantity(moves, 'move')}, {by}. {challenge.insight}"


def _move(challenge: Challenge, lab: Lab, act: Act) -> Verb:
    """Returns the move that an act was; InvalidArgumentError where it was none."""
    if act.settle and not act.cut and act.expect is None:
        for verb in challenge.moves:
            asked = tuple(requests_of(lab, verb))
            if asked and act.requests[: len(asked)] == asked:
                return verb
    done = ", ".join(map(line_of, act.requests)) or f"a step of the rule {act.rule}"
    if act.cut:
        raise InvalidArgumentError(f"{done} is not over in this lab; a challenge counts whole moves.")
    raise InvalidArgumentError(
        f"{done} is not among the moves of {challenge.name}: {', '.join(map(str, challenge.moves))}."
    )


def _encouragement(challenge: Challenge, lab: Lab, moves: int) -> str:
    nearest = shortest(challenge, lab).solutions
    after = f"Not yet, after {quantity(moves, 'move')}." if moves else "Nothing was done yet."
    if nearest:
        return f"{after} From here {len(nearest[0])} more can do it; par is {challenge.par}."
    return f"{after} From here {challenge.par} more do not reach it; lab.undo() takes back the last move."
