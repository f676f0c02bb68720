"""What may hold of a case of E04.1 and what a wrong answer overlooks; the cases meet each both ways."""


def turn(key, partitions, sent):
    return sent.available[sent.records % len(sent.available)]


def is_a_stretch(led):
    return led[-1] - led[0] == len(led) - 1


CONDITIONS = (
    ("every partition has a leader", lambda k, n, sent: len(sent.available) == n),
    ("a single partition has a leader", lambda k, n, sent: len(sent.available) == 1),
    ("nobody leads partition 0", lambda k, n, sent: 0 not in sent.available),
    ("nobody leads the last partition", lambda k, n, sent: n - 1 not in sent.available),
    ("nobody leads a partition in the middle", lambda k, n, sent: not is_a_stretch(sent.available)),
    ("nobody leads the partition whose turn it would be", lambda k, n, sent: sent.records % n not in sent.available),
    ("it is the first record", lambda k, n, sent: sent.records == 0),
    ("a circle has just been closed", lambda k, n, sent: 0 == sent.records % len(sent.available) < sent.records),
    ("the circle has been closed before", lambda k, n, sent: sent.records > len(sent.available)),
    ("the partition has two digits", lambda *case: turn(*case) > 9),
)
