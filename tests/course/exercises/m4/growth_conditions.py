"""What may hold of a case of X4.4 and what a wrong answer overlooks; the cases meet each both ways."""

from math import gcd

CONDITIONS = (
    ("nothing changes", lambda before, after: before == after),
    ("it doubles", lambda before, after: after == 2 * before),
    ("it becomes a multiple", lambda before, after: after % before == 0 and after > before),
    ("both have a divisor, and none is a multiple", lambda before, after: 1 < gcd(before, after) < before),
    ("they have no divisor in common", lambda before, after: gcd(before, after) == 1),
    ("one partition is added", lambda before, after: after == before + 1),
    ("there was one partition", lambda before, after: before == 1),
)
