"""E04.2: find the home of a key, the one that every other client finds as well."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb04 import cases
from kafkaviz.course.exercises.nb04.lived import partitioner_film
from kafkaviz.decisions.hashing import keyed_partition, murmur2, to_positive
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
    key = None if random.random() < 0.2 else cases.draw_key(random)
    partitions = cases.draw_partitions(random)
    return key, partitions, Sent(records=random.randint(0, 40), available=cases.draw_led(random, partitions))


def _promise(key: bytes | None, partitions: int, sent: Sent, answer: object) -> str | None:
    wrong = cases.out_of_range(partitions, answer)
    if wrong or answer == home(key, partitions, sent):
        return wrong
    if key is None:
        turn = sent.records % partitions
        dealt = cases.records(sent.records)
        return f"A record without a key is dealt: after {dealt} it is the turn of partition {turn}."
    if key == b"" and answer == sent.records % partitions:
        return "An empty key is a key as well; only None means that there is none."
    number = murmur2(key)
    positive = to_positive(number)
    cleared = f"; & 0x7fffffff leaves {positive}, as neither abs nor % does" if number < 0 else ""
    remainder = f"{positive} % {partitions} is {keyed_partition(key, partitions)}"
    return f"murmur2({key!r}) is {number}{cleared}, and {remainder}: every Java producer sends this key there."


def _in_cluster(my_partitioner: cases.Partitioner) -> Played:
    """Lets two producers send the same keys, and sees whether they meet."""
    lab = Lab(brokers=3, partitioner=cases.in_a_lab(my_partitioner)).create_topic("months", 3, 1)
    since = lab.cluster
    for producer, months in (("A", MONTHS), ("B", MONTHS[::-1])):
        lab.send("months", *((month, month[:3]) for month in months), producer=producer)
    return Played(lab, routing_breach(cases.routed(lab)) or "", since, "partitioner")


E04_2 = Exercise[bytes | None, int, Sent, int](
    id="E04.2",
    title="Find the home of a key",
    stars=2,
    minutes=8,
    hints=(
        "Two cases: is the key None or not? `murmur2(key)` makes a number of a key; a remainder of it is the answer.",
        "The number can be negative. `& 0x7fffffff` or `& (2**31 - 1)` takes the sign bit away, "
        "before the remainder is taken.",
        "`if key is None: return sent.records % partitions`, and otherwise "
        "`return (murmur2(key) & 0x7fffffff) % partitions`.",
    ),
    examples=(
        Example((None, 3, Sent(records=4, available=(0, 1, 2))), 1),
        Example((b"ABC", 4, Sent(available=(0, 1, 2, 3))), 2),
        Example((b"football", 3, Sent(available=(0, 1, 2))), 0),
        Example((b"basketball", 3, Sent(records=1, available=(0, 1, 2))), 2),
        Example((b"football", 7, Sent(records=2, available=tuple(range(7)))), 4),
        Example((b"", 10, Sent(available=tuple(range(10)))), 1),
        Example((b"tennis", 3, Sent(records=1, available=(1, 2))), 0),
    ),
    reference=home,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=partitioner_film,
    matters="Two producers that never spoke with each other sent each month to the same partition, and a consumer "
    "that knows the rule finds it there. Nobody stores where a key lives: it is computed, each time, from its bytes.",
    next="Next: E04.3, give three sports a partition each.",
)
