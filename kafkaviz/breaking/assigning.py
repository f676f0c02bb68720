"""Who reads which partition: groups of every size, and members that join, leave and crash."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from kafkaviz.breaking.labs import TOPIC, three_partitions
from kafkaviz.breaking.rule import Breakable, Call, Case, Sample, Trial, one_call
from kafkaviz.decisions.assignors import assignment_breach, assignment_fault, range_assign
from kafkaviz.decisions.values import Subscription
from kafkaviz.lab import Lab
from kafkaviz.model.search.goals import every_partition_has_one_owner

SEEDED: Final = 40
_BEGIN: Final = three_partitions("assignor")


def _examples() -> Iterator[Case]:
    for members in range(1, 5):
        yield one_call({"t0": 3}, {f"C{n}": Subscription(("t0",)) for n in range(members)})
    yield one_call({"t0": 2, "t1": 2}, {"C0": Subscription(("t0",)), "C1": Subscription(("t0", "t1"))})


def _drawn() -> Iterator[Case]:
    random = Random("assignor")
    for _ in range(SEEDED):
        topics = random.sample(("t0", "t1", "t10", "letters"), random.randint(1, 3))
        group = random.sample([f"C{n}" for n in range(13)], random.randint(1, 5))
        wished = {member: random.sample(topics, random.randint(0, len(topics))) for member in group}
        if random.randrange(2):
            wished = dict.fromkeys(group, topics)
        yield one_call(
            {topic: random.randint(1, 7) for topic in topics},
            {member: Subscription(tuple(wishes)) for member, wishes in wished.items()},
        )


def _breach(calls: Sequence[Call], answers: Sequence[Any]) -> str | None:
    return assignment_breach(answers[0], *calls[0].arguments)


def _joined(lab: Lab, *members: str) -> Lab:
    return lab.join("app", *members, topics=[TOPIC])


ASSIGNOR: Final = Breakable(
    name="assignor",
    field="assignor",
    asked_as="assignor(partitions_per_topic, subscriptions)",
    reference=range_assign,
    examples=_examples,
    drawn=_drawn,
    fault=lambda call, answer: assignment_fault(answer, *call.arguments),
    breach=_breach,
    trials=(
        Trial(
            "a topic of three partitions, at most 2 members that join, 1 that leaves, 1 that crashes and 2 waits",
            _BEGIN,
            {"join": 2, "leave": 1, "crash_member": 1, "tick": 2},
            goals=(every_partition_has_one_owner,),
        ),
    ),
    samples=(
        Sample("two join, one leaves", lambda lab: _joined(lab, "C0", "C1").leave("app", "C0"), _BEGIN),
        Sample("four share three partitions", lambda lab: _joined(lab, "C0", "C1", "C2", "C3"), _BEGIN),
    ),
)
