"""Subjects of different kinds are never equal, whatever they are named after."""

from itertools import combinations

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.groups import GroupName
from kafkaviz.model.core.subjects import CONTROL, ProducerName, Subject


def test_a_producer_a_group_and_a_topic_of_one_name_are_different_subjects() -> None:
    subjects: list[Subject] = [CONTROL, TopicPartition("app", 0), ProducerName("app"), GroupName("app")]
    assert all(one != other for one, other in combinations(subjects, 2))
    assert len(set(subjects)) == len(subjects)


def test_a_group_may_have_the_name_of_a_producer() -> None:
    lab = Lab(3).create_topic("x", 2, 3).send("x", "a", producer="app").join("app", "m", topics=["x"])
    other = Lab(3).create_topic("x", 2, 3).send("x", "a", producer="app").join("readers", "m", topics=["x"])
    assert lab.cluster.groups["app"].members["m"].owned == other.cluster.groups["readers"].members["m"].owned != ()
    assert type(lab).from_json(lab.to_json()).cluster == lab.cluster
