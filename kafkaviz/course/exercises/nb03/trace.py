"""E03.1: where does the message go?"""

from collections.abc import Callable
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played, Wrong
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import RecordsAppended

LETTERS = ("ABC", "DEF", "GHI")


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
    letters = LETTERS[: random.randint(1, 3)]
    leader_of = {partition: random.randint(1, 5) for partition in range(random.randint(1, 4))}
    return random.choice(letters), {letter: random.randrange(len(leader_of)) for letter in letters}, leader_of


def _trace_promise(message: str, partition_of: dict[str, int], leader_of: dict[int, int], stops: object) -> str | None:
    if not isinstance(stops, list):
        return "A trace is a list of five texts." if stops is not None else None
    if len(stops) != 5:
        return f"A trace has five stops: producer, partitioner, partition, broker, disk. This one has {len(stops)}."
    partition = partition_of[message]
    leader = f"broker-{leader_of[partition]}"
    if stops[2] != f"P{partition}":
        return f"The partitioner put {message} on partition {partition}, so the third stop is P{partition}."
    if stops[3] != leader:
        return f"Nobody but the leader takes the message, and P{partition} is led by {leader}; ask leader_of."
    if stops[4] != f"disk@{leader}":
        return f"The leader writes to its own disk, so the last stop is disk@{leader}."
    return None


def _trace_in_cluster(my_trace: Callable[[str, dict[str, int], dict[int, int]], list[str]]) -> Played:
    """Sends each letter where the trace says, after broker 1 has died, and sees who writes it."""
    lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3).kill(1)
    since = lab.cluster
    partition_of = {letter: number for number, letter in enumerate(LETTERS)}
    leaders = {tp.partition: partition.leader for tp, partition in lab.cluster.partitions.items()}
    leader_of = {partition: leader for partition, leader in leaders.items() if leader is not None}
    for letter in LETTERS:
        stops = my_trace(letter, partition_of, leader_of)
        lab.send("letters", letter, partition=int(stops[2].removeprefix("P")))
        written = [s.event for s in lab.history.steps if isinstance(s.event, RecordsAppended)][-1]
        if stops[3] != f"broker-{written.leader}":
            complaint = f"The trace of {letter} says {stops[3]}, but broker-{written.leader} wrote it."
            return Played(lab, complaint, since)
    return Played(lab, "", since)


def _same_number(message: str, partition_of: dict[str, int], leader_of: dict[int, int]) -> list[str]:
    partition = partition_of[message]
    return ["producer", "partitioner", f"P{partition}", f"broker-{partition}", f"disk@broker-{partition}"]


def _one_more(message: str, partition_of: dict[str, int], leader_of: dict[int, int]) -> list[str]:
    partition = partition_of[message]
    return ["producer", "partitioner", f"P{partition}", f"broker-{partition + 1}", f"disk@broker-{partition + 1}"]


def _no_partitioner(message: str, partition_of: dict[str, int], leader_of: dict[int, int]) -> list[str]:
    return [stop for stop in trace(message, partition_of, leader_of) if stop != "partitioner"]


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
    matters="Every client works like this: first the partition, then its leader. That is why the trace stayed right "
    "in the cluster, where broker 1 had died and broker 2 led two partitions.",
    next="Next: E03.2, six sentences about leaders that cannot all be true.",
    wrong=(
        Wrong(_same_number, "Nobody but the leader takes the message, and P0 is led by broker-1; ask leader_of."),
        Wrong(_one_more, "Nobody but the leader takes the message, and P0 is led by broker-2; ask leader_of."),
        Wrong(
            _no_partitioner, "A trace has five stops: producer, partitioner, partition, broker, disk. This one has 4."
        ),
    ),
)
