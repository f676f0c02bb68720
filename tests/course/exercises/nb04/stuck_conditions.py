"""What may hold of a case of E04.5 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb04.cases import is_no_text
from kafkaviz.course.exercises.nb04.stuck import BATCH, stuck


def sticks(key, partitions, sent):
    return key is None and sent.partition is not None and sent.bytes < sent.batch_size


def draws(key, partitions, sent):
    return key is None and not sticks(key, partitions, sent)


CONDITIONS = (
    ("there is a key", lambda key, n, sent: key is not None),
    ("the key is empty", lambda key, n, sent: key == b""),
    ("the key is no UTF-8", lambda key, n, sent: is_no_text(key)),
    (
        "there is a key, and another partition sticks",
        lambda key, n, sent: key is not None and sent.partition not in (None, stuck(key, n, sent)),
    ),
    ("nothing sticks yet", lambda key, n, sent: key is None and sent.partition is None),
    ("partition 0 sticks", lambda *case: sticks(*case) and case[2].partition == 0),
    ("a byte is missing to the batch", lambda key, n, sent: key is None and sent.bytes == sent.batch_size - 1),
    ("exactly a batch's bytes went there", lambda key, n, sent: key is None and sent.bytes == sent.batch_size),
    ("more than a batch's bytes went there", lambda key, n, sent: key is None and sent.bytes > sent.batch_size),
    ("it sticks, although the record opens a batch", lambda *case: sticks(*case) and case[2].new_batch),
    (
        "it sticks, although nobody leads the partition",
        lambda *case: sticks(*case) and case[2].partition not in case[2].available,
    ),
    ("it draws, although the record opens no batch", lambda *case: draws(*case) and not case[2].new_batch),
    ("it draws while nobody leads some partitions", lambda *case: draws(*case) and len(case[2].available) < case[1]),
    ("a batch has another size", lambda key, n, sent: sent.batch_size != BATCH),
    ("the partition has two digits", lambda *case: stuck(*case) > 9),
)
