"""X1.1: sum up in one number how uneven a load is."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.numbers import about, near, no_number
from kafkaviz.course.working import working_of
from kafkaviz.decisions.wording import quantity


def max_over_mean(records: list[int]) -> float:
    """Returns how many times the mean the fullest partition carries; empty partitions count in the mean.

    >>> max_over_mean([6, 0, 3])
    2.0

    Kafka: the counts are those of its log end offsets.
    """
    return max(records) * len(records) / sum(records)


def _draw(random: Random) -> tuple[list[int]]:
    most = random.choice((5, 40, 400))
    records = [
        random.choice((0, most, random.randint(1, 9), random.randint(1, most)))
        for _ in range(random.choice((1, 2, 3, 6, 12)))
    ]
    if not any(records):
        records[random.randrange(len(records))] = random.randint(1, 20)
    return (records,)


def _promise(records: list[int], answer: object) -> str | None:
    expected = max_over_mean(records)
    if near(answer, expected) or answer is None:
        return None if answer is not None else "It returned nothing: is there a `return`?"
    filled = [many for many in records if many]
    if near(answer, max(records) / sum(records)):
        return "That is the fullest partition's share of all records; compare it with the mean partition instead."
    if near(answer, max(records) * len(filled) / sum(records)):
        empty = len(records) - len(filled)
        return (
            f"Empty partitions count in the mean: it is over {quantity(len(records), 'partition')}, {empty} of them "
            "empty."
        )
    mean = sum(records) / len(records)
    said = (
        f"The fullest partition has {quantity(max(records), 'record')}, the mean one {mean:g}; divide the one by the "
        "other."
    )
    return no_number(answer, "How uneven a load is") or said


def _working(records: list[int], answer: object) -> Working:
    mean = sum(records) / len(records)
    return working_of(
        ("partition", "records"), [*enumerate(records), ("fullest", max(records)), ("mean", mean)], answer
    )


X1_1 = Exercise[list[int], float](
    id="X1.1",
    title="Sum up how uneven a load is",
    stars=1,
    minutes=4,
    hints=(
        "Two numbers: what the fullest partition has, and what each would have if all had the same.",
        "The mean is the sum of all records divided by the number of partitions, the empty ones included.",
        "`max(records) / (sum(records) / len(records))`.",
    ),
    examples=(
        Example(([5, 5],), 1.0),
        Example(([6, 0, 3],), 2.0),
        Example(([0, 0, 0, 7],), 4.0),
        Example(([12],), 1.0),
        Example(([100, 20, 30, 50],), 2.0),
    ),
    reference=max_over_mean,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    form=about,
    matters="All consumers must be as fast as the one of the fullest partition needs; at 2 each is then busy for half "
    "of its time on average. No tool of Kafka shows this number; log end offsets are all it takes.",
    next="Next: X1.2, count partitions that stay empty.",
)
