"""Segments roll and go by the rules of retention, whole and from the oldest."""

from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.retention import Segment, deletable_segments, log_start_after, must_roll, segment_file_name
from tests.sampling import together

WEEK_MS = 604_800_000


def log(*sizes, newest=None):
    """Segments of ten offsets each, with these sizes and the times of their newest records."""
    times = newest or [None] * len(sizes)
    return [
        Segment(10 * n, 10 * n + 10, size, time, time) for n, (size, time) in enumerate(zip(sizes, times, strict=True))
    ]


def count(segments, **limits):
    given_ = {"log_start_offset": 0, "high_watermark": segments[-1].end_offset, "now_ms": 0, **limits}
    return deletable_segments(segments, **given_)


def test_file_names_have_twenty_digits():
    assert segment_file_name(0) == "0" * 20 + ".log"
    assert len(segment_file_name(2**63 - 1, "index")) == 26


@together([(40, 0), (49, 0), (50, 1), (60, 1), (200, 2)])
def test_by_size_at_least_the_limit_is_left(active_bytes, gone):
    assert count(log(100, 100, 100, active_bytes), retention_bytes=250) == gone


def test_by_age_a_segment_goes_when_its_newest_record_is_too_old():
    segments = log(1, 1, 1, newest=[0, 100, 50])
    assert count(segments, now_ms=WEEK_MS) == 0
    assert count(segments, now_ms=WEEK_MS + 1) == 1
    assert count(segments, now_ms=WEEK_MS + 60) == 1  # The third is old enough, but the second is in the way.
    assert count(segments, now_ms=WEEK_MS + 101) == 3  # Even the active one, if all have expired.


def test_what_is_below_the_log_start_goes_but_never_the_active_segment():
    assert count(log(1, 1, 1), log_start_offset=25) == 2
    assert count(log(1, 1, 1), log_start_offset=30) == 2


def test_what_went_first_does_not_count_for_size():
    assert count(log(100, 100, 100), log_start_offset=10, retention_bytes=200) == 1


def test_what_is_not_committed_stays():
    assert count(log(1, 1, 1, newest=[0, 0, 0]), now_ms=WEEK_MS + 1, high_watermark=19) == 1


def test_an_empty_active_segment_stays():
    segments = [*log(1, newest=[0]), Segment(10, 10, 0)]
    assert count(segments, now_ms=2 * WEEK_MS, retention_bytes=0) == 1


def test_minus_one_is_no_limit():
    assert count(log(10**12, newest=[0]), now_ms=10**15, retention_ms=-1) == 0


def test_the_log_starts_where_its_first_segment_does():
    segments = log(1, 1, 1)
    assert log_start_after(segments, 0, 3) == 3
    assert log_start_after(segments, 2, 3) == 20
    assert log_start_after(segments, 3, 3) == 30


@together(
    [
        (Segment(0, 1, 900, 0), 100, 0, False),
        (Segment(0, 1, 900, 0), 101, 0, True),
        (Segment(0, 1, 10, 0), 1, WEEK_MS, False),
        (Segment(0, 1, 10, 0), 1, WEEK_MS + 1, True),
        (Segment(0, 0, 0), 5000, WEEK_MS + 1, False),
        (Segment(0, 1, 10), 1, WEEK_MS + 1, False),
    ]
)
def test_a_segment_rolls_when_it_is_full_or_old_beside_the_batch(segment, batch_bytes, newest_ms, rolls):
    assert must_roll(segment, batch_bytes, newest_ms, segment_bytes=1000) is rolls


@given(st.lists(st.integers(1, 100), min_size=1, max_size=8), st.integers(0, 400), st.data())
def test_by_size_the_limit_is_left_and_no_segment_more_than_that_takes(sizes, most_bytes, data):
    segments = log(*sizes)
    high_watermark = data.draw(st.integers(0, segments[-1].end_offset))
    gone = count(segments, high_watermark=high_watermark, retention_bytes=most_bytes)
    assert gone == 0 or sum(sizes[gone:]) >= most_bytes
    assert gone == 0 or segments[gone - 1].end_offset <= high_watermark
    if gone < len(segments) and segments[gone].end_offset <= high_watermark:
        assert sum(sizes[gone + 1 :]) < most_bytes
