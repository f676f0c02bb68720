"""X1.3: the fewest salts that cool a hot key enough."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.working import here, spoken, working_of
from kafkaviz.decisions.wording import amount, as_integer, quantity, verb


def fewest_salts(hot: int, rest: int, partitions: int, most: int) -> int | None:
    """Returns the fewest salts with which no partition gets more than `most` records, or None if none are enough.

    >>> fewest_salts(hot=600, rest=100, partitions=12, most=300)
    3

    An application salts its keys. Simplified: each salt lands on a partition of its own.
    """
    return next((salts for salts in range(1, partitions + 1) if hot / salts + rest <= most), None)


def _draw(random: Random) -> tuple[int, int, int, int]:
    partitions, rest = random.choice((3, 6, 12, 12, 16)), random.choice((0, random.randint(1, 100)))
    salts = random.choice((1, partitions, random.randint(1, partitions + 3), random.randint(1, partitions)))
    each = random.randint(1, 40)
    # About half of the cases meet the bound exactly, and some would need more salts than there are partitions.
    hot = salts * each + random.choice((0, 0, 1, -1, random.randint(0, 9)))
    most = max(each + rest + random.choice((0, 0, 0, -each, random.randint(0, 9))), 1)
    return max(hot, 1), rest, partitions, most


def _promise(hot: int, rest: int, partitions: int, most: int, answer: object) -> str | None:
    expected = fewest_salts(hot, rest, partitions, most)
    if answer == expected and not isinstance(answer, bool):
        return None
    if expected is None:
        fullest = hot / partitions + rest
        left = (
            f"Even {quantity(partitions, 'salt')}, one for each partition, {verb(partitions, 'leave')} "
            f"{amount(fullest, 'records')} in the fullest"
        )
        return f"{left}, and {most} {verb(most, 'are')} allowed: the answer is None."
    if answer is None:
        left = f"{hot / expected + rest:g} of at most {quantity(most, 'record')}"
        return f"{quantity(expected, 'salt')} {verb(expected, 'are')} enough: {left}; None means that none are."
    if isinstance(answer, bool) or not isinstance(answer, int):
        return "The answer is a whole number of salts, or None."
    if not 1 <= answer <= partitions:
        return (
            f"There is at least 1 salt, and at most one for each of {quantity(partitions, 'partition')}; you say "
            f"{answer}."
        )
    fullest = hot / answer + rest
    if fullest > most:
        left = f"{hot:g}/{answer} + {rest} = {amount(fullest, 'records')}"
        return f"With {answer} the fullest partition has {left}; {most} {verb(most, 'are')} allowed."
    fullest = hot / (answer - 1) + rest
    return (
        f"Fewer do as well: with {answer - 1} the fullest has {amount(fullest, 'records')}, {most} "
        f"{verb(most, 'are')} allowed."
    )


def _number_to_mark(hot: int, rest: int, partitions: int, most: int, answer: object) -> int | None:
    """Returns the number of salts that is named when the answer is judged."""
    if fewest_salts(hot, rest, partitions, most) is None:
        return partitions
    salts = as_integer(answer)
    if salts is None or not 1 <= salts <= partitions:
        return None
    return salts if hot / salts + rest > most else max(1, salts - 1)


def _working(hot: int, rest: int, partitions: int, most: int, answer: object) -> Working:
    rows = [(salts, hot / salts + rest) for salts in range(1, partitions + 1)]
    marked = _number_to_mark(hot, rest, partitions, most, answer)
    return working_of(
        ("salts", "records in the fullest", f"at most {most}", ""),
        [(salts, fullest, spoken(fullest <= most), here(answer == salts)) for salts, fullest in rows],
        answer,
        at=None if marked is None else marked - 1,
    )


X1_3 = Exercise[int, int, int, int, int | None](
    id="X1.3",
    title="Choose the number of salts",
    stars=2,
    minutes=8,
    hints=(
        "Try 1 salt, then 2, and so on; stop at the first with which the fullest partition is not too full.",
        "With `salts` of them the fullest partition has `hot / salts + rest` records. There are never more salts than "
        "partitions.",
        "`for salts in range(1, partitions + 1): if hot / salts + rest <= most: return salts`, and None after the "
        "loop.",
    ),
    examples=(
        Example((100, 50, 12, 200), 1),
        Example((100, 50, 12, 100), 2),
        Example((600, 100, 12, 300), 3),
        Example((601, 100, 12, 300), 4),
        Example((600, 100, 4, 200), None),
        Example((10, 5, 3, 4), None),
    ),
    reference=fewest_salts,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    matters="Each salt more buys less than the one before, and each costs the same: one more partition that a reader "
    "of this key must read and put in order. So take the fewest that do.",
    next="Next: X1.4, give hot keys a choice of two homes.",
)
