"""What controllers of five releases say of a topic that is there, or that may not go."""

import pytest

from kafkaviz.decisions.errors import (
    InvalidPartitionsError,
    InvalidReplicationFactorError,
    RequestTimedOutError,
    TopicAlreadyExistsError,
    TopicDeletionDisabledError,
    UnknownTopicOrPartitionError,
)
from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.partitions.topic_requests import CreateTopic, DeleteTopic
from tests.model.histories import HistoryBuilder


@pytest.mark.parametrize("era", ["0.10", "2.3", "4.4"])
def test_only_old_controllers_look_at_the_counts_of_a_topic_that_is_there(era):
    # Asked of real clusters of 0.10.2.2, 2.3.1, 2.4.1, 3.9.1 and 4.4.0.
    builder = HistoryBuilder(era).ask(CreateTopic("letters", 1, 1))
    for counts, old in (((1, 4), InvalidReplicationFactorError), ((0, 1), InvalidPartitionsError)):
        with pytest.raises(old if era == "0.10" else TopicAlreadyExistsError):
            builder.ask(CreateTopic("letters", *counts))


def test_0_10_deletes_no_topic_and_who_may_delete_none_is_told_so_today():
    # Asked of real clusters of 0.10.2.2, 2.3.1, 2.4.1, 3.9.1 and 4.4.0, with delete.topic.enable off.
    for era in ERAS:
        builder = HistoryBuilder(era, delete_topic_enable=False)
        builder.ask(CreateTopic("letters", 1, 1))
        for topic, old in (("letters", RequestTimedOutError), ("unknown", UnknownTopicOrPartitionError)):
            with pytest.raises(old if era == "0.10" else TopicDeletionDisabledError):
                builder.ask(DeleteTopic(topic))
        assert [*builder.now.topics] == ["letters"]
    assert [era for era, policies in ERAS.items() if not policies.delete_topic_enable] == ["0.10"]
