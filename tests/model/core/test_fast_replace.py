"""The faster copy does what Python's own does, for every tuple that has it."""

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.clients import Batch, Producer
from kafkaviz.model.core.replicas import Follower, Replica, View
from tests.model.histories import HistoryBuilder

VALUES = (
    Replica(view=View(1, 0, (1, 2), 0)),
    Follower(3, 4, 5, 6, 7, 8),
    Producer(7),
    Batch(0, TopicPartition("letters", 0), ((None, b"m"),), 70, 0),
    HistoryBuilder().now,
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_each_field_can_be_replaced_and_the_others_stay(value):
    for index, name in enumerate(value._fields):
        copy = value._replace(**{name: "another"})
        assert type(copy) is type(value)
        assert copy[index] == "another" and copy[:index] == value[:index] and copy[index + 1 :] == value[index + 1 :]
    assert value._replace() == value


def test_a_field_that_is_not_there_is_refused():
    with pytest.raises(InvalidArgumentError, match="Follower has no field offset"):
        Follower()._replace(offset=3)
