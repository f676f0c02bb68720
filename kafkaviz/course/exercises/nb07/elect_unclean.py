"""E07.2: when nobody in sync is left."""

from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb07 import bad_days
from kafkaviz.course.exercises.nb07.bad_days import TP
from kafkaviz.course.exercises.nb07.lived import Election as Case
from kafkaviz.course.exercises.nb07.lived import election_film

Answer = tuple[int | None, bool]
DAY: bad_days.Day = (
    ("Broker 1 died", lambda lab: lab.kill(1)),
    ("Broker 1 came back", lambda lab: lab.restart(1)),
    ("Broker 3 fell behind", lambda lab: lab.pause(3).send(TP.topic, "foul").tick(20_000)),
    ("Broker 2 died", lambda lab: lab.kill(2)),
    ("Broker 1, the last one in sync, died", lambda lab: lab.kill(1)),
    ("Unclean elections were allowed", lambda lab: lab.configure(TP.topic, unclean_leader_election_enable=True)),
)


def elect_or_wait(
    replicas: Sequence[int],
    isr: Collection[int],
    eligible: Collection[int],
    current: int | None = None,
    unclean: bool = False,
) -> Answer:
    """Returns the leader of a clean election, or as a last resort of an unclean one, and whether it was clean.

    >>> elect_or_wait([1, 2, 3], [1], [2, 3], unclean=True)
    (2, False)

    Kafka: PartitionChangeBuilder.electLeader, without eligible leader replicas.
    """
    leader = bad_days.clean_leader(replicas, isr, eligible, current)
    if leader is None and unclean:
        alive = next((broker for broker in replicas if broker in eligible), None)
        return alive, alive is None
    return leader, True


def _draw_partition(random: Random) -> tuple[list[int], list[int], list[int], int | None, bool]:
    replicas = random.sample(range(1, 13), random.randint(1, 4))
    isr, eligible = bad_days.draw_isr(random, replicas), bad_days.draw_brokers(random, replicas)
    return replicas, isr, eligible, random.choice((None, *replicas)), random.choice((False, True))


def _wait_promise(
    replicas: list[int], isr: list[int], eligible: list[int], current: int | None, unclean: bool, answer: object
) -> str | None:
    fault = bad_days.no_leader(answer, replicas)
    if fault:
        return fault
    leader, clean = bad_days.leader_form(answer)
    wanted, was_clean = elect_or_wait(replicas, isr, eligible, current, unclean)
    if was_clean and wanted == current != leader and current is not None:
        return f"Broker {current} leads now and still can, so it stays; no client has to look for another."
    if wanted is None and leader is not None:
        if leader not in eligible:
            return f"Broker {leader} is to lead, but it is not eligible: it is dead, fenced or shutting down."
        return f"Broker {leader} is not in sync, and unclean elections are off: the partition waits for one that is."
    if leader != wanted:
        rule = "in sync and eligible" if was_clean else "eligible, and unclean elections are on"
        you = "nobody" if leader is None else f"broker {leader}"
        return f"Broker {wanted} is the first of {replicas} that is {rule}; you elect {you}."
    if clean != was_clean:
        word = "clean: it is in sync" if was_clean else "not clean: it is not in the ISR, and may lack records"
        return f"The election of broker {leader} is {word}."
    return None


def _wait_in_cluster(my_elect_leader: Callable[[list[int], list[int], list[int], int | None, bool], Answer]) -> Played:
    def elector(
        replicas: Iterable[int],
        isr: Iterable[int],
        eligible: Iterable[int],
        *,
        current: int | None,
        unclean: bool,
        **rest: object,
    ) -> object:
        return bad_days.as_election(my_elect_leader(list(replicas), list(isr), list(eligible), current, unclean))

    return bad_days.lived_through(elector, DAY, {"eligible.leader.replicas.enable": False})


def _case_film(
    replicas: list[int], isr: list[int], eligible: list[int], current: int | None, unclean: bool, answer: object
) -> Played:
    return election_film(Case(replicas, isr, eligible, current, unclean=unclean), answer)


E07_2 = Exercise[list[int], list[int], list[int], int | None, bool, Answer](
    id="E07.2",
    title="When nobody in sync is left",
    stars=2,
    minutes=7,
    hints=(
        "Three questions, one after the other: may the current leader stay? Who else is clean? Is unclean allowed?",
        "The first two are E07.1 with `current` in front of the list. Only when both fail and `unclean` is true does "
        "the first eligible replica lead, and then the answer says `False`.",
        "`for broker in [current, *replicas]:` return `(broker, True)` if it is in `isr` and in `eligible`. Then "
        "`if unclean:` the same loop over `replicas` with `eligible` alone returns `(broker, False)`. Last, "
        "`return None, True`.",
    ),
    examples=(
        Example(([1, 2, 3], [1, 2], [2, 3], 1, False), (2, True)),
        Example(([1, 2, 3], [2, 1], [1, 2, 3], 2, False), (2, True)),
        Example(([1, 2, 3], [1], [2, 3], 1, False), (None, True)),
        Example(([1, 2, 3], [1], [2, 3], 1, True), (2, False)),
        Example(([1, 2], [1], [], 1, True), (None, True)),
    ),
    reference=elect_or_wait,
    draw=_draw_partition,
    promise=_wait_promise,
    form=bad_days.leader_form,
    in_cluster=_wait_in_cluster,
    case_film=_case_film,
    matters="An unclean election buys service and pays with records: those that only the old ISR had. So Kafka "
    "remembers the last copy in sync even when it is dead, and by default waits for it.",
    next="Next: E07.3, what a failure does to the others.",
)
