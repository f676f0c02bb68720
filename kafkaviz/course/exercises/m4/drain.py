"""X4.3: how long until the lag of an outage is gone?"""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.working import here, working_of
from kafkaviz.decisions.wording import quantity, verb


def drain_seconds(arriving: list[int], per_s: int, outage_s: int) -> int | None:
    """Returns how many seconds after the outage the lag is 0 for the first time, or None if it never is.

    >>> drain_seconds([2, 2, 2, 2, 2, 2], per_s=3, outage_s=2)
    4

    Kafka: records-lag of a consumer that reads at a steady rate; fetches and polls are left out.
    """
    lag = sum(arriving[:outage_s])
    if not lag:
        return 0
    for second, records in enumerate(arriving[outage_s:], 1):
        lag = max(lag + records - per_s, 0)
        if not lag:
            return second
    return None


def _draw(random: Random) -> tuple[list[int], int, int]:
    per_s = random.randint(2, 12)
    if random.randrange(3) == 0:
        # With one record a second to spare it takes long; sometimes the list ends just then, or one second before.
        outage_s, spare = random.randint(1, 3), random.choice((1, 1, 2))
        steady = max(per_s - spare, 1)
        seconds = outage_s * steady // (per_s - steady) + random.choice((0, 0, -1, 3)) + outage_s
        return [steady] * max(seconds, outage_s), per_s, outage_s
    seconds = random.choice((1, 4, 8, 14))
    busy = random.choice((per_s - 1, per_s // 2, per_s + 2))
    arriving = [random.choice((busy, busy, 0, random.randint(0, per_s + 3))) for _ in range(seconds)]
    return arriving, per_s, random.choice((0, 1, random.randint(0, seconds), random.randint(0, seconds)))


def _promise(arriving: list[int], per_s: int, outage_s: int, answer: object) -> str | None:
    expected = drain_seconds(arriving, per_s, outage_s)
    if answer == expected and not isinstance(answer, bool):
        return None
    missed = sum(arriving[:outage_s])
    if expected is None:
        left = missed
        for records in arriving[outage_s:]:
            left = max(left + records - per_s, 0)
        return f"When the list ends {quantity(left, 'record')} {verb(left, 'are')} still unread: the answer is None."
    if answer is None:
        return f"After {expected} s nothing is left unread; None means that the list ends before."
    if isinstance(answer, bool) or not isinstance(answer, int):
        return "The answer is a whole number of seconds, or None."
    if expected == 0 and not outage_s:
        return "Without an outage there is nothing to catch up: 0."
    if expected == 0:
        return f"Nothing arrived in the outage of {outage_s} s, so there is nothing to catch up: 0."
    if answer == expected + outage_s:
        return f"The lag is 0 again {expected} s after the end of the outage, {answer} s after its beginning."
    if answer == -(-missed // per_s):
        return (
            f"{quantity(missed, 'record')} alone would take {answer} s; but new ones arrive meanwhile, and take their "
            f"part of {per_s} a second."
        )
    lag, lags = missed, []
    for records in arriving[outage_s : outage_s + expected]:
        lag = max(lag + records - per_s, 0)
        lags.append(lag)
    return f"{quantity(missed, 'record')} {verb(missed, 'wait')} when the outage ends; after each second it is {lags}."


def _working(arriving: list[int], per_s: int, outage_s: int, answer: object) -> Working:
    lag = sum(arriving[:outage_s])
    rows: list[tuple[object, ...]] = [(0, "", "", lag, here(answer == 0))]
    for second, records in enumerate(arriving[outage_s:], 1):
        lag = max(lag + records - per_s, 0)
        rows.append((second, records, f"up to {per_s}", lag, here(answer == second)))
    return working_of(("second after the outage", "arrive", "are read", "lag", ""), rows, answer)


X4_3 = Exercise[list[int], int, int, int | None](
    id="X4.3",
    title="How long until the lag is gone?",
    stars=3,
    minutes=10,
    hints=(
        "Keep one number, the lag. In the outage it only grows; afterwards each second adds what arrives "
        "and takes off what is read.",
        "`lag = max(lag + records - per_s, 0)` for each second after the outage: what arrives in a second can be read "
        "in it. Return at the first second that ends with 0.",
        "`lag = sum(arriving[:outage_s])`, return 0 if that is 0; then "
        "`for second, records in enumerate(arriving[outage_s:], 1):` as in hint 2, and None at the end.",
    ),
    examples=(
        Example(([2, 2], 3, 0), 0),
        Example(([2, 2, 2], 3, 1), 2),
        Example(([0, 2], 3, 1), 0),
        Example(([2, 2, 2, 2, 2, 2], 3, 2), 4),
        Example(([2, 3, 3, 3], 3, 1), None),
        Example(([4, 1, 9, 0, 0, 0], 4, 1), 4),
    ),
    reference=drain_seconds,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    matters="With a steady load it is outage · load / (capacity - load), and the nearer the load comes to the capacity "
    "the longer it takes, without bound. Spare capacity is what shortens an outage.",
    next="Next: X4.4, how many keys move when a topic grows?",
)
