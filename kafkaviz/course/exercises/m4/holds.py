"""X4.1: which load does a group keep up with?"""

from math import ceil
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.numbers import about, near, no_number
from kafkaviz.course.working import working_of
from kafkaviz.decisions.wording import quantity, verb


def group_capacity(partitions: int, consumers: int, per_s: int) -> float:
    """Returns the records/s at which the consumer with the most partitions is just busy, all partitions being even.

    >>> group_capacity(48, 9, 1_000), group_capacity(48, 10, 1_000)
    (8000.0, 9600.0)

    Kafka: a partition has one reader in a group; the assignors give no one more than ceil(P/C) of one topic.
    """
    return per_s * partitions / ceil(partitions / consumers)


def _draw(random: Random) -> tuple[int, int, int]:
    partitions = random.randint(1, 60)
    consumers = random.choice(
        (1, random.randint(1, 12), random.randint(1, 12), partitions, partitions + random.randint(1, 9))
    )
    return partitions, consumers, random.choice((100, 1_000, 1_500))


def _promise(partitions: int, consumers: int, per_s: int, answer: object) -> str | None:
    expected = group_capacity(partitions, consumers, per_s)
    if near(answer, expected):
        return None
    if answer is None:
        return "It returned nothing: is there a `return`?"
    most = ceil(partitions / consumers)
    if consumers > partitions and near(answer, per_s * consumers):
        return (
            f"{consumers - partitions} of {quantity(consumers, 'consumer')} {verb(consumers - partitions, 'have')} no "
            f"partition and {verb(consumers - partitions, 'read')} nothing."
        )
    if near(answer, per_s * min(partitions, consumers)):
        return (
            f"{partitions} partitions do not divide evenly: somebody reads {most}, and is busy when each of them gets "
            f"{per_s:,}/{most} records a second."
        )
    said = (
        f"Somebody reads {most} of {quantity(partitions, 'partition')} with {per_s:,} a second, so each partition may "
        "get "
        f"{per_s / most:,g}, and all of them {expected:,g}."
    )
    return no_number(answer, "A capacity") or said


def _working(partitions: int, consumers: int, per_s: int, answer: object) -> Working:
    most = ceil(partitions / consumers)
    rows = [
        ("partitions of the busiest consumer", f"{partitions} / {consumers}, rounded up", most),
        ("records/s that each of them may get", f"{per_s} / {most}", per_s / most),
        ("partitions", "", partitions),
    ]
    return working_of(("", "", "number"), rows, answer)


X4_1 = Exercise[int, int, int, float](
    id="X4.1",
    title="Which load does a group keep up with?",
    stars=1,
    minutes=5,
    hints=(
        "The group is as fast as its busiest consumer. How many partitions does that one have?",
        "It has `ceil(partitions / consumers)`. Shared among these, `per_s` says how much one partition may get.",
        "`per_s * partitions / ceil(partitions / consumers)`, with `from math import ceil`.",
    ),
    examples=(
        Example((4, 4, 1_000), 4_000.0),
        Example((4, 5, 1_000), 4_000.0),
        Example((3, 2, 1_000), 1_500.0),
        Example((48, 9, 1_000), 8_000.0),
        Example((48, 10, 1_000), 9_600.0),
    ),
    reference=group_capacity,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    form=about,
    matters="A staircase: from 8 to 9 consumers nothing is gained, from 9 to 10 a fifth. Divisors of the number of "
    "partitions are the good sizes of a group, and 12, 24, 48 have many.",
    next="Next: X4.2, find the smallest group.",
)
