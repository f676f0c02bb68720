"""Which step is meant, and how far a film may be seen: to the frame before the first question nobody has answered."""

from collections.abc import Mapping, Sequence

from kafkaviz.player.refusals import PlayerIndexError, PlayerTypeError, PlayerValueError
from kafkaviz.scene.values import Film, Gate

Answers = Mapping[int, int | None]
Pairs = Sequence[Sequence[int | None]]
"""Which step of each film is shown with which of the others; None where one has nothing and waits."""


def gates_of(films: Sequence[Film]) -> tuple[Gate, ...]:
    """Returns the questions of films that are shown together, each film's after those of the one before."""
    return tuple(gate for film in films for gate in film.gates)


def reach(films: Sequence[Film], answers: Answers, align: Pairs = ()) -> int:
    """Returns the last step, from 0, that may be seen, where `answers` says what was chosen at which gate.

    Films that keep step otherwise than by number have in `align` which steps are shown together.

    >>> from kafkaviz.scene.values import Caption
    >>> film = Film("t", (Caption("a"), Caption("b")), {}, {}, "main", gates=(Gate(1, "b?", ("yes", "no"), 0),))
    >>> reach([film], {}), reach([film], {0: 1})
    (0, 1)
    """
    last = (len(align) or max(len(film.captions) for film in films)) - 1
    asked = [(number, gate.step) for number, film in enumerate(films) for gate in film.gates]
    steps = [[pair[number] for pair in align].index(step) if align else step for number, step in asked]
    return min([last, *(step - 1 for n, step in enumerate(steps) if n not in answers)])


def steps_at(films: Sequence[Film], position: int, align: Pairs = ()) -> list[int]:
    """Returns the step that each film shows at a position: that of its pair, or where it waits the one before.

    >>> from kafkaviz.scene.values import Caption
    >>> one, two = (Film("t", (Caption("a"),) * n, {}, {}, "main") for n in (1, 3))
    >>> steps_at([one, two], 2), steps_at([one, two], 1, [(0, 0), (None, 1), (None, 2)])
    ([0, 2], [0, 1])
    """
    if not align:
        return [min(position, len(film.captions) - 1) for film in films]
    seen = align[: position + 1]
    return [max((step for pair in seen if (step := pair[n]) is not None), default=0) for n in range(len(films))]


def known_answers(films: Sequence[Film], answers: Answers) -> dict[int, int | None]:
    """Returns the answers in the order of the gates; ValueError names a gate or an option that is not there."""
    gates = gates_of(films)
    for number, option in answers.items():
        if number not in range(len(gates)):
            raise PlayerValueError(
                f"These films ask {len(gates)} questions, counted from 0, so {number!r} is none of them."
            )
        if option is not None and option not in range(len(gates[number].options)):
            most = len(gates[number].options) - 1
            raise PlayerValueError(
                f"An answer to question {number} is 0 to {most}, or None for unanswered, not {option!r}."
            )
    return {number: answers[number] for number in sorted(answers)}


def answers_json(answers: Answers, _: object) -> dict[str, int | None]:
    """Returns answers as JSON, whose keys are text."""
    return {str(number): option for number, option in answers.items()}


def answers_from_json(answers: Mapping[str, int | None], _: object) -> dict[int, int | None]:
    """Returns answers as they were before they became JSON."""
    return {int(number): option for number, option in answers.items()}


def step_number(film: Film, step: int) -> int:
    """Returns the step counted from 0; a negative one counts from the end, IndexError when there is none."""
    return number_among(len(film.captions), step)


def number_among(steps: int, step: int) -> int:
    """Returns which of so many steps one is, counted from 0; a negative one counts from the end.

    IndexError where there is none, TypeError for what is no whole number.
    """
    if not isinstance(step, int):
        raise PlayerTypeError(f"A step is a whole number, counted from 0, not {step!r:.60}.")
    if not -steps <= step < steps:
        raise PlayerIndexError(
            f"This film has {steps_in_words(steps)}, so step {step} is none of them: 0 is the first, -1 the last."
        )
    return step % steps


def steps_in_words(steps: int) -> str:
    """Returns a number of steps in words that agree with it: `1 step`, `2 steps`."""
    return f"{steps} step" if steps == 1 else f"{steps} steps"
