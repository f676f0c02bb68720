"""Compaction takes out what a later record of the same key has replaced, as the log of a real broker shows."""

import pytest

from kafkaviz.decisions.compaction import KeyedRecord, is_dirty_enough, superseded_offsets
from kafkaviz.spark.log_segments.batches import Part, records
from kafkaviz.spark.log_segments.files import find_segments
from tests.record_segments import RECORDS, given
from tests.sampling import together
from tests.spark.log_segments.recorded import LOGS

DAY_MS = 86_400_000


def log(keys: str, first: int = 0) -> list[KeyedRecord]:
    """Returns a record for each letter, at one offset after the other; a capital one is a tombstone."""
    return [
        KeyedRecord(offset, key.lower().encode(), None if key.isupper() else b"value", offset)
        for offset, key in enumerate(keys, first)
    ]


def test_a_real_broker_left_the_offsets_that_this_decision_leaves() -> None:
    pytest.importorskip("kafka.record", reason='Segments are read by kafka-python: pip install -e ".[test]".')
    left = [
        one.offset
        for file in find_segments([str(LOGS / "compacted-0")])
        for one in records(Part(str(file.path), file.topic, file.partition, 0, 1 << 30, file.size_bytes, False))
    ]
    written = [KeyedRecord(at, one.key or b"nobody", one.value or b"nothing") for at, one in enumerate(given(RECORDS))]
    active = [one._replace(offset=RECORDS + at) for at, one in enumerate(written[:5])]
    gone = superseded_offsets([*written, *active], RECORDS)
    assert left == [one.offset for one in (*written, *active) if one.offset not in gone]
    assert len(gone) > 200 and {one.key for one in active} & {written[at].key for at in left if at < RECORDS}


@together(
    [
        ("", 0, ()),
        ("abab", 4, (0, 1)),
        ("abab", 0, ()),
        ("abab", 3, (0,)),
        ("aaaa", 3, (0, 1)),
        ("abc", 3, ()),
        ("aAa", 3, (0, 1)),
        ("abA", 3, (0,)),
    ]
)
def test_a_later_record_below_the_end_replaces_the_earlier_ones(keys: str, end: int, gone: tuple[int, ...]) -> None:
    assert superseded_offsets(log(keys), end) == gone


def test_what_is_gone_already_leaves_gaps_and_changes_nothing() -> None:
    thin = [one for one in log("abcabd", 10) if one.offset not in (10, 11)]
    assert superseded_offsets(thin, 16) == ()
    assert superseded_offsets([*thin, *log("c", 16)], 17) == (12,)


@together([(0, 10 * DAY_MS, ()), (1, 10 * DAY_MS, ()), (2, DAY_MS + 1, ()), (2, DAY_MS + 2, (1,))])
def test_a_tombstone_goes_once_it_was_compacted_and_is_old(
    cleaned_offset: int, now_ms: int, gone: tuple[int, ...]
) -> None:
    assert superseded_offsets(log("bAc"), 3, cleaned_offset=cleaned_offset, now_ms=now_ms) == gone


def test_the_last_record_of_a_log_stays_even_if_it_is_an_old_tombstone() -> None:
    assert superseded_offsets(log("bA"), 2, cleaned_offset=2, now_ms=10 * DAY_MS) == ()


def test_a_log_is_compacted_when_more_than_its_share_is_dirty() -> None:
    assert [is_dirty_enough(100, dirty) for dirty in (0, 99, 100, 101)] == [False, False, False, True]
    assert not is_dirty_enough(0, 0, min_cleanable_dirty_ratio=0)
    assert is_dirty_enough(1_000, 1, min_cleanable_dirty_ratio=0)
    assert not is_dirty_enough(0, 100, min_cleanable_dirty_ratio=1)
