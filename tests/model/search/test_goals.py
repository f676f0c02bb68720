"""Goals: what must still come about from every state, and a rule that breaks no promise and does nothing."""

from typing import Any

import pytest

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.brokers.requests import Kill, Pause
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.common.member_requests import Join
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.search.explore import explore
from kafkaviz.model.search.goals import (
    GOALS,
    Goal,
    a_consumer_reads_it,
    a_restarted_producer_keeps_its_keys_places,
    acknowledges,
    elects_a_leader_again,
    every_partition_has_one_owner,
    fetching_followers_stay_in_sync,
)
from kafkaviz.model.search.mending import unreachable
from kafkaviz.model.search.outcomes import Broken, Closed, Unreached
from tests.model.histories import HistoryBuilder
from tests.model.search.starts import SAFE, asked, nobody, start

GROUP = ERAS["4.4"]._replace(offsets_topic_replication_factor=1)


@pytest.mark.slow
def test_from_every_state_of_a_safe_cluster_every_goal_is_reached() -> None:
    closed = unreachable(start(), SAFE, budget={"kill": 2, "restart": 1, "send": 1, "tick": 2})
    assert isinstance(closed, Closed) and closed.summary.endswith("no promise broken, every goal reached.")


def test_never_elect_breaks_no_promise_and_fails_a_goal() -> None:
    policies = SAFE._replace(elect_leader=nobody)
    missed = unreachable(start(policies), policies)
    assert isinstance(missed, Unreached) and missed.goal == "elects_a_leader_again" and missed.requests == 1
    assert missed.sentence.startswith("After 1 request: nobody leads letters-0, and that stays so though all brokers")
    assert asked(missed.history.at(missed.step)) == [Kill(1)] and len(missed.history.steps) > missed.step
    assert missed.history.last.partitions["letters", 0].leader is None  # type: ignore[index]


def test_a_leader_that_never_commits_acknowledges_nothing() -> None:
    policies = SAFE._replace(high_watermark=lambda end, others: 0)
    missed = unreachable(start(policies), policies, [acknowledges], budget={"send": 1})
    assert isinstance(missed, Unreached) and "b'm1', sent to letters-0, is not acknowledged" in missed.sentence


def test_an_acknowledged_record_that_is_nowhere_is_never_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkaviz.model.clients.consumer_requests._readable", lambda replica, start: ())
    missed = unreachable(start(), SAFE, [a_consumer_reads_it], budget={"send": 1})
    assert (
        isinstance(missed, Unreached) and "letters-0 offset 0, which was acknowledged, is not read" in missed.sentence
    )


@pytest.mark.parametrize(
    ("assignor", "reached"), [(None, True), (lambda counts, wanted: dict.fromkeys(wanted, ()), False)]
)
def test_every_partition_of_a_group_gets_an_owner(assignor: Any, reached: bool) -> None:
    policies = GROUP._replace(assignor=assignor)
    begun = HistoryBuilder(policies).ask(CreateTopic("letters", 2, 3)).history
    found = unreachable(
        begun, policies, [every_partition_has_one_owner], promises=(), budget={"join": 1, "crash_member": 1, "tick": 1}
    )
    assert isinstance(found, Closed) is reached, found.summary
    if isinstance(found, Unreached):
        assert isinstance(asked(found.history)[0], Join)


def test_a_follower_dropped_for_a_burst_of_records_is_found() -> None:
    by_messages = SAFE._replace(is_out_of_sync=lambda offset, end, **times: end - offset > 1)
    requests = [Pause(3), Send("letters", b"a"), Send("letters", b"b"), Tick(15_000)]
    for policies, kind in ((by_messages, Broken), (SAFE, Closed)):
        promise = fetching_followers_stay_in_sync(policies)
        found = explore(start(policies), policies, requests=requests, promises=[promise])
        assert isinstance(found, kind), found.summary


def test_two_producers_put_one_key_on_one_partition_or_break_a_promise() -> None:
    def by_turns(key: Any, partitions: int, sent: Any) -> int:
        return int(sent.draw(partitions))

    requests = [Send("letters", b"a", b"k", producer="p"), Send("letters", b"b", b"k", producer="q")]
    for policies, kind in ((SAFE._replace(partitioner=by_turns), Broken), (SAFE, Closed)):
        begun = HistoryBuilder(policies).ask(CreateTopic("letters", 3, 3)).history
        found = explore(begun, policies, requests=requests, promises=[a_restarted_producer_keeps_its_keys_places])
        assert isinstance(found, kind), found.summary


def test_each_goal_says_in_plain_words_what_it_is_and_waits_for_nothing_at_the_start() -> None:
    for one in GOALS:
        assert isinstance(one, Goal) and one.words[0].isupper() and not one.words.endswith(".")
        assert list(one.waits(start())) == []
    assert elects_a_leader_again in GOALS and isinstance(History(start()), History)
