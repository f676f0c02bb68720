"""E07.1: who leads next?"""

from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb07 import bad_days
from kafkaviz.course.exercises.nb07.lived import Election as Case
from kafkaviz.course.exercises.nb07.lived import election_film
from kafkaviz.decisions.elections import election_breach
from kafkaviz.decisions.values import Election

DAY: bad_days.Day = (
    ("Broker 1 died", lambda lab: lab.kill(1)),
    ("Broker 2 died as well", lambda lab: lab.kill(2)),
    ("Broker 3, the last one, died", lambda lab: lab.kill(3)),
)


def first_in_sync(replicas: Sequence[int], isr: Collection[int], eligible: Collection[int]) -> int | None:
    """Returns the first replica, in the order of the assignment, that is in sync and eligible.

    >>> first_in_sync([1, 2, 3], [3, 2], [2, 3])
    2

    Kafka: PartitionChangeBuilder.electAnyLeader, where nobody leads now.
    """
    return bad_days.clean_leader(replicas, isr, eligible)


def _draw_partition(random: Random) -> tuple[list[int], list[int], list[int]]:
    replicas = random.sample(range(1, 13), random.randint(1, 5))
    return replicas, bad_days.draw_isr(random, replicas), bad_days.draw_brokers(random, replicas)


def _first_promise(replicas: list[int], isr: list[int], eligible: list[int], answer: object) -> str | None:
    fault = bad_days.no_leader(answer, replicas)
    if fault:
        return fault
    (leader, clean), wanted = bad_days.leader_form(answer), first_in_sync(replicas, isr, eligible)
    fault = election_breach(Election(leader), replicas, isr, eligible)
    if fault:
        return fault
    if leader is not None and leader not in isr:
        return f"Nobody is in sync, so nobody can lead without losing records; broker {leader} cannot either."
    if leader != wanted:
        return f"Brokers {wanted} and {leader} both could; of {replicas}, the replicas in order, {wanted} comes first."
    return None if clean else f"The election of broker {leader} is clean: it is in sync."


def _first_in_cluster(my_elect_leader: Callable[[list[int], list[int], list[int]], int | None]) -> Played:
    def elector(replicas: Iterable[int], isr: Iterable[int], eligible: Iterable[int], **rest: object) -> object:
        return bad_days.as_election(my_elect_leader(list(replicas), list(isr), list(eligible)))

    return bad_days.lived_through(elector, DAY)


def _case_film(replicas: list[int], isr: list[int], eligible: list[int], answer: object) -> Played:
    return election_film(Case(replicas, isr, eligible), answer)


E07_1 = Exercise[list[int], list[int], list[int], int | None](
    id="E07.1",
    title="Who leads next?",
    stars=1,
    minutes=4,
    hints=(
        "The order comes from `replicas`; the other two lists only say which brokers may lead.",
        "Go through `replicas` in a loop, and return the first broker that is in `isr` and in `eligible`.",
        "`for broker in replicas:` and inside it `if broker in isr and broker in eligible: return broker`; after the "
        "loop `return None`.",
    ),
    examples=(
        Example(([1, 2, 3], [1, 2, 3], [2, 3]), 2),
        Example(([1, 2, 3], [1, 3], [2, 3]), 3),
        Example(([2, 1, 3], [3, 1], [1, 3]), 1),
        Example(([1, 2, 3], [1], [2, 3]), None),
    ),
    reference=first_in_sync,
    draw=_draw_partition,
    promise=_first_promise,
    form=bad_days.leader_form,
    in_cluster=_first_in_cluster,
    case_film=_case_film,
    matters="Your function was the controller's election while three brokers died one after the other. The list of "
    "replicas is the order of succession; the ISR says who has every committed record.",
    next="Next: E07.2, when nobody in sync is left.",
)
