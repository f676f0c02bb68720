"""Which files are segments, and whose, is told by their names as a broker gives them."""

import os
from pathlib import Path

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.spark.log_segments.files import find_segments
from tests.spark.log_segments.recorded import FIRST, LIBRDKAFKA, LOGS, TOPICS

INTERNAL = ["__cluster_metadata", "__consumer_offsets", "__transaction_state"]


def put(folder: Path, *names: str) -> Path:
    """Makes empty files, with the folders they are in."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"")
    return folder


def owners(*paths: object) -> list[tuple[str, int]]:
    """Returns topic and partition of each segment found."""
    return [(one.topic, one.partition) for one in find_segments(map(str, paths))]


def test_a_log_directory_holds_the_segments_of_all_its_partitions_and_nothing_else_is_taken_for_one():
    found = find_segments([str(LOGS)])
    assert sorted({one.topic for one in found}) == sorted([*TOPICS, *INTERNAL])
    assert all(one.path.suffix == ".log" and one.partition == 0 for one in found)
    # Compaction and transactions made two segments of these; the deleted ones still lie beside them.
    assert [one.topic for one in found if one.is_followed] == ["compacted", "eu.payments-tx"]
    assert len(found) == len(TOPICS) + len(INTERNAL) + 2
    assert all(one.size_bytes == one.path.stat().st_size > 0 for one in found)


def test_a_partition_a_segment_a_pattern_and_a_list_are_paths_too():
    whole = [("eu.payments-tx", 0)] * 2
    assert owners(LOGS / "eu.payments-tx-0") == whole
    assert owners(LOGS / "eu.payments-tx-0" / FIRST) == whole[:1]
    assert owners(LOGS / "eu.payments-tx-*") == whole
    assert owners(LOGS / "eu.payments-tx-0" / "*") == whole
    assert owners(f"file://{LOGS}/eu.payments-tx-0") == whole
    assert owners(LOGS / "append.time-0", LOGS / "eu.payments-tx-0", LOGS / "append.time-0") == [
        ("append.time", 0),
        *whole,
    ]
    assert owners(LIBRDKAFKA) == [("payments", number) for number in range(4)]
    assert owners(LIBRDKAFKA / "payments-[23].log") == [("payments", 2), ("payments", 3)]


def test_a_first_segment_alone_is_followed_by_those_that_lie_beside_it():
    folder = LOGS / "eu.payments-tx-0"
    (first,) = find_segments([str(folder / FIRST)])
    (last,) = find_segments([str(folder / "00000000000000000020.log")])
    assert (first.is_followed, last.is_followed) == (True, False)


def test_the_number_behind_the_last_dash_is_the_partition(tmp_path):
    put(tmp_path, f"a-b.c-7-12/{FIRST}", f"7-0/{FIRST}", f"x--1/{FIRST}", "eu-2.orders-3.log")
    assert owners(tmp_path) == [("7", 0), ("a-b.c-7", 12), ("eu-2.orders", 3), ("x-", 1)]


def test_partitions_come_in_the_order_of_their_numbers_and_segments_in_that_of_their_offsets(tmp_path):
    later = "00000000000000000300.log"
    put(tmp_path, f"t-10/{FIRST}", f"t-9/{later}", f"t-9/{FIRST}")
    found = find_segments([str(tmp_path)])
    assert [(one.partition, one.path.name, one.is_followed) for one in found] == [
        (9, FIRST, True),
        (9, later, False),
        (10, FIRST, False),
    ]


def test_what_is_being_moved_deleted_cleaned_or_swapped_is_passed_over(tmp_path):
    stem = FIRST.removesuffix(".log")
    gone = [f"t-1.9f3a-{what}/{FIRST}" for what in ("delete", "future", "stray")]
    beside = [f"t-0/{stem}.{what}" for what in ("index", "timeindex", "snapshot", "txnindex")]
    beside += [f"t-0/{FIRST}.{what}" for what in ("deleted", "cleaned", "swap")]
    put(tmp_path, f"t-0/{FIRST}", *gone, *beside, "t-0/leader-epoch-checkpoint", "meta.properties", "t-0/notes.log")
    assert owners(tmp_path) == [("t", 0)]


def test_only_one_topic_is_read_when_it_is_named():
    assert {one.topic for one in find_segments([str(LOGS)], "append.time")} == {"append.time"}
    with pytest.raises(InvalidArgumentError, match=r"no segment of the topic 'append'.*append\.time, broker-gzip"):
        find_segments([str(LOGS)], "append")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nowhere", "There is nothing at .*nowhere"),
        ("empty", "There is no log segment at .*empty: a segment is 00000000000000000000.log in a directory named"),
        ("*.nothing", "There is no log segment at"),
        ("wrong/00000000000000000000.log", "does not tell of which topic and partition it is"),
        ("wrong", "There is no log segment at"),
        ("notes.txt", "does not tell of which topic and partition it is"),
    ],
)
def test_a_path_without_a_segment_gets_a_sentence(tmp_path, path, words):
    put(tmp_path, f"wrong/{FIRST}", "notes.txt", "empty/x")
    with pytest.raises(InvalidArgumentError, match=words):
        find_segments([str(tmp_path / path)])


def test_another_file_system_gets_a_sentence():
    with pytest.raises(InvalidArgumentError, match="hdfs://far/logs is not on a file system of this machine"):
        find_segments(["hdfs://far/logs"])


def test_replicas_of_one_partition_are_not_read_twice(tmp_path):
    put(tmp_path, f"broker-a/t-0/{FIRST}", f"broker-b/t-0/{FIRST}", "t-0.log")
    for paths in (["broker-*"], ["broker-a", "broker-b"], ["broker-a/t-0", "t-0.log"]):
        with pytest.raises(InvalidArgumentError, match=r"t-0 lies in two places, .*replicas hold the same records"):
            find_segments([str(tmp_path / path) for path in paths])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes.")
def test_a_pipe_that_a_pattern_finds_is_no_segment(tmp_path):
    os.mkfifo(tmp_path / "payments-0.log")
    with pytest.raises(InvalidArgumentError, match="There is no log segment"):
        find_segments([str(tmp_path / "*.log")])
