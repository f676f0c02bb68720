"""The checksum of two bytes at a time is that of one at a time."""

import random

import pytest

from kafkaviz.metadata_log.encoding import Bytes, Unreadable
from kafkaviz.metadata_log.messages import SCHEMAS, message, whole_message
from kafkaviz.metadata_log.segment import crc32c
from tests.sampling import together


def bit_by_bit(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


@together((0, 1, 2, 3, 63, 64, 1_001))
def test_a_checksum_is_that_of_each_bit(length):
    data = random.Random(length).randbytes(length)
    assert crc32c(data) == bit_by_bit(data) and crc32c(b"123456789") == 0xE3069283


def test_a_changed_partition_is_read_as_any_other_message():
    draw = random.Random(5)
    for _ in range(300):
        tags = bytes(draw.randrange(6) for _ in range(draw.randrange(12)))
        data = bytes((1, 5, draw.randrange(4))) + draw.randbytes(20) + tags
        try:
            read = whole_message(Bytes(data[3:]), SCHEMAS[5], data[2]) if data[2] <= SCHEMAS[5].highest else None
        except Unreadable as problem:
            with pytest.raises(Unreadable, match=str(problem)):
                message(data)
        else:
            if read is not None:
                assert message(data) == (SCHEMAS[5].name, read)
