"""E05.2: what does the leader answer, to a follower and to a consumer?"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, holding, let_happen, replica_holding
from kafkaviz.course.placed_copies import TP, commit_up_to, copies_that_end
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import quantity
from kafkaviz.lab import Lab
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.core.clients import Consumer
from kafkaviz.model.core.replicas import FetchAnswer, Record, Replica
from kafkaviz.model.partitions.fetch_events import FetchReceived, FetchServed
from kafkaviz.scenarios.nb05 import copies

LETTERS = ("ABC", "DEF", "GHI", "JKL", "MNO", "PQR")


def fetched(log: list[str], high_watermark: int, offset: int, is_follower: bool) -> list[str]:
    """Returns a follower all there is from an offset on, and a consumer what of it is committed.

    >>> fetched(["ABC", "DEF", "GHI"], 2, 1, True), fetched(["ABC", "DEF", "GHI"], 2, 1, False)
    (['DEF', 'GHI'], ['DEF'])

    Kafka: ReplicaManager.fetchMessages with FetchIsolation LOG_END and HIGH_WATERMARK.
    """
    return log[offset:] if is_follower else log[offset:high_watermark]


def _draw(random: Random) -> tuple[list[str], int, int, bool]:
    letters = random.sample(LETTERS, random.randint(1, len(LETTERS)))
    log = [random.choice(letters) for _ in range(random.choice((0, 1, 3, 5, 12)))]
    mark, is_follower = random.choice((len(log), random.randint(0, len(log)))), random.random() < 0.5
    end = len(log) if is_follower else mark
    return log, mark, random.choice((0, end, random.randint(0, end), random.randint(0, end))), is_follower


def _promise(log: list[str], high_watermark: int, offset: int, is_follower: bool, answer: object) -> str | None:
    right = fetched(log, high_watermark, offset, is_follower)
    if answer == right or answer is None:
        return None
    if not isinstance(answer, list) or not all(isinstance(record, str) for record in answer):
        return "The answer is a list of records, such as ['ABC', 'DEF']; offsets are their places in the log."
    end = len(log) if is_follower else high_watermark
    starts = [start for start in range(len(log)) if answer and log[start : start + len(answer)] == answer]
    if offset in starts or not answer:
        ends = offset + len(answer)
        if ends > end:
            first = log[end]
            return f"A consumer sees nothing from the high watermark, {end}, on: {first} there may still be lost."
        if is_follower and ends == high_watermark:
            return f"Without {log[ends]} at offset {ends} no follower ever gets it, and the high watermark stays there."
        return f"There is more: {', '.join(log[ends:end])} from offset {ends} on."
    if {*answer} == {*right} and len(answer) < len(right):
        return (
            f"A record comes as often as it stands in the log: these are {quantity(len(right), 'record')}, not "
            f"{len(answer)}."
        )
    begins_later = any(start > offset for start in starts) and answer[-len(right) :] != right
    if begins_later or (starts and min(starts) > offset):
        return f"The answer begins with offset {offset}, {log[offset]} there included."
    if starts:
        return f"Whoever asks for offset {offset} has what lies before it; begin there."
    return f"Records come as they stand in the log: from offset {offset} to just before {end}, repeated ones as well."


class Fetch(NamedTuple):
    """One request in the cluster: who asked, what for, and what it got."""

    who: str
    log: list[str]
    high_watermark: int
    offset: int
    is_follower: bool
    got: list[str]


def _in_cluster(my_answer: Callable[[list[str], int, int, bool], list[str]]) -> Played:
    """Compares with all that was answered while one follower was slow."""
    lab = copies(slow=1).poll("letters")
    for fetch in _fetches(lab):
        answer = my_answer(fetch.log, fetch.high_watermark, fetch.offset, fetch.is_follower)
        if answer != fetch.got:
            complaint = f"{fetch.who} asked for offset {fetch.offset} and got {fetch.got}; your answer is {answer}."
            return Played(lab, complaint, lens="replication")
    return Played(lab, lens="replication")


def _fetches(lab: Lab) -> Iterator[Fetch]:
    before = lab.history.first
    for _, _, event, after, _ in lab.history.steps:
        if isinstance(event, FetchServed):
            leader = before.replicas[event.tp][event.answer.leader]
            got, offset = _values(event.answer.records), event.answer.fetch_offset
            yield Fetch(f"Broker {event.follower}", _log(leader), leader.high_watermark, offset, True, got)
        if isinstance(event, RecordsPolled):
            for tp, broker, position, records in event.fetched:
                leader = before.replicas[tp][broker]
                offset, got = position - len(records), _values(records)
                yield Fetch("The consumer", _log(leader), leader.high_watermark, offset, False, got)
        before = after


def _log(replica: Replica) -> list[str]:
    return _values(replica.log)


def _values(records: Iterable[Record]) -> list[str]:
    return [(record.value or b"").decode() for record in records]


def _case_film(log: list[str], high_watermark: int, offset: int, is_follower: bool, answer: object) -> Played:
    """Lets broker 2, or a consumer, ask broker 1 from this offset on, and get what the answer says."""
    if not isinstance(answer, list) or not all(isinstance(record, str) for record in answer):
        raise InvalidArgumentError("What is answered is a list of records.")
    end = offset if is_follower else high_watermark
    lab = copies_that_end({1: len(log), 2: end}, isr=(1, 2) if end >= high_watermark else (1,))
    whole = replica_holding([record.encode() for record in log])
    cluster = holding(lab.cluster, TP, {1: whole, 2: replica_holding([record.encode() for record in log[:end]])})
    cluster = commit_up_to(cluster, high_watermark)
    got = tuple(Record(offset + index, None, record.encode(), 0, 0) for index, record in enumerate(answer))
    if is_follower:
        back = cluster.brokers[2]._replace(state="running", stalled_since_ms=None)
        lab = begin_with(lab, cluster._replace(brokers={**cluster.brokers, 2: back}))
        served = FetchServed(TP, 2, FetchAnswer(1, 1, offset, got, high_watermark))
        return Played(let_happen(lab, served, FetchReceived(TP, 2)), lens="replication")
    lab = begin_with(lab, cluster._replace(consumers={"consumer": Consumer({TP: offset})}))
    polled = RecordsPolled("consumer", ((TP, 1, offset + len(got), got),))
    return Played(let_happen(lab, polled))


_THREE = list(LETTERS[:3])

E05_2 = Exercise[list[str], int, int, bool, list[str]](
    id="E05.2",
    title="What does the leader answer?",
    stars=1,
    minutes=5,
    hints=(
        "A follower and a consumer both want what begins at `offset`. Only one of them may have all of it.",
        "Slices do it: `log[a:b]` goes from a to just before b, as offsets do.",
        "`return log[offset:] if is_follower else log[offset:high_watermark]`.",
    ),
    examples=(
        Example((_THREE, 3, 0, False), _THREE),
        Example((_THREE, 2, 2, True), ["GHI"]),
        Example((_THREE, 2, 0, False), ["ABC", "DEF"]),
        Example((_THREE, 2, 2, False), []),
        Example((_THREE, 3, 3, True), []),
        Example((_THREE, 3, 2, False), ["GHI"]),
    ),
    reference=fetched,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="A follower and a consumer send the same kind of request. The follower must see what is not committed yet, "
    "because its copying is what commits it; the consumer must not, because it could be gone tomorrow.",
    next="Next: E05.3, who is late?",
)
