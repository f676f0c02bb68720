"""Which partition a record goes to: one key, one partition, also for a producer that restarts and for one in Java."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from kafkaviz.breaking.hash_seed import Key, hash_seed
from kafkaviz.breaking.labs import TOPIC, three_partitions
from kafkaviz.breaking.rule import Asking, Breakable, Call, Case, Finding, Sample, Trial
from kafkaviz.decisions.hashing import keyed_partition, murmur2
from kafkaviz.decisions.partitioners import kafka_default, partition_fault, routing_breach
from kafkaviz.decisions.values import Sent
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.learner import outcome
from kafkaviz.model.core.request import Request
from kafkaviz.model.search.goals import a_restarted_producer_keeps_its_keys_places, acknowledges

SEEDED: Final = 40
RECORDED: Final = {b"N": 303139020, b"g.": 1582024072, b"~": -325578150, b"bQ": -1999344535, b"|": -418046065}
"""Keys with the murmur2 that Kafka's own class was recorded to answer for them."""

LEAST_HASH_KEY: Final = b"aa8yTyVf"
"""A key whose murmur2 is -2147483648, of which Java's Math.abs is negative still."""

_BEGIN: Final = three_partitions("partitioner")


def _examples() -> Iterator[Case]:
    for key in (b"football", b"tennis"):
        yield Case((Call((key, 3, Sent(0, available=(0, 1, 2)))), Call((key, 3, Sent(1, available=(0, 1, 2))))))
    yield Case((Call((None, 3, Sent(available=(0, 1, 2)))),))


def _drawn() -> Iterator[Case]:
    random = Random("partitioner")
    for key in [None, b"", LEAST_HASH_KEY, *RECORDED, *(random.randbytes(9) for _ in range(SEEDED))]:
        partitions = random.randint(1, 12)
        fewer = tuple(sorted(random.sample(range(partitions), random.randint(1, partitions))))
        fresh = Call((key, partitions, Sent(available=tuple(range(partitions)))))
        later = Sent(random.randint(1, 99), random.choice(fewer), 9_000, batch_full=True, available=fewer)
        yield Case((fresh, Call((key, partitions, later))))


def _breach(calls: Sequence[Call], answers: Sequence[Any]) -> str | None:
    return routing_breach([(call.arguments[0], answer) for call, answer in zip(calls, answers, strict=True)])


def _beyond(asking: Asking) -> Finding | None:
    return _restarted(asking) or _signed(asking)


def _restarted(asking: Asking) -> Finding | None:
    """Finds a key that goes elsewhere once the process has started again, with another seed of Python's `hash`."""
    for key in (b"football", b"tennis", b"basketball", b"chess"):
        call = Call((key, 12, Sent(available=tuple(range(12)))))
        answers = [_after_a_start(asking, call, seed) for seed in range(3)]
        if None not in answers and len({repr(answer) for answer in answers}) > 1:
            return Finding(
                "breach",
                f"Key {key!r} goes to partition {answers[0]}, and to partition "
                f"{next(answer for answer in answers if answer != answers[0])} once the producer has restarted: "
                "Python's hash of texts and bytes is another one in every process.",
                (call,),
            )
    return None


def _after_a_start(asking: Asking, call: Call, seed: int) -> object:
    """Asks as a process with another PYTHONHASHSEED would; None where that cannot be told."""
    key, *rest = call.arguments
    with hash_seed(seed):
        return outcome(asking, Key(key), *rest)[0]


def _signed(asking: Asking) -> Finding | None:
    """Finds a rule that is Kafka's for every hash above 0 and not below: another client puts the key elsewhere."""
    keys = [*RECORDED, LEAST_HASH_KEY, *(b"key-%d" % number for number in range(40))]
    other: list[tuple[Call, object]] = []
    for key in keys:
        call = Call((key, 3, Sent(available=(0, 1, 2))))
        answer = outcome(asking, *call.arguments)[0]
        if answer != keyed_partition(key, 3):
            if murmur2(key) > 0:
                return None
            other.append((call, answer))
    if not other:
        return None
    call, answer = min(other, key=lambda pair: (pair[0].arguments[0] != LEAST_HASH_KEY, len(pair[0].arguments[0])))
    key = call.arguments[0]
    return Finding(
        "vector",
        f"Key {key!r} goes to partition {answer}, a Java client sends it to {keyed_partition(key, 3)}: its murmur2 is "
        f"{murmur2(key)}, and Kafka clears the sign bit, & 0x7fffffff, which is no absolute value.",
        (call,),
    )


def _requests() -> Sequence[Request]:
    return [
        Send(TOPIC, b"m%d" % number, key, producer=producer)
        for number, (key, producer) in enumerate(
            [(b"football", "producer"), (b"tennis", "producer"), (b"football", "restarted"), (b"tennis", "restarted")]
        )
    ]


PARTITIONER: Final = Breakable(
    name="partitioner",
    field="partitioner",
    asked_as="partitioner(key, partitions, sent)",
    reference=kafka_default,
    examples=_examples,
    drawn=_drawn,
    fault=lambda call, answer: partition_fault(answer, call.arguments[1]),
    breach=_breach,
    trials=(
        Trial(
            "three partitions, two keys, and a producer that starts anew",
            _BEGIN,
            requests=_requests,
            goals=(acknowledges,),
            more_promises=lambda policies: (a_restarted_producer_keeps_its_keys_places,),
        ),
    ),
    samples=(
        Sample(
            "one key three times, then another",
            lambda lab: lab.send(TOPIC, *(("football", value) for value in "ABC"), ("tennis", "D")),
            _BEGIN,
        ),
        Sample("four records without a key", lambda lab: lab.send(TOPIC, "A", "B", "C", "D"), _BEGIN),
    ),
    beyond=_beyond,
)
