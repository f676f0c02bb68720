"""What may hold of a case of E01.2 and what a wrong answer overlooks; the cases meet each both ways."""

from itertools import pairwise

from kafkaviz.course.exercises.nb01.inversions import inversions


def neighbours(published, consumed):
    places = [published.index(one) for one in consumed]
    return sum(one > other for one, other in pairwise(places))


def misplaced(published, consumed):
    return sum(one != other for one, other in zip(published, consumed, strict=False))


CONDITIONS = (
    ("everything was read in order", lambda p, c: len(c) > 1 and not inversions(p, c)),
    ("everything was read backwards", lambda p, c: len(c) > 2 and c == p[::-1]),
    ("not everything was read", lambda published, consumed: len(consumed) < len(published)),
    ("nothing was read", lambda published, consumed: not consumed),
    ("one message was read", lambda published, consumed: len(consumed) == 1),
    ("a pair lies apart", lambda p, c: inversions(p, c) != neighbours(p, c)),
    ("more pairs than messages are wrong", lambda p, c: inversions(p, c) > len(c)),
    ("the messages were published in no order", lambda p, c: p != sorted(p)),
    ("a message has two letters", lambda published, consumed: any(len(one) > 1 for one in consumed)),
    ("another count is right by chance", lambda p, c: inversions(p, c) == misplaced(p, c)),
)
