"""E10.3: how many partitions are enough?"""

from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import lab_with
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, quantity, verb
from kafkaviz.scenarios.nb10 import TOPIC

MOST = 200
"""Up to how many partitions a topic is shown."""


def partitions_needed(load: int, written: int, read: int, partitions: int) -> int:
    """Returns the smallest multiple of the present count that carries a load.

    >>> partitions_needed(1_000, 100, 50, 6), partitions_needed(300, 100, 50, 6)
    (24, 6)

    Kafka: kafka-topics.sh --alter --partitions takes the number. Simplified: all partitions get the same, and each has
    a consumer of its own.
    """
    least = -(-load // min(written, read))
    return partitions * -(-least // partitions)


def _draw(random: Random) -> tuple[int, int, int, int]:
    written, read = random.choice((10, 40, 50, 75, 100)), random.choice((10, 25, 50, 100))
    partitions, slow = random.choice((1, 2, 3, 4, 6, 6, 8, 12)), min(written, read)
    exact = slow * random.choice((partitions, partitions * random.randint(1, 3), random.randint(1, 20)))
    return max(1, exact + random.choice((0, 0, 1, -1, random.randint(0, slow)))), written, read, partitions


def _promise(load: int, written: int, read: int, partitions: int, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    said, right = as_integer(answer), partitions_needed(load, written, read, partitions)
    if said is None:
        return f"The answer is a number of partitions, not {one_line(answer)}."
    if said == right:
        return None
    if said < partitions:
        return f"The topic has {quantity(partitions, 'partition')}; {said} would be fewer, and Kafka refuses that."
    if said * written < load:
        return (
            f"The leaders of {quantity(said, 'partition')} write {said * written:,} MB/s at most, and {load:,} arrive."
        )
    if said * read < load:
        return f"Consumers read {said * read:,} MB/s at most of {quantity(said, 'partition')}, and {load:,} arrive."
    if said % partitions:
        return f"{said} is no multiple of {partitions}, so more keys would move than must: {right} is one, and enough."
    return (
        f"{quantity(right, 'partition')} {verb(right, 'carry')} {load:,} MB/s as well, and {verb(right, 'are')} fewer "
        f"than {said}."
    )


def _case_film(load: int, written: int, read: int, partitions: int, answer: object) -> Played:
    """Lets the topic grow to what the answer says, or stay as it is where that is as many or fewer."""
    many = as_integer(answer)
    if many is None or not 1 <= many <= MOST:
        raise InvalidArgumentError(f"A topic is shown with 1 to {MOST} partitions, not with {one_line(answer)}.")
    lab = lab_with(TOPIC, {number: [1 + number % 3] for number in range(partitions)}, [1, 2, 3])
    if many == partitions:
        return Played(lab)
    return Played(lab.add_partitions(TOPIC, many, expect="INVALID_PARTITIONS" if many < partitions else None))


E10_3 = Exercise[int, int, int, int, int](
    id="E10.3",
    title="How many partitions are enough?",
    stars=2,
    minutes=7,
    hints=(
        "Two limits, and the tighter one counts. Then two roundings, both upwards.",
        "`-(-a // b)` rounds a division of whole numbers up. First the fewest partitions that carry the load, "
        "`least`; then how often the present count goes into it, rounded up.",
        "`least = -(-load // min(written, read))`, then `return partitions * -(-least // partitions)`.",
    ),
    examples=(
        Example((300, 100, 50, 6), 6),
        Example((350, 100, 50, 6), 12),
        Example((1_000, 100, 50, 6), 24),
        Example((100, 10, 50, 1), 10),
        Example((101, 10, 50, 1), 11),
        Example((300, 50, 100, 6), 6),
    ),
    reference=partitions_needed,
    draw=_draw,
    promise=_promise,
    case_film=_case_film,
    matters="Every partition needs a leader that can write its share and a consumer that can read it, and the slower "
    "one decides. The multiple is for the keys: from 6 to 12 a half of them moves, from 6 to 11 ten of eleven.",
    next="Next: E10.4, when a move is done.",
)
