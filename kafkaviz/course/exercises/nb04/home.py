"""E04.2: find the home of a key, the one that every other client finds as well."""

from random import Random
from zlib import crc32

from kafkaviz.course.exercise import Example, Exercise, Played, Wrong
from kafkaviz.course.exercises.nb04.cases import Partitioner, draw_key, in_a_lab, out_of_range, routed
from kafkaviz.decisions.hashing import keyed_partition, murmur2
from kafkaviz.decisions.partitioners import routing_breach
from kafkaviz.decisions.values import Sent
from kafkaviz.lab import Lab
from kafkaviz.scenarios.nb04 import MONTHS


def home(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Sends equal keys to equal partitions by murmur2, and deals records without a key out in a circle.

    >>> [home(key, 4, Sent(records=6)) for key in (b"ABC", b"DEF", b"GHI", None)]
    [2, 1, 3, 2]

    Kafka: DefaultPartitioner up to 2.3, as if every partition had a leader.
    """
    return sent.records % partitions if key is None else keyed_partition(key, partitions)


def _draw(random: Random) -> tuple[bytes | None, int, Sent]:
    key = None if random.random() < 0.2 else draw_key(random)
    return key, random.randint(1, 12), Sent(records=random.randint(0, 20))


def _promise(key: bytes | None, partitions: int, sent: Sent, answer: object) -> str | None:
    wrong = out_of_range(partitions, answer)
    if wrong or answer == home(key, partitions, sent):
        return wrong
    if key is None:
        turn = sent.records % partitions
        return f"A record without a key is dealt: after {sent.records} records it is the turn of partition {turn}."
    if key == b"":
        return "An empty key is a key as well; only None means that there is none."
    number = murmur2(key)
    if number < 0 and answer in (number % partitions, abs(number) % partitions):
        return f"murmur2({key!r}) is negative; Kafka takes its sign bit away by & 0x7fffffff, not by abs or % alone."
    return (
        f"Every Java producer looks for {key!r} on partition {keyed_partition(key, partitions)}. Use murmur2, nothing "
        "that other clients cannot know, and not Python's hash, which differs from one process to the next."
    )


def _in_cluster(my_partitioner: Partitioner) -> Played:
    """Lets two producers send the same keys, and sees whether they meet."""
    lab = Lab(brokers=3, partitioner=in_a_lab(my_partitioner)).create_topic("months", 3, 1)
    since = lab.cluster
    for producer, months in (("A", MONTHS), ("B", MONTHS[::-1])):
        lab.send("months", *((month, month[:3]) for month in months), producer=producer)
    return Played(lab, routing_breach(routed(lab)) or "", since, "partitioner")


def _sign_kept(key: bytes | None, partitions: int, sent: Sent) -> int:
    return (sent.records if key is None else murmur2(key)) % partitions


def _absolute(key: bytes | None, partitions: int, sent: Sent) -> int:
    return (sent.records if key is None else abs(murmur2(key))) % partitions


def _empty_is_none(key: bytes | None, partitions: int, sent: Sent) -> int:
    return home(key or None, partitions, sent)


def _another_hash(key: bytes | None, partitions: int, sent: Sent) -> int:
    return (sent.records if key is None else crc32(key)) % partitions


E04_2 = Exercise[bytes | None, int, Sent, int](
    id="E04.2",
    title="Find the home of a key",
    stars=2,
    minutes=8,
    hints=(
        "Two cases: is the key None or not? `murmur2(key)` gives the number of a key; the rest is a remainder.",
        "The number can be negative. `& 0x7fffffff` or `& (2**31 - 1)` takes the sign bit away, "
        "before the remainder is taken.",
        "`if key is None: return sent.records % partitions`, and otherwise "
        "`return (murmur2(key) & 0x7fffffff) % partitions`.",
    ),
    examples=(
        Example((None, 3, Sent(records=4)), 1),
        Example((b"ABC", 4, Sent()), 2),
        Example((b"football", 3, Sent()), 0),
        Example((b"basketball", 3, Sent(records=1)), 2),
        Example((b"football", 7, Sent(records=2)), 4),
        Example((b"", 10, Sent()), 1),
        Example((b"tennis", 3, Sent(records=1)), 0),
    ),
    reference=home,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    matters="Two producers that never spoke with each other sent each month to the same partition, and so will a "
    "consumer that knows the rule. Nobody stores where a key lives: it is computed, each time, from its bytes.",
    next="Next: E04.3, give three sports a partition each.",
    wrong=(
        Wrong(
            _sign_kept,
            "murmur2(b'football') is negative; Kafka takes its sign bit away by & 0x7fffffff, not by abs or % alone.",
        ),
        Wrong(
            _absolute,
            "murmur2(b'football') is negative; Kafka takes its sign bit away by & 0x7fffffff, not by abs or % alone.",
        ),
        Wrong(_empty_is_none, "An empty key is a key as well; only None means that there is none."),
        Wrong(
            _another_hash,
            "Every Java producer looks for b'ABC' on partition 2. Use murmur2, nothing that other clients cannot "
            "know, and not Python's hash, which differs from one process to the next.",
        ),
    ),
)
