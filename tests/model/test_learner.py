"""Whatever somebody else's function does, a lab answers with one sentence and keeps its history."""

import sys

import pytest

from kafkaviz.decisions.errors import LearnerError
from kafkaviz.lab import Lab


def leaves(key, partitions, sent):
    sys.exit("bye")


def says_nothing(key, partitions, sent):
    raise AssertionError


class SpitefulError(Exception):
    def __str__(self):
        raise SystemExit


def spites(key, partitions, sent):
    raise SpitefulError


@pytest.mark.parametrize(
    ("function", "says"),
    [(leaves, "raised SystemExit: bye"), (says_nothing, "raised AssertionError"), (spites, "raised SpitefulError")],
)
def test_a_partitioner_that_ends_in_any_way_ends_in_one_sentence(function, says):
    lab = Lab(brokers=1, partitioner=function).create_topic("letters", partitions=2)
    before = lab.history
    with pytest.raises(LearnerError) as refusal:
        lab.send("letters", "ABC")
    assert str(refusal.value).endswith(says)
    assert lab.history is before


def test_the_interrupt_key_still_works():
    def interrupted(key, partitions, sent):
        raise KeyboardInterrupt

    lab = Lab(brokers=1, partitioner=interrupted).create_topic("letters", partitions=2)
    with pytest.raises(KeyboardInterrupt):
        lab.send("letters", "ABC")
