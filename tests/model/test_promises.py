"""Promises in plain words, each asked only of what can break it, and nothing is missed by that."""

import re
import sys
from collections.abc import Iterator

import pytest

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.history import History
from kafkaviz.model.core.promise import Promises, Property, once_an_event
from kafkaviz.model.properties import PROPERTIES, first_breach, logs, partitions
from kafkaviz.scenarios import nb09
from kafkaviz.scene.lamps import breaches
from tests.model import control_histories, histories, test_planted_faults, test_planted_group_faults
from tests.model.histories import TOPICS, HistoryBuilder
from tests.model.promises import PROTOCOLS
from tests.model.test_planted_faults import until_stuck
from tests.sampling import bounded, every

LENGTH = 40
# What holds of a state, whatever it came from, so that it may be asked of all that a state holds.
ABOUT_STATES = (
    partitions.leader_in_isr,
    partitions.empty_isr_has_a_way_back,
    partitions.one_leader_per_epoch,
    partitions.elr_has_what_is_committed,
    logs.offsets_in_order,
    logs.epochs_rise_along_the_log,
    logs.equal_offset_and_epoch_mean_equal_record,
    logs.logs_agree_up_to_a_common_record,
    logs.replicas_agree_below_high_watermark,
    logs.isr_has_what_is_committed,
)


def breach_asking_everywhere(history: History, properties: tuple[Property, ...]) -> tuple[int, str, str] | None:
    """Returns the first breach when every property is asked after every event, whatever it declares."""
    before = history.first
    for number, step in enumerate(history.steps, 1):
        for holds in properties:
            sentence = holds(before, step.event, step.cluster)
            if sentence:
                return number, holds.__name__, sentence
        before = step.cluster
    return None


def breach_looking_at_all(history: History, holds: Property) -> tuple[int, str, str] | None:
    """Returns the first breach of a promise about states when all of every state is looked at, changed or not."""
    for number, step in enumerate(history.steps, 1):
        state = step.cluster
        sentence = holds(state._replace(partitions={}, replicas={}), TimeAdvanced(state.now_ms), state)
        if sentence:
            return number, holds.__name__, sentence
    return None


def each_is_asked_enough(history: History) -> int:
    """Asserts of each promise alone that it breaks where it would break if it were always asked; counts breaches."""
    broken = 0
    for one in PROPERTIES:
        found = breach_asking_everywhere(history, (one,))
        assert first_breach(history, (one,)) == found, one
        if one in ABOUT_STATES:
            assert breach_looking_at_all(history, one) == found, one
        broken += found is not None
    return broken


def random_histories(seeds: int) -> Iterator[History]:
    """Yields calm and violent histories of every era, and some of every protocol of groups; the first break most."""
    for seed in range(8, 8 + seeds):
        for era, policies in ERAS.items():
            for violent in (False, True):
                actions = histories.seeded(f"{era}{seed}", LENGTH + 20, violent)  # type: ignore[arg-type]
                yield [*histories.played(actions, policies, TOPICS[seed % len(TOPICS)])][-1]
        for protocol in PROTOCOLS:
            policies = ERAS["4.4"]._replace(group_protocol=protocol)  # type: ignore[arg-type]
            yield [*control_histories.played(control_histories.seeded(seed, LENGTH), policies)][-1]


@bounded("seeds", 1, 15, whole=2)
def test_what_a_promise_declares_leaves_nothing_out_of_random_histories(seeds: int) -> None:
    assert sum(map(each_is_asked_enough, random_histories(seeds))) > seeds // 2, "power cuts break what needs a disk"


@pytest.mark.parametrize("fault", every(12, test_planted_faults.FAULTS, whole=4), ids=lambda fault: fault.what)
def test_what_a_promise_declares_leaves_no_planted_fault_out(
    fault: test_planted_faults.Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafkaviz.model.core.engine.FUEL", 2_000)
    fault.plant(monkeypatch)
    policies = ERAS[fault.era]._replace(**fault.policies)
    for seed in range(3):
        played = histories.played(histories.seeded(seed, LENGTH), policies, TOPICS[fault.topic])
        each_is_asked_enough([*until_stuck(played)][-1])


@pytest.mark.parametrize("fault", every(3, test_planted_group_faults.FAULTS, whole=1), ids=lambda fault: fault.name)
def test_what_a_promise_declares_leaves_no_planted_fault_of_groups_out(
    fault: test_planted_group_faults.Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    policies = fault.plant(monkeypatch)
    history = HistoryBuilder("4.4", **fault.policies, **policies).ask(*fault.story).history
    assert each_is_asked_enough(history) > 0


def test_a_promise_has_a_name_in_plain_words_and_its_own() -> None:
    for one in PROPERTIES:
        assert re.fullmatch(r"(acks=all|[A-Z][\w']*)( [\w.']+,?)*", one.words), one.words
        assert len(one.words) <= 80, one.words
        assert one.__doc__ and (one.events or one.facets), one
    assert len({one.words for one in PROPERTIES}) == len({one.__name__ for one in PROPERTIES}) == len(PROPERTIES)


@pytest.mark.parametrize("ask", [first_breach, lambda history: breaches(history, PROPERTIES)], ids=["first", "all"])
def test_no_promise_keeps_a_cluster_after_it_was_asked(ask) -> None:
    history = nb09.group().history
    states = [history.first, *(step.cluster for step in history.steps)]
    kept = [sys.getrefcount(state) for state in states]
    ask(history)
    assert [sys.getrefcount(state) for state in states] == kept
    assert breach_asking_everywhere(history, PROPERTIES) is None
    assert [sys.getrefcount(state) for state in states] == kept


def test_what_many_promises_ask_of_an_event_is_found_once_and_anew_for_another() -> None:
    history, asked = nb09.group().history, list[Event]()

    @once_an_event
    def found(before: Cluster, event: Event, after: Cluster) -> Cluster:
        asked.append(event)
        return after

    promises = Promises([lambda *of: found(*of) is not of[2] and "of another event"] * 3)
    before = history.first
    for step in history.steps:
        assert promises.breach(before, step.event, step.cluster) is None
        before = step.cluster
    assert asked == [step.event for step in history.steps]
    changed = history.first._replace(now_ms=history.first.now_ms + 1)
    assert found(before, step.event, changed) is changed and found(changed, step.event, changed) is changed
    assert len(asked) == len(history.steps) + 2
