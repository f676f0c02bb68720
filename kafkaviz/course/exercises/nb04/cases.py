"""What the exercises of notebook 04 share: producers to ask about, and a cluster in which a partitioner runs."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeVar

from kafkaviz.course.answers import one_line
from kafkaviz.decisions.values import Sent
from kafkaviz.decisions.wording import whole
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import RecordQueued

KEYS = (b"football", b"basketball", b"tennis", b"chess", b"ABC", b"GHI", b"x", b"")
Key = TypeVar("Key")
Partitioner = Callable[[bytes | None, int, Sent], int]
KeyedPartitioner = Callable[[bytes, int, Sent], int]


class Drawn(NamedTuple):
    """Chance that draws one number, as far as the bound allows."""

    number: int

    def __call__(self, bound: int) -> int:
        return self.number % bound


def drawn(number: int) -> Callable[[int], int]:
    """Returns chance as `Sent` has it, and as a value that can be compared, copied and repeated.

    >>> drawn(7)(3)
    1
    """
    return Drawn(number)  # type: ignore[return-value]  # mypy sees the tuple, and not that it can be called.


def draw_key(random: Random) -> bytes:
    """Draws a key: mostly one that people would think of, sometimes a number as text."""
    return random.choice((*KEYS, str(random.randint(1, 500)).encode()))


def out_of_range(partitions: int, answer: object) -> str | None:
    """Says why an answer is not the number of a partition, or None."""
    if answer is None:
        return "It returned nothing: is there a `return` on every way through?"
    number = whole(answer)
    if number is None:
        return f"A partitioner answers the number of a partition, not {one_line(answer)}."
    if not 0 <= number < partitions:
        return f"Partition {number} does not exist: this topic has partitions 0 to {partitions - 1}."
    return None


def in_a_lab(my_partitioner: Callable[[Key, int, Sent], int]) -> Callable[[Key, int, Sent], int]:
    """Returns a partitioner whose draws count for the lab, although it is asked with copies of what it is given."""

    def asked(key: Key, partitions: int, sent: Sent) -> int:
        chance = sent.draw
        return my_partitioner(key, partitions, sent._replace(draw=lambda bound: chance(bound)))

    return asked


def routed(lab: Lab) -> list[tuple[bytes | None, int]]:
    """Returns key and partition of each record that producers took, in order."""
    queued = [step.event for step in lab.history.steps if isinstance(step.event, RecordQueued)]
    return [(event.key, event.tp.partition) for event in queued]
