"""The famous losses: each old rule goes through the recorded states and loses, each new one loses nothing.

Script N. The recording lets an answer carry the high watermark from after a fetch; ours carries the one from
before, as Kafka's does. So states are compared by logs, leader, leader epoch and ISR, and high watermarks only where
one decides where a log is cut.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.brokers.events import BrokerStarted
from kafkaviz.model.brokers.requests import CutOff, Flush, Kill, Reconnect, Restart
from kafkaviz.model.clients import rules as producers
from kafkaviz.model.clients.metadata_rules import learn_leaders
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import TimeAdvanced
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.subjects import ProducerName
from kafkaviz.model.partitions import rules as partitions
from kafkaviz.model.partitions.log_requests import ServeFetch
from kafkaviz.model.partitions.topic_requests import CreateTopic
from tests.model.histories import P0, HistoryBuilder, first

PRODUCER = ProducerName("producer")
RECORDED = json.loads((Path(__file__).parents[1] / "vectors" / "historic_bugs.json").read_text())
S1 = "KIP-101 scenario 1: HW truncation then immediate election"
S2 = "KIP-101 scenario 2: divergence after power loss of both"
S279 = "KIP-279: fast (unclean) fail-over A->B->A"
S966 = "KIP-966: last replica standing"
OLD_EPOCHS = ERAS["2.3"]._replace(enable_idempotence=False)
RULES = {
    "hw": ERAS["0.10"]._replace(unclean_leader_election_enable=False),
    "kip101": OLD_EPOCHS._replace(truncation="kip_101"),
    "kip279": OLD_EPOCHS,
}
State = tuple[Any, ...]


def state(cluster: Cluster, names: dict[str, int], epoch: bool) -> State:
    """Returns a state as the recording writes it."""
    held, partition = cluster.replicas[P0], cluster.partitions[P0]
    name_of = {broker: name for name, broker in names.items()}
    logs = {
        name: [f"{(x.value or b'').decode()}@e{x.leader_epoch}" for x in held[broker].log]
        for name, broker in names.items()
    }
    leader = None if partition.leader is None else name_of[partition.leader]
    isr = sorted(name_of[broker] for broker in partition.isr)
    return logs, leader, partition.leader_epoch if epoch else None, isr


def recorded(name: str, rule: str, epoch: bool) -> list[tuple[str, State]]:
    """Returns the recorded steps, each with its state; a step that only comments repeats the state before."""
    return [
        (step["step"], (step["logs"], step["leader"], step["epoch"] if epoch else None, sorted(step["isr"])))
        for step in RECORDED[name][rule]["steps"]
    ]


def assert_in_order(
    builder: HistoryBuilder, wanted: list[tuple[str, State]], names: dict[str, int], epoch: bool = True
) -> None:
    """Checks that the history goes through every wanted state, in order."""
    states = iter([state(cluster, names, epoch) for cluster in builder.history.clusters if P0 in cluster.partitions])
    for step, one in groups(wanted):
        assert any(found == one for found in states), f"the history never came to: {step}: {one}"


def groups(wanted: list[tuple[str, State]]) -> Iterator[tuple[str, State]]:
    """Yields the wanted states, once each where several steps in a row share one."""
    before: State | None = None
    for step, one in wanted:
        if one != before:
            yield step, one
        before = one


def lost(builder: HistoryBuilder, names: dict[str, int]) -> dict[str, list[Any]]:
    """Returns the verdict: where logs differ at the end, and what the leader lacks of what was once committed."""
    leader = builder.now.partitions[P0].leader
    assert leader is not None
    logs = [builder.now.replicas[P0][broker].log for broker in names.values()]
    shared = min(map(len, logs))
    diverging = [n for n in range(shared) if len({log[n].value for log in logs}) > 1]
    committed: dict[bytes | None, None] = {}
    for cluster in builder.history.clusters:
        held, partition = cluster.replicas.get(P0, {}), cluster.partitions.get(P0)
        if partition is not None and partition.leader is not None:
            replica = held[partition.leader]
            committed |= dict.fromkeys(x.value for x in replica.log if x.offset < replica.high_watermark)
    kept = {x.value for x in builder.now.replicas[P0][leader].log}
    gone = [(value or b"").decode() for value in committed if value not in kept]
    return {"diverging_offsets": diverging, "committed_lost_on_leader": gone}


def started(policies: Policies, *replicas: int) -> HistoryBuilder:
    return HistoryBuilder(policies, brokers=len(replicas)).ask(CreateTopic("letters", assignment=(replicas,)))


def append(builder: HistoryBuilder, *values: str) -> HistoryBuilder:
    """Lets the leader append a batch while everything else stands still."""
    for value in values:
        builder.hold(Send("letters", value.encode(), partition=0, acks=1, flush=value == values[-1]))
    known = builder.now.producers["producer"].leaders.get(P0)
    if known is None or not builder.now.leads(P0, known):
        builder.fire(learn_leaders, PRODUCER)
    return builder.fire(producers.send_batch, PRODUCER).fire(producers.acknowledge, PRODUCER)


def fetch(builder: HistoryBuilder, follower: int) -> HistoryBuilder:
    """Lets one follower fetch once."""
    builder.hold(ServeFetch("letters", 0, follower)).fire(partitions.receive_fetch)
    if first(partitions.advance_high_watermark(builder.now, P0, builder.policies)):
        builder.fire(partitions.advance_high_watermark)
    return builder


def pass_ms(builder: HistoryBuilder, ms: int) -> HistoryBuilder:
    """Lets a high-watermark checkpoint go by while the network is slow."""
    return builder.happen(TimeAdvanced(builder.now.now_ms + ms))


def bounce_follower(builder: HistoryBuilder, broker: int) -> HistoryBuilder:
    """Lets a follower begin anew before anybody misses it, up to the moment when it has cut its log.

    No request can do it: ZooKeeper refuses a broker whose session has not ended. The recording is of the rule alone.
    """
    builder.hold(Kill(broker)).happen(BrokerStarted(broker, unclean_shutdown=True))
    asked: Callable[..., Any] = partitions.truncate
    return builder.go_on(until=lambda now: first(asked(now, P0, builder.policies)) is not None).fire(
        partitions.truncate
    )


@pytest.mark.parametrize("rule", RULES)
def test_kip_101_scenario_1_a_restarted_follower_cuts_what_was_committed(rule: str) -> None:
    names = {"A": 2, "B": 1}
    builder = append(started(RULES[rule], 1, 2), "m1")
    fetch(append(fetch(builder, 2), "m2"), 2)
    fetch(builder, 2)
    assert (builder.replica(2).high_watermark, builder.replica(1).high_watermark) == (1, 2)
    pass_ms(builder, 5_000)
    bounce_follower(builder, 2)
    assert builder.replica(2).high_watermark == 1
    builder.hold(Kill(1)).ask(Tick(6_000))
    append(builder, "m3").go_on().ask(Restart(1))
    wanted = recorded(S1, rule, epoch=True)
    assert_in_order(builder, wanted, names)
    assert lost(builder, names) == RECORDED[S1][rule]["verdict"]


@pytest.mark.parametrize("rule", RULES)
def test_kip_101_scenario_2_two_that_lost_power_disagree_for_ever(rule: str) -> None:
    names = {"A": 1, "B": 2}
    builder = started(RULES[rule], 1, 2).ask(Send("letters", b"m1"), Flush(1), Flush(2))
    builder.ask(Send("letters", b"m2"), Flush(1), Tick(5_000))
    builder.hold(Kill(2, power_lost=True)).hold(Kill(1, power_lost=True)).ask(Tick(6_000), Restart(2))
    append(builder, "m3").go_on().ask(Restart(1))
    wanted = recorded(S2, rule, epoch=True)[3:]
    assert_in_order(builder, wanted, names)
    verdict = lost(builder, names)
    assert verdict["diverging_offsets"] == RECORDED[S2][rule]["verdict"]["diverging_offsets"]
    assert verdict["committed_lost_on_leader"] == ["m2"], "both had it in memory only, or on one disk; no rule helps"


@pytest.mark.parametrize("rule", ["kip101", "kip279"])
def test_kip_279_one_question_is_not_enough_after_two_quick_elections(rule: str) -> None:
    names = {"A": 1, "B": 2}
    builder = started(RULES[rule]._replace(unclean_leader_election_enable=True), 1, 2)
    append(builder, "a0", "a1").go_on()
    append(builder, "a2").hold(Kill(1)).ask(Tick(6_000))
    append(builder, "b2", "b3").go_on()
    builder.hold(Kill(2)).ask(Restart(1), Tick(6_000))
    append(builder, "c3").go_on().ask(Restart(2))
    assert_in_order(builder, recorded(S279, rule, epoch=True), names)
    assert lost(builder, names)["diverging_offsets"] == RECORDED[S279][rule]["verdict"]["diverging_offsets"]


@pytest.mark.parametrize("rule", ["old rule", "new rule"])
def test_kip_966_the_last_replica_standing_may_have_lost_its_tail(rule: str) -> None:
    names = {"0": 1, "1": 2, "2": 3}
    builder = HistoryBuilder("4.4", eligible_leader_replicas_enable=rule == "new rule", min_insync_replicas=2)
    builder.ask(CreateTopic("letters", assignment=((1, 2, 3),)), Send("letters", b"p"), Flush(3))
    builder.ask(Send("letters", b"q"), CutOff(1), Tick(9_000), CutOff(2), Tick(9_000))
    builder.hold(Kill(3, power_lost=True))
    if rule == "new rule":
        builder.ask(Reconnect(2), Tick(9_000), Restart(3), Reconnect(1))
    else:
        builder.ask(Tick(9_000), Restart(3)).hold(Reconnect(1)).hold(Reconnect(2)).go_on()
    wanted = [(step, one) for step, one in recorded(S966, rule, epoch=False)[5:] if "fetches" not in step]
    assert_in_order(builder, wanted, names, epoch=False)
    assert lost(builder, names) == RECORDED[S966][rule]["verdict"]
