"""Partitioners for notebook 04: other forms of right ones, wrong ones with their sentence."""

from kafkaviz.course.exercises.nb04.home import home
from kafkaviz.course.exercises.nb04.sports import by_sport
from kafkaviz.course.exercises.nb04.stuck import stuck
from kafkaviz.decisions.hashing import keyed_partition, murmur2
from kafkaviz.decisions.partitioners import round_robin, round_robin_by_default


def dealt_by_a_loop(key, partitions, sent):
    turn = 0
    for _ in range(sent.records):
        turn = (turn + 1) % len(sent.available)
    return sent.available[turn]


def modulo_two_to_the_31(key, partitions, sent):
    return sent.records % partitions if key is None else murmur2(key) % 2**31 % partitions


def in_one_list(key, partitions, sent):
    sports = [b"football", b"basketball", b"tennis"]
    return (sports.index(key) if key in sports else keyed_partition(key, partitions)) % partitions


def decoded(key, partitions, sent):
    return sent.draw(partitions) if key.decode() == "football" else keyed_partition(key, partitions)


def staying_first(key, partitions, sent):
    if key is None and sent.partition is not None and sent.bytes < sent.batch_size:
        return sent.partition
    drawn = sent.available[sent.draw(len(sent.available))]
    return drawn if key is None else keyed_partition(key, partitions)


RIGHT = {
    "dealt by a loop": ("E04.1", dealt_by_a_loop),
    "the library's own, which looks at leaders": ("E04.1", round_robin_by_default),
    "modulo 2 ** 31 instead of a mask": ("E04.2", modulo_two_to_the_31),
    "the hash of the library": ("E04.2", home),
    "a list instead of a dict": ("E04.3", in_one_list),
    "the key as text": ("E04.4", decoded),
    "the cases in another order": ("E04.5", staying_first),
}


def follows_the_producer(key, partitions, sent):
    return sent.records % partitions


def one_too_far(key, partitions, sent):
    return by_sport(key, partitions, sent) + 1


def swapped(key, partitions, sent):
    return {b"football": 2 % partitions, b"tennis": 0}.get(key, by_sport(key, partitions, sent))


def sometimes_nothing(key, partitions, sent):
    if key == b"football":
        return sent.draw(partitions)


def draws_too_often(key, partitions, sent):
    return keyed_partition(key, partitions) if key else sent.available[sent.draw(len(sent.available))]


def keys_stick_too(key, partitions, sent):
    return stuck(None, partitions, sent)


def half(key, partitions, sent):
    return sent.records / 2


SAID = {
    half: ("E04.1", "A partitioner answers the number of a partition, not 0.5."),
    follows_the_producer: (
        "E04.2",
        "Every Java producer looks for b'ABC' on partition 2. Use murmur2, nothing that other clients cannot know, "
        "and not Python's hash, which differs from one process to the next.",
    ),
    one_too_far: ("E04.3", "b'football' shall go to partition 0."),
    swapped: ("E04.3", "b'football' shall go to partition 0."),
    sometimes_nothing: ("E04.4", "It returned nothing: is there a `return` on every way through?"),
    draws_too_often: ("E04.5", "Only 20 of 100 bytes went to partition 2: stay there."),
    keys_stick_too: ("E04.5", "A key goes home, whatever sticks: b'tennis' belongs on partition 0."),
}


def always_0(key, partitions, sent):
    return 0


COMPLAINTS = [
    ("E04.1", always_0, "With broker 2 dead, the records went to [0, 0, 0, 0, 0, 0], not to 0 and 2 in turn."),
    (
        "E04.2",
        round_robin,
        "Key b'December' went to partition 2 and later to partition 0, so its records have lost their order.",
    ),
    ("E04.3", always_0, "Of six, three and three articles the partitions got [12, 0, 0]."),
    ("E04.4", always_0, "Of 16 articles, 16 stand on one partition."),
    ("E04.5", round_robin, "In the cluster 30 records took 6 requests; sticking takes 5."),
]
