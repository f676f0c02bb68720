"""Who leads a partition: what an election must keep, and the bad days it has to live through."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from kafkaviz.breaking.labs import TOPIC, three_brokers
from kafkaviz.breaking.rule import Breakable, Call, Case, Sample, Trial, one_call
from kafkaviz.decisions.elections import elect_leader, election_breach, election_fault
from kafkaviz.decisions.values import Election
from kafkaviz.model.search.goals import acknowledges, elects_a_leader_again

SEEDED: Final = 60
_SAFE: Final = three_brokers("elect_leader", min_insync_replicas=2, acks="all")


def _examples() -> Iterator[Case]:
    for isr, eligible in (([1, 2, 3], [2, 3]), ([1, 2], [2, 3]), ([1], [2, 3]), ([3, 2], [2, 3]), ([], [1, 2, 3])):
        for current in (None, 1):
            yield _case([1, 2, 3], isr, eligible, current)


def _drawn() -> Iterator[Case]:
    random = Random("elect_leader")
    for _ in range(SEEDED):
        replicas = random.sample(range(1, 13), random.randint(1, 5))
        isr = random.sample(replicas, random.randint(0, len(replicas)))
        eligible = random.sample(replicas, random.randint(0, len(replicas)))
        yield _case(replicas, isr, eligible, random.choice((None, *replicas)))


def _case(replicas: list[int], isr: list[int], eligible: list[int], current: int | None) -> Case:
    known = {"current": current, "preferred": False, "elr": (), "last_known": None, "unclean": False}
    return one_call(tuple(replicas), tuple(isr), tuple(eligible), **known)


def _fault(call: Call, answer: object) -> str | None:
    return election_fault(answer, call.arguments[0])


def _leader(answer: Any) -> int | None:
    leader: int | None = answer[0] if isinstance(answer, list) else answer
    return leader


def _breach(calls: Sequence[Call], answers: Sequence[Any]) -> str | None:
    replicas, isr, eligible, *_ = calls[0].arguments
    leader = _leader(answers[0])
    broken = election_breach(Election(leader), replicas, isr, eligible)
    if broken or leader is None or isr:
        return broken
    return f"Broker {leader} is to lead although nobody is in sync: what was committed may not be in its log."


def _means(call: Call, answer: Any) -> object:
    return tuple(answer) if isinstance(answer, list) and len(answer) == 2 else (answer, True)


def _taken(call: Call, answer: Any) -> object:
    return tuple(answer) if isinstance(answer, list) else answer


ELECTION: Final = Breakable(
    name="elect_leader",
    field="elect_leader",
    asked_as="elect_leader(replicas, isr, eligible, *, current, preferred, elr, last_known, unclean)",
    reference=elect_leader,
    examples=_examples,
    drawn=_drawn,
    fault=_fault,
    breach=_breach,
    taken=_taken,
    means=_means,
    trials=(
        Trial(
            "three brokers, min.insync.replicas=2, acks=all, at most 2 kills, 1 restart, 2 records and 2 waits",
            _SAFE,
            {"kill": 2, "restart": 1, "send": 2, "tick": 2},
            goals=(elects_a_leader_again, acknowledges),
        ),
    ),
    samples=(
        Sample(
            "the leader dies, and the next one too",
            lambda lab: lab.send(TOPIC, "ABC").kill(1).send(TOPIC, "DEF").kill(2),
            _SAFE,
        ),
        Sample(
            "a follower falls out, and the leader dies",
            lambda lab: lab.send(TOPIC, "ABC").kill(2).kill(1).restart(2),
            _SAFE,
        ),
    ),
)
