"""X4.4: which share of the keys gets another partition when a topic grows?"""

from math import gcd
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.numbers import about, near, no_number
from kafkaviz.course.working import spoken, working_of
from kafkaviz.decisions.wording import quantity, verb


def moved_share(before: int, after: int) -> float:
    """Returns the share of all hashes whose remainder differs between the two numbers of partitions.

    >>> moved_share(3, 4), moved_share(3, 6)
    (0.75, 0.5)

    Kafka: BuiltInPartitioner after kafka-topics.sh --alter --partitions; old records stay where they are.
    """
    return 1 - gcd(before, after) / after


def _draw(random: Random) -> tuple[int, int]:
    before = random.randint(1, 24)
    return before, random.choice((before, before + 1, before * 2, before * 3, before + random.randint(1, 24)))


def _promise(before: int, after: int, answer: object) -> str | None:
    expected = moved_share(before, after)
    if near(answer, expected):
        return None
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if near(answer, 1 - before / after):
        return (
            f"{after - before} of {quantity(after, 'partition')} {verb(after - before, 'are')} new, but keys move "
            "between the old ones, "
            f"too: h % {before} and "
            f"h % {after} are seldom equal."
        )
    if near(answer, 1 - expected):
        return "That is the share that stays; asked is the share that moves."
    period = before * after // gcd(before, after)
    stays = period - round(expected * period)
    said = (
        f"Of {quantity(period, 'hash')} in a row {stays} {verb(stays, 'have')} the same remainder by {before} and by "
        f"{after}: "
        f"{stays}/{period} {verb(stays, 'stay')}."
    )
    return no_number(answer, "A share") or said


def _working(before: int, after: int, answer: object) -> Working:
    hashes = range(before * after // gcd(before, after))
    rows = [(h, h % before, h % after, spoken(h % before != h % after)) for h in hashes]
    moved = sum(h % before != h % after for h in hashes)
    return working_of(
        ("hash", f"% {before}", f"% {after}", "moves"), [*rows, ("all", "", "", f"{moved} of {len(hashes)}")], answer
    )


X4_4 = Exercise[int, int, float](
    id="X4.4",
    title="How many keys move when a topic grows?",
    stars=2,
    minutes=6,
    hints=(
        "A key with the hash h stays if `h % before == h % after`. Count that for many h: 0, 1, 2 and so on.",
        "After `before * after` hashes everything repeats, so counting over that many is exact.",
        "`period = before * after`, then `sum(h % before != h % after for h in range(period)) / period`.",
    ),
    examples=(
        Example((3, 3), 0.0),
        Example((1, 2), 0.5),
        Example((3, 6), 0.5),
        Example((3, 4), 0.75),
        Example((12, 16), 0.75),
    ),
    reference=moved_share,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    form=about,
    matters="Three quarters of all keys move so that a quarter of the partitions can be new, and each of them loses "
    "the order between its old records and its new ones. Doubling moves least; not having to grow moves none.",
    next="Next: go back to the notebook and answer its last three questions.",
)
