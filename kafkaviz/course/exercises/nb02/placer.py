"""E02.4: on which brokers do the replicas of a new topic go, and who leads?"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kafkaviz.course.exercise import Condition, Example, Exercise, Played, Wrong
from kafkaviz.course.placed import begun, dead, happened
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.placement import placement_breach, placement_fault
from kafkaviz.decisions.values import Placeable
from kafkaviz.decisions.wording import counted, whole
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


def _unfenced(brokers: Brokers) -> list[int]:
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
    able = _unfenced(brokers)
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
        for one in replicas if isinstance(replicas, list | tuple) else ():
            if isinstance(one, list | tuple) and [*one] in fields:
                return f"Partition {partition} is given a whole broker: give its id, which is {one[0]}, instead."
    return None


def _no_ids(placement: object) -> str | None:
    """Says which answer names brokers by what is no number; True equals 1, and is none."""
    assert isinstance(placement, list)
    found = [one for replicas in placement for one in replicas if whole(one) is None]
    return f"A broker is named by its id, a whole number, not by {found[0]!r}." if found else None


def _uneven(verb: str, counts: Counter[int], able: list[int], most: int) -> str | None:
    """Says who has more than `most` beyond another one."""
    full, empty = max(able, key=counts.__getitem__), min(able, key=counts.__getitem__)
    if counts[full] - counts[empty] <= most:
        return None
    what = "partitions" if verb == "leads" else "replicas"
    return f"Broker {full} {verb} {counts[full]} {what} and broker {empty} {counts[empty]}: go around the brokers."


def _in_cluster(my_placer: Callable[[Brokers, int, int], Placement]) -> Played:
    """Makes two topics in a cluster that places by the function, one of them while a broker is dead."""

    def placer(brokers: Sequence[Placeable], partitions: int, factor: int, **rest: Any) -> object:
        return my_placer(list(brokers), partitions, factor)

    lab = Lab(brokers=4, placer=placer)
    for topic, (partitions, factor) in LAST.items():
        lab.create_topic(topic, partitions, factor)
        placement = [list(held.replicas) for tp, held in lab.cluster.partitions.items() if tp.topic == topic]
        brokers = [Placeable(one.id, fenced=one.fenced) for one in lab.cluster.brokers.values()]
        fault = _promise(brokers, partitions, factor, placement)
        if fault:
            return Played(
                lab, f"Topic {topic}, {counted(partitions, 'partition')} of {counted(factor, 'replica')}: {fault}"
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
    lab = begun(lab, dead(lab.cluster, *(broker.id for broker in brokers if broker.fenced)))
    made = tuple(new_partition(lab.cluster, tuple(map(int, replicas))) for replicas in answer)
    way = ("client", f"broker:{min(_unfenced(brokers))}", "controller:101")
    return Played(happened(lab, TopicCreated(TOPIC, made, {}, 0, way)), since=lab.cluster)


def _one_leads(brokers: Brokers, partitions: int, factor: int) -> Placement:
    able = [*_unfenced(brokers), *(broker.id for broker in brokers if broker.fenced)]
    return [able[:factor] for _ in range(partitions)]


def _fenced_lead(brokers: Brokers, partitions: int, factor: int) -> Placement:
    ids = [broker.id for broker in brokers]
    return [[ids[(p + step) % len(ids)] for step in range(factor)] for p in range(partitions)]


def _twice(brokers: Brokers, partitions: int, factor: int) -> Placement:
    ring = _unfenced(brokers)
    return [[ring[p % len(ring)]] * factor for p in range(partitions)]


def _one_follows(brokers: Brokers, partitions: int, factor: int) -> Placement:
    """Goes around for leaders, and takes the followers from the front."""
    ring, spare = _unfenced(brokers), [broker.id for broker in brokers if broker.fenced]
    leaders = [ring[p % len(ring)] for p in range(partitions)]
    return [[one, *[other for other in (*ring, *spare) if other != one][: factor - 1]] for one in leaders]


def _fewer(brokers: Brokers, partitions: int, factor: int) -> Placement:
    return [replicas[: len(_unfenced(brokers))] for replicas in staggered(brokers, partitions, factor)]


def _fenced_holds(brokers: Brokers, partitions: int, factor: int) -> bool:
    return factor > len(_unfenced(brokers))


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
        "the circle. Only where the circle is too small, those that are fenced come behind.",
        "For each `p` in `range(partitions)`: `around = [ring[(p + step) % len(ring)] for step in range(len(ring))]`, "
        "and of `around + fenced` the first `replication_factor`.",
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
    conditions=(
        Condition("there is one replica of each", lambda brokers, many, factor: factor == 1),
        Condition("every broker holds every partition", lambda brokers, many, factor: factor == len(brokers)),
        Condition("there are fewer partitions than brokers", lambda brokers, many, factor: many < len(brokers)),
        Condition("there are more partitions than brokers", lambda brokers, many, factor: many > len(brokers)),
        Condition("a broker is fenced", lambda brokers, many, factor: len(_unfenced(brokers)) < len(brokers)),
        Condition("a fenced broker comes first", lambda brokers, many, factor: brokers[0].fenced),
        Condition("a fenced broker must hold a replica", _fenced_holds),
        Condition(
            "a fenced broker need not",
            lambda *asked: len(_unfenced(asked[0])) < len(asked[0]) and not _fenced_holds(*asked),
        ),
        Condition("one broker is unfenced", lambda brokers, many, factor: len(_unfenced(brokers)) == 1),
        Condition(
            "the ids are in no order", lambda brokers, many, factor: [b.id for b in brokers] != sorted(_ids(brokers))
        ),
        Condition("the ids are not 1, 2, 3", lambda brokers, many, factor: max(_ids(brokers)) > len(brokers)),
    ),
    promise=_promise,
    any_that_keeps=True,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your function placed two topics, one of them while a broker was dead. It could stand in the place of "
    "StripedReplicaPlacer: it has its arguments and keeps its promises, all but the one about racks.",
    next="Next: E02.5, may it serve?",
    wrong=(
        Wrong(_one_leads, "Broker 1 leads 3 partitions and broker 2 0: go around the brokers."),
        Wrong(_twice, "Partition 0 has two replicas on broker 1; one broken machine would take both."),
        Wrong(_fenced_lead, "Partition 1 is to be led by broker 2, which is fenced."),
        Wrong(_fewer, "Partition 0 has 2 replicas instead of 3."),
        Wrong(_one_follows, "Broker 1 holds 8 replicas and broker 3 2: go around the brokers."),
    ),
)


def _ids(brokers: Brokers) -> list[int]:
    return [broker.id for broker in brokers]
