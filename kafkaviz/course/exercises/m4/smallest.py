"""X4.2: the smallest group for a load."""

from collections.abc import Sequence
from math import ceil
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.working import here, spoken, working_of
from kafkaviz.decisions.wording import quantity, verb

Size = tuple[int, int]


def smallest(load_per_s: int, per_s: int, choices: list[int]) -> Size | None:
    """Returns the partitions and consumers that keep up with a load: the fewest consumers, then the fewest partitions.

    >>> smallest(9_000, 1_000, [48, 12])
    (48, 10)

    Kafka: num.partitions, and the members of a group. Simplified: every partition gets the same.
    """
    sizes = [
        (consumers, partitions)
        for partitions in choices
        for consumers in range(1, partitions + 1)
        if keeps_up(partitions, consumers, per_s, load_per_s)
    ]
    if not sizes:
        return None
    consumers, partitions = min(sizes)
    return partitions, consumers


def keeps_up(partitions: int, consumers: int, per_s: int, load_per_s: int) -> bool:
    """Tells whether a group keeps up with a load, without rounding.

    >>> keeps_up(3, 2, per_s=1_000, load_per_s=1_500)
    True
    """
    return per_s * partitions >= load_per_s * ceil(partitions / consumers)


def _draw(random: Random) -> tuple[int, int, list[int]]:
    per_s = random.choice((100, 1_000))
    choices = random.sample((1, 2, 3, 4, 6, 8, 9, 10, 12, 16, 24), random.randint(1, 4))
    partitions = random.choice(choices)
    held = per_s * partitions // ceil(partitions / random.randint(1, partitions))
    return max(held + random.choice((0, 0, 0, 1, -1, random.randint(-300, 300))), 1), per_s, choices


def _both(pair: Sequence[int]) -> str:
    return f"{quantity(pair[0], 'partition')} and {quantity(pair[1], 'consumer')}"


def _promise(load_per_s: int, per_s: int, choices: list[int], answer: object) -> str | None:
    right = smallest(load_per_s, per_s, choices)
    if answer == (None if right is None else list(right)):
        return None
    if right is None:
        most = max(choices) * per_s
        fullest = quantity(max(choices), "partition")
        return f"Even {fullest} with a consumer each keep up with only {most:,}/s: the answer is None."
    if answer is None:
        return f"{_both(right)} keep up with {load_per_s:,}/s; None means that nothing does."
    if not isinstance(answer, list) or len(answer) != 2 or not all(type(number) is int for number in answer):
        return "The answer is two numbers: partitions, consumers."
    partitions, consumers = answer
    if partitions not in choices:
        swapped = " (partitions come first)" if consumers in choices else ""
        return (
            f"{quantity(partitions, 'partition')} {verb(partitions, 'are')} not among the choices "
            f"{one_line(choices)}{swapped}."
        )
    if consumers < 1 or not keeps_up(partitions, consumers, per_s, load_per_s):
        held = per_s * partitions / ceil(partitions / consumers) if consumers > 0 else 0
        return f"{_both(answer)} keep up with {held:,g}/s; {load_per_s:,} arrive."
    if consumers > right[1]:
        return (
            f"{quantity(right[0], 'partition')} {verb(right[0], 'need')} {quantity(right[1], 'consumer')}, fewer than "
            f"{consumers}; consumers cost most."
        )
    return (
        f"With {quantity(consumers, 'consumer')} {quantity(right[0], 'partition')} {verb(right[0], 'do')} as well as "
        f"{partitions}: take the fewer."
    )


def _partitions_to_mark(load_per_s: int, per_s: int, choices: list[int], answer: object) -> int:
    """Returns the partitions that are named when the answer is judged: its own where they do not hold the load."""
    right = smallest(load_per_s, per_s, choices)
    if right is None:
        return max(choices)
    if isinstance(answer, list) and len(answer) == 2 and answer[0] in choices:
        partitions, consumers = answer
        if consumers < 1 or not keeps_up(partitions, consumers, per_s, load_per_s):
            return int(partitions)
    return right[0]


def _working(load_per_s: int, per_s: int, choices: list[int], answer: object) -> Working:
    rows = []
    for partitions in choices:
        fewest = smallest(load_per_s, per_s, [partitions])
        most = partitions if fewest is None else fewest[1]
        held = per_s * partitions / ceil(partitions / most)
        holds_it = f"{held:,g} of {load_per_s:,}"
        rows.append((partitions, most, holds_it, spoken(fewest), here(answer == [partitions, most])))
    return working_of(
        ("partitions", "consumers", "records/s", "keeps up", ""),
        rows,
        answer,
        at=choices.index(_partitions_to_mark(load_per_s, per_s, choices, answer)),
    )


X4_2 = Exercise[int, int, list[int], Size | None](
    id="X4.2",
    title="Find the smallest group",
    stars=2,
    minutes=8,
    hints=(
        "Try every number of partitions with every number of consumers, and keep those that keep up with the load.",
        "A group keeps up when `per_s * partitions / ceil(partitions / consumers) >= load_per_s`. More consumers than "
        "partitions never help.",
        "Collect `(consumers, partitions)` of all that keep up; `min` compares consumers first, then partitions. "
        "Turn it round at the end.",
    ),
    examples=(
        Example((1_000, 1_000, [4]), [4, 1]),
        Example((1_001, 1_000, [4]), [4, 2]),
        Example((5_000, 1_000, [4, 3]), None),
        Example((2_000, 1_000, [8, 4, 2]), [2, 2]),
        Example((3_000, 1_000, [12, 4]), [12, 3]),
        Example((9_000, 1_000, [48, 12]), [48, 10]),
    ),
    reference=smallest,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    matters="For 9,000 records a second nine consumers of 1,000 each seem enough; with 48 partitions it takes ten, "
    "since 48 by 9 leaves a remainder. All that is for even keys: under skew measure, as the notebook does.",
    next="Next: X4.3, how long until the lag is gone?",
)
