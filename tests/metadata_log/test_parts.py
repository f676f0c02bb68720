"""A part of a log: some topics, or what was written between two moments, behind the cluster as it was then."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from kafkaviz import read_metadata_log
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.metadata_log import recorded
from kafkaviz.metadata_log.reading import _RECORDED
from kafkaviz.metadata_log.spans import moment_ms
from tests.sampling import together

LOG = recorded()
FENCED = next(record for record in LOG.records if record.offset > 200 and "PartitionChange" in record.type)


def test_a_part_begins_with_the_cluster_as_it_was_and_tells_the_same_from_there_on():
    part = LOG.part(since=FENCED.timestamp_ms)
    before = max(record.offset for record in LOG.records if record.timestamp_ms < FENCED.timestamp_ms)
    assert part.history.first.partitions == LOG.at(part.first_offset).partitions
    assert part.first_offset <= before
    assert part.cluster.partitions == LOG.cluster.partitions
    told, all_told = part.elections().rows, LOG.elections().rows
    assert [row[1:] for row in told] == [row[1:] for row in all_told][-len(told) :]
    assert 0 < len(told) < len(all_told)
    assert [row.agrees for row in told] == [True] * len(told)


def test_the_film_of_a_part_opens_on_what_was_there():
    player = LOG.part(since=FENCED.timestamp_ms, topics=["orders", "audit"]).film()
    first, *_, last = player.film.captions
    assert "3 brokers and 2 topics, as of offset" in first.cap
    assert "2026-11-21" in first.cap and last.cap
    assert len(player.film.captions) == len(
        LOG.part(since=FENCED.timestamp_ms, topics=["orders", "audit"]).story().splitlines()
    )


def test_what_was_written_until_a_moment_belongs_to_it_and_nothing_later():
    part = LOG.part(until=FENCED.timestamp_ms)
    assert part.records[-1].timestamp_ms == FENCED.timestamp_ms
    assert part.cluster.partitions == LOG.at(part.records[-1].offset).partitions


def test_parts_of_parts_and_the_door_agree():
    file = str(_RECORDED.joinpath("recorded.log"))
    since, until = (LOG.records[n].timestamp_ms for n in (120, 300))
    at_once = read_metadata_log(file, topics="orders", since=since, until=until)
    one_by_one = LOG.part(until=until).part(topics=["orders"]).part(since=since)
    assert at_once.story() == one_by_one.story() and str(at_once.timeline()) == str(one_by_one.timeline())
    assert {tp.topic for tp in at_once.cluster.partitions} == {"orders"}


@together(
    [
        "2026-11-22T02:13:00Z",
        "2026-11-22 02:13",
        "2026-11-22T03:13:00+01:00",
        datetime(2026, 11, 22, 2, 13, tzinfo=UTC),
        datetime(2026, 11, 22, 2, 13),
        datetime(2026, 11, 21, 21, 13, tzinfo=timezone(timedelta(hours=-5))),
        1_795_313_580_000,
    ]
)
def test_a_moment_is_written_in_several_ways(given):
    assert moment_ms("since", given) == 1_795_313_580_000


@together(["yesterday", "", 1.5, True, [], b"2026"])
def test_what_is_no_moment_is_refused(given):
    with pytest.raises((InvalidArgumentError, WrongTypeError), match="since is a text like"):
        LOG.part(since=given)


@together(
    [
        ({"since": "2030-01-01"}, "No record was written then: the log goes from 2026-11-21"),
        ({"until": "2020-01-01"}, "No record was written then"),
        ({"since": "2026-11-22", "until": "2026-11-20"}, "lies before since"),
        ({"topics": "order"}, "The log has no topic 'order'; did you mean 'orders'"),
        ({"topics": 7}, "topics is a name, or a list of names"),
    ]
)
def test_a_part_that_is_empty_is_refused_with_what_there_is(how, why):
    with pytest.raises((InvalidArgumentError, WrongTypeError), match=why):
        LOG.part(**how)


def test_an_offset_before_a_part_is_not_in_it():
    part = LOG.part(since=FENCED.timestamp_ms)
    assert part.at(part.first_offset) == part.history.first
    with pytest.raises(InvalidArgumentError, match="There is no offset"):
        part.at(part.first_offset - 1)
