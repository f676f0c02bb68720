"""murmur2 and Java's string hash agree with Kafka, bit by bit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions import hashing
from kafkaviz.decisions.hashing import coordinator_partition, java_string_hash, keyed_partition, murmur2, to_positive

MASK = 2**32 - 1


def _java_hash_by_definition(text):
    units = text.encode("utf-16-be", "surrogatepass")
    values = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
    total = sum(unit * 31 ** (len(values) - 1 - place) for place, unit in enumerate(values)) & MASK
    return total - 2**32 if total >= 2**31 else total


@given(st.text())
def test_java_string_hash_is_the_polynomial_of_its_definition(text):
    assert java_string_hash(text) == _java_hash_by_definition(text)


@given(st.binary(max_size=40))
def test_the_words_of_a_key_do_not_depend_on_the_machine(key):
    native, hashing.byteorder = hashing.byteorder, "big"
    try:
        assert murmur2(key) == (there := murmur2(bytearray(key)))
    finally:
        hashing.byteorder = native
    assert murmur2(key) == there
    assert -(2**31) <= there < 2**31


@given(st.binary(), st.integers(1, 1000))
def test_a_key_goes_to_a_partition_that_exists(key, partitions):
    assert keyed_partition(key, partitions) == to_positive(murmur2(key)) % partitions
    assert 0 <= keyed_partition(key, partitions) < partitions


def test_a_text_is_refused_with_a_way_out():
    with pytest.raises(TypeError, match=r"encode the text first, as in 'football'\.encode"):
        murmur2("football")


@pytest.mark.parametrize("partitions", [0, -1])
def test_there_is_no_partition_of_nothing(partitions):
    with pytest.raises(ValueError, match="at least 1 partition"):
        keyed_partition(b"key", partitions)
    with pytest.raises(ValueError, match="at least 1 partition"):
        coordinator_partition("group", partitions)
