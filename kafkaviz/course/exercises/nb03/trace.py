"""E03.1: where does the message go?"""

from collections.abc import Callable
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, few_brokers, lab_with, partitions_by_number
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab import Lab
from kafkaviz.model.clients.changes import put_producer
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.core.clients import Producer

LETTERS = ("ABC", "DEF", "GHI")
MESSAGES = (*LETTERS, "AB", "abc", "ABC2")


def trace(message: str, partition_of: dict[str, int], leader_of: dict[int, int]) -> list[str]:
    """Names the five stops of a message on its way to a disk.

    >>> trace("DEF", {"DEF": 1}, {1: 2})
    ['producer', 'partitioner', 'P1', 'broker-2', 'disk@broker-2']

    Kafka: KafkaProducer.send up to the leader's log; the disk is the page cache at first.
    """
    partition = partition_of[message]
    broker = f"broker-{leader_of[partition]}"
    return ["producer", "partitioner", f"P{partition}", broker, f"disk@{broker}"]


def _draw_trace(random: Random) -> tuple[str, dict[str, int], dict[int, int]]:
    messages = random.sample(MESSAGES, random.randint(1, 5))
    partitions = random.sample(range(random.choice((3, 13))), random.randint(1, 3))
    leader_of = {partition: random.choice((partition, partition + 1, *range(1, 13))) for partition in partitions}
    return random.choice(messages), {message: random.choice(partitions) for message in messages}, leader_of


def _trace_promise(message: str, partition_of: dict[str, int], leader_of: dict[int, int], stops: object) -> str | None:
    if stops is None:
        return None
    if not isinstance(stops, list) or not all(isinstance(stop, str) for stop in stops):
        return "A trace is a list of five texts."
    if len(stops) != 5:
        return f"A trace has five stops: producer, partitioner, partition, broker, disk. This one has {len(stops)}."
    partition = partition_of[message]
    *_, leader, disk = right = trace(message, partition_of, leader_of)
    for wanted, stop in zip(right, stops, strict=True):
        if wanted != stop and wanted.casefold() == stop.casefold():
            return f"Capital letters count: it is {wanted}, not {stop}."
    if stops != right and sorted(stops) == sorted(right):
        return "All five stops are there; their order is producer, partitioner, partition, broker, disk."
    if stops[:2] != ["producer", "partitioner"]:
        return f"The first two stops are always producer and partitioner, not {stops[0]} and {stops[1]}."
    if stops[2] != f"P{partition}":
        return f"The partitioner put {message} on partition {partition}, so the third stop is P{partition}."
    if stops[3] != leader:
        return f"Nobody but the leader takes the message, and P{partition} is led by {leader}; ask leader_of."
    return None if stops[4] == disk else f"The leader writes to its own disk, so the last stop is {disk}."


def _trace_in_cluster(my_trace: Callable[[str, dict[str, int], dict[int, int]], list[str]]) -> Played:
    """Sends each letter where the trace says, after broker 1 has died, and sees who writes it."""
    lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3).kill(1)
    since = lab.cluster
    partition_of = {letter: number for number, letter in enumerate(LETTERS)}
    leader_of = {tp.partition: p.leader for tp, p in lab.cluster.partitions.items() if p.leader is not None}
    for letter in LETTERS:
        stops = my_trace(letter, partition_of, leader_of)
        lab.send("letters", letter, partition=int(stops[2].removeprefix("P")))
        written = [s.event for s in lab.history.steps if isinstance(s.event, RecordsAppended)][-1]
        if stops[3] != f"broker-{written.leader}":
            complaint = f"The trace of {letter} says {stops[3]}, but broker-{written.leader} wrote it."
            return Played(lab, complaint, since)
    return Played(lab, "", since)


def _case_film(message: str, partition_of: dict[str, int], leader_of: dict[int, int], stops: object) -> Played:
    """Lets a producer send the message to the partition and to the broker that the third and fourth stop name.

    A broker that does not lead the partition refuses it.
    """
    if not isinstance(stops, list) or len(stops) != 5 or not all(isinstance(stop, str) for stop in stops):
        raise InvalidArgumentError("A trace has five stops.")
    numbers = {f"P{partition}": partition for partition in leader_of}
    others = few_brokers(leader_of.values())
    brokers = {f"broker-{broker}": broker for broker in (*others, *leader_of.values())}
    if stops[2] not in numbers or stops[3] not in brokers:
        raise InvalidArgumentError(f"There is no partition {stops[2]}, or no {stops[3]}.")
    lab = lab_with("letters", {partition: [leader] for partition, leader in leader_of.items()}, [*others])
    tp = partitions_by_number("letters", leader_of)[numbers[stops[2]]]
    known = {tp.topic: lab.cluster.topics[tp.topic].partitions}
    believes = Producer(producer_id=1, leaders={tp: brokers[stops[3]]}, metadata=known)
    lab = begin_with(lab, put_producer(lab.cluster, "producer", believes))
    return Played(lab.send(tp.topic, message, partition=tp.partition))


_HOMES, _LEADERS = {"ABC": 0, "DEF": 1, "GHI": 2}, {0: 1, 1: 2, 2: 3}

E03_1 = Exercise[str, dict[str, int], dict[int, int], list[str]](
    id="E03.1",
    title="Where does the message go?",
    stars=1,
    minutes=4,
    hints=(
        "Two look-ups: the message leads to a partition, the partition to its leader.",
        'Build the texts with f-strings, such as `f"P{partition}"` and `f"broker-{leader}"`.',
        "`partition = partition_of[message]`, then `leader = leader_of[partition]`; the answer is the list "
        '`["producer", "partitioner", f"P{partition}", f"broker-{leader}", f"disk@broker-{leader}"]`.',
    ),
    examples=(
        Example(("ABC", _HOMES, _LEADERS), ["producer", "partitioner", "P0", "broker-1", "disk@broker-1"]),
        Example(("DEF", _HOMES, _LEADERS), ["producer", "partitioner", "P1", "broker-2", "disk@broker-2"]),
        Example(("GHI", _HOMES, _LEADERS), ["producer", "partitioner", "P2", "broker-3", "disk@broker-3"]),
        Example(("ABC", _HOMES, {0: 2, 1: 2, 2: 3}), ["producer", "partitioner", "P0", "broker-2", "disk@broker-2"]),
    ),
    reference=trace,
    draw=_draw_trace,
    promise=_trace_promise,
    in_cluster=_trace_in_cluster,
    case_film=_case_film,
    matters="Every client works like this: first the partition, then its leader. That is why the trace stayed right "
    "in the cluster, where broker 1 had died and broker 2 led two partitions.",
    next="Next: E03.2, six sentences about leaders that cannot all be true.",
)
