"""E07.5: the whole election, as the controller of Kafka 4.4 holds it."""

from collections.abc import Callable, Iterable
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb07 import bad_days
from kafkaviz.course.exercises.nb07.lived import Election as Case
from kafkaviz.course.exercises.nb07.lived import election_film
from kafkaviz.decisions.elections import elect_leader

DAY: bad_days.Day = (
    ("Broker 1 died", lambda lab: lab.kill(1)),
    ("Broker 1 came back", lambda lab: lab.restart(1)),
    ("The preferred leader was asked for", lambda lab: lab.elect_preferred(bad_days.TP.topic)),
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
    replicas = random.sample(range(1, 13), random.choice((1, 2, 3, 4, 5, 5, 6)))
    mixed = random.sample(replicas, len(replicas))
    isr = mixed[: random.randint(1, len(mixed))] if random.randrange(2) else []
    elr = mixed[len(isr) :][: random.randint(1, 3)] if random.randrange(2) else []
    # What decides on a rung is seen only where those above it are dead.
    others = [broker for broker in replicas if broker not in (isr or elr)]
    up = random.choice((replicas, replicas[1:], others, others, bad_days.draw_brokers(random, replicas)))
    eligible = random.sample(up, len(up))
    current, last_known = random.choice((None, *isr, *replicas)), random.choice((None, *replicas, *replicas))
    preferred, unclean = (random.randrange(2) == 0 for _ in range(2))
    return replicas, isr, eligible, current, preferred, elr, last_known, unclean


def in_sync(*asked: *Asked) -> list[int]:
    """Returns who counts as in sync: the ISR, or while it is empty the ELR."""
    return asked[1] or asked[5]


def deciding_rung(*asked: *Asked) -> str:
    """Names what decides: "preferred", "current", "first", "last known", "unclean", or "" where nobody leads."""
    replicas, _, _, current, preferred, _, last_known, _ = asked
    leader, clean = whole_election(*asked)
    if leader is None:
        return ""
    if not clean:
        return "last known" if not in_sync(*asked) and leader == last_known else "unclean"
    if preferred and leader == replicas[0]:
        return "preferred"
    return "current" if leader == current else "first"


def _whole_promise(*given: *tuple[*Asked, object]) -> str | None:
    asked, answer = given[:8], given[8]
    fault = bad_days.no_leader(answer, asked[0])
    if fault:
        return fault
    leader, clean = bad_days.leader_form(answer)
    wanted, was_clean = whole_election(*asked)
    if (leader, clean) == (wanted, was_clean or wanted is None):
        return None
    if leader == wanted:
        return f"Broker {leader} leads, and its election is {'clean' if was_clean else 'not clean'}; say so."
    return f"{_reason(asked, wanted)} You elect {'nobody' if leader is None else f'broker {leader}'}."


def _reason(asked: Asked, wanted: int | None) -> str:
    """Says which rung of the ladder decides."""
    replicas, isr, unclean, rung = asked[0], asked[1], asked[7], deciding_rung(*asked)
    stand_in = "in sync" if isr else "an eligible leader replica, which counts because the ISR is empty,"
    if wanted is None:
        return f"Nobody who counts is eligible{'' if unclean else ', and unclean elections are off'}: nobody leads."
    if rung == "preferred":
        return f"The preferred leader is asked for: broker {wanted}, the first replica, is {stand_in} and eligible."
    if rung == "current":
        return f"Broker {wanted} leads now, is {stand_in} and eligible: it stays."
    if rung == "first":
        return f"Broker {wanted} is the first of {replicas} that is {stand_in} and eligible."
    if rung == "last known":
        return f"With ISR and ELR empty, the last known leader, broker {wanted}, may lead again."
    return f"Unclean elections are on: broker {wanted} is the first of {replicas} that is eligible."


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
        return bad_days.as_election(my_elect_leader(*lists, current, preferred, list(elr), last_known, unclean))

    return bad_days.lived_through(elector, DAY, {"min.insync.replicas": 2})


def _case_film(*given: *tuple[*Asked, object]) -> Played:
    return election_film(Case(*given[:8]), given[8])


E07_5 = Exercise[*Asked, Answer](
    id="E07.5",
    title="The whole election",
    stars=3,
    minutes=14,
    hints=(
        "Go down the ladder: the first broker that may lead wins. The unclean rungs are below all clean ones.",
        "A broker is clean if `ladder`, `in_sync` and `eligible` all have it. Below these is `last_known`, but only "
        "while `in_sync` is empty; below that, if `unclean`, the first eligible replica.",
        "`for broker in ladder:` return `(broker, True)` if it is in `in_sync` and in `eligible`. Then `if not in_sync "
        "and last_known in eligible: return last_known, False`. Then `if unclean:` the first of `replicas` that is "
        "eligible, with `False`. Last, `return None, True`.",
    ),
    examples=(
        Example(([1, 2, 3], [2, 3], [2, 3], 1, False, [], None, False), (2, True)),
        Example(([1, 2, 3], [2, 3, 1], [1, 2, 3], 2, False, [], None, False), (2, True)),
        Example(([1, 2, 3], [2, 3, 1], [1, 2, 3], 2, True, [], None, False), (1, True)),
        Example(([1, 2, 3], [], [2, 3], None, False, [1, 3], None, False), (3, True)),
        Example(([1, 2, 3], [1], [2, 3], 1, False, [2], None, False), (None, True)),
        Example(([1, 2, 3], [], [2, 3], None, False, [], 3, False), (3, False)),
        Example(([1, 2, 3], [], [2, 3], None, False, [], 1, True), (2, False)),
    ),
    reference=whole_election,
    draw=_draw_election,
    promise=_whole_promise,
    form=bad_days.leader_form,
    in_cluster=_whole_in_cluster,
    case_film=_case_film,
    matters="This is the election of Kafka 4.4, rung by rung, and it took a partition through a day on which every "
    "broker died. Eligible leader replicas, new in 4.0, are those who left a small ISR with every committed record.",
    next="Next: go back to the notebook and answer its last three questions.",
)
