"""Where a follower cuts its log: three rules of three times, held against the promise, on recorded and odd logs."""

import pytest

from kafkaviz.decisions.replication import assign_epoch
from kafkaviz.decisions.truncation import (
    truncate_by_common_epoch,
    truncate_by_latest_epoch,
    truncate_to_high_watermark,
    truncation_breach,
    truncation_fault,
)
from tests.sampling import together

KIP_101 = (((0, 0),), 2, 1, ((0, 0),), 2)
KIP_101_LOST_POWER = (((0, 0),), 2, 2, ((0, 0), (1, 1)), 2)
KIP_279 = (((0, 0), (1, 2)), 4, 2, ((0, 0), (2, 3)), 4)


def breach(rule, follower):
    epochs, end, _, leader_epochs, leader_end = follower
    return truncation_breach(rule(*follower), epochs, end, leader_epochs, leader_end)


@pytest.mark.parametrize("follower", [KIP_101, KIP_101_LOST_POWER])
def test_the_high_watermark_cuts_too_much_or_too_little(follower):
    assert breach(truncate_to_high_watermark, follower)
    assert breach(truncate_by_latest_epoch, follower) is None
    assert breach(truncate_by_common_epoch, follower) is None


def test_one_question_is_not_enough_after_two_quick_elections():
    assert "Offset 2 of epoch 1 stays" in breach(truncate_by_latest_epoch, KIP_279)
    assert breach(truncate_by_common_epoch, KIP_279) is None


def caches():
    """Yields every pair of logs that grew from a common one, an epoch at a time."""
    for shared in range(3):
        for mine in range(3):
            for theirs in range(3):
                ours, yours = (((0, 0),) if shared else ()), (((0, 0),) if shared else ())
                ours = assign_epoch(ours, 1, shared) if mine else ours
                yours = assign_epoch(yours, 2, shared) if theirs else yours
                yield ours, shared + mine, yours, shared + theirs, shared


def test_todays_rule_keeps_what_is_common_and_nothing_else():
    for mine, end, theirs, leader_end, shared in caches():
        assert truncate_by_common_epoch(mine, end, shared, theirs, leader_end) == shared
        assert truncation_breach(shared, mine, end, theirs, leader_end) is None
        for wrong in {*range(end + 1)} - {shared}:
            assert truncation_breach(wrong, mine, end, theirs, leader_end), (mine, end, theirs, leader_end, wrong)


@together([-1, 3, True, 1.0, "1", None])
def test_what_is_no_offset_of_the_log_is_refused(answer):
    assert truncation_fault(answer, 2)
