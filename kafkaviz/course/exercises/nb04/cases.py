"""What the exercises of notebook 04 share: producers to ask about, and a cluster in which a partitioner runs."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import Sent
from kafkaviz.decisions.wording import as_integer, quantity
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import RecordQueued

SPORTS = (b"football", b"basketball", b"tennis")
KEYS = (*SPORTS, b"chess", b"ABC", b"GHI", b"x", b"")
LOOK_ALIKE = (b"Football", b"football ", b"footballs", b"foot", b"basket", b"basketball-2", b"TENNIS", b"tennis\n")
NO_TEXT = (b"\xff\xfe", b"fu\xdfball", b"\x80tennis", b"\xc3(")
"""Keys that are no UTF-8."""
Key = TypeVar("Key")
Partitioner = Callable[[bytes | None, int, Sent], int]
KeyedPartitioner = Callable[[bytes, int, Sent], int]


class Drawn(NamedTuple):
    """Chance that draws one number, as far as the bound allows; it shows itself as one would type it."""

    number: int

    def __call__(self, bound: int) -> int:
        return self.number % bound

    def __repr__(self) -> str:
        return f"lambda n: {self.number} % n"


def drawn(number: int) -> Callable[[int], int]:
    """Returns chance as `Sent` has it, and as a value that can be compared, copied and repeated.

    >>> drawn(7)(3)
    1
    """
    return Drawn(number)  # type: ignore[return-value]  # mypy sees the tuple, and not that it can be called.


def draw_key(random: Random) -> bytes:
    """Draws a key: one that people would think of, one that resembles it, one that is no text, or a number as text."""
    number = str(random.randint(1, 500)).encode()
    return random.choice((random.choice(KEYS), random.choice(LOOK_ALIKE), random.choice(NO_TEXT), number, b""))


def draw_partitions(random: Random) -> int:
    """Draws how many partitions a topic has: few, or so many that some have two digits."""
    return random.choice((random.randint(1, 4), random.randint(3, 9), random.randint(12, 20)))


def draw_led(random: Random, partitions: int) -> tuple[int, ...]:
    """Draws which partitions have a leader: all of them, or at least one, in ascending order."""
    fewest = partitions if random.random() < 0.3 else 1
    return tuple(sorted(random.sample(range(partitions), random.randint(fewest, partitions))))


def is_no_text(key: bytes | None) -> bool:
    """Tells whether a key is no UTF-8.

    >>> is_no_text(b"football"), is_no_text(NO_TEXT[0])
    (False, True)
    """
    return key is not None and "\ufffd" in key.decode(errors="replace")


def resembles(key: bytes | None, others: Sequence[bytes] = SPORTS) -> bool:
    """Tells whether a key resembles one of the others, without being one.

    >>> resembles(b"Football"), resembles(b"football"), resembles(b"chess")
    (True, False, False)
    """
    if key is None or key in others:
        return False
    return any(key and (key.lower() in other or other in key.lower()) for other in others)


def has_leader(key: bytes, partitions: int, sent: Sent) -> bool:
    """Tells whether the home of a key has a leader now."""
    return keyed_partition(key, partitions) in sent.available


def records(many: int) -> str:
    """Says how many records.

    >>> records(1), records(0)
    ('1 record', '0 records')
    """
    return quantity(many, "record")


def out_of_range(partitions: int, answer: object) -> str | None:
    """Says why an answer is not the number of a partition, or None."""
    if answer is None:
        return "It returned nothing: is there a `return` on every way through?"
    number = as_integer(answer)
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
