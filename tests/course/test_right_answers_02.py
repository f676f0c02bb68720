"""What a question of notebook 02 calls right is what the model does."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.events import BatchExpired
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.model.quorum.events import VoteAnswered
from kafkaviz.scenarios import nb02
from kafkaviz.scenarios.nb07 import news
from kafkaviz.scenarios.questions import nb02 as asked
from tests.course.test_right_answers import right


def test_the_node_is_not_given_back() -> None:
    lab = news(kafka="2.3").tick(60_000).stop(2).restart(2).kill(1)
    assert right(asked.NEXT_CONTROLLER) == "the first broker to create /controller"
    assert [lab.cluster.active_controller, lab.restart(1).cluster.active_controller] == [3, 3]
    assert right(asked.BACK_AGAIN) == "broker 3"


def test_two_seconds_and_two_votes_find_another_controller() -> None:
    lab = news()
    before = lab.cluster.now_ms
    lab.kill_controller(101)
    assert lab.cluster.active_controller == 102
    assert right(asked.VOTERS_WAIT) == f"{(lab.cluster.now_ms - before) // 1000} seconds"
    granted = [step.event for step in lab.history.steps if isinstance(step.event, VoteAnswered)]
    assert {(event.candidate, event.granted) for event in granted} == {(102, True)}
    assert right(asked.VOTES_NEEDED) == "two of three" and Lab().cluster.controller.majority == 2  # type: ignore[union-attr]


def test_who_lacks_an_entry_asks_first_and_is_refused() -> None:
    lab = nb02.longer_log()
    votes = [event for event in lab.history.events() if isinstance(event, VoteAnswered)]
    assert (votes[0].candidate, votes[0].granted) == (102, False) and "offset" in votes[0].reason
    assert lab.cluster.active_controller == 103
    assert right(asked.LONGER_LOG).startswith("no, 103")


def test_what_its_producer_gave_up_is_committed_and_read_later() -> None:
    lab = news().kill_controller(101).kill_controller(102).kill(1).tick(21_000)
    nb02.one_more(lab)
    assert isinstance(lab.history.events()[-2], BatchExpired)
    lab.restart_controller(101).tick(12_000).poll("sports_news")
    polled = lab.history.events()[-1]
    assert isinstance(polled, RecordsPolled)
    read = [record.value for _, _, _, records in polled.fetched for record in records]
    assert read[-1] == right(asked.GIVEN_UP).encode()


def test_one_broker_of_five_hosts_a_replica_of_both_partitions() -> None:
    graph = nb02.created(brokers=5, partitions=2, replication_factor=2).graph()
    assert [graph.out_degree(f"broker:{broker}") for broker in range(1, 6)] == [1, 2, 1, 0, 0]
    assert right(asked.FALLS) == "one of the five"


def test_as_many_of_four_may_die_as_of_three() -> None:
    assert nb02.may_die(4) == nb02.may_die(3) == asked.FOUR_CONTROLLERS.right


def test_one_of_three_decides_nothing() -> None:
    lab = news().kill_controller(101).kill_controller(102).kill(1).tick(21_000)
    assert lab.cluster.partitions["sports_news", 0].leader == 1
    assert right(asked.ONE_OF_THREE) == "nobody; the metadata still names broker 1"


@pytest.mark.parametrize(
    ("kafka", "way"), [("2.3", ("client", "zookeeper", "broker:1")), ("4.4", ("client", "broker:1", "controller:101"))]
)
def test_the_creation_of_a_topic_goes_the_way_that_is_said(kafka: str, way: tuple[str, ...]) -> None:
    (event,) = [event for event in nb02.created(kafka=kafka).history.events() if isinstance(event, TopicCreated)]
    assert event.path == way
    assert right(asked.WAY_OF_A_TOPIC) == "writes a node in ZooKeeper"


def test_the_metadata_log_holds_decisions_alone() -> None:
    lab = news(partitions=2, replication_factor=2).kill(2)
    lines = nb02.written(lab)
    assert "broker 2 fenced" in lines and not [line for line in lines if "goal" in line]
    assert lines == nb02.written(news(partitions=2, replication_factor=2).kill(2).send("sports_news", "late"))
    assert right(asked.IN_THE_METADATA_LOG).startswith("the leaders, the broker that is fenced")


@pytest.mark.parametrize("seed", range(6))
def test_small_topics_leave_brokers_empty_and_a_lone_rack_gets_one_of_each(seed: int) -> None:
    held = nb02.held(nb02.created(5, 2, 2, seed=seed))
    assert [*held.values()].count(0) == asked.EMPTY_BROKERS.right
    assert nb02.held(nb02.in_racks(seed=seed))[3] == asked.LONE_BROKER.right
    assert nb02.held(nb02.in_racks(2, 2, seed=seed))[3] == asked.TWO_AND_TWO.right


def test_who_joins_is_empty_until_a_topic_is_made() -> None:
    lab = news().add_broker(4).tick(3_600_000)
    assert nb02.held(lab)[4] == 0 and right(asked.JOINS_EMPTY) == "none"
    assert nb02.held(lab.create_topic("weather", 4, 1))[4] == 1


def test_the_last_of_a_round_leads_nothing_and_nobody_was_without_a_leader() -> None:
    lab = nb02.rolling_restart()
    assert {row.broker: row.leads for row in lab.busiest().rows}[3] == asked.AFTER_A_ROUND.right
    created = [cluster for cluster in lab.history.clusters if cluster.partitions]
    for cluster in created:
        leaders = [partition.leader for partition in cluster.partitions.values()]
        assert None not in leaders and all(cluster.is_up(leader) for leader in leaders if leader is not None)


def test_who_comes_back_is_fenced_first() -> None:
    lab = news(partitions=1).kill(1)
    fenced = lab.cluster
    first = lab.restart(1).history.since(fenced).steps[0].cluster
    assert first.brokers[1].is_up and first.brokers[1].fenced
    assert right(asked.FENCED_UNTIL).startswith("the metadata")
