"""Epoch caches, truncation, the ISR and the high watermark follow the traces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions import replication as r
from kafkaviz.decisions.errors import OffsetOutOfRangeError
from tests.sampling import together


def test_the_high_watermark_follows_the_trace_of_one_record():
    ends = {2: -1, 3: -1}
    high_watermark, seen = 0, []
    for follower, fetch_offset in [(2, 0), (3, 0), (2, 1), (3, 1)]:
        ends[follower] = fetch_offset
        high_watermark = r.high_watermark(1, ends.values(), current=high_watermark)
        seen.append(high_watermark)
    assert seen == [0, 0, 0, 1]


@given(st.integers(0, 99), st.lists(st.integers(-1, 99)), st.integers(0, 99))
def test_the_high_watermark_never_falls_and_never_passes_a_replica_unless_it_was_there(end, isr_ends, current):
    high_watermark = r.high_watermark(end, isr_ends, current=current)
    assert high_watermark >= current
    assert high_watermark == current or all(high_watermark <= one for one in [end, *isr_ends])


@together([(4, 30_000, False), (4, 30_001, True), (5, 90_000, False), (0, 1, False)])
def test_a_follower_is_out_of_sync_by_time_and_not_by_distance(end, now_ms, out):
    assert r.is_out_of_sync(end, 5, caught_up_ms=0, now_ms=now_ms, replica_lag_time_max_ms=30_000) is out


@together([(3, False), (4, False), (5, True)])
def test_a_follower_joins_with_all_that_is_committed_and_the_start_of_the_epoch(end, joins):
    assert r.may_join_isr(end, high_watermark=4, epoch_start=5) is joins
    assert r.may_join_isr(end, high_watermark=5, epoch_start=4) is joins


def test_the_minimum_of_the_isr_is_never_more_than_there_are_replicas():
    assert [r.effective_min_isr(2, replicas) for replicas in (1, 2, 3)] == [1, 2, 2]


def test_kip_101_keeps_the_record_that_truncation_to_the_high_watermark_loses():
    follower, leader = ((0, 0),), ((0, 0),)
    epoch, end = r.end_offset_for(leader, 0, 2)
    assert r.truncation_offset_by_epoch(follower, 2, epoch, end) == (2, True)


def test_kip_101_makes_replicas_agree_after_a_double_crash():
    follower, leader = ((0, 0),), ((0, 0), (1, 1))
    epoch, end = r.end_offset_for(leader, 0, 2)
    assert (epoch, end) == (0, 1)
    assert r.truncation_offset_by_epoch(follower, 2, epoch, end) == (1, True)


def test_kip_279_asks_again_until_the_logs_agree():
    follower, leader = ((0, 0), (2, 5)), ((0, 0), (1, 5), (3, 8))
    assert r.diverging_epoch(leader, 9, last_epoch=2, fetch_offset=8) == (1, 8)
    cut = r.truncation_offset_by_epoch(follower, 8, 1, 8)
    assert cut == (5, False)
    follower = r.truncate_epochs(follower, end=cut.offset)
    assert follower == ((0, 0),)
    assert r.diverging_epoch(leader, 9, last_epoch=0, fetch_offset=5) is None
    assert r.truncation_offset_by_epoch(follower, 5, *r.end_offset_for(leader, 0, 9)) == (5, True)


def test_a_log_without_epochs_goes_by_the_leaders_end():
    assert r.truncation_offset_by_epoch((), 7, 0, 4) == (4, True)


def test_a_fetch_from_an_unheard_of_epoch_is_out_of_range():
    with pytest.raises(OffsetOutOfRangeError, match="the leader has never heard of it"):
        r.diverging_epoch(((0, 0),), 5, last_epoch=3, fetch_offset=5)


class Log:
    """A log as the epoch of every record, with its epoch cache."""

    def __init__(self):
        self.records, self.epochs = [], ()

    @property
    def end(self):
        return len(self.records)

    def lead(self, epoch, appended):
        self.epochs = r.assign_epoch(self.epochs, epoch, self.end)
        self.records += [epoch] * appended

    def agree_with(self, leader):
        """Cuts back, question by question, until the leader finds nothing wrong; returns how often that took."""
        for questions in range(20):
            if not self.records:
                return questions
            diverging = r.diverging_epoch(leader.epochs, leader.end, self.records[-1], self.end)
            if diverging is None:
                return questions
            end = r.truncation_offset_by_epoch(self.epochs, self.end, *diverging).offset
            self.records, self.epochs = self.records[:end], r.truncate_epochs(self.epochs, end=end)
        pytest.fail("twenty questions were not enough")

    def fetch(self, leader, most):
        for epoch in leader.records[self.end : self.end + most]:
            self.epochs = r.assign_epoch(self.epochs, epoch, self.end)
            self.records.append(epoch)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3), st.none() | st.integers(0, 4)), max_size=8))
def test_however_two_logs_parted_the_questions_end_where_they_agree(terms):
    """Only one replica leads in an epoch, so two records of one offset are equal exactly if their epochs are."""
    logs = Log(), Log()
    for epoch, (who, appended, fetched) in enumerate(terms):
        leader, follower = logs[who], logs[not who]
        leader.lead(epoch, appended)
        if fetched is not None:
            follower.agree_with(leader)
            assert follower.records == leader.records[: follower.end]
            follower.fetch(leader, fetched)


def test_an_answer_that_is_no_offset_of_the_leaders_log_is_told_so():
    assert [r.high_watermark_fault(answer, 5) for answer in (0, 5)] == [None, None]
    assert r.high_watermark_fault(-1, 5) == "A high watermark of -1 was answered; the log of the leader ends at 5."
    for answer in (None, True, 2.0, "3"):
        assert "it must be a whole number from 0 to 5" in r.high_watermark_fault(answer, 5)
