"""E01.3: does a batch need a new file?"""

from collections.abc import Callable
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb01.lived import stored
from kafkaviz.course.placed import begin_with, let_happen
from kafkaviz.course.placed_batch import append_event, waiting
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.retention import Segment, must_roll
from kafkaviz.lab import Lab
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.core.segments import segments_of
from kafkaviz.model.partitions.log_events import SegmentRolled
from kafkaviz.scenarios.nb01 import TOPIC, TP

Asked = tuple[Segment, int, int, int, int]
DAY_MS = 86_400_000
LIMITS = (100, 200, 500)
OVERHEAD_BYTES, LEAST_BYTES, MOST_BYTES = 7, 10, 45
"""What a short record has beside its value, and how large the records of a case are."""


def is_rolled(segment: Segment, batch_bytes: int, newest_ms: int, segment_bytes: int, segment_ms: int) -> bool:
    """Tells whether a batch goes into a new segment."""
    return must_roll(segment, batch_bytes, newest_ms, segment_bytes=segment_bytes, segment_ms=segment_ms)


def _draw(random: Random) -> Asked:
    segment_bytes, segment_ms = random.choice(LIMITS), random.choice((1_000, DAY_MS, 7 * DAY_MS))
    base = random.choice((0, 0, 12, random.randint(1, 900)))
    some = random.randint(LEAST_BYTES, segment_bytes - LEAST_BYTES)
    size = random.choice((0, segment_bytes, some, some, some))
    room = segment_bytes - size
    batch = random.choice((room, room + 1, room - 1, random.randint(10, 90), random.randint(10, 90), segment_bytes + 1))
    first = random.choice((0, 5_000, random.randint(1, DAY_MS)))
    age = random.choice((0, segment_ms, segment_ms + 1, segment_ms - 1, random.randint(0, 2 * segment_ms), -3_000))
    limits = max(LEAST_BYTES, batch), max(0, first + age), segment_bytes, segment_ms
    if not size:
        return Segment(base, base, 0), *limits
    end, last = base + len(_values(size)), first + (random.randint(0, segment_ms) if size > MOST_BYTES else 0)
    return Segment(base, end, size, first, last), *limits


def is_too_full(segment: Segment, batch_bytes: int, newest_ms: int, segment_bytes: int, segment_ms: int) -> bool:
    """Tells whether a segment has something, and no room for the batch."""
    return segment.size_bytes > 0 and segment.size_bytes + batch_bytes > segment_bytes


def age_ms(segment: Segment, newest_ms: int) -> int:
    """Returns how much later the newest record is than the first of a segment; 0 where it has none."""
    return 0 if segment.first_timestamp_ms is None else newest_ms - segment.first_timestamp_ms


def is_too_old(segment: Segment, batch_bytes: int, newest_ms: int, segment_bytes: int, segment_ms: int) -> bool:
    """Tells whether a segment has something, and began too long ago."""
    return segment.size_bytes > 0 and age_ms(segment, newest_ms) > segment_ms


def _promise(*given: *tuple[*Asked, object]) -> str | None:
    segment, batch, newest, segment_bytes, segment_ms, answer = given
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if answer not in (True, False):
        return f"The answer is True or False, not {one_line(answer)}."
    case = (segment, batch, newest, segment_bytes, segment_ms)
    if bool(answer) == is_rolled(*case):
        return None
    if not segment.size_bytes:
        return "The file is empty, so the batch goes into it, however large or late it is."
    full, age = segment.size_bytes + batch, age_ms(segment, newest)
    if is_too_full(*case):
        return f"With the batch the file would have {full} bytes, more than {segment_bytes}."
    if is_too_old(*case):
        return f"The newest record of the batch is {age} ms younger than the first of the file: more than {segment_ms}."
    younger = f"{age} ms younger" if age >= 0 else f"{-age} ms older"
    return (
        f"It fits: with the batch the file has {full} bytes, and may have {segment_bytes}; the batch is {younger} than "
        f"the file's first record, and may be {segment_ms} younger."
    )


def _in_cluster(my_must_roll: Callable[[*Asked], bool]) -> Played:
    """Sends records of several sizes, with pauses, to a log with small files, and looks when a new one begins."""
    limits = {"segment_bytes": 40, "segment_ms": 10_000}
    lab = Lab(brokers=1).create_topic(TOPIC, 1, 1, configs=limits)
    since = lab.cluster
    for letters, wait_ms in ((3, 0), (23, 0), (3, 0), (3, 10_000), (3, 1), (50, 0), (3, 30_000)):
        lab = lab.tick(wait_ms) if wait_ms else lab
        files = segments_of(lab.cluster.replicas[TP][1])
        said = my_must_roll(files[-1], letters + 7, lab.cluster.now_ms, *limits.values())
        seen = len(lab.send(TOPIC, "x" * letters).cluster.replicas[TP][1].segments) > len(files)
        if bool(said) != seen:
            what = "begins a new file" if seen else "goes on in the same file"
            batch = f"a batch of {letters + 7} bytes at {lab.cluster.now_ms} ms"
            return Played(lab, f"With {batch} the log {what}; you say {one_line(said)}.", since, "log")
    return Played(lab, "", since, "log")


def _case_film(*given: *tuple[*Asked, object]) -> Played:
    """Lets the leader write the batch, into a new file where the answer says so."""
    segment, batch, newest, segment_bytes, segment_ms, answer = given
    if answer not in (True, False):
        raise InvalidArgumentError("Whether a file is needed is True or False.")
    times = [segment.first_timestamp_ms or 0, segment.largest_timestamp_ms or 0]
    values = _values(segment.size_bytes)
    records = [Record(segment.base_offset + n, None, value, times[n > 0], 0) for n, value in enumerate(values)]
    base = segment.base_offset
    lab = stored(
        records, [base], log_start_offset=base, now_ms=newest, segment_bytes=segment_bytes, segment_ms=segment_ms
    )
    lab = begin_with(lab, waiting(lab.cluster, _values(batch), tp=TP))
    if answer:
        lab = let_happen(lab, SegmentRolled(TP, 1, lab.cluster.replicas[TP][1].log_end_offset))
    return Played(let_happen(lab, append_event(lab.cluster, _values(batch), leader=1, tp=TP)), lens="log")


def _values(size_bytes: int) -> list[bytes]:
    """Returns the values of so many records that they take these bytes, each saying how many it takes."""
    count = -(-size_bytes // MOST_BYTES)
    sizes = [size_bytes // count + (n < size_bytes % count) for n in range(count)]
    return [str(size).encode().ljust(size - OVERHEAD_BYTES)[: size - OVERHEAD_BYTES] for size in sizes]


E01_3 = Exercise[*Asked, bool](
    id="E01.3",
    title="Does it need a new file?",
    stars=1,
    minutes=6,
    hints=(
        "There are two reasons for a new file. An empty file is an exception to both: it takes every batch.",
        "Too full: the bytes of the file and of the batch together are *more* than `segment_bytes`. Too old: the "
        "batch's newest time is *more* than `segment_ms` later than `segment.first_timestamp_ms`.",
        "`if segment.size_bytes == 0: return False`; then `return segment.size_bytes + batch_bytes > segment_bytes or "
        "newest_timestamp_ms - segment.first_timestamp_ms > segment_ms`.",
    ),
    examples=(
        Example((Segment(0, 2, 90, 0, 50), 10, 60, 100, 1_000), False),
        Example((Segment(0, 2, 90, 0, 50), 11, 60, 100, 1_000), True),
        Example((Segment(0, 2, 70, 0, 50), 20, 1_000, 100, 1_000), False),
        Example((Segment(0, 2, 70, 0, 50), 20, 1_001, 100, 1_000), True),
        Example((Segment(12, 12, 0), 200, 60, 100, 1_000), False),
        Example((Segment(12, 13, 30, 5_000, 5_000), 20, 2_000, 100, 1_000), False),
    ),
    reference=is_rolled,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your function foresaw each new file of a log, send by send. Nothing happens while nobody writes: Kafka "
    "looks at a file's age when a batch comes, and goes by the times of the records.",
    next="Next: E01.4, how many files may go.",
)
