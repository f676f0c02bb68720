"""Which brokers get the replicas of a topic: brokers that are fenced, racks, and topics that grow."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from kafkaviz.breaking.labs import no_topic
from kafkaviz.breaking.rule import Breakable, Call, Case, Sample, Trial, one_call
from kafkaviz.decisions.placement import place_striped, placement_breach, placement_fault
from kafkaviz.decisions.values import Placeable
from kafkaviz.model.brokers.requests import Kill
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.partitions.topic_requests import AddPartitions, CreateTopic
from kafkaviz.model.search.goals import acknowledges, elects_a_leader_again

SEEDED: Final = 40
_BEGIN: Final = no_topic("placer")


class _Draw:
    """Draws numbers that follow from a seed, the same again for a copy."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, bound: int) -> int:
        return self._random.randrange(bound)


def _examples() -> Iterator[Case]:
    three = [Placeable(1), Placeable(2), Placeable(3)]
    for partitions, factor in ((1, 1), (1, 3), (3, 3), (4, 2)):
        yield one_call(three, partitions, factor, draw=_Draw(0))
    yield one_call([Placeable(1, fenced=True), Placeable(2), Placeable(3)], 3, 2, draw=_Draw(0))


def _drawn() -> Iterator[Case]:
    random = Random("placement")
    for seed in range(SEEDED):
        ids = random.sample(range(1, 13), random.randint(1, 6))
        brokers = [Placeable(id, None, random.randrange(4) == 0) for id in ids]
        if all(broker.fenced for broker in brokers):
            brokers[0] = brokers[0]._replace(fenced=False)
        yield one_call(brokers, random.randint(1, 9), random.randint(1, len(brokers)), draw=_Draw(seed))


def _breach(calls: Sequence[Call], answers: Sequence[Any]) -> str | None:
    brokers, _, factor = calls[0].arguments
    return placement_breach(answers[0], brokers, factor)


def _requests() -> Sequence[Request]:
    topics = (CreateTopic("letters", 3, 3), CreateTopic("digits", 2, 2), AddPartitions("digits", 3))
    return (*topics, Kill(1), Tick(9_000), Send("letters", b"m1"))


PLACEMENT: Final = Breakable(
    name="placement",
    field="placer",
    asked_as="placer(brokers, partitions, replication_factor, *, draw)",
    reference=place_striped,
    examples=_examples,
    drawn=_drawn,
    fault=lambda call, answer: placement_fault(answer, *call.arguments[:2]),
    breach=_breach,
    trials=(
        Trial(
            "three brokers, two topics of which one grows, a record, a kill and a wait",
            _BEGIN,
            requests=_requests,
            goals=(elects_a_leader_again, acknowledges),
        ),
    ),
    samples=(
        Sample("a topic and a record", lambda lab: lab.create_topic("letters", 3, 3).send("letters", "A"), _BEGIN),
        Sample("a topic while broker 1 is dead", lambda lab: lab.kill(1).create_topic("letters", 4, 2), _BEGIN),
    ),
)
