"""E07.5: the whole election, as the controller of Kafka 4.4 holds it."""

from collections.abc import Callable, Iterable
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played, Wrong
from kafkaviz.course.exercises.nb07.bad_days import TP, Day, as_election, leader_form, lived_through, no_leader
from kafkaviz.decisions.elections import elect_leader

DAY: Day = (
    ("Broker 1 died", lambda lab: lab.kill(1)),
    ("Broker 1 came back", lambda lab: lab.restart(1)),
    ("The preferred leader was asked for", lambda lab: lab.elect_preferred(TP.topic)),
    ("Broker 3 was shut down", lambda lab: lab.stop(3)),
    ("Broker 2 was shut down", lambda lab: lab.stop(2)),
    ("Broker 1 died too, and the ISR was empty", lambda lab: lab.kill(1)),
    ("Broker 2, an eligible leader replica, came back", lambda lab: lab.restart(2)),
    ("Broker 2 died", lambda lab: lab.kill(2)),
    ("Broker 3, which had missed something, came back", lambda lab: lab.restart(3)),
    ("Broker 1 came back", lambda lab: lab.restart(1)),
    ("Broker 2, the last known leader, came back", lambda lab: lab.restart(2)),
)
Answer = tuple[int | None, bool]
Asked = tuple[list[int], list[int], list[int], int | None, bool, list[int], int | None, bool]


def whole_election(*asked: *Asked) -> Answer:
    """Holds Kafka's election, with its named arguments given in their order.

    >>> whole_election([1, 2, 3], [], [2, 3], None, False, [3], None, False)
    (3, True)

    Kafka: PartitionChangeBuilder.electLeader.
    """
    replicas, isr, eligible, current, preferred, elr, last_known, unclean = asked
    wishes = {"preferred": preferred, "unclean": unclean}
    election = elect_leader(replicas, isr, eligible, current=current, elr=elr, last_known=last_known, **wishes)
    return election.leader, election.clean


def _draw_election(random: Random) -> Asked:
    replicas = random.sample(range(1, 5), random.randint(1, 4))
    isr = [broker for broker in replicas if random.randrange(2)] if random.randrange(3) else []
    elr = [broker for broker in replicas if broker not in isr and random.randrange(2)]
    eligible = [broker for broker in replicas if random.randrange(3)]
    last_known = random.choice((None, *replicas)) if not isr and not elr else None
    return (
        *(replicas, isr, eligible, random.choice((None, *replicas)), not random.randrange(3), elr, last_known),
        not random.randrange(3),
    )


def _whole_promise(*given: *tuple[*Asked, object]) -> str | None:
    asked, answer = given[:8], given[8]
    replicas, isr, elr = asked[0], asked[1], asked[5]
    fault = no_leader(answer, replicas)
    if fault:
        return fault
    in_sync, (leader, clean) = isr or elr, leader_form(answer)
    wanted, was_clean = whole_election(*asked)
    if (leader, clean) == (wanted, was_clean or wanted is None):
        return None
    if leader == wanted:
        return f"Broker {leader} leads, and its election is {'clean' if was_clean else 'not clean'}; say so."
    return f"{_reason(asked, in_sync, wanted)} You elect {'nobody' if leader is None else f'broker {leader}'}."


def _reason(asked: Asked, in_sync: list[int], wanted: int | None) -> str:
    """Says which rung of the ladder decides."""
    replicas, isr, _, current, preferred, _, last_known, unclean = asked
    stand_in = "in sync" if isr else "an eligible leader replica, which counts because the ISR is empty,"
    if wanted is None:
        return f"Nobody who counts is eligible{'' if unclean else ', and unclean elections are off'}: nobody leads."
    if wanted in in_sync and preferred and wanted == replicas[0]:
        return f"The preferred leader is asked for: broker {wanted}, the first replica, is {stand_in} and eligible."
    if wanted in in_sync and wanted == current:
        return f"Broker {wanted} leads now, is {stand_in} and eligible: it stays."
    if wanted in in_sync:
        return f"Broker {wanted} is the first of {replicas} that is {stand_in} and eligible."
    if not in_sync and wanted == last_known:
        return f"With ISR and ELR empty, the last known leader, broker {wanted}, may lead again."
    return f"Unclean elections are on: broker {wanted} is the first of {replicas} that is eligible."


def _forgets_elr(*asked: *Asked) -> Answer:
    return whole_election(*asked[:5], [], *asked[6:])


def _elr_beside_isr(*asked: *Asked) -> Answer:
    return whole_election(asked[0], [*asked[1], *asked[5]], *asked[2:])


def _always_preferred(*asked: *Asked) -> Answer:
    return whole_election(*asked[:4], True, *asked[5:])


def _forgets_the_last(*asked: *Asked) -> Answer:
    return whole_election(*asked[:6], None, asked[7])


def _whole_in_cluster(my_elect_leader: Callable[[*Asked], Answer]) -> Played:
    def elector(
        replicas: Iterable[int],
        isr: Iterable[int],
        eligible: Iterable[int],
        *,
        current: int | None,
        preferred: bool,
        elr: Iterable[int],
        last_known: int | None,
        unclean: bool,
    ) -> object:
        lists = list(replicas), list(isr), list(eligible)
        return as_election(my_elect_leader(*lists, current, preferred, list(elr), last_known, unclean))

    return lived_through(elector, DAY, {"min.insync.replicas": 2})


E07_5 = Exercise[*Asked, Answer](
    id="E07.5",
    title="The whole election",
    stars=3,
    minutes=14,
    hints=(
        "A ladder of candidates. The first who may lead wins; only below the last clean rung comes what is not clean.",
        "`in_sync = isr or elr`. Clean candidates, in order: the first replica if `preferred`, then `current`, then "
        "`replicas`; each must be in `in_sync` and in `eligible`. Then `last_known`, if `in_sync` is empty; "
        "then `unclean`.",
        "`wished = [replicas[0], current] if preferred else [current]`; `for broker in [*wished, *replicas]:` return "
        "`(broker, True)` if it is in both. `if not in_sync and last_known in eligible: return last_known, False`. "
        "`if unclean:` the first eligible replica, `False`. Else `None, True`.",
    ),
    examples=(
        Example(([1, 2, 3], [2, 3], [2, 3], 1, False, [], None, False), [2, True]),
        Example(([1, 2, 3], [2, 3, 1], [1, 2, 3], 2, False, [], None, False), [2, True]),
        Example(([1, 2, 3], [2, 3, 1], [1, 2, 3], 2, True, [], None, False), [1, True]),
        Example(([1, 2, 3], [], [2, 3], None, False, [1, 3], None, False), [3, True]),
        Example(([1, 2, 3], [1], [2, 3], 1, False, [2], None, False), [None, True]),
        Example(([1, 2, 3], [], [2, 3], None, False, [], 3, False), [3, False]),
        Example(([1, 2, 3], [], [2, 3], None, False, [], 1, True), [2, False]),
    ),
    reference=whole_election,
    draw=_draw_election,
    promise=_whole_promise,
    form=leader_form,
    in_cluster=_whole_in_cluster,
    matters="This is the election of Kafka 4.4, rung by rung, and it took a partition through a day on which every "
    "broker died. Eligible leader replicas, new in 4.0, are those who left a small ISR with every committed record.",
    next="Next: go back to the notebook and answer its last three questions.",
    wrong=(
        Wrong(
            _forgets_elr,
            "Broker 3 is the first of [1, 2, 3] that is an eligible leader replica, which counts because the ISR is "
            "empty, and eligible. You elect nobody.",
        ),
        Wrong(
            _elr_beside_isr,
            "Nobody who counts is eligible, and unclean elections are off: nobody leads. You elect broker 2.",
        ),
        Wrong(_always_preferred, "Broker 2 leads now, is in sync and eligible: it stays. You elect broker 1."),
        Wrong(
            _forgets_the_last,
            "With ISR and ELR empty, the last known leader, broker 3, may lead again. You elect nobody.",
        ),
    ),
)
