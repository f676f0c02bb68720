"""Topic names and counts are accepted and refused as Kafka does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions import naming
from kafkaviz.decisions.errors import InvalidPartitionsError, InvalidReplicationFactorError, InvalidTopicError
from tests.kafka_tests import cases_of

FUNCTIONS = {
    "hasCollisionChars": naming.has_collision_chars,
    "unifyCollisionChars": naming.unify_collision_chars,
}


@pytest.mark.parametrize("case", cases_of("topic_names", fn="validate"), ids=lambda c: repr(c["name"])[:30])
def test_a_name_is_valid_or_refused_as_in_kafkas_test(case):
    if case["expected"] == "ok":
        naming.validate_topic_name(case["name"])
    else:
        with pytest.raises(InvalidTopicError, match="Topic name is invalid: "):
            naming.validate_topic_name(case["name"])


@pytest.mark.parametrize("fn", FUNCTIONS)
def test_characters_that_collide_are_found_and_unified(fn):
    for case in cases_of("topic_names", fn=fn):
        assert FUNCTIONS[fn](case["name"]) == case["expected"], case


def test_names_that_metrics_cannot_tell_apart_collide():
    for case in cases_of("topic_names", fn="hasCollision"):
        assert naming.topics_collide(case["a"], case["b"]) == case["expected"], case


@given(st.text(min_size=1), st.text(min_size=1))
def test_colliding_is_being_equal_once_unified(a, b):
    assert naming.topics_collide(a, b) == naming.topics_collide(b, a)
    assert naming.topics_collide(a, naming.unify_collision_chars(a))


def test_a_name_has_249_characters_at_most():
    naming.validate_topic_name("a" * 249)
    with pytest.raises(InvalidTopicError, match="longer than the max allowed length 249"):
        naming.validate_topic_name("a" * 250)


@pytest.mark.parametrize("count", [0, -2])
def test_counts_no_cluster_could_meet_are_refused_by_code(count):
    with pytest.raises(InvalidReplicationFactorError) as refused:
        naming.validate_replication_factor(count)
    assert refused.value.code == 38
    with pytest.raises(InvalidPartitionsError) as refused:
        naming.validate_partition_count(count)
    assert refused.value.code == 37


def test_a_topic_never_shrinks_and_never_stays():
    naming.validate_partition_growth("sports", 3, 4)
    with pytest.raises(InvalidPartitionsError, match=r"Topic already has 3 partition\(s\)\."):
        naming.validate_partition_growth("sports", 3, 3)
    with pytest.raises(InvalidPartitionsError, match="2 would not be an increase"):
        naming.validate_partition_growth("sports", 3, 2)
