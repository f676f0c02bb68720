"""Where a follower cuts its log: pairs of logs that parted in every way, and clusters that lose power or a leader."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from kafkaviz.breaking.labs import TOPIC, three_brokers, two_brokers
from kafkaviz.breaking.rule import Breakable, Call, Case, Sample, Trial, one_call
from kafkaviz.decisions.replication import assign_epoch
from kafkaviz.decisions.truncation import truncate_by_common_epoch, truncation_breach, truncation_fault
from kafkaviz.model.brokers.requests import Kill
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.search.goals import acknowledges, elects_a_leader_again

SEEDED: Final = 60
Epochs = tuple[tuple[int, int], ...]
_BEGIN: Final = two_brokers("truncation_offset", acks="all")


def _examples() -> Iterator[Case]:
    yield one_call(((0, 0),), 2, 1, ((0, 0),), 2)
    yield one_call(((0, 0),), 2, 2, ((0, 0), (1, 1)), 2)
    yield one_call(((0, 0), (1, 2)), 4, 2, ((0, 0), (2, 3)), 4)


def _drawn() -> Iterator[Case]:
    random = Random("truncation")
    for _ in range(SEEDED):
        shared, common = _grown((), 0, random, [0, 1][: random.randint(0, 2)])
        mine, end = _grown(shared, common, random, random.sample((2, 3), random.randint(0, 2)))
        # Who leads has begun an epoch of its own, and what is committed both have.
        theirs, leader_end = _grown(shared, common, random, random.sample((4, 5), random.randint(1, 2)))
        yield one_call(mine, end, random.randint(0, common), theirs, leader_end)


def _grown(epochs: Epochs, end: int, random: Random, more: list[int]) -> tuple[Epochs, int]:
    """Returns an epoch cache and a log end, after a leader in each further epoch has written a few records."""
    for epoch in sorted(more):
        epochs, end = assign_epoch(epochs, epoch, end), end + random.randint(1, 3)
    return epochs, end


def _breach(calls: Sequence[Call], answers: Sequence[Any]) -> str | None:
    epochs, log_end, _, leader_epochs, leader_end = calls[0].arguments
    return truncation_breach(answers[0], epochs, log_end, leader_epochs, leader_end)


def _two_leaders_die() -> Sequence[Request]:
    return Send(TOPIC, b"m1"), Kill(1), Tick(9_000), Kill(2), Tick(9_000)


TRUNCATION: Final = Breakable(
    name="truncation",
    field="truncation_offset",
    asked_as="truncation_offset(epochs, log_end, high_watermark, leader_epochs, leader_end)",
    reference=truncate_by_common_epoch,
    examples=_examples,
    drawn=_drawn,
    fault=lambda call, answer: truncation_fault(answer, call.arguments[1]),
    breach=_breach,
    trials=(
        Trial(
            "two brokers, acks=all, at most 2 kills, 2 restarts, 2 records and 1 wait",
            _BEGIN,
            {"kill": 2, "restart": 2, "send": 2, "tick": 1},
            goals=(acknowledges, elects_a_leader_again),
        ),
        Trial(
            "three brokers, acks=all, a record and two leaders that die, in whatever order brokers and fetches answer",
            three_brokers("truncation_offset", acks="all"),
            requests=_two_leaders_die,
            schedules="all",
        ),
    ),
    samples=(
        Sample(
            "the leader dies and comes back as a follower",
            lambda lab: lab.send(TOPIC, "ABC").kill(1).send(TOPIC, "DEF").restart(1),
            _BEGIN,
        ),
        Sample(
            "a follower dies and comes back",
            lambda lab: lab.send(TOPIC, "ABC").kill(2).restart(2).send(TOPIC, "DEF"),
            _BEGIN,
        ),
    ),
)
