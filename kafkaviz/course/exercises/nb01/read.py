"""E01.1: what does a reader get that asks from an offset on?"""

from collections.abc import Callable
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb01.lived import MEMBER, reading, stored
from kafkaviz.course.placed import let_happen
from kafkaviz.course.placed_group import GROUP
from kafkaviz.decisions.errors import InvalidArgumentError, OffsetOutOfRangeError
from kafkaviz.decisions.wording import as_integer
from kafkaviz.lab import Lab
from kafkaviz.model.core.history import rejection
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.scenarios.nb01 import TP, log_of, more

Asked = tuple[list[int], int, int, int, int]


def read(offsets: list[int], log_start: int, log_end: int, asked: int, max_records: int) -> list[int] | None:
    """Returns the offsets of the records that a reader gets, or None where its offset is out of range.

    >>> read([3, 4, 6], 0, 7, 1, 2), read([3, 4, 6], 3, 7, 1, 2), read([3, 4, 6], 3, 7, 7, 2)
    ([3, 4], None, [])

    Kafka: UnifiedLog.read and max.poll.records. Simplified: everything is committed; a fetch answers whole batches.
    """
    if not log_start <= asked <= log_end:
        return None
    return [offset for offset in offsets if offset >= asked][:max_records]


def _draw(random: Random) -> Asked:
    log_start = random.choice((0, 0, 4, random.randint(1, 120)))
    room = random.choice((0, 1, 6, 6, 12))
    kept = sorted(random.sample(range(log_start, log_start + room), random.randint(min(1, room), room)))
    log_end = kept[-1] + random.choice((1, 1, 1, 2, 4)) if kept else log_start
    inside = random.randint(log_start, log_end)
    asked = random.choice((log_start, log_start - 1, log_end, log_end + 1, inside, inside, inside, 0))
    return kept, log_start, log_end, max(0, asked), random.choice((1, 2, 2, 3, 500))


def _promise(*given: *tuple[*Asked, object]) -> str | None:
    kept, log_start, log_end, asked, most, answer = given
    right, log = read(kept, log_start, log_end, asked, most), f"the log goes from {log_start} to {log_end}"
    if answer is None:
        return None if right is None else f"Offset {asked} is in range, for {log}: the answer is a list, not None."
    if not isinstance(answer, list) or None in map(as_integer, answer):
        return f"The answer is a list of offsets, or None where the offset is out of range; not {one_line(answer)}."
    if right is None:
        return f"Offset {asked} is out of range, for {log}: Kafka answers with an error, so None, not {answer}."
    for offset in answer:
        if offset not in kept:
            return f"There is no record at offset {offset}: the log has those at {kept}."
        if offset < asked:
            return f"The reader asks from {asked} on; the record at {offset} lies before that."
    if len(answer) > most:
        return f"The reader wants at most {most}, and your list has {len(answer)}."
    if answer != right:
        return f"From {asked} on the log has {[offset for offset in kept if offset >= asked]}; the reader gets {right}."
    return None


def _in_cluster(my_read: Callable[[*Asked], list[int] | None]) -> Played:
    """Lets a member of a group seek all offsets of a log that has lost its front, and poll."""
    lab = Lab(brokers=3, auto_offset_reset="none", enable_auto_commit=False)
    lab = more(lab.create_topic(TP.topic, 1), 6)
    lab.delete_records(TP.topic, 0, 3).join(GROUP, MEMBER, topics=[TP.topic])
    since = lab.cluster
    copy = lab.cluster.replicas[TP][lab.cluster.partitions[TP].leader or 1]
    for asked in (3, 5, 6, 2, 7):
        for most in (2, 500):
            refused = not copy.log_start_offset <= asked <= copy.log_end_offset
            lab.seek(GROUP, MEMBER, TP.topic, 0, asked)
            lab.poll(group=GROUP, max_records=most, expect="OFFSET_OUT_OF_RANGE" if refused else None)
            seen = None if refused else _polled(lab)
            said = my_read([*log_of(lab)], copy.log_start_offset, copy.log_end_offset, asked, most)
            if said != seen:
                got = "OFFSET_OUT_OF_RANGE" if seen is None else f"the records at {seen}"
                return Played(lab, f"The member asks from {asked} on and gets {got}; you say {said}.", since, "log")
    return Played(lab, "", since, "log")


def _polled(lab: Lab) -> list[int]:
    event = lab.history.steps[-1].event
    return (
        [record.offset for *_, records in event.fetched for record in records] if isinstance(event, GroupPolled) else []
    )


def _case_film(*given: *tuple[*Asked, object]) -> Played:
    """Lets a member of a group poll, and get what the answer says, or an error where it says None."""
    kept, log_start, _, asked, _, answer = given
    log = {offset: Record(offset, None, b"o%d" % offset, 0, 0) for offset in kept}
    lab = reading(stored(log.values(), [log_start], log_start_offset=log_start), asked)
    if answer is None:
        refusal = OffsetOutOfRangeError(f"Offset {asked} of {TP} is out of range.")
        lab.history = lab.history.then([rejection(lab.cluster, GroupPoll(GROUP, MEMBER), refusal, lab.policies)])
        return Played(lab, lens="log")
    got = [as_integer(value) for value in answer] if isinstance(answer, list) else [None]
    if not {*got} <= {*log}:
        raise InvalidArgumentError(f"The log has the offsets {kept}.")
    records = tuple(log[offset] for offset in got if offset is not None)
    position = records[-1].offset + 1 if records else asked
    return Played(let_happen(lab, GroupPolled(GROUP, MEMBER, ((TP, 1, position, records),))), lens="log")


E01_1 = Exercise[*Asked, list[int] | None](
    id="E01.1",
    title="Read from an offset",
    stars=1,
    minutes=6,
    hints=(
        "An offset names a record; it is no place in a list. First find out whether the offset is in range at all.",
        "An offset from `log_start` to `log_end` is in range, both included: the next record will be at the end. Then "
        "take the offsets that are not below `asked`, and no more than `max_records` of them.",
        "`if not log_start <= asked <= log_end: return None`; after that "
        "`return [offset for offset in offsets if offset >= asked][:max_records]`.",
    ),
    examples=(
        Example(([0, 1, 2, 3], 0, 4, 1, 2), [1, 2]),
        Example(([0, 1, 2, 3], 0, 4, 4, 2), []),
        Example(([4, 5, 6], 4, 7, 5, 500), [5, 6]),
        Example(([4, 5, 6], 4, 7, 3, 500), None),
        Example(([3, 4, 6], 0, 7, 0, 2), [3, 4]),
        Example(([3, 4, 6], 0, 7, 5, 2), [6]),
        Example(([0, 1], 0, 2, 3, 2), None),
    ),
    reference=read,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Ten polls of a log that had lost its front answered as your function did. An offset is a name that a "
    "record keeps, and no place in a list; the next record that is there may have a much higher offset.",
    next="Next: E01.2, read in the wrong order.",
)
