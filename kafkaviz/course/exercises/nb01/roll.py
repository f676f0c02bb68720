"""E01.3: does a batch need a new file?"""

from collections.abc import Callable
from random import Random

from kafkaviz.breaking.answers import one_line
from kafkaviz.course.exercise import Condition, Example, Exercise, Played, Working, Wrong
from kafkaviz.course.working import worked
from kafkaviz.decisions.retention import Segment, must_roll
from kafkaviz.lab import Lab
from kafkaviz.model.core.segments import segments_of
from kafkaviz.scenarios.nb01 import TOPIC, TP

Asked = tuple[Segment, int, int, int, int]
DAY_MS = 86_400_000
LIMITS = (100, 500, 1024**3)


def _rolls(segment: Segment, batch_bytes: int, newest_ms: int, segment_bytes: int, segment_ms: int) -> bool:
    return must_roll(segment, batch_bytes, newest_ms, segment_bytes=segment_bytes, segment_ms=segment_ms)


def _draw(random: Random) -> Asked:
    segment_bytes, segment_ms = random.choice(LIMITS), random.choice((1_000, DAY_MS, 7 * DAY_MS))
    base, records = random.choice((0, 0, 12, random.randint(1, 900))), random.randint(1, 12)
    size = random.choice((0, segment_bytes, random.randint(1, segment_bytes), random.randint(1, segment_bytes)))
    room = segment_bytes - size
    batch = random.choice((room, room + 1, room - 1, random.randint(1, 90), random.randint(1, 90), segment_bytes + 1))
    first = random.choice((0, 5_000, random.randint(1, DAY_MS)))
    age = random.choice((0, segment_ms, segment_ms + 1, segment_ms - 1, random.randint(0, 2 * segment_ms), -3_000))
    newest = max(0, first + age)
    if not size:
        return Segment(base, base, 0), max(1, batch), newest, segment_bytes, segment_ms
    end, last = base + records, first + random.randint(0, segment_ms)
    return Segment(base, end, size, first, last), max(1, batch), newest, segment_bytes, segment_ms


def _too_full(segment: Segment, batch_bytes: int, newest_ms: int, segment_bytes: int, segment_ms: int) -> bool:
    return segment.size_bytes > 0 and segment.size_bytes + batch_bytes > segment_bytes


def _age(segment: Segment, newest_ms: int) -> int:
    return 0 if segment.first_timestamp_ms is None else newest_ms - segment.first_timestamp_ms


def _too_old(segment: Segment, batch_bytes: int, newest_ms: int, segment_bytes: int, segment_ms: int) -> bool:
    return segment.size_bytes > 0 and _age(segment, newest_ms) > segment_ms


def _promise(*given: *tuple[*Asked, object]) -> str | None:
    segment, batch, newest, segment_bytes, segment_ms, answer = given
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if answer not in (True, False):
        return f"The answer is True or False, not {one_line(answer)}."
    case = (segment, batch, newest, segment_bytes, segment_ms)
    if bool(answer) == _rolls(*case):
        return None
    if not segment.size_bytes:
        return "The file is empty: whatever comes goes into it, or there would be an empty file for each large batch."
    full, age = segment.size_bytes + batch, _age(segment, newest)
    if _too_full(*case):
        return f"With the batch the file would have {full} bytes, more than {segment_bytes}."
    if _too_old(*case):
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


def _case_film(*given: *tuple[*Asked, object]) -> Working:
    """Returns what the file has and would have, beside the two limits."""
    segment, batch, newest, segment_bytes, segment_ms, answer = given
    rows = [
        ("bytes in the file", segment.size_bytes, ""),
        ("bytes with the batch", segment.size_bytes + batch, segment_bytes),
        ("first record of the file at", "-" if segment.first_timestamp_ms is None else segment.first_timestamp_ms, ""),
        ("newest record of the batch, ms after it", _age(segment, newest), segment_ms),
    ]
    return worked(("what", "is", "may be"), rows, "yes" if answer is True else "no" if answer is False else answer)


def _full_is_too_full(segment: Segment, batch: int, newest: int, segment_bytes: int, segment_ms: int) -> bool:
    return segment.size_bytes > 0 and (
        segment.size_bytes + batch >= segment_bytes or _too_old(segment, batch, newest, segment_bytes, segment_ms)
    )


def _looks_at_the_file_alone(segment: Segment, batch: int, newest: int, segment_bytes: int, segment_ms: int) -> bool:
    return segment.size_bytes >= segment_bytes or _too_old(segment, batch, newest, segment_bytes, segment_ms)


def _by_size_alone(segment: Segment, batch: int, newest: int, segment_bytes: int, segment_ms: int) -> bool:
    return segment.size_bytes > 0 and segment.size_bytes + batch > segment_bytes


def _an_empty_one_too(segment: Segment, batch: int, newest: int, segment_bytes: int, segment_ms: int) -> bool:
    return segment.size_bytes + batch > segment_bytes or _too_old(segment, batch, newest, segment_bytes, segment_ms)


E01_3 = Exercise[*Asked, bool](
    id="E01.3",
    title="Does it need a new file?",
    stars=1,
    minutes=6,
    hints=(
        "There are two reasons for a new file, and one case in which there is never one: an empty file.",
        "Too full: the bytes of the file and of the batch together are *more* than `segment_bytes`. Too old: the "
        "batch's newest time is *more* than `segment_ms` later than `segment.first_timestamp_ms`.",
        "`if segment.size_bytes == 0: return False`; then `return segment.size_bytes + batch_bytes > segment_bytes or "
        "newest_timestamp_ms - segment.first_timestamp_ms > segment_ms`.",
    ),
    examples=(
        Example((Segment(0, 9, 90, 0, 50), 10, 60, 100, 1_000), False),
        Example((Segment(0, 9, 90, 0, 50), 11, 60, 100, 1_000), True),
        Example((Segment(0, 9, 90, 0, 50), 5, 1_000, 100, 1_000), False),
        Example((Segment(0, 9, 90, 0, 50), 5, 1_001, 100, 1_000), True),
        Example((Segment(12, 12, 0), 200, 60, 100, 1_000), False),
        Example((Segment(12, 15, 30, 5_000, 6_000), 5, 2_000, 100, 1_000), False),
    ),
    reference=_rolls,
    draw=_draw,
    conditions=(
        Condition("a new file is needed", lambda *case: _rolls(*case)),
        Condition("the file is empty", lambda segment, *rest: not segment.size_bytes),
        Condition(
            "an empty file is too small for the batch", lambda s, batch, at, most, ms: not s.size_bytes and batch > most
        ),
        Condition(
            "the batch just fits", lambda s, batch, at, most, ms: bool(s.size_bytes) and s.size_bytes + batch == most
        ),
        Condition(
            "one byte is too much",
            lambda s, batch, at, most, ms: bool(s.size_bytes) and s.size_bytes + batch == most + 1,
        ),
        Condition("it is too full and not too old", lambda *case: _too_full(*case) and not _too_old(*case)),
        Condition("it is too old and not too full", lambda *case: _too_old(*case) and not _too_full(*case)),
        Condition("its age is just allowed", lambda s, batch, at, most, ms: _age(s, at) == ms),
        Condition("it is one millisecond too old", lambda s, batch, at, most, ms: _age(s, at) == ms + 1),
        Condition("the batch is older than the file's first record", lambda s, batch, at, most, ms: _age(s, at) < 0),
        Condition("the file begins at an offset above 0", lambda segment, *rest: segment.base_offset > 0),
        Condition(
            "the file's newest record is too old by itself",
            lambda s, b, at, most, ms: (
                bool(s.size_bytes) and (s.largest_timestamp_ms or 0) - (s.first_timestamp_ms or 0) < ms < _age(s, at)
            ),
        ),
    ),
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your function foresaw each new file of a real order of sends. Nothing happens while nobody writes: age is "
    "looked at when a batch comes, and in the time of the records.",
    next="Next: E01.4, how many files may go.",
    wrong=(
        Wrong(
            _full_is_too_full,
            "It fits: with the batch the file has 100 bytes, and may have 100; the batch is 60 ms younger than the "
            "file's first record, and may be 1000 younger.",
        ),
        Wrong(_looks_at_the_file_alone, "With the batch the file would have 101 bytes, more than 100."),
        Wrong(
            _by_size_alone,
            "The newest record of the batch is 1001 ms younger than the first of the file: more than 1000.",
        ),
        Wrong(
            _an_empty_one_too,
            "The file is empty: whatever comes goes into it, or there would be an empty file for each large batch.",
        ),
    ),
)
