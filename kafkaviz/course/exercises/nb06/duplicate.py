"""E06.4: is a batch new, a duplicate, or out of order?"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import announce, begin_with, holding, lab_with, let_happen, replica_holding
from kafkaviz.course.placed_batch import PRODUCER, PRODUCER_ID, append_event, waiting
from kafkaviz.course.placed_copies import commit_up_to
from kafkaviz.decisions.errors import InvalidArgumentError, OutOfOrderSequenceNumberError
from kafkaviz.decisions.values import Partition
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import BatchRejected, RecordsAppended
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.scenarios.nb06 import TP, lost_answer, overtaken

Kept = Sequence[tuple[int, int]]
ANSWERS = ("append", "duplicate", "out of order")
REMEMBERED = 5
HIGHEST = 2**31 - 1


def numbered(kept: Kept, first: int, last: int) -> str:
    """Tells what a leader does with a batch whose records have these sequence numbers.

    >>> numbered([(0, 0), (1, 3)], 4, 4), numbered([(0, 0), (1, 3)], 1, 3), numbered([(0, 0)], 2, 2)
    ('append', 'duplicate', 'out of order')

    Kafka: ProducerStateEntry.findDuplicateBatch and ProducerAppendInfo.checkSequence; the producer epoch is left out.
    """
    if not kept:
        return "append"
    if (first, last) in kept:
        return "duplicate"
    following = 0 if kept[-1][1] == HIGHEST else kept[-1][1] + 1
    return "append" if first == following else "out of order"


def number_after(last: int, more: int = 1) -> int:
    """Returns the sequence number so many after another; behind the highest comes 0."""
    return (last + more) % (HIGHEST + 1)


def _draw(random: Random) -> tuple[Kept, int, int]:
    start, kept = random.choice((0, 0, 7, random.randint(0, 200), HIGHEST - 6)), list[tuple[int, int]]()
    for _ in range(random.choice((0, 1, 2, 5, 5, 7))):
        first = number_after(kept[-1][1]) if kept else start
        kept.append((first, number_after(first, random.randint(0, 3))))
    gone, kept = kept[:-REMEMBERED], kept[-REMEMBERED:]
    last = kept[-1][1] if kept else random.randint(-1, 9)
    first = random.choice(
        (number_after(last), number_after(last, 2), number_after(last, random.randint(2, 12)), number_after(last))
    )
    batch = first, number_after(first, random.choice((0, 0, 1, 3)))
    again = [batch]
    if kept:
        (begin, end), whole = kept[-1], random.choice(kept)
        # The last two share an end or a beginning with a kept batch, or lie inside one.
        again = [
            whole,
            kept[-1],
            kept[0],
            (begin, number_after(end)),
            (begin if begin == end else number_after(begin), end),
        ]
    return kept, *random.choice((batch, batch, *random.sample(again, min(2, len(again))), *(gone[-1:] or [batch])))


def _promise(kept: Kept, first: int, last: int, answer: object) -> str | None:
    if answer is None:
        return None
    if answer not in ANSWERS:
        return f'The answer is "append", "duplicate" or "out of order", not {one_line(answer)}.'
    right = numbered(kept, first, last)
    if answer == right:
        return None
    if not kept:
        return f"The leader knows nothing of this producer: whatever number it begins with, {first}, is new."
    newest = kept[-1][1]
    if right == "append" and newest == HIGHEST:
        return f"After {HIGHEST} comes 0: this batch is the next one."
    if right == "append":
        return f"The last number was {newest}, and {first} follows: the batch is new."
    if right == "duplicate":
        return f"A batch of {first} to {last} is in the log already: the producer never heard the answer to it."
    if first in [begin for begin, _ in kept]:
        return f"Of the kept batches none goes from {first} to {last}; it is no duplicate, and {first} does not follow."
    return f"The last number was {newest}, and {first} does not follow: it is out of order, and no kept batch either."


class Arrival(NamedTuple):
    """A batch that reached the leader: its number, what the leader had kept, and what it did."""

    value: str
    kept: list[tuple[int, int]]
    number: int
    seen: str


def _in_cluster(my_answer: Callable[[Kept, int, int], str]) -> Played:
    """Compares with all that a leader did while an answer was lost, and while a request was overtaken."""
    lab = Lab()
    for scenario in (lost_answer, overtaken):
        lab = scenario()
        for value, kept, number, seen in _arrivals(lab):
            said = my_answer(kept, number, number)
            if said != seen:
                had = f"of this producer it had {kept}" if kept else "it had nothing of this producer"
                complaint = f"{value} came to the leader with number {number}, and {had}: {seen}; you say {said}."
                return Played(lab, complaint, lens="replication")
    return Played(lab, lens="replication")


def _arrivals(lab: Lab) -> Iterator[Arrival]:
    """Yields every batch that came to the leader; here each is of one record."""
    for before, step in zip(lab.history.clusters, lab.history.steps, strict=False):
        event = step.event
        if isinstance(event, RecordsAppended):
            record = event.records[0]
            kept = _kept(before, event.leader, record.producer_id)
            seen = "duplicate" if event.duplicate else "append"
            yield Arrival((record.value or b"").decode(), kept, record.sequence, seen)
        if isinstance(event, BatchRejected) and event.error == "OUT_OF_ORDER_SEQUENCE_NUMBER":
            producer = before.producers[event.producer]
            batch = next(queued for queued in producer.batches if queued.number == event.batch)
            number = batch.sequence if batch.sequence >= 0 else producer.sequences.get(TP, 0)
            value = (batch.records[0][1] or b"").decode()
            yield Arrival(value, _kept(before, event.broker, producer.producer_id), number, "out of order")


def _kept(cluster: Cluster, leader: int, producer: int) -> list[tuple[int, int]]:
    numbers = [record.sequence for record in cluster.replicas[TP][leader].log if record.producer_id == producer]
    return [(number, number) for number in numbers[-REMEMBERED:]]


def _case_film(kept: Kept, first: int, last: int, answer: object) -> Played:
    """Lets broker 1 hold the kept batches and get this one, each record named by its number."""
    if answer not in ANSWERS:
        raise InvalidArgumentError(f"A batch is appended, a duplicate or out of order, and not {one_line(answer)}.")
    numbers = [number for batch in kept for number in _numbers(*batch)]
    lab = lab_with(TP.topic, {0: [1]})
    cluster = announce(lab.cluster, TP, Partition((1,), 1, (1,), 0, 0))
    copy = replica_holding([_value(number) for number in numbers])
    numbered_ones = tuple(
        record._replace(producer_id=PRODUCER_ID, sequence=number)
        for record, number in zip(copy.log, numbers, strict=True)
    )
    cluster = commit_up_to(holding(cluster, TP, {1: copy._replace(log=numbered_ones)}), len(numbers))
    mine = _numbers(first, last)
    values = [_value(number) for number in mine]
    lab = begin_with(lab, waiting(cluster, values))
    if answer == "out of order":
        newest = f"the last one here is {kept[-1][1]}" if kept else "no other number is here"
        refusal = OutOfOrderSequenceNumberError(f"Sequence {first} was sent; {newest}.")
        event: Event = BatchRejected(PRODUCER, TP, 0, 1, refusal.name, refusal.code, refusal.message, 100)
    else:
        event = append_event(lab.cluster, values, leader=1, numbers=mine, duplicate=answer == "duplicate")
    return Played(let_happen(lab, event), lens="replication")


def _numbers(first: int, last: int) -> list[int]:
    return [number_after(first, n) for n in range((last - first) % (HIGHEST + 1) + 1)]


def _value(number: int) -> bytes:
    return f"#{number}".encode()


E06_4 = Exercise[Kept, int, int, str](
    id="E06.4",
    title="Is it a duplicate?",
    stars=2,
    minutes=8,
    hints=(
        "Three questions in this order: is the producer unknown, is the batch one of those kept, does it follow?",
        "A duplicate has the same two numbers as a kept batch. What follows is one more than the last number of the "
        "newest batch, and after 2147483647 it is 0.",
        '`if not kept: return "append"`; `if (first, last) in kept: return "duplicate"`; `following = (kept[-1][1] + 1)'
        ' % 2**31`; `return "append" if first == following else "out of order"`.',
    ),
    examples=(
        Example(([], 0, 0), "append"),
        Example(([(0, 0)], 1, 1), "append"),
        Example(([(0, 0), (1, 1)], 1, 1), "duplicate"),
        Example(([(0, 0)], 2, 2), "out of order"),
        Example(([(0, 0), (1, 3), (4, 4)], 1, 3), "duplicate"),
        Example(([], 7, 9), "append"),
        Example(([(5, 5), (6, 6), (7, 9), (10, 10), (11, 12)], 4, 4), "out of order"),
        Example(([(HIGHEST - 1, HIGHEST)], 0, 2), "append"),
        Example(([(0, 0), (1, 3)], 1, 2), "out of order"),
    ),
    reference=numbered,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="A number for each record is all it takes: a lost answer makes no duplicate any more, and a lost request "
    "lets nobody overtake. It holds for one producer, one partition, and until the producer is started again.",
    next="Next: E06.5, where does a follower cut?",
)
