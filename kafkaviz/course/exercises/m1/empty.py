"""X1.2: how many partitions stay empty when there are few keys?"""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.numbers import about, near, no_number
from kafkaviz.course.working import working_of
from kafkaviz.decisions.wording import quantity, verb


def expected_empty(keys: int, partitions: int) -> float:
    """Returns how many partitions no key falls into, on average over all ways in which a hash may scatter the keys.

    >>> expected_empty(2, 2)
    0.5

    Kafka: BuiltInPartitioner, with murmur2 taken as chance.
    """
    return partitions * (1 - 1 / partitions) ** keys


def _draw(random: Random) -> tuple[int, int]:
    partitions = random.choice((1, random.randint(2, 24), random.randint(2, 24)))
    return random.choice((0, 1, random.randint(1, 5), partitions, random.randint(1, 60))), partitions


def _promise(keys: int, partitions: int, answer: object) -> str | None:
    expected = expected_empty(keys, partitions)
    if near(answer, expected):
        return None
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if near(answer, max(partitions - keys, 0)):
        return (
            f"{expected:g} stay empty on average, not rounded: {max(partitions - keys, 0)} of "
            f"{quantity(partitions, 'partition')} would only if no two of {quantity(keys, 'key')} met."
        )
    if near(answer, expected / partitions):
        return f"One partition stays empty with this chance; there are {partitions} of them."
    if near(answer, partitions - expected):
        return "That is how many partitions get a key, on average; asked is how many get none."
    said = (
        f"One key misses a given partition with the chance 1 - 1/{partitions}; all {keys} must miss it, and there "
        f"{verb(partitions, 'are')} {quantity(partitions, 'partition')} to be missed."
    )
    return no_number(answer, "A mean") or said


def _working(keys: int, partitions: int, answer: object) -> Working:
    return working_of(
        ("keys", "partitions still empty, on average"),
        [(many, expected_empty(many, partitions)) for many in range(keys)],
        answer,
    )


X1_2 = Exercise[int, int, float](
    id="X1.2",
    title="Count partitions that stay empty",
    stars=2,
    minutes=6,
    hints=(
        "Look at one partition first: what is the chance that one key does not fall into it?",
        "All keys must miss it: multiply that chance once for each key. Then add up over the partitions; a mean of a "
        "sum is the sum of the means.",
        "`partitions * (1 - 1 / partitions) ** keys`.",
    ),
    examples=(
        Example((0, 3), 3.0),
        Example((1, 2), 1.0),
        Example((2, 2), 0.5),
        Example((3, 2), 0.25),
        Example((5, 1), 0.0),
    ),
    reference=expected_empty,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    form=about,
    matters="Twelve keys on twelve partitions leave 4.2 of them empty: a third of the consumers has nothing to do. "
    "Evenness comes from many keys, not from as many keys as partitions.",
    next="Next: X1.3, choose the number of salts.",
)
