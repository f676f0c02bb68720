"""Records that were written for one cause are one unit, whatever batch they came in."""

from kafkaviz.metadata_log import recorded
from kafkaviz.metadata_log.units import KNOWN, NAMED, WITHOUT_EFFECT, about, units_of
from tests.metadata_log.logs import Log, started
from tests.sampling import together


def kinds(log: Log) -> list[tuple[str, int]]:
    return [(unit.kind, len(unit.records)) for unit in units_of(log.records).units]


def test_every_record_is_in_one_unit_and_in_order():
    records = recorded().records
    assert [record for unit in units_of(records).units for record in unit.records] == list(records)


def test_a_topic_is_one_unit_and_the_next_topic_another():
    log = Log().topic("a", [1], [2]).add("TopicRecord", {"name": "b", "topicId": "b"})
    assert kinds(log) == [("create", 3), ("create", 1)]


def test_what_a_fence_changes_belongs_to_it_although_it_comes_last():
    assert kinds(Log().change("a", 0, leader=2).change("a", 1, isr=[2]).broker(1, fenced=1)) == [("fence", 3)]


def test_three_brokers_that_stop_in_one_batch_are_three_units():
    log = Log()
    for b in (1, 2, 3):
        log.broker(b, inControlledShutdown=1).change("a", 0, leader=b)
    assert kinds(log) == [("stop", 2)] * 3


def test_what_is_written_later_is_another_unit():
    assert kinds(Log().change("a", 0, isr=[1]).change("a", 1, isr=[1], ms=1)) == [("change", 1), ("change", 1)]


def test_a_wait_is_a_unit_and_a_short_one_is_part_of_what_follows():
    long = Log().change("a", 0, isr=[1]).add("NoOpRecord", ms=500).add("NoOpRecord", ms=500).change("a", 0, ms=1)
    assert kinds(long) == [("change", 1), ("quiet", 2), ("change", 1)]
    short = Log().change("a", 0, isr=[1]).add("NoOpRecord", ms=500).change("a", 0, ms=1).add("NoOpRecord", ms=1)
    assert kinds(short) == [("change", 1), ("change", 3)]


def test_a_log_of_nothing_but_a_moment_of_quiet_is_one_unit():
    assert kinds(Log().add("NoOpRecord")) == [("quiet", 1)]


def test_a_transaction_is_one_unit_whatever_it_holds():
    log = Log().add("BeginTransactionRecord").topic("a", [1]).topic("b", [1]).add("EndTransactionRecord", ms=300)
    assert kinds(log) == [("create", 6)]


def test_partitions_that_are_added_to_two_topics_are_two_units():
    log = Log().place("a", 1, [1]).place("a", 2, [1]).place("b", 1, [1])
    assert kinds(log) == [("place", 2), ("place", 1)]


def test_of_other_topics_nothing_is_left():
    log = started().topic("other", [1]).change("other", 0, leader=1).change("letters", 0, leader=2)
    log.add("ConfigRecord", {"resourceName": "other", "name": "x", "value": "1"})
    kept = about(log.records, ["letters"])
    assert {"other", "id of other"}.isdisjoint(
        value for r in kept for value in (r.fields or {}).values() if isinstance(value, str)
    )
    assert len(kept) == len(log.records) - 4


@together(sorted(KNOWN))
def test_no_type_is_both_told_and_without_effect(kind):
    assert (kind in NAMED) + (kind in WITHOUT_EFFECT) + (kind == "BrokerRegistrationChangeRecord") == 1
