"""E01.4: how many files may go?"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb01.lived import stored
from kafkaviz.course.placed import let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.retention import Segment, deletable_segments
from kafkaviz.decisions.wording import as_integer, quantity, verb
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.core.segments import segments_of
from kafkaviz.model.partitions.log_events import SegmentRolled, SegmentsDeleted
from kafkaviz.scenarios.nb01 import DAY_MS, RECORD_BYTES, TP, aged, filled, more

Asked = tuple[list[Segment], int, int, int, int, int]
OVERHEAD_BYTES = 7
"""What a short record has beside its value."""


def deletable(
    segments: Sequence[Segment],
    log_start_offset: int,
    high_watermark: int,
    now_ms: int,
    retention_bytes: int,
    retention_ms: int,
) -> int:
    """Counts how many of the oldest segments go.

    >>> deletable([Segment(0, 2, 20, 0, 0), Segment(2, 4, 20, 0, 0), Segment(4, 5, 10, 0, 0)], 0, 5, 0, 30, -1)
    1

    Kafka: UnifiedLog.deleteOldSegments.
    """
    return deletable_segments(
        segments,
        log_start_offset=log_start_offset,
        high_watermark=high_watermark,
        now_ms=now_ms,
        retention_bytes=retention_bytes,
        retention_ms=retention_ms,
    )


def _log(base: int, sizes: Sequence[tuple[int, int]], times: Sequence[int]) -> list[Segment]:
    """Returns segments of so many records of so many bytes each, whose newest records have these times.

    What has several records begins with one that is older.
    """
    found = []
    for (records, each), newest in zip(sizes, times, strict=True):
        first = newest if records == 1 else newest // 2
        found.append(Segment(base, base + records, records * each, first, newest))
        base += records
    return found


def _draw(random: Random) -> Asked:
    base, count = random.choice((0, 0, 7, 100)), random.choice((1, 2, 3, 3, 4, 5))
    sizes = [(random.randint(1, 3), random.choice((10, 10, 20, 40))) for _ in range(count)]
    times = sorted(random.choice((0, 1_000, 2_000, 5_000, 9_000)) for _ in range(count))
    if random.randrange(2):
        random.shuffle(times)
    segments = _log(base, sizes, times)
    if random.randrange(6) == 0:
        segments.append(Segment(segments[-1].end_offset, segments[-1].end_offset, 0))
    end, some = segments[-1].end_offset, random.choice(segments)
    start = random.choice((base, base, base, some.base_offset, some.end_offset, random.randint(base, end)))
    mark = max(start, random.choice((end, end, end, some.end_offset, some.end_offset - 1, random.randint(base, end))))
    left = sum(segment.size_bytes for segment in segments if segment.base_offset >= some.end_offset)
    limits = (-1, -1, left, left, left + 1, left - 1, 0, random.randint(1, 150))
    retention_ms = random.choice((-1, -1, 0, 1_000, 4_000, 8_000))
    now_ms = random.choice((10_000, (some.largest_timestamp_ms or 0) + max(0, retention_ms) + random.choice((0, 1))))
    return segments, start, mark, now_ms, max(-1, random.choice(limits)), retention_ms


def bytes_in(segments: Sequence[Segment]) -> int:
    """Returns how many bytes some segments have in all."""
    return sum(segment.size_bytes for segment in segments)


def _why_one_more(index: int, *asked: *Asked) -> str:
    """Says why the segment at a place goes as well."""
    segments, start, _, now, most, age = asked
    segment, rest = segments[index], bytes_in(segments[index + 1 :])
    if segment.end_offset <= start and index + 1 < len(segments):
        return f"all of it lies below the log start, {start}"
    if 0 <= most <= rest:
        return _bytes_left(rest, most)
    return (
        f"its newest record is {now - (segment.largest_timestamp_ms or 0)} ms old, and {age} {verb(age, 'are')} allowed"
    )


def _bytes_left(rest: int, most: int) -> str:
    return f"without it {quantity(rest, 'byte')} {verb(rest, 'are')} left, and {most} {verb(most, 'are')} asked for"


def _why_not(index: int, *asked: *Asked) -> str:
    """Says why the segment at a place stays, the first that does."""
    segments, start, mark, now, most, age = asked
    segment = segments[index]
    if segment.end_offset > mark:
        return f"it is not committed as a whole (it ends at {segment.end_offset}, and the high watermark is {mark})"
    if not segment.size_bytes:
        return "it is empty, and waits for records"
    reasons = []
    if segment.end_offset <= start:
        reasons.append("it is the last file, and one below the log start goes only where another file follows")
    if most >= 0:
        reasons.append(_bytes_left(bytes_in(segments[index + 1 :]), most))
    if age >= 0:
        reasons.append(
            f"its newest record is {now - (segment.largest_timestamp_ms or 0)} ms old, "
            f"and {age} {verb(age, 'are')} allowed"
        )
    return "; and ".join(reasons) or "no limit is set"


def _promise(*given: *tuple[*Asked, object]) -> str | None:
    segments, answer = given[0], given[6]
    right, said = deletable(*given[:6]), as_integer(answer)
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if said is None or not 0 <= said <= len(segments):
        return f"The answer is a number of files, from 0 to {len(segments)}, and not {one_line(answer)}."
    if said == right:
        return None
    index = min(said, right)
    file = f"The file {segments[index].base_offset}.log"
    if said < right:
        return f"{file} goes as well, for {_why_one_more(index, *given[:6])}."
    return f"{file} stays, and so do all after it, for {_why_not(index, *given[:6])}."


def _in_cluster(my_deletable: Callable[[*Asked], int]) -> Played:
    """Lets logs be checked whose limits are a size, an age, or both, and one that was cut on request."""
    both: dict[str, Any] = {"retention_ms": DAY_MS, "retention_bytes": 3 * RECORD_BYTES}
    labs = (
        (filled(7, retention_bytes=4 * RECORD_BYTES), 0),
        (filled(7, retention_ms=DAY_MS), 0),
        (more(filled(4, **both).tick(DAY_MS // 2), 3), 0),
        (filled(6), 3),
        (filled(2, retention_bytes=RECORD_BYTES), 0),
    )
    lab = aged(0)
    for lab, cut in labs:
        # Before somebody cuts the log, for then the files still hold all their bytes.
        files = segments_of(lab.cluster.replicas[TP][1])
        lab.delete_records(*TP, cut)
        since, copy = lab.cluster, lab.cluster.replicas[TP][1]
        limits = [since.config(TP.topic, name, lab.policies) for name in ("retention_bytes", "retention_ms")]
        left = lab.tick(DAY_MS + 60_000).cluster.replicas[TP][1].segments
        seen = sum(file.base_offset not in left for file in files)
        said = my_deletable(files, copy.log_start_offset, copy.high_watermark, lab.cluster.now_ms, *limits)
        if said != seen:
            return Played(lab, f"After a day {seen} of {len(files)} files are gone; you say {said}.", since, "log")
    return Played(lab, "", since, "log")


def _case_film(*given: *tuple[*Asked, object]) -> Played:
    """Lets the broker delete as many of the oldest files as the answer says."""
    segments, start, mark, now, most, age, answer = given
    said = as_integer(answer)
    if said is None or not 0 <= said <= len(segments):
        raise InvalidArgumentError(f"Of {len(segments)} files 0 to {len(segments)} go.")
    limits: dict[str, Any] = {"retention_bytes": most, "retention_ms": age}
    bases = [segment.base_offset for segment in segments]
    records = [record for segment in segments for record in _records(segment)]
    kept = [record for record in records if record.offset >= start]
    lab = stored(kept, bases, log_start_offset=start, high_watermark=mark, now_ms=now, **limits)
    end = segments[-1].end_offset
    if said == len(segments):
        lab = let_happen(lab, SegmentRolled(TP, 1, end))
    if said:
        lab = let_happen(lab, SegmentsDeleted(TP, 1, tuple(bases[:said]), [*bases, end][said]))
    return Played(lab, lens="log")


def _records(segment: Segment) -> list[Record]:
    offsets = range(segment.base_offset, segment.end_offset)
    each = segment.size_bytes // len(offsets) if offsets else 0
    value = str(each).encode().ljust(each - OVERHEAD_BYTES)[: each - OVERHEAD_BYTES]
    return [Record(offset, None, value, segment.largest_timestamp_ms or 0, 0) for offset in offsets]


E01_4 = Exercise[*Asked, int](
    id="E01.4",
    title="How many files may go?",
    stars=3,
    minutes=15,
    hints=(
        "Go through the files from the oldest on and stop at the first that stays: the files behind it stay as well, "
        "however old they are.",
        "A file goes if it is committed as a whole, is not empty, and one of three reasons holds: it lies below the "
        "log start (which never takes the last file); `retention_bytes` or more are left without it; its newest "
        "record is older than `retention_ms`. A limit of -1 is no reason.",
        "`left -= segment.size_bytes`, then `by_size = 0 <= retention_bytes <= left`, `by_age = 0 <= retention_ms < "
        "now_ms - segment.largest_timestamp_ms`, `below = segment.end_offset <= log_start_offset and segment is not "
        "segments[-1]`.",
    ),
    examples=(
        Example((_log(0, [(2, 10), (2, 10), (2, 10), (1, 10)], [0, 0, 0, 0]), 0, 7, 0, 40, -1), 1),
        Example((_log(0, [(2, 10), (2, 10), (2, 10), (1, 10)], [0, 10, 20, 30]), 0, 7, 35, -1, 20), 2),
        Example((_log(0, [(2, 10), (1, 10)], [0, 0]), 0, 3, 100, -1, 20), 2),
        Example((_log(0, [(2, 10), (2, 10), (2, 10)], [0, 0, 0]), 3, 6, 0, -1, -1), 1),
        Example((_log(0, [(2, 10), (2, 10), (2, 10)], [0, 0, 0]), 0, 3, 100, -1, 20), 1),
        Example((_log(0, [(2, 10), (2, 10), (1, 10)], [0, 90, 0]), 0, 5, 100, -1, 20), 1),
        Example((_log(0, [(6, 10)], [0]), 0, 6, 0, 10, -1), 0),
    ),
    reference=deletable,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Five logs lost as many files as you said. Limits hold by whole files, and for each partition by itself: "
    "a topic of ten partitions with retention.bytes of 1 GiB keeps up to 20 GiB, as each keeps up to one file of 1 "
    "GiB more.",
    next="Next: E01.5, what does compaction take out.",
)
