"""Who hears when of partitions and topics that are new: a classic group's leader late, a coordinator at once."""

import pytest

from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups.common.member_requests import Join, Leave
from kafkaviz.model.partitions.topic_requests import AddPartitions, CreateTopic
from kafkaviz.model.properties import first_breach
from tests.model.histories import HistoryBuilder
from tests.model.test_groups import a_group, group, member


def test_a_group_notices_new_partitions_within_five_minutes() -> None:
    builder = a_group("C0", "C1").ask(AddPartitions("t", 5), Tick(250_000))
    assert len(member(builder, "C0").owned) + len(member(builder, "C1").owned) == 3
    builder.ask(Tick(60_000))
    assert len(member(builder, "C0").owned) + len(member(builder, "C1").owned) == 5


@pytest.mark.parametrize("protocol", ["eager", "cooperative"])
@pytest.mark.parametrize(
    ("asked", "divided"),
    [
        pytest.param(Join("app", ("C2",), ("t",)), 3, id="somebody joins"),
        pytest.param(Leave("app", "C0"), 3, id="the leader leaves to one that came when it did"),
        pytest.param(Join("app", ("C2",), ("t", "other")), 7, id="a topic is new to the group"),
    ],
)
def test_a_leader_divides_the_partitions_that_it_has_heard_of(protocol: str, asked: Request, divided: int) -> None:
    builder = a_group("C0", "C1", group_protocol=protocol).ask(CreateTopic("other", 2, 3), AddPartitions("t", 5))
    read = builder.ask(asked, Tick(10_000)).now.groups["app"]
    assert sum(len(m.owned) for m in read.members.values()) == divided
    assert first_breach(builder.history) is None
    if divided == 3:
        assert sum(len(m.owned) for m in group(builder.ask(Tick(290_000))).members.values()) == 5, "its next metadata"


@pytest.mark.parametrize("waits_ms", [0, 10_000])
def test_who_came_after_new_partitions_and_leads_divides_them(waits_ms: int) -> None:
    builder = a_group("C0").ask(AddPartitions("t", 5), Tick(waits_ms), Join("app", ("C1",), ("t",)), Tick(10_000))
    assert len(member(builder, "C0").owned) + len(member(builder, "C1").owned) == 3
    assert len(member(builder.ask(Leave("app", "C0"), Tick(10_000)), "C1").owned) == 5


def test_a_topic_that_a_group_reads_is_noticed_as_soon_as_it_is_there() -> None:
    builder = HistoryBuilder().ask(CreateTopic("t", 2, 3), Join("app", ("C0",), ("t", "other")), Tick(10_000))
    assert len(member(builder, "C0").owned) == 2
    assert len(member(builder.ask(CreateTopic("other", 2, 3), Tick(5_000)), "C0").owned) == 4


def test_a_coordinator_that_assigns_notices_new_partitions_at_once() -> None:
    builder = a_group("C0", "C1", group_protocol="consumer").ask(AddPartitions("t", 5), Tick(10_000))
    assert len(member(builder, "C0").owned) + len(member(builder, "C1").owned) == 5
