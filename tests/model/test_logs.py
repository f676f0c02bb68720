"""Logs roll, expire and are compacted; slow readers fall off, and a power cut takes what was never flushed."""

import pytest

from kafkaviz.decisions.errors import InvalidConfigError, OffsetOutOfRangeError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.brokers.requests import Flush, Kill, Pause, Resume
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.consumer_requests import Poll, SeekTo
from kafkaviz.model.clients.events import BatchExpired, BatchRejected
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.segments import segments_of
from kafkaviz.model.partitions.log_events import LogCompacted, SegmentRolled, SegmentsDeleted
from kafkaviz.model.partitions.log_requests import DeleteRecords
from kafkaviz.model.partitions.topic_requests import CreateTopic
from tests.model.histories import P0, HistoryBuilder

DAY_MS = 86_400_000


def filled(last_bytes: int, **configs: object) -> HistoryBuilder:
    """Returns a log of three closed segments of 100 bytes and an active one of `last_bytes`."""
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 1, {"segment_bytes": 100, **configs}))
    for size in (100, 100, 100, last_bytes):
        builder.ask(Send("letters", b"x" * (size - (9 if size > 70 else 7))))
    return builder


def test_m_a_segment_goes_when_what_is_left_still_reaches_the_limit() -> None:
    kept = filled(40, retention_bytes=250).ask(Tick(330_000))
    assert [segment.size_bytes for segment in segments_of(kept.replica(1))] == [100, 100, 100, 40]
    shorter = filled(60, retention_bytes=250).ask(Tick(330_000))
    assert shorter.replica(1).segments == (1, 2, 3)
    assert shorter.replica(1).log_start_offset == 1
    assert shorter.events(SegmentsDeleted)[0].base_offsets == (0,)


def test_old_segments_go_at_the_next_check_and_an_idle_topic_ends_empty() -> None:
    builder = filled(40, retention_ms=DAY_MS).ask(Tick(DAY_MS))
    assert not builder.events(SegmentsDeleted)
    builder.ask(Tick(300_000))
    replica = builder.replica(1)
    assert (replica.log, replica.log_start_offset, replica.log_end_offset, replica.segments) == ((), 4, 4, (4,))


def test_an_idle_topic_does_not_roll_but_its_next_record_does() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 1, {"segment_ms": 1_000}), Send("letters", b"m0"))
    builder.ask(Tick(5_000))
    assert not builder.events(SegmentRolled)
    builder.ask(Send("letters", b"m1"))
    assert [rolled.base_offset for rolled in builder.events(SegmentRolled)] == [1]


def test_a_follower_rolls_its_own_files_and_follows_the_leaders_log_start() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 3, {"segment_bytes": 40}))
    builder.ask(*(Send("letters", b"0123456789") for _ in range(5)), DeleteRecords("letters", 0, 2))
    builder.ask(Send("letters", b"last"))
    assert {replica.log_start_offset for replica in builder.now.replicas[P0].values()} == {2}
    assert all(len(replica.segments) > 1 for replica in builder.now.replicas[P0].values())


def test_records_above_the_high_watermark_cannot_be_deleted() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 1), Send("letters", b"m0"))
    with pytest.raises(OffsetOutOfRangeError, match="up to its high watermark 1, not to 2"):
        builder.ask(DeleteRecords("letters", 0, 2))
    assert builder.ask(DeleteRecords("letters", 0)).replica(1).log_start_offset == 1


def test_compaction_keeps_the_last_value_of_each_key_and_every_offset() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 1, {"segment_bytes": 40, "cleanup_policy": "compact"}))
    for number, key in enumerate((b"a", b"b", b"a", b"a", b"b", b"c")):
        builder.ask(Send("letters", b"value %d" % number, key=key))
    replica = builder.replica(1)
    assert builder.events(LogCompacted)
    closed = [record for record in replica.log if record.offset < replica.cleaned_offset]
    assert len({record.key for record in closed}) == len(closed)
    assert {record.key: record.value for record in replica.log} == {
        b"a": b"value 3",
        b"b": b"value 4",
        b"c": b"value 5",
    }
    assert replica.log_end_offset == 6


def test_a_follower_fetches_all_there_is_from_a_log_with_gaps() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 2, {"segment_bytes": 40, "cleanup_policy": "compact"}))
    builder.ask(*(Send("letters", b"value", key=b"a", acks=1) for _ in range(6)), Pause(2))
    builder.ask(*(Send("letters", b"value", key=key, acks=1) for key in (b"b", b"c")), Resume(2))
    assert len(builder.replica(1).log) < 6
    assert [record.offset for record in builder.replica(2).log][-3:] == [5, 6, 7]


def test_a_compacted_topic_refuses_a_record_without_a_key() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 1, {"cleanup_policy": "compact"}), Send("letters", b"m0"))
    assert [given_up.error for given_up in builder.events(BatchExpired)] == ["INVALID_RECORD"]
    assert builder.values(1) == []


@pytest.mark.parametrize("era", [*ERAS])
def test_before_2_4_a_record_without_a_key_counts_as_damaged_and_is_sent_until_its_time_is_over(era: str) -> None:
    # Asked of real clusters of 0.10.2.2, 2.3.1 and 4.4.0.
    builder = HistoryBuilder(era).ask(CreateTopic("letters", 1, 1, {"cleanup_policy": "compact"}))
    builder.ask(Send("letters", b"m0"), Tick(130_000))
    refused, given_up = builder.events(BatchRejected), builder.events(BatchExpired)
    is_told_apart = era in ("2.4", "3.9", "4.4")
    assert {event.error for event in refused} == (set() if is_told_apart else {"CORRUPT_MESSAGE"})
    assert [event.error for event in given_up] == ["INVALID_RECORD" if is_told_apart else "REQUEST_TIMED_OUT"]
    assert builder.values(1) == []


def test_a_reader_that_is_too_slow_falls_off_the_log() -> None:
    builder = filled(60, retention_bytes=250)
    builder.ask(SeekTo("letters", 0, 0), Tick(330_000))
    with pytest.raises(OffsetOutOfRangeError, match="position 0 in letters-0; its log goes from 1 to 4"):
        builder.ask(Poll("letters", auto_offset_reset="none"))
    builder.ask(Poll("letters"))
    assert [record.offset for _, _, _, read in builder.events(RecordsPolled)[-1].fetched for record in read] == [
        1,
        2,
        3,
    ]


def test_a_power_cut_takes_what_was_not_flushed() -> None:
    builder = HistoryBuilder().ask(
        CreateTopic("letters", 1, 1), Send("letters", b"m0"), Flush(1), Send("letters", b"m1")
    )
    assert builder.ask(Kill(1, power_lost=True)).values(1) == ["m0"]


@pytest.mark.parametrize(
    ("configs", "words"),
    [
        ({"retention": 1}, "There is no config of topics 'retention'; did you mean 'retention_ms'"),
        ({"segment_bytes": 1}, "configuration segment.bytes: it is a whole number of bytes, at least 14"),
        ({"cleanup_policy": "shred"}, "'shred' for configuration cleanup.policy"),
    ],
)
def test_a_config_that_topics_do_not_have_is_refused(configs: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidConfigError, match=words):
        HistoryBuilder().ask(CreateTopic("letters", 1, 1, configs))
