"""X5.1: how old does the oldest record of a topic get?"""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.numbers import about, near, no_number
from kafkaviz.course.working import here, working_of
from kafkaviz.decisions.wording import quantity


def oldest_s(bytes_per_s: list[int], retention_s: int, segment_bytes: int, segment_s: int) -> float | None:
    """Returns how old, in seconds, the oldest record of a topic gets; None for ever, 0 where there is none.

    >>> oldest_s([100, 10], retention_s=60, segment_bytes=1_000, segment_s=50)
    110.0

    Kafka: retention.ms, segment.bytes and segment.ms. Simplified: each partition gets the same number of bytes every
    second, records are small beside a segment, and segments are looked at all the time.
    """
    waits = _waits(bytes_per_s, segment_bytes, segment_s)
    if not waits:
        return 0.0
    return None if retention_s < 0 else float(retention_s + max(waits))


def _waits(bytes_per_s: list[int], segment_bytes: int, segment_s: int) -> list[float]:
    return [min(segment_bytes / rate, segment_s) for rate in bytes_per_s if rate]


def slowest_partition(bytes_per_s: list[int]) -> int | None:
    """Returns the first partition that gets least, of those that get anything."""
    return min((rate, number) for number, rate in enumerate(bytes_per_s) if rate)[1] if any(bytes_per_s) else None


def _draw(random: Random) -> tuple[list[int], int, int, int]:
    rates = [random.choice((0, 1, 3, 7, 8, 10, 30, 40, 100)) for _ in range(random.choice((1, 2, 3, 4, 12)))]
    if random.randrange(8) == 0:
        rates = [0] * len(rates)
    segment_bytes = random.choice((200, 400, 1_000))
    slowest = slowest_partition(rates)
    full_s = segment_bytes // rates[slowest] if slowest is not None else 50
    segment_s = random.choice((full_s, max(full_s - 7, 1), full_s + 20, 10, 60, 500))
    return rates, random.choice((-1, 0, 30, 60, 3_600)), segment_bytes, segment_s


def _promise(
    bytes_per_s: list[int], retention_s: int, segment_bytes: int, segment_s: int, answer: object
) -> str | None:
    expected = oldest_s(bytes_per_s, retention_s, segment_bytes, segment_s)
    if answer is None if expected is None else near(answer, expected):
        return None
    if expected is None:
        return "retention_s is -1: nothing is ever deleted, and the answer is None."
    slowest = slowest_partition(bytes_per_s)
    if slowest is None:
        return "Nobody writes to any partition, so there is no record that gets old: 0."
    if answer is None:
        return "It returned nothing: is there a `return`? None means that records get old for ever."
    waits = _waits(bytes_per_s, segment_bytes, segment_s)
    if near(answer, retention_s):
        return (
            f"Only whole segments go: in partition {slowest} the first record of one waits {max(waits):g} s for the "
            f"last, and {retention_s} s begin then."
        )
    if len(set(waits)) > 1 and near(answer, retention_s + min(waits)):
        return (
            f"That is so where segments fill fastest; partition {slowest} gets "
            f"{quantity(bytes_per_s[slowest], 'byte')} a second."
        )
    full_s = segment_bytes / bytes_per_s[slowest]
    if full_s > segment_s and near(answer, retention_s + full_s):
        return f"A segment of partition {slowest} is closed after {segment_s} s, long before it is full."
    if 0 in bytes_per_s and near(answer, retention_s + segment_s):
        return f"Nobody writes to partition {bytes_per_s.index(0)}, so it holds no record that gets old."
    if full_s < segment_s and near(answer, retention_s + segment_s):
        return f"A segment of partition {slowest} is full after {full_s:g} s, before {segment_s} s are over."
    if near(answer, max(waits)):
        return f"That is when the segment closes; its newest record is then kept for {retention_s} s more."
    said = (
        f"Partition {slowest} gets {quantity(bytes_per_s[slowest], 'byte')} a second, so a segment is closed after "
        f"{max(waits):g} s; with {retention_s} s after that its first record is {expected:g} s old."
    )
    return no_number(answer, "An age") or said


def _working(bytes_per_s: list[int], retention_s: int, segment_bytes: int, segment_s: int, answer: object) -> Working:
    expected = oldest_s(bytes_per_s, retention_s, segment_bytes, segment_s)
    rows: list[tuple[object, ...]] = []
    for number, rate in enumerate(bytes_per_s):
        wait = min(segment_bytes / rate, segment_s) if rate else 0.0
        old: object = "no record" if not rate else "for ever" if retention_s < 0 else retention_s + wait
        full = f"{segment_bytes / rate:g} s" if rate else "never"
        rows.append((number, rate, full, f"{segment_s} s", old, here(rate and old == expected)))
    return working_of(
        ("partition", "bytes/s", "is full after", "is too old after", "its oldest, in s", ""), rows, answer
    )


X5_1 = Exercise[list[int], int, int, int, float | None](
    id="X5.1",
    title="How old does the oldest record get?",
    stars=2,
    minutes=8,
    hints=(
        "Only whole segments go, and only when the *newest* record of one is too old. So how long does the first "
        "record of a segment wait for the last?",
        "A segment is closed when it is full, after `segment_bytes / rate` seconds, or when `segment_s` are over, "
        "whichever comes first. Where nobody writes there is no record.",
        "`waits = [min(segment_bytes / rate, segment_s) for rate in bytes_per_s if rate]`; without any return 0, with "
        "`retention_s` -1 return None, else `retention_s + max(waits)`.",
    ),
    examples=(
        Example(([10], 60, 1_000, 500), 160.0),
        Example(([10], 60, 1_000, 50), 110.0),
        Example(([100, 10], 60, 1_000, 500), 160.0),
        Example(([100, 0], 60, 1_000, 500), 70.0),
        Example(([10, 100], -1, 1_000, 500), None),
        Example(([0, 0], -1, 1_000, 500), 0.0),
    ),
    reference=oldest_s,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    form=about,
    matters="retention.ms is the least that is kept, and what a quiet partition keeps beyond it is a whole segment: "
    "with the defaults seven days. If data must be gone in time, set segment.ms.",
    next="Next: go back to the notebook and answer its last questions.",
)
