"""Answers to E04.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from zlib import crc32

import numpy as np

from kafkaviz.course.exercises.nb04.home import home
from kafkaviz.decisions.hashing import keyed_partition, murmur2
from kafkaviz.decisions.partitioners import round_robin


def modulo_two_to_the_31(key, partitions, sent):
    return sent.records % partitions if key is None else murmur2(key) % 2**31 % partitions


def follows_the_producer(key, partitions, sent):
    return sent.records % partitions


def without_the_sign_by_hand(key, partitions, sent):
    if key is None:
        return divmod(sent.records, partitions)[1]
    number = murmur2(key)
    return (number if number >= 0 else number + 2**31) % partitions


def bits_one_by_one(key, partitions, sent):
    if key is None:
        return np.int64(sent.records) % partitions
    bits = murmur2(key)
    return sum((bits >> place & 1) << place for place in range(31)) % partitions


def another_hash(key, partitions, sent):
    return (sent.records if key is None else crc32(key)) % partitions


RIGHT = {
    "modulo 2 ** 31 instead of a mask": modulo_two_to_the_31,
    "the hash of the library": home,
    "without the sign by hand": without_the_sign_by_hand,
    "bits one by one": bits_one_by_one,
    "the mask of Java": lambda k, n, sent: (sent.records if k is None else murmur2(k) & 0x7FFFFFFF) % n,
}

WRONG = {
    "follows the producer": (
        follows_the_producer,
        "murmur2(b'ABC') is 2103866058, and 2103866058 % 4 is 2: every Java producer sends this key there.",
    ),
    "by the sign": (
        lambda k, n, sent: (sent.records if k is None else murmur2(k)) % n,
        (
            "murmur2(b'football') is -303409433; & 0x7fffffff leaves 1844074215, as neither abs nor % does, and "
            "1844074215 % 3 is 0: every Java producer sends this key there."
        ),
    ),
    "the absolute value": (
        lambda k, n, sent: (sent.records if k is None else abs(murmur2(k))) % n,
        (
            "murmur2(b'football') is -303409433; & 0x7fffffff leaves 1844074215, as neither abs nor % does, and "
            "1844074215 % 3 is 0: every Java producer sends this key there."
        ),
    ),
    "a mask of 32 bits": (
        lambda k, n, sent: (sent.records if k is None else murmur2(k) & 0xFFFFFFFF) % n,
        (
            "murmur2(b'football') is -303409433; & 0x7fffffff leaves 1844074215, as neither abs nor % does, and "
            "1844074215 % 3 is 0: every Java producer sends this key there."
        ),
    ),
    "a mask of too few bits": (
        lambda k, n, sent: (sent.records if k is None else murmur2(k) & (2**30 - 1)) % n,
        (
            "murmur2(b'football') is -303409433; & 0x7fffffff leaves 1844074215, as neither abs nor % does, and "
            "1844074215 % 3 is 0: every Java producer sends this key there."
        ),
    ),
    "an empty key dealt": (
        lambda k, n, sent: keyed_partition(k, n) if k else sent.records % n,
        "An empty key is a key as well; only None means that there is none.",
    ),
    "nothing for no key": (
        lambda k, n, sent: keyed_partition(k or b"", n),
        "A record without a key is dealt: after 4 records it is the turn of partition 1.",
    ),
    "only the led": (
        lambda k, n, sent: sent.available[
            sent.records % len(sent.available) if k is None else keyed_partition(k, len(sent.available))
        ],
        "murmur2(b'tennis') is 344460330, and 344460330 % 3 is 0: every Java producer sends this key there.",
    ),
    "the key as a text": (
        lambda k, n, sent: sent.records % n if k is None else keyed_partition(k.decode().encode(), n),
        (
            "my_function(k=b'fu\\xdfball', n=3, sent=Sent(available=(0, 1, 2))) raised UnicodeDecodeError: 'utf-8' "
            "codec can't decode byte 0xdf in position 2: invalid continuation byte."
        ),
    ),
    "small letters": (
        lambda k, n, sent: sent.records % n if k is None else keyed_partition(k.lower(), n),
        "murmur2(b'ABC') is 2103866058, and 2103866058 % 4 is 2: every Java producer sends this key there.",
    ),
    "divided": (
        lambda k, n, sent: sent.records / n if k is None else keyed_partition(k, n),
        "1.3333333333333333 is a float, and this exercise asks for none: "
        "`//` divides whole numbers, and `int` cuts to one.",
    ),
    "no remainder": (
        lambda k, n, sent: murmur2(k) & (2**31 - 1) if k is not None else sent.records,
        "Partition 4 does not exist: this topic has partitions 0 to 2.",
    ),
    "another hash": (
        another_hash,
        "murmur2(b'ABC') is 2103866058, and 2103866058 % 4 is 2: every Java producer sends this key there.",
    ),
}

COMPLAINTS = [
    (round_robin, "Key b'December' went to partition 2 and later to partition 0, so its records have lost their order.")
]
