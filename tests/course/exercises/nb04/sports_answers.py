"""Answers to E04.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb04.sports import TABLE, by_sport
from kafkaviz.decisions.hashing import keyed_partition


def in_one_list(key, partitions, sent):
    sports = [b"football", b"basketball", b"tennis"]
    return (sports.index(key) if key in sports else keyed_partition(key, partitions)) % partitions


def one_too_far(key, partitions, sent):
    return by_sport(key, partitions, sent) + 1


def swapped(key, partitions, sent):
    return {b"football": 2 % partitions, b"tennis": 0}.get(key, by_sport(key, partitions, sent))


def always_0(key, partitions, sent):
    return 0


def sport_by_sport(key, partitions, sent):
    if key == b"football":
        return 0
    if key == b"basketball":
        return 1 if partitions > 1 else 0
    if key == b"tennis":
        return 2 if partitions > 2 else 0
    return keyed_partition(key, partitions)


def others_to_0(key, partitions, sent):
    return TABLE.get(key, 0) % partitions


RIGHT = {
    "a list instead of a dict": in_one_list,
    "sport by sport": sport_by_sport,
    "get with a lambda": lambda k, n, sent: (
        {b"football": 0, b"basketball": 1, b"tennis": 2}.get(k, keyed_partition(k, n)) % n
    ),
    "the position in a tuple": lambda k, n, sent: next(
        (p % n for p, sport in enumerate((b"football", b"basketball", b"tennis")) if sport == k), keyed_partition(k, n)
    ),
}

WRONG = {
    "one too far": (one_too_far, "b'football' belongs on partition 0."),
    "swapped": (swapped, "b'football' belongs on partition 0."),
    "sports beyond the end": (
        lambda k, n, sent: {b"football": 0, b"basketball": 1, b"tennis": 2}.get(k, keyed_partition(k, n)),
        "Partition 2 does not exist: this topic has partitions 0 to 1.",
    ),
    "cut off at the end": (
        lambda k, n, sent: min({b"football": 0, b"basketball": 1, b"tennis": 2}.get(k, keyed_partition(k, n)), n - 1),
        "b'tennis' belongs on partition 0: 2 wraps around in a topic of 2.",
    ),
    "by their beginnings": (
        lambda k, n, sent: (
            0
            if k.startswith(b"foot")
            else 1 % n
            if k.startswith(b"basket")
            else 2 % n
            if k.startswith(b"ten")
            else keyed_partition(k, n)
        ),
        "b'basket' is none of the three sports, so its hash decides: partition 2.",
    ),
    "in small letters": (
        lambda k, n, sent: (
            by_sport(k.lower(), n, sent)
            if k.lower() in (b"football", b"basketball", b"tennis")
            else keyed_partition(k, n)
        ),
        "b'TENNIS' is none of the three sports, so its hash decides: partition 1.",
    ),
    "without blanks": (
        lambda k, n, sent: (
            by_sport(k.strip(), n, sent)
            if k.strip() in (b"football", b"basketball", b"tennis")
            else keyed_partition(k, n)
        ),
        "b'tennis\\n' is none of the three sports, so its hash decides: partition 5.",
    ),
    "as texts": (
        lambda k, n, sent: {"football": 0, "basketball": 1, "tennis": 2}.get(k, keyed_partition(k, n)) % n,
        (
            "Partition 2 is where the hash of b'basketball' leads, but it belongs on 1: are the keys of your table "
            "bytes, such as b'basketball'?"
        ),
    ),
    "decoded strictly": (
        lambda k, n, sent: by_sport(k.decode().encode(), n, sent),
        (
            "my_function(k=b'\\xc3(', n=1, sent=Sent(records=9, available=(0,))) raised UnicodeDecodeError: 'utf-8' "
            "codec can't decode byte 0xc3 in position 0: invalid continuation byte."
        ),
    ),
    "others dealt": (
        lambda k, n, sent: by_sport(k, n, sent) if k in (b"football", b"basketball", b"tennis") else sent.records % n,
        "b'ABC' is none of the three sports, so its hash decides: partition 2.",
    ),
    "only where it is led": (
        lambda k, n, sent: by_sport(k, n, sent) if by_sport(k, n, sent) in sent.available else sent.available[0],
        "b'58' is none of the three sports, so its hash decides: partition 0.",
    ),
    "others behind the sports": (
        lambda k, n, sent: (
            by_sport(k, n, sent)
            if k in (b"football", b"basketball", b"tennis") or n < 4
            else 3 + keyed_partition(k, n - 3)
        ),
        "b'ABC' is none of the three sports, so its hash decides: partition 2.",
    ),
    "tennis forgotten": (
        lambda k, n, sent: {b"football": 0, b"basketball": 1}.get(k, keyed_partition(k, n)) % n,
        (
            "Partition 0 is where the hash of b'tennis' leads, but it belongs on 2: are the keys of your table bytes, "
            "such as b'tennis'?"
        ),
    ),
    "a pair": (
        lambda k, n, sent: (k, by_sport(k, n, sent)),
        "A partitioner answers the number of a partition, not [b'football', 0].",
    ),
    "others to 0": (others_to_0, "b'ABC' is none of the three sports, so its hash decides: partition 2."),
}

COMPLAINTS = [(always_0, "Of six, three and three articles the partitions got [12, 0, 0].")]
