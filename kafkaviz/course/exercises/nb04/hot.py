"""E04.4: spread one hot key over all partitions, and leave every other key at home."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb04 import cases
from kafkaviz.course.exercises.nb04.lived import partitioner_film
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import Sent
from kafkaviz.scenarios.nb04 import counts, news

HOT = b"football"


def cooled(key: bytes, partitions: int, sent: Sent) -> int:
    """Draws a partition for each record of the hot key, and sends every other key home.

    >>> [cooled(b"football", 3, Sent(draw=lambda bound: 1)), cooled(b"tennis", 3, Sent())]
    [1, 0]

    Kafka: what salting a key comes to; the partitioner itself has no such thing.
    """
    return sent.draw(partitions) if key == HOT else keyed_partition(key, partitions)


def _draw(random: Random) -> tuple[bytes, int, Sent]:
    partitions, key = cases.draw_partitions(random), HOT if random.random() < 0.5 else cases.draw_key(random)
    led, chance = cases.draw_led(random, partitions), cases.drawn(random.randint(0, 100))
    return key, partitions, Sent(records=random.randint(0, 20), available=led, draw=chance)


def _among_the_led(partitions: int, sent: Sent) -> int:
    """Returns what a draw among the partitions with a leader gives, which is a way to cool a key as well."""
    return sent.available[sent.draw(len(sent.available))]


def _promise(key: bytes, partitions: int, sent: Sent, answer: object) -> str | None:
    wrong = cases.out_of_range(partitions, answer)
    home = cooled(key, partitions, sent)
    if wrong or answer == home:
        return wrong
    if key == HOT and answer == _among_the_led(partitions, sent):
        return None
    if key != HOT:
        return f"Only football is hot; {key!r} stays at home on partition {home}, so that its records keep their order."
    where = f"{answer}, its home" if answer == keyed_partition(key, partitions) else f"{answer}"
    return f"sent.draw({partitions}) gives {home} for this record of football, which goes there and not to {where}."


def _in_cluster(my_partitioner: cases.KeyedPartitioner) -> Played:
    """Publishes sixteen articles, twelve of them about football, and sees how full the fullest partition gets."""
    lab = news(16, football=12, partitions=4, partitioner=cases.in_a_lab(my_partitioner))
    fullest = max(counts(lab))
    complaint = "" if fullest <= 8 else f"Of 16 articles, {fullest} stand on one partition."
    return Played(lab, complaint, lens="partitioner")


E04_4 = Exercise[bytes, int, Sent, int](
    id="E04.4",
    title="Cool a hot key",
    stars=2,
    minutes=6,
    hints=(
        'Two cases: the key is `b"football"`, or it is another one.',
        "`sent.draw(partitions)` draws a number from 0 to partitions - 1; "
        "`keyed_partition(key, partitions)` gives the home of a key.",
        '`if key == b"football": return sent.draw(partitions)`; otherwise `return keyed_partition(key, partitions)`.',
    ),
    examples=(
        Example((b"tennis", 3, Sent(available=(0, 1, 2), draw=cases.drawn(1))), 0),
        Example((b"football", 3, Sent(available=(0, 1, 2), draw=cases.drawn(1))), 1),
        Example((b"football", 3, Sent(records=1, available=(0, 1, 2), draw=cases.drawn(2))), 2),
        Example((b"basketball", 3, Sent(records=2, available=(0, 1, 2), draw=cases.drawn(0))), 2),
    ),
    reference=cooled,
    draw=_draw,
    promise=_promise,
    any_that_keeps=True,
    in_cluster=_in_cluster,
    case_film=partitioner_film,
    matters="The hot partition has cooled, and football has lost its order: a reader who needs the football articles "
    "one after the other must now read all partitions and sort. Every way to cool a hot key pays this price.",
    next="Next: E04.5, stick to a partition as Kafka does today.",
)
