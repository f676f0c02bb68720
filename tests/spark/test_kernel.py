"""The numpy kernel against the rule it compiles, key by key."""

import random

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.hashing import murmur2
from kafkaviz.spark.kernel import murmur2_array
from tests.sampling import every


def by_rule(keys: list[bytes | None]) -> list[int | None]:
    return [None if key is None else murmur2(key) for key in keys]


@given(st.lists(st.none() | st.binary(max_size=40), max_size=30))
def test_any_keys_hash_as_the_rule_says(keys):
    for kind in (pa.binary(), pa.large_binary()):
        assert murmur2_array(pa.array(keys, kind)).to_pylist() == by_rule(keys)


def test_twenty_thousand_random_keys_hash_as_the_rule_says():
    chance = random.Random(7)
    keys = [chance.randbytes(chance.randrange(70)) for _ in range(20_000)]
    assert murmur2_array(pa.array(keys)).to_pylist() == by_rule(keys)


@pytest.mark.parametrize("short", every(2, [50, 3], whole=1))
def test_keys_of_a_megabyte_hash_as_the_rule_says_among_short_ones(short):
    chance = random.Random(11)
    sizes = [1_000_000, 1_023, 1_024, 1_025, 1_028, 5_001] + [chance.randrange(20) for _ in range(short)]
    keys = [chance.randbytes(size) for size in sizes] + [None, b""]
    chance.shuffle(keys)
    assert murmur2_array(pa.array(keys)).to_pylist() == by_rule(keys)


def test_many_long_keys_hash_as_the_rule_says():
    chance = random.Random(12)
    keys = [chance.randbytes(1_100 + chance.randrange(9)) for _ in range(60)]
    assert murmur2_array(pa.array(keys)).to_pylist() == by_rule(keys)


def test_texts_hash_as_their_utf8_bytes():
    texts = ["", "a", "ab", "abc", "abcd", "Zürich", "東京", "🦀", None]
    expected = by_rule([None if text is None else text.encode() for text in texts])
    assert murmur2_array(pa.array(texts)).to_pylist() == expected
    assert murmur2_array(pa.array(texts, pa.large_string())).to_pylist() == expected


def test_slices_and_chunks_are_read_where_they_begin():
    keys = [None, b"one", b"", b"three", b"forty-four"]
    array = pa.array(keys)
    assert murmur2_array(array[2:4]).to_pylist() == by_rule(keys[2:4])
    assert murmur2_array(pa.chunked_array([array[:2], array[2:]])).to_pylist() == by_rule(keys)
    assert murmur2_array(pa.chunked_array([array[3:4], array[:0], array[1:5]])).to_pylist() == by_rule(
        keys[3:4] + keys[1:5]
    )
    assert murmur2_array(pa.chunked_array([], pa.binary())).to_pylist() == []


@pytest.mark.parametrize("keys", [[], [None], [b""], [None, None]])
def test_arrays_without_a_byte_are_no_trouble(keys):
    assert murmur2_array(pa.array(keys, pa.binary())).to_pylist() == by_rule(keys)


def test_numbers_are_refused_in_one_sentence():
    with pytest.raises(TypeError, match="Keys are binary or string, not int64"):
        murmur2_array(pa.array([1, 2]))
