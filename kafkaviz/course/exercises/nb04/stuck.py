"""E04.5: stick to one partition until a batch's worth of bytes went there."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb04 import cases
from kafkaviz.course.exercises.nb04.lived import partitioner_film
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import Sent
from kafkaviz.scenarios.nb04 import readings, requests

BATCH = 100


def stuck(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Sends a key home; without a key, stays until a batch's worth of bytes went there, then draws another partition.

    >>> stuck(None, 3, Sent(partition=2, bytes=99, batch_size=100)), stuck(None, 3, Sent(available=(0, 1, 2)))
    (2, 0)

    Kafka: KIP-794, without its regard for queues, and without waiting until the batch itself is full.
    """
    if key is not None:
        return keyed_partition(key, partitions)
    if sent.partition is None or sent.bytes >= sent.batch_size:
        return sent.available[sent.draw(len(sent.available))]
    return sent.partition


def _draw(random: Random) -> tuple[bytes | None, int, Sent]:
    partitions, key = cases.draw_partitions(random), cases.draw_key(random) if random.random() < 0.3 else None
    led, chance = cases.draw_led(random, partitions), cases.drawn(random.randint(0, 100))
    batch = random.choice((BATCH, BATCH, 200, 16_384))
    if random.random() < 0.2:
        return key, partitions, Sent(random.choice((0, 3)), batch_size=batch, available=led, draw=chance)
    sticky = 0 if random.random() < 0.2 else random.randrange(partitions)
    filled, is_new = random.choice((0, 20, batch - 1, batch, batch + 1, 2 * batch)), random.random() < 0.5
    return key, partitions, Sent(9, sticky, filled, batch, is_new, is_new, led, (), chance)


def _promise(key: bytes | None, partitions: int, sent: Sent, answer: object) -> str | None:
    wrong = cases.out_of_range(partitions, answer)
    right = stuck(key, partitions, sent)
    if wrong or answer == right:
        return wrong
    if key is not None:
        return f"With a key, the key decides, whatever sticks: {key!r} belongs on partition {right}."
    if sent.partition is None:
        index = sent.draw(len(sent.available))
        return f"Nothing sticks yet, so draw: place {index} in sent.available is partition {right}."
    if sent.bytes < sent.batch_size:
        return f"Only {sent.bytes} of {sent.batch_size} bytes went to partition {sent.partition}: stay there."
    if answer == sent.partition:
        return f"{sent.bytes} bytes went to partition {sent.partition}, which is a batch's worth: draw again."
    return f"Draw a place in sent.available: sent.draw({len(sent.available)}) gave the place of partition {right}."


def _in_cluster(my_partitioner: cases.Partitioner) -> Played:
    """Sends thirty records without a key, and compares with what sticking comes to."""
    mine, sticking = (
        readings(30, batch_size=200, seed=7, partitioner=partitioner)
        for partitioner in (cases.in_a_lab(my_partitioner), stuck)
    )
    complaint = ""
    ways = zip(cases.routed(mine), cases.routed(sticking), strict=True)
    strayed = next((index for index, (way, right) in enumerate(ways) if way != right), None)
    if requests(mine) != requests(sticking):
        complaint = f"In the cluster 30 records took {requests(mine)} requests; sticking takes {requests(sticking)}."
    elif strayed is not None:
        went, goes = (cases.routed(lab)[strayed][1] for lab in (mine, sticking))
        complaint = f"In the cluster record {strayed + 1} of 30 went to partition {went}; sticking, it goes to {goes}."
    return Played(mine, complaint, lens="partitioner")


_ALL = (0, 1, 2)

E04_5 = Exercise[bytes | None, int, Sent, int](
    id="E04.5",
    title="Stick to a partition",
    stars=3,
    minutes=15,
    hints=(
        "Three cases, in this order: a record with a key; nothing sticks yet, or enough went there; everything else.",
        "`sent.partition` is what sticks, or None; enough is `sent.bytes >= sent.batch_size`. To draw, take the place "
        "`sent.draw(len(sent.available))` in `sent.available`.",
        "`if key is not None: return keyed_partition(key, partitions)`; then `if sent.partition is None or sent.bytes "
        ">= sent.batch_size: return sent.available[sent.draw(len(sent.available))]`; then `return sent.partition`.",
    ),
    examples=(
        Example((None, 3, Sent(batch_size=BATCH, available=_ALL, draw=cases.drawn(1))), 1),
        Example((b"tennis", 3, Sent(partition=1, bytes=20, batch_size=BATCH, available=_ALL)), 0),
        Example((None, 3, Sent(partition=2, bytes=20, batch_size=BATCH, available=_ALL, draw=cases.drawn(1))), 2),
        Example((None, 3, Sent(partition=0, bytes=20, batch_size=BATCH, available=_ALL, draw=cases.drawn(1))), 0),
        Example((None, 3, Sent(partition=2, bytes=100, batch_size=BATCH, available=_ALL, draw=cases.drawn(1))), 1),
        Example((None, 3, Sent(partition=0, bytes=120, batch_size=BATCH, available=(0, 2), draw=cases.drawn(1))), 2),
    ),
    reference=stuck,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=partitioner_film,
    matters="This is the default of Java producers since 3.3 for a record that has no key, but for its regard for "
    "slow brokers. The batches are big, so there are few requests; and because each batch draws anew, the partitions "
    "fill evenly over time.",
    next="Next: go back to the notebook and answer its last three questions.",
)
