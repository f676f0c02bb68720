"""What may hold of a case of E08.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb08.coordinator import SMALLEST, uncut_hash
from kafkaviz.decisions.hashing import coordinator_partition, java_string_hash


def python_sign(group_id, partitions):
    return java_string_hash(group_id) % partitions


def masked(group_id, partitions):
    return (java_string_hash(group_id) & 0x7FFFFFFF) % partitions


CONDITIONS = (
    ("the hash is negative", lambda group_id, partitions: java_string_hash(group_id) < 0),
    ("the sum is more than 32 bits hold", lambda group_id, n: uncut_hash(group_id) >= 2**31),
    ("the hash is the smallest number", lambda group_id, n: java_string_hash(group_id) == SMALLEST),
    ("% alone is not enough", lambda group_id, n: python_sign(group_id, n) != coordinator_partition(group_id, n)),
    (
        "the rule for keys gives another partition",
        lambda group_id, n: masked(group_id, n) != coordinator_partition(group_id, n),
    ),
    ("the id has one letter", lambda group_id, n: len(group_id) == 1),
    ("the id has capitals", lambda group_id, n: group_id != group_id.lower()),
    ("the id has letters beyond ASCII", lambda group_id, n: not group_id.isascii()),
    ("there are 50 partitions", lambda group_id, n: n == 50),
    ("there is one partition", lambda group_id, n: n == 1),
    ("the partition has two digits", lambda group_id, n: coordinator_partition(group_id, n) > 9),
    ("it is partition 0", lambda group_id, n: coordinator_partition(group_id, n) == 0),
)
