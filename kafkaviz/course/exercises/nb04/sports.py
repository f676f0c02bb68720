"""E04.3: give three sports a partition each, and let the hash decide about the others."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played, Wrong
from kafkaviz.course.exercises.nb04.cases import KeyedPartitioner, draw_key, in_a_lab, out_of_range
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import Sent
from kafkaviz.scenarios.nb04 import counts, news

TABLE = {b"football": 0, b"basketball": 1, b"tennis": 2}


def by_sport(key: bytes, partitions: int, sent: Sent) -> int:
    """Sends football to 0, basketball to 1, tennis to 2, as far as there are partitions, and other keys by their hash.

    >>> [by_sport(sport, 3, Sent()) for sport in (b"football", b"basketball", b"tennis", b"chess")]
    [0, 1, 2, 1]

    Kafka: a class of one's own, named by partitioner.class.
    """
    return TABLE[key] % partitions if key in TABLE else keyed_partition(key, partitions)


def _draw(random: Random) -> tuple[bytes, int, Sent]:
    key = random.choice(tuple(TABLE)) if random.random() < 0.5 else draw_key(random)
    return key, random.randint(1, 12), Sent(records=random.randint(0, 20))


def _promise(key: bytes, partitions: int, sent: Sent, answer: object) -> str | None:
    wrong = out_of_range(partitions, answer)
    home = by_sport(key, partitions, sent)
    if wrong or answer == home:
        return wrong
    if key in TABLE and answer == keyed_partition(key, partitions):
        hashed = f"Partition {answer} is where the hash of {key!r} leads; it shall have {home}."
        return f"{hashed} Keys are bytes, as in b'tennis'."
    if key in TABLE:
        return f"{key!r} shall go to partition {home}."
    return f"{key!r} is none of the three sports, so its hash decides: partition {home}."


def _in_cluster(my_partitioner: KeyedPartitioner) -> Played:
    """Publishes six articles about football, three about basketball, three about tennis."""
    lab = news(partitioner=in_a_lab(my_partitioner))
    placed = counts(lab)
    complaint = "" if placed == [6, 3, 3] else f"Of six, three and three articles the partitions got {placed}."
    return Played(lab, complaint, lens="partitioner")


def _without_bounds(key: bytes, partitions: int, sent: Sent) -> int:
    return TABLE[key] if key in TABLE else keyed_partition(key, partitions)


def _texts(key: bytes, partitions: int, sent: Sent) -> int:
    table = {"football": 0, "basketball": 1, "tennis": 2}
    return table[key] % partitions if key in table else keyed_partition(key, partitions)  # type: ignore[comparison-overlap, index]


def _others_to_0(key: bytes, partitions: int, sent: Sent) -> int:
    return TABLE.get(key, 0) % partitions


E04_3 = Exercise[bytes, int, Sent, int](
    id="E04.3",
    title="Give each sport its partition",
    stars=2,
    minutes=7,
    hints=(
        "A dict holds the three sports; a key that is not in it goes where `keyed_partition(key, partitions)` says.",
        "A topic may have only one or two partitions: wrap the numbers of the dict around with `%`.",
        '`table = {b"football": 0, b"basketball": 1, b"tennis": 2}`; `if key in table: return table[key] % partitions`'
        "; otherwise `return keyed_partition(key, partitions)`.",
    ),
    examples=(
        Example((b"football", 3, Sent()), 0),
        Example((b"basketball", 3, Sent(records=1)), 1),
        Example((b"tennis", 3, Sent(records=2)), 2),
        Example((b"ABC", 4, Sent(records=3)), 2),
        Example((b"tennis", 2, Sent()), 0),
        Example((b"basketball", 1, Sent()), 0),
    ),
    reference=by_sport,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    matters="The article's picture, one sport on each partition, is true with your partitioner and with no default. "
    "It has a price: every producer of the topic, in every language, must carry the same table.",
    next="Next: E04.4, cool a hot key.",
    wrong=(
        Wrong(_without_bounds, "Partition 2 does not exist: this topic has partitions 0 to 1."),
        Wrong(
            _texts,
            "Partition 2 is where the hash of b'basketball' leads; it shall have 1. Keys are bytes, as in b'tennis'.",
        ),
        Wrong(_others_to_0, "b'ABC' is none of the three sports, so its hash decides: partition 2."),
    ),
)
