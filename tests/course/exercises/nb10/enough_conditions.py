"""What may hold of a case of E10.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb10.enough import partitions_needed


def least(load, written, read, partitions):
    return -(-load // min(written, read))


CONDITIONS = (
    ("there are enough already", lambda *case: partitions_needed(*case) == case[3]),
    ("there are more than enough", lambda *case: least(*case) < case[3]),
    ("the load is just held", lambda load, written, read, partitions: not load % min(written, read)),
    ("it is just held by what is there", lambda load, w, r, p: load == p * min(w, r)),
    ("it is one more than what is there holds", lambda load, w, r, p: load == p * min(w, r) + 1),
    ("writing is the limit", lambda load, written, read, partitions: written < read),
    ("reading is the limit", lambda load, written, read, partitions: read < written),
    ("the fewest that carry it are no multiple", lambda *case: least(*case) % case[3]),
    ("doubling is enough", lambda *case: partitions_needed(*case) == 2 * case[3]),
    ("doubling is not enough", lambda *case: partitions_needed(*case) > 2 * case[3]),
    ("the topic has one partition", lambda load, written, read, partitions: partitions == 1),
    ("two digits are needed", lambda *case: partitions_needed(*case) > 9),
)
