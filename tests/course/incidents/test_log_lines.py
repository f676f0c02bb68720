"""Logs tell what brokers, the controller and clients know, with Kafka's errors, and nothing of a person's hands."""

import pytest

from kafkaviz import Lab
from kafkaviz.course.incidents.case import case_of
from kafkaviz.course.incidents.log_lines import log_lines


def lines_of(lab: Lab) -> str:
    return "\n".join(map(str, log_lines(lab.history.first, lab.history.steps)))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("slow_follower", "shrinks its ISR from"),
        ("min_isr_block", "NOT_ENOUGH_REPLICAS (19), tries again"),
        ("min_isr_block", "gave records up, delivery.timeout.ms is over; the last error was NOT_ENOUGH_REPLICAS"),
        ("leader_pileup", "controlled shutdown begins"),
        ("reset_latest_gap", "no committed offset; by auto.offset.reset it begins at 4"),
        ("retention_overrun", "OFFSET_OUT_OF_RANGE (1) at "),
        ("rebalance_storm", "leaves group"),
        ("broker_crash", "sent no heartbeat for 9 s: it is fenced"),
        ("idle_consumer", "joins group"),
    ],
)
def test_each_incident_leaves_its_traces(name, told):
    assert told in "\n".join(map(str, case_of(2, name).lines))


def test_nobody_logs_what_a_hand_did():
    assert lines_of(Lab().create_topic("letters", 1, 3).pause(2)) == (
        "00:00,000 INFO  controller   creates topic letters"
    )
    assert "broker 1 " not in lines_of(Lab().kill(1, detect=False))


def test_lines_come_in_the_order_of_time_and_like_ones_are_counted():
    lines = case_of(2, "min_isr_block").lines
    assert [line.at_ms for line in lines] == sorted(line.at_ms for line in lines)
    assert max(line.more for line in lines) > 3
    keys = [(line.at_ms // 60_000, line.by, line.text) for line in lines]
    assert len(keys) == len(set(keys))
