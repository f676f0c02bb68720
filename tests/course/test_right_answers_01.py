"""What notebook 01 calls right is what the model does: each question is held against the cluster that it is about."""

import pytest

from kafkaviz.decisions.errors import OffsetOutOfRangeError
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.events import BatchExpired
from kafkaviz.model.partitions.log_events import LogCompacted, SegmentRolled
from kafkaviz.scenarios import nb01 as at
from kafkaviz.scenarios.questions import nb01
from kafkaviz.scene.questions import Question


def right(question: Question) -> str:
    return question.options[question.right].text


def test_each_partition_counts_for_itself() -> None:
    lab = at.news(0, 1, 0, 0, 1)
    assert at.log_of(lab) == {0: "AAA", 1: "CCC", 2: "DDD"}
    assert at.log_of(lab, ("news", 1)) == {0: "BBB", int(right(nb01.OWN_COUNTER)[0]): "EEE"}


def test_a_correction_comes_after_what_it_corrects() -> None:
    assert at.log_of(at.news(0, 1, 0).send("news", "CCX", partition=0)) == {0: "AAA", 1: "CCC", 2: "CCX"}
    assert right(nb01.CORRECTION) == "send CCX, which gets the next offset"


def test_each_copy_of_a_partition_has_a_directory() -> None:
    files = at.files(at.news(0, 1, 0, replication_factor=2))
    assert sorted(file.partition("/")[0] for held in files.values() for file in held) == ["news-0"] * 2 + ["news-1"] * 2
    assert right(nb01.ON_DISK).startswith("four directories") and files[3][0].startswith("news-1/")


def test_a_consumer_gets_the_order_of_each_partition_and_no_other() -> None:
    read = at.as_read(at.numbered().poll("news"))
    assert read != sorted(read, key=int)
    of_each = [[one for one in read if int(one) % 3 == rest] for rest in range(3)]
    assert of_each == [[*"369"], [*"147"], [*"258"]]
    assert at.as_read(at.numbered(1).poll("news")) == [*"123456789"]
    assert right(nb01.READ_IN_ORDER).startswith("1 before 4 before 7")


def test_equal_keys_meet_in_one_partition() -> None:
    lab = at.numbered(3, 0)
    for number in range(6):
        lab.send("news", str(number), key=f"customer {number % 2}")
    logs = [[*at.log_of(lab, ("news", partition)).values()] for partition in range(3)]
    for customer in (0, 1):
        (log,) = [log for log in logs if f"customer {customer} {customer}" in log]
        mine = [one for one in log if one.startswith(f"customer {customer} ")]
        assert mine == [f"customer {customer} {number}" for number in range(customer, 6, 2)]
    assert right(nb01.ONE_CUSTOMER) == "the customer's id as the key"


def test_a_file_is_named_after_its_first_offset() -> None:
    lab = at.more(at.filled(4, segment_records=4), 1)
    (rolled,) = [event for event in lab.history.events() if isinstance(event, SegmentRolled)]
    assert at.files(lab)[1][-1] == f"news-0/{right(nb01.FILE_NAME)}" and rolled.base_offset == 4


def test_a_power_cut_leaves_what_was_flushed() -> None:
    assert ", ".join(at.log_of(at.power_cut(flushed=1)).values()) == right(nb01.POWER)


def test_size_leaves_as_much_as_is_asked_for_or_more() -> None:
    left = at.log_of(at.filled(7, retention_bytes=40).tick(30_000))
    assert right(nb01.BY_SIZE) == f"at {min(left)}: {10 * len(left)} bytes stay"


def test_an_idle_log_ends_empty_and_counts_on() -> None:
    lab = at.aged(days=8)
    assert at.log_of(lab) == {} and at.files(lab)[1] == ["news-0/00000000000000000006.log"]
    assert [*at.log_of(at.more(lab, 1))] == [int(right(nb01.IDLE))]


def test_a_slow_reader_misses_what_retention_took() -> None:
    lab = at.more(at.filled(1).poll("news"), 5).configure("news", retention_bytes=20).tick(30_000)
    with pytest.raises(OffsetOutOfRangeError):
        lab.fork().poll("news", auto_offset_reset="none")
    polled = lab.poll("news").history.steps[-1].event
    assert isinstance(polled, RecordsPolled) and right(nb01.SLOW_READER).startswith("EEE")
    assert next((one.value, one.offset) for *_, records in polled.fetched for one in records) == (b"EEE", 4)


def test_reading_takes_nothing_out() -> None:
    lab = at.news(*[0] * 6, auto_offset_reset="earliest")
    lab.join("billing", "B1", topics=["news"]).join("search", "S1", topics=["news"])
    assert len(at.log_of(lab.poll(group="billing").poll(group="search"))) == 6
    assert right(nb01.AFTER_READING) == "until retention removes them"


def test_deleted_records_take_whole_files_with_them() -> None:
    lab = at.filled(6).delete_records("news", 0, before_offset=3).tick(30_000)
    names = [f"{int(file.partition('/')[2].partition('.')[0])}.log" for file in at.files(lab)[1]]
    assert " and ".join(names) == right(nb01.DELETED_TO_3) and [*at.log_of(lab)] == [3, 4, 5]


def test_compaction_keeps_the_last_of_each_key_and_its_offset() -> None:
    lab = at.priced(at.prices("A 10", "B 20", "A 11"), "C 30")
    assert at.log_of(lab, at.PRICES_TP) == {1: "B 20", 2: "A 11", 3: "C 30"}
    assert right(nb01.COMPACTED) == "1 and 2"


def test_a_read_in_a_gap_begins_at_the_next_record() -> None:
    lab = at.dropped()
    assert [*at.log_of(lab, at.PRICES_TP)] == [3, 4, 5, 6]
    polled = lab.seek_to("prices", 0, 0).poll("prices", auto_offset_reset="none").history.steps[-1].event
    assert isinstance(polled, RecordsPolled)
    assert [one.offset for *_, records in polled.fetched for one in records] == [3, 4, 5, 6]
    assert right(nb01.FROM_ZERO) == "the record at 3, and those after it"


def test_a_tombstone_goes_a_day_later() -> None:
    lab = at.dropped()
    assert at.known(lab)["C"] == "deleted" and right(nb01.TOMBSTONE) == "the tombstone, for a day at least"
    assert "C" in at.known(at.priced(lab.fork().tick(at.DAY_MS // 2), "B 22", "A 13", "B 23", "A 14"))
    later = at.priced(lab.tick(2 * at.DAY_MS), "B 22", "A 13", "B 23", "A 14")
    assert at.known(later) == {"A": "14", "B": "23"}
    assert len([event for event in later.history.events() if isinstance(event, LogCompacted)]) > 2


def test_a_compacted_topic_takes_no_record_without_a_key() -> None:
    lab = at.keyless()
    assert isinstance(lab.history.steps[-1].event, BatchExpired) and right(nb01.NO_KEY) == "the broker refuses it"
    assert at.log_of(lab, at.PRICES_TP) == at.log_of(at.prices(), at.PRICES_TP)


def test_the_active_file_stays_whatever_the_limit_of_size() -> None:
    lab = at.aged(segment_records=6, retention_records=1)
    assert len(at.log_of(lab)) == nb01.ACTIVE_STAYS.right


def test_a_record_that_stays_is_what_it_was() -> None:
    before = at.log_of(at.prices(cleanup_policy="delete"), at.PRICES_TP)
    assert at.log_of(at.prices(), at.PRICES_TP).items() < before.items()
    assert right(nb01.IMMUTABLE) == "none of these"


def test_a_file_has_an_edge_to_each_record_that_it_holds() -> None:
    graph = at.dropped().graph("log")
    files = [node for node, kind in graph.nodes(data="kind") if kind == "segment"]
    assert [graph.nodes[file]["base_offset"] for file in files] == [0, 3, 6]
    assert "{}, {} and {}".format(*map(graph.out_degree, files)) == right(nb01.EDGES_OF_FILES)
