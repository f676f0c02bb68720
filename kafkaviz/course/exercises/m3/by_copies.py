"""X3.2: how many copies did the lost records have when they were acknowledged?"""

from collections import Counter
from random import Random
from typing import Any

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.exercises.m3.shares import OUTCOMES
from kafkaviz.course.numbers import about, near
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import quantity, verb

Rows = list[tuple[int, str, int]]


def lost_by_copies(rows: Rows) -> dict[int, float]:
    """Returns which share of all losses had how many copies; without a loss it is empty.

    >>> lost_by_copies([(1, "lost", 6), (2, "lost", 2), (2, "kept", 90), (1, "lost", 0)])
    {1: 0.75, 2: 0.25}

    Kafka: the size of the ISR when the leader acknowledged.
    """
    losses: Counter[int] = Counter()
    for copies, outcome, count in rows:
        if outcome == "lost" and count:
            losses[copies] += count
    return {copies: losses[copies] / losses.total() for copies in sorted(losses)}


def _draw(random: Random) -> tuple[Rows]:
    outcomes = random.choice((OUTCOMES, OUTCOMES, ("kept", "refused")))
    rows = [
        (random.choice((1, 2, 3, 3, 10)), random.choice(outcomes), random.choice((0, 1, random.randint(1, 90))))
        for _ in range(random.choice((0, 1, 3, 6, 12)))
    ]
    return (rows,)


def _so_many(copies: object) -> str:
    return f"{copies} cop{'y' if copies == 1 else 'ies'}"


def _promise(rows: Rows, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, dict):
        return "The answer is a dict: how many copies, then the share of all losses."
    if any(isinstance(size, str) for size in answer):
        return "The number of copies is a whole number such as 1, and here it is a text."
    expected = lost_by_copies(rows)
    losses = sum(count for _, outcome, count in rows if outcome == "lost")
    for copies in (*sorted({copies for copies, *_ in rows}), *_not_there(rows, answer)):
        said, share = answer.get(copies, 0), expected.get(copies, 0.0)
        if copies in answer and not share:
            return f"Nothing with {_so_many(copies)} was lost, so the dict has no {copies}."
        if near(said, share):
            continue
        mine = sum(count for size, outcome, count in rows if (size, outcome) == (copies, "lost"))
        if near(said, mine):
            return (
                f"{quantity(mine, 'record')} with {_so_many(copies)} {verb(mine, 'were')} lost; divide by all "
                f"{quantity(losses, 'loss')} to get a share."
            )
        return f"Of {quantity(losses, 'lost record')} {mine} had {_so_many(copies)}; as a share you say {said}."
    return None


def _not_there(rows: Rows, answer: dict[Any, Any]) -> list[Any]:
    """Returns the numbers of copies in an answer of which there is no row."""
    return [size for size in answer if size not in {copies for copies, *_ in rows}]


def _working(rows: Rows, answer: object) -> Working:
    if not isinstance(answer, dict):
        raise InvalidArgumentError("The answer says a share for each number of copies.")
    losses: Counter[int] = Counter()
    for copies, outcome, count in rows:
        losses[copies] += count * (outcome == "lost")
    own = [
        (copies, many, quantity(losses.total(), "loss"), answer.get(copies, "–"))
        for copies, many in sorted(losses.items())
    ]
    others = [(one_line(size), 0, quantity(losses.total(), "loss"), answer[size]) for size in _not_there(rows, answer)]
    return Working(("copies", "lost", "of", "share"), (*own, *others))


X3_2 = Exercise[Rows, dict[int, float]](
    id="X3.2",
    title="Where does the loss come from?",
    stars=2,
    minutes=7,
    hints=(
        "Only rows with the outcome `lost` matter. Add up their counts for each number of copies.",
        "The same number of copies may stand in several rows. Divide each sum by the sum of all losses.",
        '`losses[copies] = losses.get(copies, 0) + count` for each row with `outcome == "lost"`; then '
        "`{copies: many / sum(losses.values()) for copies, many in losses.items()}`.",
    ),
    examples=(
        Example(([(2, "lost", 2), (1, "lost", 6), (2, "kept", 90)],), {1: 0.75, 2: 0.25}),
        Example(([(1, "lost", 1), (3, "lost", 2), (1, "lost", 1)],), {1: 0.5, 3: 0.5}),
        Example(([],), {}),
        Example(([(3, "kept", 9), (1, "refused", 4)],), {}),
    ),
    reference=lost_by_copies,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    form=about,
    matters="With the chances of a good data centre nine tenths of what RF 3 and min.insync.replicas 1 lose had one "
    "copy: a rare state, and nearly the whole danger. min.insync.replicas 2 refuses such writes.",
    next="Next: X3.3, choose the cheapest safe topic.",
)
