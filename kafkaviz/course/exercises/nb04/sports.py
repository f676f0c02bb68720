"""E04.3: give three sports a partition each, and let the hash decide about the others."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb04 import cases
from kafkaviz.course.exercises.nb04.lived import partitioner_film
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import Sent
from kafkaviz.scenarios.nb04 import counts, news

TABLE = {sport: partition for partition, sport in enumerate(cases.SPORTS)}


def by_sport(key: bytes, partitions: int, sent: Sent) -> int:
    """Sends football to 0, basketball to 1, tennis to 2, as far as there are partitions, and other keys by their hash.

    >>> [by_sport(sport, 3, Sent()) for sport in (b"football", b"basketball", b"tennis", b"chess")]
    [0, 1, 2, 1]

    Kafka: a class of one's own, named by partitioner.class.
    """
    return TABLE[key] % partitions if key in TABLE else keyed_partition(key, partitions)


def _draw(random: Random) -> tuple[bytes, int, Sent]:
    key = random.choice(tuple(TABLE)) if random.random() < 0.5 else cases.draw_key(random)
    partitions = random.choice((1, 2, 3, cases.draw_partitions(random), random.randint(12, 20)))
    return key, partitions, Sent(records=random.randint(0, 20), available=cases.draw_led(random, partitions))


def _promise(key: bytes, partitions: int, sent: Sent, answer: object) -> str | None:
    wrong = cases.out_of_range(partitions, answer)
    home = by_sport(key, partitions, sent)
    if wrong or answer == home:
        return wrong
    if key in TABLE and answer == keyed_partition(key, partitions):
        hashed = f"Partition {answer} is where the hash of {key!r} leads, but it belongs on {home}"
        return f"{hashed}: are the keys of your table bytes, such as {key!r}?"
    if key in TABLE:
        wrapped = f": {TABLE[key]} wraps around in a topic of {partitions}" if TABLE[key] >= partitions else ""
        return f"{key!r} belongs on partition {home}{wrapped}."
    return f"{key!r} is none of the three sports, so its hash decides: partition {home}."


def _in_cluster(my_partitioner: cases.KeyedPartitioner) -> Played:
    """Publishes six articles about football, three about basketball, three about tennis."""
    lab = news(partitioner=cases.in_a_lab(my_partitioner))
    placed = counts(lab)
    complaint = "" if placed == [6, 3, 3] else f"Of six, three and three articles the partitions got {placed}."
    return Played(lab, complaint, lens="partitioner")


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
        Example((b"football", 3, Sent(available=(0, 1, 2))), 0),
        Example((b"basketball", 3, Sent(records=1, available=(0, 1, 2))), 1),
        Example((b"tennis", 3, Sent(records=2, available=(0, 1, 2))), 2),
        Example((b"ABC", 4, Sent(records=3, available=(0, 1, 2, 3))), 2),
        Example((b"tennis", 2, Sent(available=(0, 1))), 0),
        Example((b"basketball", 1, Sent(available=(0,))), 0),
    ),
    reference=by_sport,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=partitioner_film,
    matters="The article's picture, one sport on each partition, is true with your partitioner, and not with Kafka's "
    "own. It has a price: every producer of the topic, in every language, must carry the same table.",
    next="Next: E04.4, cool a hot key.",
)
