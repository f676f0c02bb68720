"""E07.5: the whole election, as the controller of Kafka 4.4 holds it."""

from collections.abc import Callable
from random import Random
from typing import Any

from kafkaviz.course.exercise import Example, Exercise, Played, Wrong
from kafkaviz.course.exercises.nb07.bad_days import TP, as_election, leader_form, lived_through, no_leader
from kafkaviz.decisions.elections import elect_leader

NAMES = ("current", "preferred", "elr", "last_known", "unclean")
DAY = (
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
Arguments = tuple[list[int], list[int], list[int], int | None, bool, list[int], int | None, bool]


def whole_election(*arguments: Any) -> tuple[int | None, bool]:
    """Holds Kafka's election, with its named arguments given in their order.

    >>> whole_election([1, 2, 3], [], [2, 3], None, False, [3], None, False)
    (3, True)

    Kafka: PartitionChangeBuilder.electLeader.
    """
    election = elect_leader(*arguments[:3], **dict(zip(NAMES, arguments[3:], strict=True)))
    return election.leader, election.clean


def _draw_election(random: Random) -> tuple[Any, ...]:
    replicas = random.sample(range(1, 5), random.randint(1, 4))
    isr = [broker for broker in replicas if random.randrange(2)] if random.randrange(3) else []
    elr = [broker for broker in replicas if broker not in isr and random.randrange(2)]
    eligible = [broker for broker in replicas if random.randrange(3)]
    last_known = random.choice((None, *replicas)) if not isr and not elr else None
    return (
        *(replicas, isr, eligible, random.choice((None, *replicas)), not random.randrange(3), elr, last_known),
        not random.randrange(3),
    )


def _whole_promise(*given: Any) -> str | None:
    *arguments, answer = given
    replicas, isr, elr = arguments[0], arguments[1], arguments[5]
    fault = no_leader(answer, replicas)
    if fault:
        return fault
    in_sync, (leader, clean) = isr or elr, leader_form(answer)
    wanted, was_clean = whole_election(*arguments)
    if [leader, clean] == [wanted, was_clean or wanted is None]:
        return None
    if leader == wanted:
        return f"Broker {leader} leads, and its election is {'clean' if was_clean else 'not clean'}; say so."
    return f"{_reason(arguments, in_sync, wanted)} You elect {'nobody' if leader is None else f'broker {leader}'}."


def _reason(arguments: Any, in_sync: list[int], wanted: int | None) -> str:
    """Says which rung of the ladder decides."""
    replicas, isr, _, current, preferred, _, last_known, unclean = arguments
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


def _forgets_elr(*arguments: Any) -> Any:
    return whole_election(*arguments[:5], [], *arguments[6:])


def _elr_beside_isr(*arguments: Any) -> Any:
    return whole_election(arguments[0], [*arguments[1], *arguments[5]], *arguments[2:])


def _always_preferred(*arguments: Any) -> Any:
    return whole_election(*arguments[:4], True, *arguments[5:])


def _forgets_the_last(*arguments: Any) -> Any:
    return whole_election(*arguments[:6], None, arguments[7])


def _whole_in_cluster(my_elect_leader: Callable[..., Any]) -> Played:
    def elector(*positions: Any, **named: Any) -> Any:
        arguments = (*positions, *(named[name] for name in NAMES))
        return as_election(my_elect_leader(*(list(one) if isinstance(one, tuple) else one for one in arguments)))

    return lived_through(elector, DAY, min_insync_replicas=2)


E07_5 = Exercise(
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
    matters="This is the election of Kafka 4.4, rung by rung, and it took a partition through a day on which "
    "every broker "
    "died. Eligible leader replicas, new in 4.0, are those who left a small ISR with every committed record.",
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
