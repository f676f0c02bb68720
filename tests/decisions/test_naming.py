"""Topic names and counts are accepted and refused as Kafka does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions import naming
from kafkaviz.decisions.errors import InvalidPartitionsError, InvalidReplicationFactorError, InvalidTopicError


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
