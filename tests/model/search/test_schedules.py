"""Every order of events inside a request: an unlucky one is found, and can be kept as a session."""

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.protocol import settling
from kafkaviz.model.search.explore import explore
from kafkaviz.model.search.outcomes import Broken, Closed
from kafkaviz.model.sessions.values import SessionError
from tests.model.scenarios import SCENARIOS
from tests.model.schedules import explored
from tests.model.search.starts import SAFE, first_alive, start


def test_all_orders_of_a_request_are_those_that_the_table_of_orders_has() -> None:
    """The same space is explored by a search of its own in tests/model/schedules.py."""
    (scenario,) = (one for one in SCENARIOS if one.name == "4.4: restart a leader that wrote alone")
    begun = scenario.start()
    found = explored(begun)
    closed = explore(begun.cluster, begun.policies, requests=[], schedules="all")
    assert isinstance(closed, Closed)
    quiet_at_deadline = [one for one in found.states if one.now_ms == begun.cluster.now_ms]
    assert closed.states == len(quiet_at_deadline)


def test_a_lost_fetch_belongs_to_the_orders() -> None:
    budget = {"send": 1, "lose_fetch": 1}
    assert explore(start(), SAFE, budget=budget) == explore(start(), SAFE, budget={"send": 1})
    with_it = explore(start(), SAFE, budget=budget, schedules="all")
    without = explore(start(), SAFE, budget={"send": 1}, schedules="all")
    assert isinstance(with_it, Closed) and isinstance(without, Closed)
    assert with_it.states > without.states > 5


def test_a_history_in_another_order_is_kept() -> None:
    lab = Lab(elect_leader=first_alive).create_topic("letters", replication_factor=3)
    found = explore(lab.history, lab.policies, budget={"kill": 2, "restart": 1, "tick": 1}, schedules="all")
    assert isinstance(found, Broken), found.summary
    lab.history = found.history
    again = Lab.from_json(lab.to_json())
    assert again.history.events() == found.history.events() and '"version": 2' in lab.to_json()


@pytest.mark.whole
def test_the_unlucky_order_of_kip_101_is_found_and_kept() -> None:
    lab = Lab(kafka="2.3", brokers=3, truncation="high_watermark", acks="all")
    lab.create_topic("letters", replication_factor=3).send("letters", "ABC")
    budget = {"kill": 2, "send": 1, "tick": 2}
    found = explore(lab.history, lab.policies, budget=budget, schedules="all")
    assert isinstance(found, Broken), found.summary
    lab.history = found.history
    again = Lab.from_json(lab.to_json())
    assert again.history.events() == found.history.events() and '"version": 2' in lab.to_json()
    assert again.film(opens_at=found.step, promises=[found.promise]).index >= 0


def test_what_no_order_needs_is_written_as_before() -> None:
    assert '"version": 1' in Lab().create_topic("letters").to_json()


def test_a_session_names_whom_a_rule_answered_about_and_refuses_what_it_cannot_know() -> None:
    lab = Lab(settle=False).create_topic("letters").step()
    assert '"version": 1' in lab.to_json()
    act = lab.history.acts[-1]
    for about, said in (("nobody", "here stands 'controller'"), ({"topic": 1, "partition": 0}, "about.topic: here")):
        told = lab.to_json().replace(f'"rule": "{act.rule}"', f'"rule": "{act.rule}", "about": {_json(about)}')
        told = told.replace(told[told.index('"id"') : told.index('"parent"')], "")
        with pytest.raises(SessionError, match=said):
            Lab.from_json(told)


def _json(value: object) -> str:
    import json

    return json.dumps(value)


def test_a_schedule_that_nobody_knows_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="There is no schedule 'some'; there are first, all"):
        explore(start(), SAFE, schedules="some")  # type: ignore[arg-type]


def test_the_first_order_is_one_of_all() -> None:
    policies = ERAS["4.4"]
    begun = start(policies)
    event = Send("letters", b"m1").handle(begun, policies)
    after = event.apply(begun)
    *_, last = settling(after, policies, event.touches(after))
    ends = explore(begun, policies, requests=[Send("letters", b"m1")], schedules="all", promises=())
    assert isinstance(ends, Closed) and last.cluster.acknowledged
