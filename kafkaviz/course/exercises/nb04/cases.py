"""What the exercises of notebook 04 share: producers to ask about, and a cluster in which a partitioner runs."""

from collections.abc import Callable
from operator import index
from random import Random
from typing import Any, NamedTuple

from kafkaviz.course.answers import safely, shown
from kafkaviz.decisions.values import Sent
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import RecordQueued

KEYS = (b"football", b"basketball", b"tennis", b"chess", b"ABC", b"GHI", b"x", b"")
Partitioner = Callable[[bytes | None, int, Sent], Any]


class Drawn(NamedTuple):
    """Chance that gives one number, as far as the bound allows."""

    number: int

    def __call__(self, bound: int) -> int:
        return self.number % bound


def draw_key(random: Random) -> bytes:
    """Draws a key: mostly one that people would think of, sometimes a number as text."""
    return random.choice((*KEYS, str(random.randint(1, 500)).encode()))


def out_of_range(partitions: int, answer: Any) -> str | None:
    """Says why an answer is not the number of a partition, or None."""
    if answer is None:
        return "It returned nothing: is there a `return` on every way through?"
    if isinstance(answer, bool) or safely(index, answer) is None:
        return f"A partitioner answers the number of a partition, not {shown(answer)}."
    if not 0 <= answer < partitions:
        return f"Partition {answer} does not exist: this topic has partitions 0 to {partitions - 1}."
    return None


def in_a_lab(my_partitioner: Partitioner) -> Partitioner:
    """Returns a partitioner whose draws count for the lab, although it is asked with copies of what it is given."""

    def asked(key: bytes | None, partitions: int, sent: Sent) -> Any:
        chance = sent.draw
        return my_partitioner(key, partitions, sent._replace(draw=lambda bound: chance(bound)))

    return asked


def routed(lab: Lab) -> list[tuple[bytes | None, int]]:
    """Returns key and partition of each record that producers took, in order."""
    queued = [step.event for step in lab.history.steps if isinstance(step.event, RecordQueued)]
    return [(event.key, event.tp.partition) for event in queued]
