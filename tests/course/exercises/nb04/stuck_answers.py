"""Answers to E04.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb04.stuck import stuck
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.partitioners import round_robin


def staying_first(key, partitions, sent):
    if key is None and sent.partition is not None and sent.bytes < sent.batch_size:
        return sent.partition
    drawn = sent.available[sent.draw(len(sent.available))]
    return drawn if key is None else keyed_partition(key, partitions)


def draws_too_often(key, partitions, sent):
    return keyed_partition(key, partitions) if key else sent.available[sent.draw(len(sent.available))]


def keys_stick_too(key, partitions, sent):
    return stuck(None, partitions, sent)


def draws_the_next(key, partitions, sent):
    """Sticks as it should, to the partition after the one that was drawn."""
    if sent.partition is not None and sent.bytes < sent.batch_size:
        return sent.partition
    return (stuck(key, partitions, sent) + 1) % partitions


RIGHT = {
    "the cases in another order": staying_first,
    "what is left in the batch": lambda k, n, sent: (
        keyed_partition(k, n)
        if k is not None
        else sent.partition
        if sent.partition is not None and sent.batch_size - sent.bytes > 0
        else sent.available[sent.draw(len(sent.available))]
    ),
    "a number of numpy that sticks": lambda k, n, sent: np.int64(stuck(k, n, sent)),
    "drawn from what is sorted": lambda k, n, sent: stuck(
        k, n, sent._replace(available=tuple(sorted(set(sent.available))))
    ),
}

WRONG = {
    "draws too often": (draws_too_often, "Only 20 of 100 bytes went to partition 2: stay there."),
    "keys stick too": (
        keys_stick_too,
        "With a key, the key decides, whatever sticks: b'tennis' belongs on partition 0.",
    ),
    "for ever": (
        lambda k, n, sent: stuck(k, n, sent._replace(bytes=0)),
        "100 bytes went to partition 2, which is a batch's worth: draw again.",
    ),
    "a new one each time": (
        lambda k, n, sent: stuck(k, n, sent._replace(partition=None)),
        "Only 20 of 100 bytes went to partition 2: stay there.",
    ),
    "one byte late": (
        lambda k, n, sent: stuck(k, n, sent._replace(bytes=sent.bytes - 1)),
        "100 bytes went to partition 2, which is a batch's worth: draw again.",
    ),
    "zero is nothing": (
        lambda k, n, sent: stuck(k, n, sent._replace(partition=sent.partition or None)),
        "Only 20 of 100 bytes went to partition 0: stay there.",
    ),
    "an empty key sticks": (
        lambda k, n, sent: stuck(k or None, n, sent),
        "With a key, the key decides, whatever sticks: b'' belongs on partition 1.",
    ),
    "by the opened batch": (
        lambda k, n, sent: stuck(k, n, sent._replace(bytes=0 if not sent.new_batch else sent.batch_size)),
        "Only 20 of 100 bytes went to partition 2: stay there.",
    ),
    "a hundred bytes": (
        lambda k, n, sent: stuck(k, n, sent._replace(batch_size=100)),
        "Only 16383 of 16384 bytes went to partition 2: stay there.",
    ),
    "drawn among all": (
        lambda k, n, sent: stuck(k, n, sent._replace(available=tuple(range(n)))),
        "Draw a place in sent.available: sent.draw(2) gave the place of partition 2.",
    ),
    "the place that was drawn": (
        lambda k, n, sent: (
            sent.draw(len(sent.available))
            if k is None and (sent.partition is None or sent.bytes >= sent.batch_size)
            else stuck(k, n, sent)
        ),
        "Draw a place in sent.available: sent.draw(2) gave the place of partition 2.",
    ),
    "leaves a partition that nobody leads": (
        lambda k, n, sent: stuck(k, n, sent if sent.partition in sent.available else sent._replace(partition=None)),
        "Only 0 of 16384 bytes went to partition 3: stay there.",
    ),
    "never the same again": (
        lambda k, n, sent: stuck(
            k, n, sent._replace(available=tuple(p for p in sent.available if p != sent.partition) or sent.available)
        ),
        "Draw a place in sent.available: sent.draw(2) gave the place of partition 0.",
    ),
    "keys dealt": (
        lambda k, n, sent: sent.records % n if k is not None else stuck(k, n, sent),
        "With a key, the key decides, whatever sticks: b'' belongs on partition 1.",
    ),
    "nothing for a key": (
        lambda k, n, sent: stuck(k, n, sent) if k is None else None,
        "It returned nothing: is there a `return` on every way through?",
    ),
}

COMPLAINTS = [
    (round_robin, "In the cluster 30 records took 6 requests; sticking takes 5."),
    (draws_the_next, "In the cluster record 1 of 30 went to partition 2; sticking, it goes to 1."),
]
