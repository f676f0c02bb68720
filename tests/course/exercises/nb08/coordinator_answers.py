"""Answers to E08.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import zlib
from functools import reduce

import numpy as np

from kafkaviz.decisions.hashing import coordinator_partition, java_string_hash, murmur2


def with_powers(group_id, partitions=50):
    h = sum(ord(letter) * 31 ** (len(group_id) - 1 - n) for n, letter in enumerate(group_id)) % 2**32
    h = h - 2**32 if h >= 2**31 else h
    return 0 if h == -(2**31) else abs(h) % partitions


def by_bytes(group_id, partitions=50):
    h = reduce(lambda so_far, letter: so_far * 31 + ord(letter), group_id, 0)
    signed = int.from_bytes((h % 2**32).to_bytes(4, "big"), "big", signed=True)
    return max(signed, -signed) % partitions if signed != -(2**31) else 0


def without_a_sign(group_id, partitions=50):
    h = 0
    for letter in group_id:
        h = (31 * h + ord(letter)) % 2**32
    return h % partitions


def total(group_id):
    return reduce(lambda so_far, letter: so_far * 31 + ord(letter), group_id, 0)


RIGHT = {
    "with powers": with_powers,
    "by bytes": by_bytes,
    "in numpy's numbers": lambda group_id, partitions: np.int64(coordinator_partition(group_id, partitions)),
    "the distance to zero": lambda group_id, partitions: (
        min(h := total(group_id) % 2**32, 2**32 - h) % 2**31 % partitions
    ),
}

WRONG = {
    "the sign stays": (
        lambda group_id, n: java_string_hash(group_id) % n,
        "The hash is -109829509: without its sign, 109829509 % 50 is 9; % alone makes 41.",
    ),
    "the rule for keys": (
        lambda group_id, n: (java_string_hash(group_id) & 0x7FFFFFFF) % n,
        "The hash is -109829509: its absolute value counts, and 109829509 % 50 is 9; & 0x7fffffff, the rule "
        "for keys, makes 39 of it.",
    ),
    "more than 32 bits": (
        lambda group_id, n: total(group_id) % n,
        "90084483707 is more than 32 bits hold; there it is -109829509, and 109829509 % 50 is 9, not 7.",
    ),
    "32 bits without a sign": (
        without_a_sign,
        "Java's hash of 'billing' is -109829509, and 109829509 % 50 is 9, not 37.",
    ),
    "the smallest as it is": (
        lambda group_id, n: abs(java_string_hash(group_id)) % n,
        "The hash is -2147483648, which has no absolute value in 32 bits: Kafka takes 0 for it, not 48.",
    ),
    "murmur2": (
        lambda group_id, n: (murmur2(group_id.encode()) & 0x7FFFFFFF) % n,
        "Java's hash of 'a' is 97, and 97 % 50 is 47, not 24.",
    ),
    "a checksum": (
        lambda group_id, n: zlib.crc32(group_id.encode()) % n,
        "Java's hash of 'a' is 97, and 97 % 50 is 47, not 7.",
    ),
    "fifty always": (
        lambda group_id, n: coordinator_partition(group_id, 50),
        "Java's hash of 'audit' is 93166555, and 93166555 % 12 is 7, not 5.",
    ),
    "counted from one": (
        lambda group_id, n: coordinator_partition(group_id, n) + 1,
        "Java's hash of 'a' is 97, and 97 % 50 is 47, not 48.",
    ),
    "the first letter": (
        lambda group_id, n: ord(group_id[0]) % n,
        "Java's hash of 'billing' is -109829509, and 109829509 % 50 is 9, not 48.",
    ),
    "the sum of the letters": (
        lambda group_id, n: sum(map(ord, group_id)) % n,
        "Java's hash of 'billing' is -109829509, and 109829509 % 50 is 9, not 37.",
    ),
    "bytes instead of letters": (
        lambda group_id, n: coordinator_partition(group_id.encode().decode("latin-1"), n),
        "Java's hash of 'CAFÉ' is 2060833, and 2060833 % 3 is 1, not 0.",
    ),
    "the hash itself": (
        lambda group_id, n: java_string_hash(group_id),
        "__consumer_offsets has the partitions 0 to 49; 97 is none of them.",
    ),
    "a text": (
        lambda group_id, n: f"__consumer_offsets-{coordinator_partition(group_id, n)}",
        "The answer is the number of a partition, not '__consumer_offsets-47'.",
    ),
}

TIRED = (coordinator_partition, lambda group_id, n: 7, 1, "Group analytics falls on partition 10; you say 7.")
