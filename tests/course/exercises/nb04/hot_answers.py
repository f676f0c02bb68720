"""Answers to E04.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb04.hot import HOT
from kafkaviz.decisions.hashing import keyed_partition


def sometimes_nothing(key, partitions, sent):
    if key == b"football":
        return sent.draw(partitions)


def always_0(key, partitions, sent):
    return 0


def cooled_by_a_table(key, partitions, sent):
    return {True: sent.draw, False: lambda bound: keyed_partition(key, bound)}[key == b"football"](partitions)


def salted_once(key, partitions, sent):
    return keyed_partition(key + b"!" if key == HOT else key, partitions)


RIGHT = {
    "among the led": lambda k, n, sent: (
        sent.available[sent.draw(len(sent.available))] if k == b"football" else keyed_partition(k, n)
    ),
    "cooled by a table": cooled_by_a_table,
    "drawn from a list": lambda k, n, sent: (
        list(range(n))[sent.draw(n)] if k in (b"football",) else keyed_partition(k, n)
    ),
    "drawn beforehand": lambda k, n, sent: (keyed_partition(k, n), sent.draw(n))[k == b"football"],
}

WRONG = {
    "sometimes nothing": (sometimes_nothing, "It returned nothing: is there a `return` on every way through?"),
    "everything cooled": (
        lambda k, n, sent: sent.draw(n),
        "Only football is hot; b'tennis' stays at home on partition 0, so that its records keep their order.",
    ),
    "nothing cooled": (
        lambda k, n, sent: keyed_partition(k, n),
        "sent.draw(3) gives 1 for this record of football, which goes there and not to 0, its home.",
    ),
    "drawn one too few": (
        lambda k, n, sent: sent.draw(max(1, n - 1)) if k == b"football" else keyed_partition(k, n),
        "sent.draw(3) gives 2 for this record of football, which goes there and not to 0, its home.",
    ),
    "drawn one too many": (
        lambda k, n, sent: sent.draw(n + 1) if k == b"football" else keyed_partition(k, n),
        "sent.draw(4) gives 2 for this record of football, which goes there and not to 3, its home.",
    ),
    "a place among the led": (
        lambda k, n, sent: sent.draw(len(sent.available)) if k == b"football" else keyed_partition(k, n),
        "sent.draw(4) gives 2 for this record of football, which goes there and not to 0.",
    ),
    "dealt in place of drawn": (
        lambda k, n, sent: sent.records % n if k == b"football" else keyed_partition(k, n),
        "sent.draw(3) gives 1 for this record of football, which goes there and not to 0, its home.",
    ),
    "all that contain football": (
        lambda k, n, sent: sent.draw(n) if b"football" in k else keyed_partition(k, n),
        "Only football is hot; b'footballs' stays at home on partition 2, so that its records keep their order.",
    ),
    "in any letters": (
        lambda k, n, sent: sent.draw(n) if k.lower() == b"football" else keyed_partition(k, n),
        "Only football is hot; b'Football' stays at home on partition 0, so that its records keep their order.",
    ),
    "decoded": (
        lambda k, n, sent: sent.draw(n) if k.decode() == "football" else keyed_partition(k, n),
        (
            "my_function(k=b'\\xc3(', n=2, sent=Sent(records=1, available=(1,), draw=lambda n: 30 % n)) raised "
            "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xc3 in position 0: invalid continuation "
            "byte."
        ),
    ),
    "a text that is no key": (
        lambda k, n, sent: sent.draw(n) if k == "football" else keyed_partition(k, n),
        "sent.draw(3) gives 1 for this record of football, which goes there and not to 0, its home.",
    ),
    "home only where it is led": (
        lambda k, n, sent: (
            sent.draw(n) if k == b"football" or keyed_partition(k, n) not in sent.available else keyed_partition(k, n)
        ),
        "Only football is hot; b'' stays at home on partition 0, so that its records keep their order.",
    ),
    "salted": (
        lambda k, n, sent: (
            keyed_partition(k + str(sent.draw(n)).encode(), n) if k == b"football" else keyed_partition(k, n)
        ),
        "sent.draw(3) gives 1 for this record of football, which goes there and not to 0, its home.",
    ),
    "salted once": (salted_once, "sent.draw(3) gives 1 for this record of football, which goes there and not to 2."),
}

COMPLAINTS = [(always_0, "Of 16 articles, 16 stand on one partition.")]
