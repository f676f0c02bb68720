"""Every rule's guard holds by itself: in whatever order rules answer, no promise breaks and all comes to rest."""

from collections.abc import Iterator
from typing import Any

import pytest

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.requests import Kill, Restart
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.subjects import CONTROL, everything
from kafkaviz.model.partitions import isr_rules as isr
from kafkaviz.model.partitions import rules as partitions
from kafkaviz.model.partitions.fetch_events import FetchReceived
from kafkaviz.model.protocol import enabled, settling
from kafkaviz.model.quorum.controller_rules import answer_isr_proposal
from kafkaviz.model.zookeeper import rules as zookeeper
from tests.model import control_histories, histories
from tests.model.histories import TOPICS, HistoryBuilder, first
from tests.model.promises import PROTOCOLS
from tests.model.scenarios import ENDLESS, FIRST, SCENARIOS, SESSION_MS, TWO, Scenario
from tests.model.schedules import (
    Edge,
    Explored,
    deciding,
    explored,
    fair_exits,
    going_round,
    known_orders,
    leads_to,
    loops,
    summary,
)
from tests.sampling import bounded, some_eras

KNOWN = known_orders()
FEW = 100
"""Scenarios of as many states are explored at each commit, larger ones with the slow tests."""


def few_or_slow() -> list[object]:
    few = [scenario for scenario in SCENARIOS if KNOWN.get(scenario.name, {"states": 0})["states"] <= FEW]
    whole = few[::3]
    return [
        pytest.param(
            one, id=one.name, marks=() if one in whole[::3] else pytest.mark.whole if one in whole else pytest.mark.slow
        )
        for one in SCENARIOS
    ]


@pytest.mark.parametrize("scenario", few_or_slow())
def test_in_every_order_each_promise_is_kept_and_all_comes_to_rest(scenario: Scenario) -> None:
    found = explored(scenario.start())
    assert found.broken == []
    assert all(fair_exits(found, loop) for loop in loops(found)), "rules run on without a fair exit"
    assert not any(twice(edges) for edges in found.edges), "an event is enabled twice"
    assert summary(found) == KNOWN[scenario.name], "if that is meant, run tests/model/schedules.py"


def twice(edges: list[Edge]) -> list[Edge]:
    """Returns the edges whose event is equal to one before it."""
    return [edge for index, edge in enumerate(edges) if any(edge.event == other.event for other in edges[:index])]


@pytest.mark.slow
def test_the_order_of_the_schedule_is_one_of_those_explored() -> None:
    without_time = [one for one in SCENARIOS if not any(isinstance(request, Tick) for request in one.at_once)]
    for scenario in without_time[:12]:
        start = scenario.start()
        steps = settling(start.cluster, start.policies, everything(start.cluster))
        *_, last = (start.cluster, *(step.cluster for step in steps))
        found = explored(start)
        assert any(found.states[end] == last for end in found.ends), scenario.name


def test_the_table_of_orders_holds_every_scenario_and_no_other() -> None:
    assert list(KNOWN) == [scenario.name for scenario in SCENARIOS]


def graph(*successors: dict[str, int]) -> Explored:
    """Returns states of which each has these successors, by rule."""
    nothing: Any = None
    edges = [[Edge(rule, nothing, to) for rule, to in after.items()] for after in successors]
    return Explored([nothing] * len(successors), edges, [])


def test_a_loop_without_a_fair_exit_is_told_from_one_that_nobody_stays_in() -> None:
    endless, open_once, fair = (
        graph({"in": 1, "by": 3}, {"on": 2}, {"on": 1}, {}),
        graph({"on": 1}, {"on": 0, "out": 2}, {}),
        graph({"on": 1, "out": 2}, {"on": 0, "out": 2}, {}),
    )
    assert leads_to(endless) == [{3}, set(), set(), {3}]
    assert loops(endless) == [{1, 2}] and loops(open_once) == loops(fair) == [{0, 1}]
    assert fair_exits(endless, {1, 2}) == fair_exits(open_once, {0, 1}) == set()
    assert fair_exits(fair, {0, 1}) == {"out"} and going_round(fair) == ["on"]


def test_the_rule_decides_after_which_an_end_is_out_of_reach() -> None:
    found = graph({"a": 1, "b": 2}, {"c": 3}, {"d": 3, "e": 4}, {}, {})
    assert deciding(found) == ["a", "d", "e"]
    assert (summary(found)["schedules"], summary(found)["ends"]) == (3, 2)


def test_a_guard_that_leans_on_what_is_asked_before_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def takes_in_anything(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[FetchReceived]:
        for broker, replica in cluster.replicas[tp].items():
            if replica.incoming is not None and cluster.brokers[broker].is_up:
                yield FetchReceived(tp, broker)

    (scenario,) = (one for one in SCENARIOS if one.name == "4.4: restart a leader that wrote alone")
    monkeypatch.setattr(partitions.receive_fetch, "guard", takes_in_anything)
    found = explored(scenario.start())
    assert not all(fair_exits(found, loop) for loop in loops(found))


def test_an_isr_that_shrinks_and_grows_while_an_answer_is_on_its_way_may_stop_at_any_time() -> None:
    era, _ = ENDLESS
    builder = HistoryBuilder(era).ask(TWO, FIRST, Kill(1), Kill(2), Tick(SESSION_MS)).hold(Restart(1)).hold(Restart(2))
    (tp,) = builder.now.partitions
    builder.fire(zookeeper.register_returned, CONTROL).fire(zookeeper.move_leadership, tp)
    builder.fire(zookeeper.register_returned, CONTROL).fire(partitions.deliver_metadata, tp)
    builder.fire(partitions.truncate, tp).fire(partitions.serve_fetch, tp)
    for _ in range(3):
        for rule in (isr.expand_isr, isr.shrink_isr):
            for one in (rule, answer_isr_proposal, partitions.deliver_metadata):
                assert first(partitions.receive_fetch(builder.now, tp, builder.policies)) is not None
                builder.fire(one, tp)
    builder.fire(partitions.receive_fetch, tp).go_on()
    assert builder.now.partitions[tp].isr == (1, 2)


@some_eras("0.10", "4.4")
@bounded("seeds", 2, 10, whole=4)
def test_no_event_is_enabled_twice_in_any_state_of_random_histories(era: str, seeds: int) -> None:
    several = 0
    for seed in range(seeds):
        groups = ERAS[era]._replace(group_protocol=PROTOCOLS[seed % len(PROTOCOLS)])  # type: ignore[arg-type]
        for policies, played in (
            (ERAS[era], histories.played(histories.seeded(seed, 50), ERAS[era], TOPICS[seed % len(TOPICS)])),
            (groups, control_histories.played(control_histories.seeded(seed, 50), groups)),
        ):
            *_, history = played
            for cluster in history.clusters:
                events = [one.event for one in enabled(cluster, policies)]
                several += len(events) > 1
                assert not any(event in events[:index] for index, event in enumerate(events)), (seed, events)
    assert several > 5 * seeds
