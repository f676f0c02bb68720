"""E03.3: whom does a consumer ask?"""

from collections.abc import Callable
from itertools import count
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import few_brokers, lab_with, let_happen, partitions_by_number
from kafkaviz.course.placed_group import GROUP, with_group
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.groups.common.events import GroupPolled

Assignment = dict[str, list[int]]
Leaders = dict[int, int | None]
Plan = dict[str, dict[int, list[int]]]
CONSUMER = "consumer"
ONE_COPY = ((1,), (2,), (3,), (2,))
"""The brokers that hold four partitions without any second copy: when broker 1 dies, nobody leads the first."""


def fetch_plan(assignment: Assignment, leaders: Leaders) -> Plan:
    """Says for each consumer which partitions it fetches from which broker; without a leader there is nobody to ask.

    >>> fetch_plan({"C1": [0, 1, 2]}, {0: 1, 1: 2, 2: 1})
    {'C1': {1: [0, 2], 2: [1]}}

    Kafka: AbstractFetch.prepareFetchRequests, one request to each node; followers near the consumer left out.
    """
    plan: Plan = {}
    for consumer, partitions in assignment.items():
        plan[consumer] = {}
        for partition in partitions:
            leader = leaders[partition]
            if leader is not None:
                plan[consumer].setdefault(leader, []).append(partition)
    return plan


def _draw_fetch(random: Random) -> tuple[Assignment, Leaders]:
    consumers = [f"C{number}" for number in random.sample(range(1, 13), random.randint(1, 4))]
    brokers = (*random.sample(range(1, 13), 3), None)
    partitions = random.sample(range(13), random.randint(1, 8))
    owners = {partition: random.choice((*consumers, *consumers, "")) for partition in partitions}
    # The consumers do not name their partitions in the order in which the leaders are told.
    leaders: Leaders = {partition: random.choice(brokers) for partition in random.sample(partitions, len(partitions))}
    return {c: [partition for partition in partitions if owners[partition] == c] for c in consumers}, leaders


def _plan_form(plan: Plan) -> Plan:
    """Returns a plan with each request in order and without idle consumers, which make no difference."""
    return {c: {broker: sorted(inner) for broker, inner in asked.items()} for c, asked in plan.items() if asked}


def _plan_promise(assignment: Assignment, leaders: Leaders, plan: object) -> str | None:
    if plan is None:
        return None
    if not isinstance(plan, dict) or not all(isinstance(asked, dict) for asked in plan.values()):
        return "A plan is a dict of dicts: consumer, then broker, then the list of partitions."
    for consumer, asked in plan.items():
        if consumer not in assignment:
            return f"A plan begins with the consumers, {', '.join(assignment)}; {one_line(consumer)} is none of them."
        inner = next((inner for inner in asked.values() if not isinstance(inner, list)), None)
        if inner is not None:
            return f"What a broker is asked for is a list of partitions, such as [0, 1], not {one_line(inner)}."
    fetches = [(c, broker, p) for c, asked in plan.items() for broker, inner in asked.items() for p in inner]
    for consumer, broker, partition in fetches:
        if partition not in assignment.get(consumer, ()):
            return f"{consumer} fetches partition {partition}, which is not assigned to it."
        if leaders[partition] is None:
            return f"Partition {partition} has no leader now, so there is nobody to ask; leave it out."
        if leaders[partition] != broker:
            led = f"which is led by broker {leaders[partition]}"
            return f"{consumer} asks broker {broker} for partition {partition}, {led}."
        if fetches.count((consumer, broker, partition)) > 1:
            return f"Partition {partition} is fetched more than once; its owner fetches it once."
    for consumer, owned in assignment.items():
        for partition in owned:
            if leaders[partition] is not None and partition not in [p for _, _, p in fetches]:
                return f"Nobody fetches partition {partition}, though {consumer} owns it."
    idle = next((broker for asked in plan.values() for broker, inner in asked.items() if not inner), None)
    return None if idle is None else f"Broker {idle} is asked for nothing; a request names at least one partition."


def _plan_in_cluster(my_fetch_plan: Callable[[Assignment, Leaders], Plan]) -> Played:
    """Plans two polls, the second after broker 1 has died, and compares with what the consumer fetched."""
    lab = Lab(brokers=3).create_topic("letters", assignment=ONE_COPY)
    for number, letter in enumerate(("ABC", "DEF", "GHI", "JKL")):
        lab.send("letters", letter, partition=number)
    since = lab.cluster
    for death in (False, True):
        if death:
            lab.kill(1)
        owned = lab.cluster.partitions_of("letters")
        leaders = {tp.partition: lab.cluster.partitions[tp].leader for tp in owned}
        plan = my_fetch_plan({CONSUMER: [tp.partition for tp in owned]}, leaders)
        fetched = _fetched_by(lab.poll("letters", consumer=CONSUMER))
        if _plan_form(plan) != _plan_form({CONSUMER: fetched}):
            when = "After broker 1 died, the" if death else "The"
            return Played(lab, f"{when} consumer fetched {fetched} in the cluster; the plan says {plan}.", since)
    return Played(lab, "", since)


def _fetched_by(lab: Lab) -> dict[int, list[int]]:
    """Returns the partitions of the latest poll by the broker that was asked."""
    polled = next(s.event for s in reversed(lab.history.steps) if isinstance(s.event, RecordsPolled))
    asked: dict[int, list[int]] = {}
    for tp, broker, *_ in polled.fetched:
        asked.setdefault(broker, []).append(tp.partition)
    return asked


def _case_film(assignment: Assignment, leaders: Leaders, plan: object) -> Played:
    """Lets each consumer of a group fetch as the plan says; who does not lead a partition has nothing of it.

    Where nobody leads, the only copy is on a broker that is dead.
    """
    fetches = _fetches(plan)
    led = {leader for leader in leaders.values() if leader is not None}
    brokers = led | few_brokers(led)
    if not all(c in assignment and broker in brokers and p in leaders for c, broker, p in fetches):
        raise InvalidArgumentError("The plan names a consumer, a broker or a partition that is not there.")
    nowhere = next(broker for broker in count(1) if broker not in led)
    held = {partition: [leader or nowhere] for partition, leader in leaders.items()}
    lab = lab_with("letters", held, [*brokers] if led else [nowhere + 1])
    tps = partitions_by_number("letters", leaders)
    for partition, tp in tps.items():
        lab.send(tp.topic, f"r{partition}", partition=tp.partition)
    if None in leaders.values():
        lab.kill(nowhere)
    lab = with_group(lab, {c: [tps[partition] for partition in owned] for c, owned in assignment.items()})
    for consumer in dict.fromkeys(c for c, _, _ in fetches):
        got = [(tps[p], broker) for c, broker, p in fetches if c == consumer]
        lab = let_happen(
            lab, GroupPolled(GROUP, consumer, tuple((tp, broker, *_had(lab, tp, broker)) for tp, broker in got))
        )
    return Played(lab)


def _fetches(plan: object) -> list[tuple[str, int, int]]:
    """Returns who asks which broker for which partition, in the order of a plan."""
    if not isinstance(plan, dict) or not all(isinstance(asked, dict) for asked in plan.values()):
        raise InvalidArgumentError("A plan is a dict of dicts.")
    if not all(isinstance(inner, list) for asked in plan.values() for inner in asked.values()):
        raise InvalidArgumentError("What a broker is asked for is a list.")
    return [(c, broker, p) for c, asked in plan.items() for broker, inner in asked.items() for p in inner]


def _had(lab: Lab, tp: TopicPartition, broker: int) -> tuple[int, tuple[Record, ...]]:
    """Returns where a consumer goes on after it has asked a broker, and what it got: nothing from who does not lead."""
    log = lab.cluster.replicas[tp][broker].log if lab.cluster.partitions[tp].leader == broker else ()
    return len(log), log


E03_3 = Exercise[Assignment, Leaders, Plan](
    id="E03.3",
    title="Whom does a consumer ask?",
    stars=2,
    minutes=8,
    hints=(
        "Two loops: over the consumers, and inside it over the partitions of each.",
        "`plan[consumer].setdefault(broker, [])` gives the list of a broker, and makes it when it is new. "
        "A leader of `None` means that there is nobody to ask.",
        "Begin each consumer with `plan[consumer] = {}`; then for each partition whose `leaders[partition]` is not "
        "`None`: `plan[consumer].setdefault(leaders[partition], []).append(partition)`.",
    ),
    examples=(
        Example(({"C1": [0]}, {0: 1}), {"C1": {1: [0]}}),
        Example(({"C1": [0, 1, 2]}, {0: 1, 1: 2, 2: 3}), {"C1": {1: [0], 2: [1], 3: [2]}}),
        Example(
            ({"C1": [0], "C2": [1], "C3": [2]}, {0: 1, 1: 2, 2: 3}), {"C1": {1: [0]}, "C2": {2: [1]}, "C3": {3: [2]}}
        ),
        Example(({"C1": [0, 1, 2]}, {0: 2, 1: 2, 2: 3}), {"C1": {2: [0, 1], 3: [2]}}),
        Example(({"C1": [0, 1]}, {0: None, 1: 2}), {"C1": {2: [1]}}),
    ),
    reference=fetch_plan,
    draw=_draw_fetch,
    promise=_plan_promise,
    form=_plan_form,
    in_cluster=_plan_in_cluster,
    case_film=_case_film,
    matters="A consumer sends one request to each leader it needs, not one to each partition. Your plan was the same "
    "as what the consumer fetched in the cluster, also after broker 1 had died and one partition had no leader.",
    next="Next: E03.4, what does a producer do about an error.",
)
