"""X2.2: how long do partitions stand still in a rebalance?"""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.numbers import near, no_number
from kafkaviz.course.working import working_of
from kafkaviz.decisions.wording import quantity, verb


def stopped_seconds(protocol: str, owned: int, moved: int, crashed: int, round_s: int, session_s: int) -> int:
    """Returns the partition-seconds without a reader: what stops for the rebalance, and what a crash left alone.

    >>> stopped_seconds("eager", owned=12, moved=3, crashed=0, round_s=3, session_s=45)
    36

    Kafka: the eager and the cooperative rebalance protocol (KIP-429). Simplified: one round, as long for everybody.
    """
    return (owned if protocol == "eager" else moved) * round_s + crashed * session_s


def _draw(random: Random) -> tuple[str, int, int, int, int, int]:
    owned = random.randint(1, 60)
    moved = random.choice((0, owned, random.randint(0, owned), random.randint(0, owned)))
    crashed = random.choice((0, 0, moved, random.randint(0, moved)))
    return random.choice(("eager", "cooperative")), owned, moved, crashed, random.randint(1, 5), random.choice((10, 45))


def _promise(
    protocol: str, owned: int, moved: int, crashed: int, round_s: int, session_s: int, answer: object
) -> str | None:
    expected = stopped_seconds(protocol, owned, moved, crashed, round_s, session_s)
    if answer == expected and not isinstance(answer, bool):
        return None
    if answer is None:
        return "It returned nothing: is there a `return`?"
    of_round = (owned if protocol == "eager" else moved) * round_s
    if crashed and near(answer, of_round):
        return (
            f"Before the round the {quantity(crashed, 'partition')} of the crashed member stood still for its session "
            "timeout, "
            f"{session_s} s each, as nobody knew."
        )
    if crashed and near(answer, of_round + owned * session_s):
        return (
            f"During the session timeout the others read on: only the {crashed} of the crashed member "
            f"{verb(crashed, 'stand')} still."
        )
    other = (moved if protocol == "eager" else owned) * round_s + crashed * session_s
    if near(answer, other):
        rule = "everybody gives up everything" if protocol == "eager" else "only what moves is given up"
        return (
            f"With the {protocol} protocol {rule}: {of_round // round_s} of {owned} "
            f"{verb(of_round // round_s, 'stop')} for the round."
        )
    said = (
        f"{quantity(of_round // round_s, 'partition')} {verb(of_round // round_s, 'stop')} for the round of {round_s} "
        f"s, and {crashed} for the session timeout of "
        f"{session_s} s: {of_round} + {crashed * session_s}."
    )
    return no_number(answer, "A time") or said


def _working(
    protocol: str, owned: int, moved: int, crashed: int, round_s: int, session_s: int, answer: object
) -> Working:
    stop = owned if protocol == "eager" else moved
    rows = [
        ("session timeout", f"{crashed} of the crashed member", session_s, crashed * session_s),
        ("round", f"{stop} that {'all' if protocol == 'eager' else 'move, and'} stop", round_s, stop * round_s),
    ]
    return working_of(("while", "partitions", "seconds", "partition-seconds"), rows, answer)


X2_2 = Exercise[str, int, int, int, int, int, int](
    id="X2.2",
    title="How long do partitions stand still?",
    stars=2,
    minutes=7,
    hints=(
        "Two waits, one after the other: until the coordinator notices a crash, and the round in which all agree.",
        "During the first only the crashed member's partitions have no reader. In the second it is all partitions "
        "(eager) or those that move (cooperative).",
        '`stop = owned if protocol == "eager" else moved`, then `stop * round_s + crashed * session_s`.',
    ),
    examples=(
        Example(("cooperative", 12, 0, 0, 3, 45), 0),
        Example(("cooperative", 12, 3, 0, 3, 45), 9),
        Example(("eager", 12, 3, 0, 3, 45), 36),
        Example(("cooperative", 12, 3, 3, 3, 45), 144),
        Example(("eager", 12, 3, 3, 3, 45), 171),
    ),
    reference=stopped_seconds,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    matters="After a crash the session timeout is nearly all of it, and no assignor helps; on a join or a deploy the "
    "protocol is all of it. Know which of the two you have before you tune anything.",
    next="Next: X2.3, count the rebalances of a deploy.",
)
