"""What answers about the ISR, the high watermark and acknowledgements must keep; the references keep it everywhere."""

from itertools import product

import pytest

from kafkaviz.decisions.replication import high_watermark, is_out_of_sync, may_acknowledge
from kafkaviz.decisions.replication_validity import (
    acknowledgement_breach,
    high_watermark_breach,
    out_of_sync_breach,
    yes_or_no_fault,
)
from tests.sampling import together


def test_the_references_keep_their_promises():
    for end, leader_end, caught_up_ms, now_ms in product(range(3), range(3), (0, 10), (10, 20, 21, 31)):
        times = {"caught_up_ms": caught_up_ms, "now_ms": now_ms, "replica_lag_time_max_ms": 20}
        assert out_of_sync_breach(is_out_of_sync(end, leader_end, **times), end, leader_end, **times) is None
    for acks, end, mark, in_sync in product((-1, 1), range(3), range(3), range(1, 4)):
        answer = may_acknowledge(acks, end, mark, in_sync, 2)
        assert acknowledgement_breach(answer, acks, end, mark, in_sync, 2) is None
    for ends in product(range(-1, 4), repeat=2):
        assert high_watermark_breach(high_watermark(3, ends), [3, *ends]) is None


def test_the_other_answers_break_them():
    times = {"caught_up_ms": 0, "now_ms": 20, "replica_lag_time_max_ms": 20}
    assert "20 ms ago" in out_of_sync_breach(True, 1, 2, **times)
    assert "it has everything" in out_of_sync_breach(True, 2, 2, **{**times, "now_ms": 99})
    assert "stays in the ISR" in out_of_sync_breach(False, 1, 2, **{**times, "now_ms": 21})
    assert "high watermark 1" in acknowledgement_breach(True, -1, 2, 1, 3, 2)
    assert "with 1 in sync" in acknowledgement_breach(True, -1, 2, 2, 1, 2)
    assert acknowledgement_breach(True, 1, 2, 1, 1, 2) is None, "acks=1 was promised nothing of replicas"
    assert "ends at 1" in high_watermark_breach(2, [3, 1])


@together([1, None, "yes", 0.0, []])
def test_yes_and_no_are_true_and_false(answer):
    assert yes_or_no_fault(answer)


def test_a_bool_of_numpy_is_one_too():
    np = pytest.importorskip("numpy", reason="There is no number of numpy without it: pip install numpy.")
    assert yes_or_no_fault(np.bool_(True)) is None
