"""Searches: what is found is shortest, what is closed is complete, and every bound ends in a sentence."""

import gc
from collections import deque
from typing import Any

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.brokers.requests import Kill, Restart
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Tick
from kafkaviz.model.properties import PROPERTIES, first_breach
from kafkaviz.model.search.explore import explore
from kafkaviz.model.search.goals import goal
from kafkaviz.model.search.menu import Menu
from kafkaviz.model.search.outcomes import Bounds, Broken, Closed, Failed, Reached, Stopped
from tests.model.histories import run
from tests.model.search.starts import BUDGET, SAFE, asked, first_alive, lowest_alive, nobody, start
from tests.sampling import every

SMALL = {"kill": 1, "restart": 1, "send": 1, "tick": 1}
COUNTS = {
    "safe": (SAFE, Closed(3_291, 3_772), Closed(235, 271)),
    "never elect": (SAFE._replace(elect_leader=nobody), Closed(2_352, 3_127), Closed(187, 253)),
    "unclean, min ISR 1, no ELR": (
        ERAS["4.4"]._replace(eligible_leader_replicas_enable=False, unclean_leader_election_enable=True),
        Closed(3_248, 3_751),
        Closed(234, 271),
    ),
}
"""What two kills, a restart, two sends and two ticks come to, and with one send and one tick; a new count is explained
in DECISIONS.
"""


@pytest.mark.whole
@pytest.mark.parametrize("name", every(3, COUNTS))
def test_a_space_is_closed_with_the_states_it_is_known_to_have(name: str) -> None:
    policies, closed, _ = COUNTS[name]
    assert explore(start(policies), policies, budget=BUDGET) == closed


@pytest.mark.parametrize("name", COUNTS)
def test_a_small_space_is_closed_with_the_states_it_is_known_to_have(name: str) -> None:
    policies, _, closed = COUNTS[name]
    assert explore(start(policies), policies, budget={**SMALL, "kill": 2}) == closed


@pytest.mark.parametrize("rule", [first_alive, lowest_alive])
def test_an_election_outside_the_isr_is_found_at_its_shortest_history(rule: Any) -> None:
    policies = SAFE._replace(elect_leader=rule)
    found = explore(start(policies), policies, budget=BUDGET)
    assert isinstance(found, Broken) and found.promise.__name__ == "leader_in_isr" and found.requests == 5
    assert asked(found.history) == [Kill(1), Tick(9_000), Kill(2), Restart(1), Tick(9_000)]
    assert first_breach(found.history) == (found.step, "leader_in_isr", found.sentence)
    assert found.summary.startswith("Broken after 5 requests: Only a member of the ISR leads. letters-0 is led by")
    for left_out in range(5):
        fewer = [request for n, request in enumerate(asked(found.history)) if n != left_out]
        assert first_breach(played(policies, fewer)) is None, "one of the requests is not needed"


def played(policies: Policies, requests: list[Any]) -> History:
    """Returns what requests make; what is refused makes nothing."""
    history = History(start(policies))
    for request in requests:
        try:
            history = history.then(run(history.last, request, policies))
        except (KafkaError, ValueError):
            continue
    return history


def test_a_leader_that_commits_alone_is_found_by_one_request() -> None:
    policies = SAFE._replace(high_watermark=lambda end, others: end)
    found = explore(start(policies), policies)
    assert isinstance(found, Broken) and asked(found.history) == [Send("letters", b"m1")]


def every_state(policies: Policies, budget: dict[str, int]) -> tuple[list[Cluster], int]:
    """Returns every state that a budget can lead to, compared by nothing but equality, budgets and all."""
    menu = Menu(None, budget)
    seen, waiting, transitions = [(start(policies), menu.left)], deque([(start(policies), menu.left)]), 0
    while waiting:
        cluster, left = waiting.popleft()
        for slot, act in menu.next_acts(cluster, left, policies):
            try:
                after = run(cluster, act.requests[0], policies)[-1].cluster
            except (KafkaError, ValueError):
                continue
            transitions += 1
            pair = after, (*left[:slot], left[slot] - 1, *left[slot + 1 :])
            if pair not in seen:
                seen.append(pair)
                waiting.append(pair)
    distinct = list[Cluster]()
    distinct += [cluster for n, (cluster, _) in enumerate(seen) if all(cluster != other for other, _ in seen[:n])]
    return distinct, transitions


def test_no_state_is_missed_by_what_is_dropped() -> None:
    for budget in (SMALL, {"pause": 1, "resume": 1, "send": 2, "tick": 1}):
        states, _ = every_state(SAFE, budget)
        closed = explore(start(), SAFE, budget=budget)
        assert isinstance(closed, Closed) and closed.states == len(states)


def test_a_larger_budget_that_comes_later_is_not_dropped_for_a_smaller_one() -> None:
    wanted = goal("both", "Two records lie there", lambda c: len(c.log("letters", 0)) == 2)
    found = explore(start(), SAFE, budget={"pause": 1, "resume": 1, "send": 2}, goals=[wanted], promises=())
    assert isinstance(found, Reached) and asked(found.history) == [Send("letters", b"m1"), Send("letters", b"m2")]


def test_a_list_of_requests_is_asked_each_once_or_as_often_as_a_budget_says() -> None:
    once = explore(start(), SAFE, requests=[Kill(1), Kill(2), Restart(1), Tick(9_000)])
    assert isinstance(once, Closed)
    some = explore(start(), SAFE, requests=[Kill(1), Kill(2)], budget={"kill": 1})
    assert some == Closed(3, 2)
    for requests, budget, said in (
        (None, {"kil": 1}, "did you mean 'kill'"),
        (None, {"kill": -1}, r"budget\['kill'\] is a whole number, at least 0, not -1"),
        (None, {"kill": 1.5}, "not 1.5"),
        (None, {}, "A budget says how often"),
        ([Kill(1)], {"send": 1}, "no request on the list for the word 'send'"),
        ([Kill(1), Tick(9)], {"kill": 1}, "The list holds a tick"),
        (["kill"], None, "requests= lists requests"),
        (Kill, None, "requests= lists requests"),
    ):
        with pytest.raises(InvalidArgumentError, match=said):
            explore(start(), SAFE, requests=requests, budget=budget)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match="starts from a cluster or a history"):
        explore(None, SAFE)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match="bound of states is a number above 0, not 0"):
        explore(start(), SAFE, bounds=Bounds(states=0))


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        (Bounds(states=50), "Stopped at the bound of 50 states: "),
        (Bounds(transitions=60), "Stopped at the bound of 60 transitions: "),
        (Bounds(megabytes=1), "Stopped at the bound of 1 megabyte: "),
        (Bounds(seconds=1e-9), "Stopped after 1e-09 seconds: "),
    ],
)
def test_each_bound_ends_a_search_with_a_sentence(bounds: Bounds, said: str) -> None:
    stopped = explore(start(), SAFE, bounds=bounds)
    assert isinstance(stopped, Stopped) and stopped.summary.startswith(said), stopped.summary
    assert "no promise broken" in stopped.summary and stopped.states < 2_000


def test_a_space_that_is_closed_just_at_a_bound_is_closed() -> None:
    closed = explore(start(), SAFE, budget=SMALL)
    assert isinstance(closed, Closed)
    assert explore(start(), SAFE, budget=SMALL, bounds=Bounds(states=closed.states + 1)) == closed


def test_the_interrupt_key_gives_what_was_found() -> None:
    def interrupt(progress: Any) -> None:
        if progress.requests == 3:
            raise KeyboardInterrupt

    stopped = explore(start(), SAFE, progress=interrupt)
    assert isinstance(stopped, Stopped) and stopped.requests == 3
    assert stopped.summary.startswith("Interrupted: ") and stopped.summary.endswith("broken within 3 requests.")


def test_a_search_ends_the_same_way_every_time() -> None:
    policies = SAFE._replace(elect_leader=lowest_alive)
    assert explore(start(policies), policies) == explore(start(policies), policies)


def test_states_that_share_a_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = explore(start(), SAFE, budget={"kill": 1, "send": 1, "tick": 1})
    monkeypatch.setattr("kafkaviz.model.search.hashes.Hashes.intern", lambda self, cluster: (7, cluster))
    assert explore(start(), SAFE, budget={"kill": 1, "send": 1, "tick": 1}) == closed


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (lambda *known, **named: 1 / 0, "raised ZeroDivisionError"),
        (lambda *known, **named: "two", "gave 'two'; a leader is one of the replicas"),
    ],
)
def test_a_rule_that_raises_or_answers_nonsense_comes_back_with_the_history_that_led_to_it(
    rule: Any, said: str
) -> None:
    policies = SAFE._replace(elect_leader=rule)
    found = explore(start(policies), policies)
    assert isinstance(found, Failed) and said in found.summary
    assert asked(found.history) == [Kill(1), Tick(9_000)] and found.request == Tick(9_000)
    assert found.history.acts[-1].cut and len(found.history.steps) == 3


def test_a_rule_that_refuses_as_kafkaviz_does_is_no_refused_request() -> None:
    def refuses(key: Any, partitions: int, sent: Any) -> int:
        raise InvalidArgumentError("I do not like this key.")

    policies = SAFE._replace(partitioner=refuses)
    found = explore(start(policies), policies)
    assert isinstance(found, Failed) and "raised InvalidArgumentError: I do not like this key." in found.summary


def test_a_rule_that_answers_otherwise_when_asked_again_is_found_out() -> None:
    times = [0]

    def moody(end: int, others: Any) -> int:
        times[0] += 1
        return end if times[0] == 1 else min([end, *others])

    policies = SAFE._replace(high_watermark=moody)
    found = explore(start(policies), policies)
    assert isinstance(found, Failed) and "came out otherwise when asked again" in found.summary


def test_one_promise_may_be_asked_alone() -> None:
    policies = SAFE._replace(elect_leader=lowest_alive)
    (alone,) = (one for one in PROPERTIES if one.__name__ == "epochs_never_fall")
    assert isinstance(explore(start(policies), policies, promises=[alone], budget=SMALL), Closed)


def test_a_search_leaves_the_collector_of_cycles_as_it_was() -> None:
    within = list[tuple[int, int, int]]()

    def interrupt(progress: Any) -> None:
        within.append(gc.get_threshold())
        raise KeyboardInterrupt

    was = gc.get_threshold()
    try:
        for often in (500, 0, 90_000):
            gc.set_threshold(often, 7, 8)
            explore(start(), SAFE, progress=interrupt)
            assert gc.get_threshold() == (often, 7, 8)
    finally:
        gc.set_threshold(*was)
    assert within == [(50_000, 7, 8), (0, 7, 8), (90_000, 7, 8)]


def test_what_a_search_kept_is_gone_before_python_looks_for_cycles_again() -> None:
    scanned = list[int]()

    def looked(phase: str, _: object) -> None:
        scanned.append(len(gc.get_objects(generation=0)))

    gc.collect()
    gc.callbacks.append(looked)
    try:
        closed = explore(start(), SAFE, budget={**SMALL, "send": 2})
    finally:
        gc.callbacks.remove(looked)
    assert isinstance(closed, Closed) and max(scanned, default=0) < closed.states
