"""What is committed, who is in sync, and when a leader answers: three rules of a leader."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, Final

from kafkaviz.breaking.labs import TOPIC, three_brokers
from kafkaviz.breaking.rule import Breakable, Call, Case, Sample, Trial, one_call
from kafkaviz.decisions.replication import high_watermark, high_watermark_fault, is_out_of_sync, may_acknowledge
from kafkaviz.decisions.replication_validity import (
    acknowledgement_breach,
    high_watermark_breach,
    out_of_sync_breach,
    yes_or_no_fault,
)
from kafkaviz.lab import Lab
from kafkaviz.model.search.goals import acknowledges, elects_a_leader_again, fetching_followers_stay_in_sync

SEEDED: Final = 40
_BUDGET: Final = {"kill": 1, "restart": 1, "send": 2, "tick": 2}
_WORDS: Final = "three brokers, min.insync.replicas=2, acks=all, at most 1 kill, 1 restart, 2 records and 2 waits"


def _a_record_more(lab: Lab) -> Lab:
    return lab.send(TOPIC, "ABC").pause(3).send(TOPIC, "DEF").tick(30_000)


def _a_leader_dies(lab: Lab) -> Lab:
    return lab.send(TOPIC, "ABC").kill(1).send(TOPIC, "DEF").restart(1)


def _samples(field: str) -> tuple[Sample, ...]:
    begin = three_brokers(field, min_insync_replicas=2, acks="all")
    return Sample("a follower stops fetching", _a_record_more, begin), Sample("the leader dies", _a_leader_dies, begin)


def _high_watermark_examples() -> Iterator[Case]:
    yield one_call(1, [0, 0])
    yield from (one_call(end, [*ends]) for end in (0, 2, 3) for ends in product(range(end + 1), repeat=2))


def _high_watermark_drawn() -> Iterator[Case]:
    random = Random("high_watermark")
    for _ in range(SEEDED):
        end = random.randint(1, 20)
        yield one_call(end, [random.randint(0, end) for _ in range(random.randint(0, 4))])


HIGH_WATERMARK: Final = Breakable(
    name="high_watermark",
    field="high_watermark",
    asked_as="high_watermark(leader_end, isr_ends)",
    reference=high_watermark,
    examples=_high_watermark_examples,
    drawn=_high_watermark_drawn,
    fault=lambda call, answer: high_watermark_fault(answer, call.arguments[0]),
    breach=lambda calls, answers: high_watermark_breach(answers[0], calls[0].arguments[1]),
    trials=(
        Trial(
            _WORDS,
            three_brokers("high_watermark", min_insync_replicas=2, acks="all"),
            _BUDGET,
            goals=(acknowledges, elects_a_leader_again),
        ),
    ),
    samples=_samples("high_watermark"),
)


def _late(end: int, leader_end: int, behind_ms: int, lag_ms: int = 30_000, caught_up_ms: int = 60_000) -> Case:
    """Returns the question about a follower that had everything so many ms ago."""
    now_ms = caught_up_ms + behind_ms
    return one_call(end, leader_end, caught_up_ms=caught_up_ms, now_ms=now_ms, replica_lag_time_max_ms=lag_ms)


def _out_of_sync_examples() -> Iterator[Case]:
    yield from (_late(end, 9, behind) for end, behind in product((0, 8, 9), (0, 1, 29_999, 30_000, 30_001, 90_000)))
    yield from (_late(end, 5_000, behind) for end, behind in product((0, 990, 4_999, 5_000), (500, 31_000)))


def _out_of_sync_drawn() -> Iterator[Case]:
    random = Random("is_out_of_sync")
    for _ in range(SEEDED):
        end = random.randint(0, 10_000)
        yield _late(random.choice((end, random.randint(0, end))), end, random.randint(0, 20_000), 10_000, 7_000)


def _out_of_sync_breach(calls: Sequence[Call], answers: Sequence[Any]) -> str | None:
    return out_of_sync_breach(answers[0], *calls[0].arguments, **calls[0].named)


IN_SYNC: Final = Breakable(
    name="is_out_of_sync",
    field="is_out_of_sync",
    asked_as="is_out_of_sync(end, leader_end, *, caught_up_ms, now_ms, replica_lag_time_max_ms)",
    reference=is_out_of_sync,
    examples=_out_of_sync_examples,
    drawn=_out_of_sync_drawn,
    fault=lambda call, answer: yes_or_no_fault(answer),
    breach=_out_of_sync_breach,
    trials=(
        Trial(
            "three brokers, replica.lag.time.max.ms=9000, at most 1 pause, 1 resume, 2 records and 2 waits",
            three_brokers("is_out_of_sync", min_insync_replicas=2, acks="all", replica_lag_time_max_ms=9_000),
            {"pause": 1, "resume": 1, "send": 2, "tick": 2},
            goals=(acknowledges, elects_a_leader_again),
            more_promises=lambda policies: (fetching_followers_stay_in_sync(policies),),
        ),
    ),
    samples=_samples("is_out_of_sync"),
)


def _acknowledgement_examples() -> Iterator[Case]:
    for acks, end, watermark, in_sync in product((-1, 1), (1, 3), (0, 1, 2, 3), (1, 2, 3)):
        yield one_call(acks, end, watermark, in_sync, 2)


def _acknowledgement_drawn() -> Iterator[Case]:
    random = Random("acknowledgement")
    for _ in range(SEEDED):
        replicas = random.randint(1, 5)
        yield one_call(
            -1, random.randint(1, 20), random.randint(0, 20), random.randint(1, replicas), random.randint(1, replicas)
        )


ACKNOWLEDGEMENT: Final = Breakable(
    name="acknowledgement",
    field="may_acknowledge",
    asked_as="may_acknowledge(acks, batch_end, high_watermark, in_sync, min_insync_replicas)",
    reference=may_acknowledge,
    examples=_acknowledgement_examples,
    drawn=_acknowledgement_drawn,
    fault=lambda call, answer: yes_or_no_fault(answer),
    breach=lambda calls, answers: acknowledgement_breach(answers[0], *calls[0].arguments),
    trials=(
        Trial(
            _WORDS,
            three_brokers("may_acknowledge", min_insync_replicas=2, acks="all"),
            _BUDGET,
            goals=(acknowledges, elects_a_leader_again),
        ),
    ),
    samples=_samples("may_acknowledge"),
)
