"""No file is read without a bound: not a pipe, not a device, not zeros by the gigabyte."""

import os
import time

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.metadata_log import read, reading
from kafkaviz.metadata_log.segment import records_of

SEGMENT = "00000000000000000000.log"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes.")
def test_what_never_ends_is_no_file(tmp_path):
    os.mkfifo(tmp_path / SEGMENT)
    for odd in (tmp_path / SEGMENT, tmp_path, "/dev/zero"):
        with pytest.raises(InvalidArgumentError, match="is no ordinary file"):
            read(odd)


def test_a_log_that_no_memory_holds_is_refused(tmp_path):
    with (tmp_path / SEGMENT).open("wb") as made:
        made.truncate(reading.MOST_BYTES + 1)
    with pytest.raises(InvalidArgumentError, match="has more than 256 MiB"):
        read(tmp_path / SEGMENT)


def test_zeros_behind_the_last_batch_take_no_time():
    zeros = bytes(reading.MOST_BYTES)
    began = time.process_time()
    assert list(records_of(zeros, "zeros")) == []
    assert time.process_time() - began < 1
