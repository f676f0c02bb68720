"""Sizes of records are those of message format 2, byte by byte."""

from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.record_sizes import BATCH_HEADER_BYTES, batch_growth, record_size


def varint(number):
    """The bytes of a number as Kafka's ByteUtils writes it."""
    left = (number << 1) ^ (number >> 63)
    written = bytearray()
    while left > 0x7F:
        written.append(left & 0x7F | 0x80)
        left >>= 7
    return bytes([*written, left])


def field(content):
    return varint(-1) if content is None else varint(len(content)) + content


optional_bytes = st.none() | st.binary(max_size=200)


@given(
    optional_bytes,
    optional_bytes,
    st.integers(-(2**62), 2**62),
    st.integers(0, 2**31 - 1),
    st.lists(st.tuples(st.text(max_size=9), optional_bytes), max_size=3),
)
def test_a_size_is_the_length_of_the_record_written_out(key, value, timestamp_delta_ms, offset_delta, headers):
    body = b"\0" + varint(timestamp_delta_ms) + varint(offset_delta) + field(key) + field(value)
    body += varint(len(headers)) + b"".join(field(name.encode()) + field(content) for name, content in headers)
    size = record_size(key, value, timestamp_delta_ms=timestamp_delta_ms, offset_delta=offset_delta, headers=headers)
    assert size == len(varint(len(body)) + body)


def test_only_the_first_record_brings_the_header_of_the_batch():
    size = record_size(None, b"ten bytes!")
    assert batch_growth(size, opens_batch=True) == 78
    assert batch_growth(size, opens_batch=False) == 78 - BATCH_HEADER_BYTES
