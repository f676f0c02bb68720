"""Logs tell what brokers, the controller and clients know, in Kafka's words, and nothing of a person's hands."""

import re
import zipfile

import pytest

from kafkaviz import Lab
from kafkaviz.course.incidents.case import case_of
from kafkaviz.course.incidents.diagnoses import DIAGNOSES
from kafkaviz.course.incidents.log_lines import log_lines
from tests.kafka_jars import kafka_jars
from tests.sampling import every


def lines_of(lab: Lab) -> str:
    return "\n".join(map(str, log_lines(lab.history.first, lab.history.steps)))


@pytest.mark.parametrize(
    ("name", "told"),
    every(
        4,
        [
            (
                "slow_follower",
                "Shrinking ISR from 22,23,24 to 22,24. Leader: (highWatermark: 6, endOffset: 8). Out of sync ",
            ),
            ("slow_follower", "replicas: (brokerId: 23, endOffset: 6, lastCaughtUpTimeMs: 120000)."),
            ("min_isr_block", "on topic-partition clicks-4, retrying (… attempts left). Error: NOT_ENOUGH_REPLICAS"),
            ("min_isr_block", "TimeoutException: Expiring … record(s) for clicks-4:"),
            ("leader_pileup", "broker 23    Beginning controlled shutdown."),
            ("leader_pileup", "broker 22    [Partition clicks-0 broker=22] ISR updated to 22,23,24"),
            ("reset_latest_gap", "to position FetchPosition{offset=4, …}."),
            (
                "retention_overrun",
                "FetchPosition{offset=6, …} is out of range for partition clicks-0, resetting offset",
            ),
            ("retention_overrun", "Incremented log start offset to 10 due to segment deletion"),
            ("rebalance_storm", "sending LeaveGroup request to coordinator 23 due to the consumer is being closed"),
            ("rebalance_storm", "Stabilized group search generation 5 with 3 members."),
            ("broker_crash", "because its session has timed out."),
            ("idle_consumer", "(Re-)joining group"),
        ],
        whole=1,
    ),
)
def test_each_incident_leaves_its_traces(name, told):
    assert told in "\n".join(map(str, case_of(2, name).lines))


def test_nobody_logs_what_a_hand_did():
    assert lines_of(Lab().create_topic("letters", 1, 3).pause(2)) == (
        "00:00,000 INFO  controller   Replayed TopicRecord for topic letters with topic ID …."
    )
    assert "broker 1 " not in lines_of(Lab().kill(1, detect=False))


def test_lines_come_in_the_order_of_time_and_like_ones_are_counted():
    lines = case_of(2, "min_isr_block").lines
    assert [line.at_ms for line in lines] == sorted(line.at_ms for line in lines)
    assert max(line.more for line in lines) > 3
    keys = [(line.at_ms // 60_000, line.by, line.text) for line in lines]
    assert len(keys) == len(set(keys))


PARTS = r"(?<= due to )|(?<=replicas: )|(?= ?FetchPosition)|(?<=[}])"
"""Where a message is put together of two."""
GAPS = r"\{\}|…|[\w-]*\d[\d,]*|\b(?:search|clicks|website|NOT_\w+|REQUEST_\w+)\b"


@pytest.mark.slow
def test_every_line_is_one_that_kafkas_classes_write():
    """In a class file a message is text with gaps, so each of its pieces stands in some class of Kafka's."""
    known = b"".join(
        archive.read(name)
        for jar in kafka_jars().glob("*.jar")
        if jar.name.startswith("kafka")
        for archive in [zipfile.ZipFile(jar)]
        for name in archive.namelist()
        if name.endswith(".class")
    )
    for line in {line.text for name in DIAGNOSES for line in case_of(2, name).lines}:
        said = re.sub(r"\[[A-Z]\w+ [^]]*\] |\[groupId=\w+\] |TimeoutException: |isr: .*|leader: .*", "", line)
        pieces = re.split(f"{PARTS}|{GAPS}", said)
        assert not [piece for piece in pieces if len(piece) > 3 and piece.strip().encode() not in known], line
