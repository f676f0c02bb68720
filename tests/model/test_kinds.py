"""An argument is what its annotation says, or one sentence tells what it may be."""

import itertools
from collections.abc import Mapping
from typing import Literal

import numpy
import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.kinds import Ms, Name, NodeId, check_kind
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.leader_requests import Reassign


@pytest.mark.parametrize(
    ("annotation", "given", "read"),
    [
        (NodeId, numpy.int64(3), 3),
        (tuple[NodeId, ...], [1, 2], (1, 2)),
        (tuple[NodeId, ...], (n for n in (1, 2)), (1, 2)),
        (tuple[tuple[NodeId, ...], ...], [[1], (2,)], ((1,), (2,))),
        (int | None, None, None),
        (Mapping[TopicPartition, int], {("t", 0): 5}, {TopicPartition("t", 0): 5}),
        (Literal["a", "b"], "b", "b"),
    ],
)
def test_what_is_meant_is_read(annotation, given, read):
    got = check_kind("it", annotation, given)
    assert got == read and type(got) is type(read)


@pytest.mark.parametrize(
    ("annotation", "given", "says"),
    [
        (Ms, -1, "it is a whole number of ms, at least 0, not -1."),
        (Ms, 1.0, "not 1.0."),
        (NodeId, True, "not True."),
        (NodeId, 2**31, "it is a whole number, at least 0, not 2147483648."),
        pytest.param(int, 10**5000, "it is a whole number, not ", id="too long to print"),
        (Name, "", "it is a text of 1 to 249 characters, not ''."),
        pytest.param(Name, "x" * 10**7, "characters, not 'xxx", id="megabytes"),
        (str, "\ud800", "without lone surrogates, not '"),
        (bool, 1, "it is True or False, not 1."),
        (tuple[NodeId, ...], "12", "it is a list, each of it a whole number, at least 0, not '12'."),
        (tuple[NodeId, ...], {1, 2}, "a list"),
        (tuple[NodeId, ...], itertools.count(), "a list"),
        (Mapping[TopicPartition, int], {("t",): 5}, "a mapping from a pair (topic, partition) to a whole number"),
        (Literal["a", "b"], "c", "it is one of 'a', 'b', not 'c'."),
    ],
)
def test_anything_else_is_refused_in_one_short_sentence(annotation, given, says):
    with pytest.raises(InvalidArgumentError) as refusal:
        check_kind("it", annotation, given)
    assert says in str(refusal.value) and len(str(refusal.value)) < 250
    str(refusal.value).encode()


def test_a_request_that_makes_no_sense_cannot_be_made():
    with pytest.raises(InvalidArgumentError, match="every_ms is a whole number of ms, at least 1, or None, not 0"):
        Tick(10, 0)
    assert Reassign("t", 0, [1, 2]) == Reassign("t", 0, (1, 2))
