"""Events alone make the states: folding them gives every cluster again, and any state can be gone on from."""

import pytest

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.acting import carry_out, next_step
from kafkaviz.model.brokers.requests import Kill
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.engine import RulesNeverSettle
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.protocol import is_quiet
from tests.model.histories import HistoryBuilder, played, run, seeded


@pytest.mark.parametrize("era", ERAS)
def test_folding_the_events_gives_every_state(era: str) -> None:
    for seed in range(5):
        *_, history = played(seeded(seed, 40), ERAS[era])
        cluster = history.first
        for made in history.steps:
            cluster = made.event.apply(cluster)
            assert cluster == made.cluster


def test_the_same_requests_give_the_same_history() -> None:
    *_, one = played(seeded(7, 40), ERAS["4.4"])
    *_, other = played(seeded(7, 40), ERAS["4.4"])
    assert one == other


def test_stepping_one_rule_at_a_time_ends_where_running_ends() -> None:
    request = Send("letters", b"m0", partition=0)
    ran = HistoryBuilder().ask(CreateTopic("letters", 1, 3), request)
    stepped = HistoryBuilder().ask(CreateTopic("letters", 1, 3)).hold(request).go_on()
    assert ran.now == stepped.now
    assert next_step(ran.now, None, ran.policies) is None


def test_a_state_left_in_two_directions_is_not_touched_by_either() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 3), Send("letters", b"m0", partition=0))
    fork = builder.now
    kept = repr(fork)
    with_kill = run(fork, Kill(1), builder.policies)[-1].cluster
    with_time = run(fork, Tick(50_000), builder.policies)[-1].cluster
    assert repr(fork) == kept
    assert not with_kill.brokers[1].is_up and with_time.brokers[1].is_up


def test_two_rules_that_undo_each_other_run_out_of_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkaviz.model.core.engine.FUEL", 3)
    with pytest.raises(RulesNeverSettle, match="3 events and still not quiet"):
        HistoryBuilder().ask(CreateTopic("letters", 3, 3))


def test_a_cluster_that_was_never_quiet_is_settled_whoever_goes_on_from_it() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 3)).hold(Send("letters", b"m0", partition=0))
    ended = carry_out(History(builder.now), (Tick(1),), builder.policies).last
    assert is_quiet(ended, builder.policies)
    assert ended == run(builder.now, Tick(1), builder.policies)[-1].cluster


@pytest.mark.parametrize("requests", [(Send("letters", b"m0"), Tick(1)), (Tick(0), Send("letters", b"m0")), (Tick(1),)])
@pytest.mark.parametrize("settle", [False, True])
def test_time_that_passes_settles_what_was_left_before_it(requests: tuple[Request, ...], settle: bool) -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 3)).hold(Kill(1)).hold(Send("letters", b"m1"))
    ended = carry_out(History(builder.now), (*requests, Tick(5)), builder.policies, settle=settle).last
    assert is_quiet(ended, builder.policies)
