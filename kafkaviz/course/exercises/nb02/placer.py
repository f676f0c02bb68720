"""E02.4: on which brokers do the replicas of a new topic go, and who leads?"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, dead, let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.placement import placement_breach, placement_fault
from kafkaviz.decisions.values import Placeable
from kafkaviz.decisions.wording import as_integer, quantity
from kafkaviz.lab import Lab
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.model.partitions.topic_requests import new_partition

TOPIC = "letters"
Brokers = list[Placeable]
Placement = list[list[int]]
LAST = {"letters": (12, 2), "news": (5, 3)}
"""Topics of the cluster in which the function runs: how many partitions, of how many replicas."""


def staggered(brokers: Brokers, partitions: int, replication_factor: int) -> Placement:
    """Returns the brokers of each partition, the leader first: each begins one broker further than the one before.

    >>> staggered([Placeable(1), Placeable(2), Placeable(3)], 3, 2)
    [[1, 2], [2, 3], [3, 1]]

    Kafka: the shape of StripedReplicaPlacer's answer; it also draws where to begin, and knows racks.
    """
    ring = [broker.id for broker in brokers if not broker.fenced]
    spare = [broker.id for broker in brokers if broker.fenced]
    return [
        ([ring[(first + step) % len(ring)] for step in range(len(ring))] + spare)[:replication_factor]
        for first in range(partitions)
    ]


def _draw(random: Random) -> tuple[Brokers, int, int]:
    ids = random.sample(range(1, 13), random.choice((1, 2, 3, 3, 4, 5)))
    if random.random() < 0.3:
        ids.sort()
    asleep = random.sample(ids[1:], min(len(ids) - 1, random.choice((0, 0, 1, 2))))
    brokers = [Placeable(broker, fenced=broker in asleep) for broker in random.sample(ids, len(ids))]
    factor = random.choice((random.randint(1, len(ids)), min(2, len(ids)), len(ids)))
    return brokers, random.choice((1, 2, 3, len(ids), len(ids) + 1, random.randint(4, 12))), factor


def unfenced_ids(brokers: Brokers) -> list[int]:
    """Returns the ids of those that are not fenced."""
    return [broker.id for broker in brokers if not broker.fenced]


def _promise(brokers: Brokers, partitions: int, factor: int, answer: object) -> str | None:
    if answer is None:
        return None
    fault = _whole_broker(answer, brokers) or placement_fault(answer, brokers, partitions) or _no_ids(answer)
    if fault:
        return fault
    assert isinstance(answer, list)
    fault = placement_breach(answer, brokers, factor)
    if fault:
        return fault
    able = unfenced_ids(brokers)
    for partition, replicas in enumerate(answer):
        asleep = [broker for broker in replicas if broker not in able]
        free = [broker for broker in able if broker not in replicas]
        if asleep and free:
            return f"Partition {partition} is placed on broker {asleep[0]}, which is fenced; broker {free[0]} is not."
    return _uneven("leads", Counter(replicas[0] for replicas in answer), able, 1) or _uneven(
        "holds", Counter(broker for replicas in answer for broker in replicas), able, factor
    )


def _whole_broker(placement: object, brokers: Brokers) -> str | None:
    """Says which answer gives a broker where its id is wanted; by then it may be a list of its fields."""
    fields = [[*broker] for broker in brokers]
    for partition, replicas in enumerate(placement if isinstance(placement, list | tuple) else ()):
        for broker in replicas if isinstance(replicas, list | tuple) else ():
            if isinstance(broker, list | tuple) and [*broker] in fields:
                return f"Partition {partition} is given a whole broker: give its id, which is {broker[0]}, instead."
    return None


def _no_ids(placement: object) -> str | None:
    """Says in which answer a broker is no number; True equals 1, and is none."""
    assert isinstance(placement, list)
    found = [value for replicas in placement for value in replicas if as_integer(value) is None]
    return f"A broker is named by its id, a whole number, not by {found[0]!r}." if found else None


def _uneven(verb: str, counts: Counter[int], able: list[int], most: int) -> str | None:
    """Says who has more than `most` beyond another one."""
    full, empty = max(able, key=counts.__getitem__), min(able, key=counts.__getitem__)
    if counts[full] - counts[empty] <= most:
        return None
    what = "partition" if verb == "leads" else "replica"
    many = quantity(counts[full], what)
    return f"Broker {full} {verb} {many}, and broker {empty} {verb} {counts[empty] or 'none'}: go around the brokers."


def _in_cluster(my_placer: Callable[[Brokers, int, int], Placement]) -> Played:
    """Makes two topics in a cluster that places by the function, one of them while a broker is dead."""

    def placer(brokers: Sequence[Placeable], partitions: int, factor: int, **rest: Any) -> object:
        return my_placer(list(brokers), partitions, factor)

    lab = Lab(brokers=4, placer=placer)
    for topic, (partitions, factor) in LAST.items():
        lab.create_topic(topic, partitions, factor)
        placement = [list(held.replicas) for tp, held in lab.cluster.partitions.items() if tp.topic == topic]
        brokers = [Placeable(broker.id, fenced=broker.fenced) for broker in lab.cluster.brokers.values()]
        fault = _promise(brokers, partitions, factor, placement)
        if fault:
            return Played(
                lab, f"Topic {topic}, {quantity(partitions, 'partition')} of {quantity(factor, 'replica')}: {fault}"
            )
        if topic == "letters":
            lab.kill(4)
    return Played(lab)


def _case_film(brokers: Brokers, partitions: int, factor: int, answer: object) -> Played:
    """Lets the topic be created as the answer says, in a cluster in which the fenced brokers are dead."""
    fault = _whole_broker(answer, brokers) or placement_fault(answer, brokers, partitions) or _no_ids(answer)
    if fault or not isinstance(answer, list) or any(len({*replicas}) < len(replicas) for replicas in answer):
        raise InvalidArgumentError(fault or "No broker holds two replicas of a partition.")
    lab = Lab(brokers={broker.id: broker.rack for broker in sorted(brokers)})
    lab = begin_with(lab, dead(lab.cluster, *(broker.id for broker in brokers if broker.fenced)))
    made = tuple(new_partition(lab.cluster, tuple(map(int, replicas))) for replicas in answer)
    way = ("client", f"broker:{min(unfenced_ids(brokers))}", "controller:101")
    return Played(let_happen(lab, TopicCreated(TOPIC, made, {}, 0, way)), since=lab.cluster)


THREE = [Placeable(1), Placeable(2), Placeable(3)]
E02_4 = Exercise[Brokers, int, int, Placement](
    id="E02.4",
    title="Where do the replicas go?",
    stars=2,
    minutes=10,
    hints=(
        "Put the ids of the brokers that are not fenced in a list, and think of it as a circle. Partition 0 begins at "
        "the first of them, partition 1 at the second.",
        "The place of replica number `step` of partition `p` in the circle is `p + step`, with `%` and the length of "
        "the circle. Where the circle is too small, the fenced brokers come behind it.",
        "For each `p` in `range(partitions)`: `around = [ring[(p + step) % len(ring)] for step in range(len(ring))]`, "
        "then take the first `replication_factor` of `around + fenced`.",
    ),
    examples=(
        Example((THREE, 3, 2), [[1, 2], [2, 3], [3, 1]]),
        Example((THREE, 4, 1), [[1], [2], [3], [1]]),
        Example(([Placeable(7), Placeable(4)], 2, 2), [[7, 4], [4, 7]]),
        Example(([Placeable(1), Placeable(2, None, True), Placeable(3)], 2, 2), [[1, 3], [3, 1]]),
        Example(([Placeable(1), Placeable(2, None, True), Placeable(3)], 2, 3), [[1, 3, 2], [3, 1, 2]]),
        Example(
            ([Placeable(n) for n in (1, 2, 3, 4)], 8, 2),
            [[1, 2], [2, 3], [3, 4], [4, 1], [1, 2], [2, 3], [3, 4], [4, 1]],
        ),
    ),
    reference=staggered,
    draw=_draw,
    promise=_promise,
    any_that_keeps=True,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your function placed two topics, one of them while a broker was dead. In this cluster it "
    "took the place of StripedReplicaPlacer, and kept all of its promises but the one about racks.",
    next="Next: E02.5, may it serve?",
)
