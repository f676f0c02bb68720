"""E01.5: what does compaction take out?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb01.lived import stored
from kafkaviz.course.placed import let_happen
from kafkaviz.decisions.compaction import KeyedRecord, superseded_offsets
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, listing
from kafkaviz.lab import Lab
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.partitions.log_events import LogCompacted
from kafkaviz.scenarios.nb01 import MARKET, PRICES_TP, TP, prices

Records = list[KeyedRecord]
KEYS = (b"A", b"B", b"C", b"AB", b"", b"a")


def superseded(records: Records, cleanable_end: int) -> list[int]:
    """Returns the offsets that the first compaction of a log takes out.

    >>> superseded([KeyedRecord(0, b"A", b"10"), KeyedRecord(1, b"A", None), KeyedRecord(2, b"A", b"11")], 2)
    [0]

    Kafka: Cleaner.
    """
    return [*superseded_offsets(records, cleanable_end)]


def _written(first: int, text: str) -> Records:
    """Returns records of keys with a price or without, at one offset after the other.

    >>> _written(3, "A=10 B")
    [KeyedRecord(offset=3, key=b'A', value=b'10', timestamp_ms=0), KeyedRecord(offset=4, key=b'B', value=None, \
timestamp_ms=0)]
    """
    pairs = [word.partition("=") for word in text.split()]
    return [KeyedRecord(first + n, key.encode(), price.encode() or None) for n, (key, _, price) in enumerate(pairs)]


def _draw(random: Random) -> tuple[Records, int]:
    first, keys = random.choice((0, 0, 8, 95)), random.sample(KEYS, random.choice((1, 2, 3, 4)))
    offsets = range(first, first + random.choice((0, 1, 3, 5, 7, 7)))
    if random.randrange(3) == 0:
        offsets = sorted(random.sample(offsets, (len(offsets) + 1) // 2))  # type: ignore[assignment]
    prices_ = (b"10", b"10", b"20", None, b"")
    records = [KeyedRecord(offset, random.choice(keys), random.choice(prices_)) for offset in offsets]
    end = offsets[-1] + 1 if offsets else first
    return records, random.choice((end, first, random.randint(first, end), random.randint(first, end)))


def later_offsets(record: KeyedRecord, records: Sequence[KeyedRecord], end: int | None = None) -> list[int]:
    """Returns where later records of the same key are, below an end."""
    return [
        other.offset
        for other in records
        if other.key == record.key and other.offset > record.offset and (end is None or other.offset < end)
    ]


def _promise(records: Records, cleanable_end: int, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    said = [offset for value in answer if (offset := as_integer(value)) is not None] if isinstance(answer, list) else []
    if not isinstance(answer, list) or len(said) < len(answer):
        return f"The answer is a list of offsets, in any order, and not {one_line(answer)}."
    right = superseded(records, cleanable_end)
    there = {record.offset: record for record in records}
    for offset in said:
        if offset not in there:
            return f"There is no record at offset {offset}."
        if said.count(offset) > 1:
            return f"Offset {offset} stands in the answer more than once."
        if offset not in right:
            return f"Offset {offset} stays: {_why_it_stays(there[offset], records, cleanable_end)}"
    for offset in right:
        if offset not in said:
            later = later_offsets(there[offset], records, cleanable_end)[0]
            return f"Offset {offset} goes: a later record with its key is at {later}, below {cleanable_end}."
    return None


def _why_it_stays(record: KeyedRecord, records: Records, end: int) -> str:
    if record.offset >= end:
        return f"it is in the active file, which begins at {end} and is left alone."
    if later := later_offsets(record, records):
        return f"the later record with its key, at {later[0]}, is in the active file, which the cleaner leaves alone."
    kind = "the tombstone" if record.value is None else "the last record"
    return f"it is {kind} of its key, and no later record has that key."


def _in_cluster(my_superseded: Callable[[Records, int], Sequence[int]]) -> Played:
    """Lets the cleaner go through logs of prices, and compares what it takes out at each pass."""
    lab = Lab()
    for sent in (
        MARKET,
        ("A 10", "B 20", "C 30", "A", "B 21", "C 31", "A 11"),
        ("A 10",) * 4,
        ("A 10", "A", "A 11", "B"),
    ):
        lab = prices(*sent)
        before = lab.history.first
        for step in lab.history.steps:
            if isinstance(step.event, LogCompacted):
                log = before.replicas[PRICES_TP][1].log
                asked = [KeyedRecord(record.offset, record.key, record.value, record.timestamp_ms) for record in log]
                said, seen = sorted(my_superseded(asked, step.event.cleaned_offset)), [*step.event.removed]
                if said != seen:
                    took = f"Of {', '.join(sent)} the cleaner took out the offsets {seen}"
                    return Played(lab, f"{took}, below {step.event.cleaned_offset}; you say {said}.", lens="log")
            before = step.cluster
    return Played(lab, lens="log")


def _case_film(records: Records, cleanable_end: int, answer: object) -> Played:
    """Lets the cleaner take out what the answer says."""
    there = [record.offset for record in records]
    said = [as_integer(value) for value in answer] if isinstance(answer, list) else [None]
    if not {*said} <= {*there}:
        raise InvalidArgumentError(f"The log has the offsets {listing(there) or 'of nothing'}.")
    first = records[0].offset if records else cleanable_end
    log = [Record(record.offset, record.key, record.value, record.timestamp_ms, 0) for record in records]
    files = [first] if cleanable_end <= first else [first, cleanable_end]
    lab = stored(log, files, log_start_offset=first, cleanup_policy="compact")
    gone = tuple(sorted(offset for offset in said if offset is not None))
    return Played(let_happen(lab, LogCompacted(TP, 1, gone, cleanable_end)), lens="log")


E01_5 = Exercise[Records, int, Sequence[int]](
    id="E01.5",
    title="What does compaction take out?",
    stars=2,
    minutes=8,
    hints=(
        "Only records below `cleanable_end` count: nothing else goes, and nothing else makes another record go.",
        "Go through these records once and keep for each key the last offset: a dict from keys to offsets. A record "
        "that is not the last of its key goes. A tombstone is a record like any other here.",
        "`old = [record for record in records if record.offset < cleanable_end]`, then "
        "`last = {record.key: record.offset for record in old}`, and "
        "`return [record.offset for record in old if last[record.key] != record.offset]`.",
    ),
    examples=(
        Example((_written(0, "A=10 B=20 A=11 C=30"), 3), [0]),
        Example((_written(0, "A=10 B=20 A=11 C=30"), 2), []),
        Example((_written(0, "A=10 A A=11"), 3), [0, 1]),
        Example((_written(0, "A=10 B=20 A B=20"), 3), [0]),
        Example((_written(5, "A=10 B=20 A=10 B=21 B=22"), 9), [5, 6]),
        Example(([*_written(1, "B=20"), *_written(4, "A=11 B=21")], 6), [1]),
        Example(([], 7), []),
    ),
    reference=superseded,
    draw=_draw,
    promise=_promise,
    form=sorted,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your function took out what the cleaner did, pass by pass. A compacted topic is a table written as a log: "
    "a reader who starts at its front learns the last value of each key. Kafka keeps the offsets of groups in one.",
    next="Next: go back to the notebook, to the knobs in section 6.",
)
