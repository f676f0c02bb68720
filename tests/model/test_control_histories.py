"""Random histories of groups, controllers and growing topics: every property after every event, then at rest."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model import requests as r
from kafkaviz.model.apply import apply
from kafkaviz.model.engine import step
from kafkaviz.model.history import History
from kafkaviz.model.properties import first_breach
from kafkaviz.model.values import Cluster, Quorum
from tests.model.control_histories import drawn_action, played, seeded
from tests.model.histories import Action, Tale

PROTOCOLS = ("eager", "cooperative", "consumer", "share")
WORLDS = [(era, protocol) for era in ("3.9", "4.4") for protocol in PROTOCOLS]


@st.composite
def actions(draw: Callable[..., Any]) -> list[Action]:
    """Draw up to forty actions one by one, so that a failing history shrinks to few."""
    one = st.composite(lambda draw: drawn_action(lambda among: draw(st.sampled_from(among))))
    return draw(st.lists(one(), max_size=40))


def world(era: str, protocol: str) -> Policies:
    """Give an era's policies with a group protocol."""
    return ERAS[era]._replace(group_protocol=protocol)  # type: ignore[arg-type]


def end_of(policies: Policies, given_actions: list[Action]) -> History:
    """Play the actions to their end."""
    *_, history = played(iter(given_actions), policies)
    return history


@pytest.mark.parametrize(("era", "protocol"), WORLDS)
@given(actions())
def test_every_promise_holds_after_every_event(era: str, protocol: str, some: list[Action]) -> None:
    assert first_breach(end_of(world(era, protocol), some)) is None


@pytest.mark.parametrize(("era", "protocol"), WORLDS)
@settings(max_examples=25)
@given(actions())
def test_once_everything_is_mended_all_comes_to_rest(era: str, protocol: str, some: list[Action]) -> None:
    policies = world(era, protocol)
    history = mended(end_of(policies, some), policies)
    cluster = history.last
    assert step(cluster, None, policies) is None, "a cluster at rest has no rule that answers"
    assert first_breach(history) is None
    assert cluster.controller.active is not None
    if isinstance(cluster.controller, Quorum):
        assert len({(v.epoch, v.log_end) for v in cluster.controller.voters.values()}) == 1
    for tp, partition in cluster.partitions.items():
        assert not partition.adding and not partition.removing, tp
        assert set(partition.isr) == set(partition.replicas), tp
        assert partition.leader == partition.replicas[0], tp
    for name, group in cluster.groups.items():
        assert group.is_at_rest and cluster.is_up(group.coordinator), name


def mended(history: History, policies: Policies) -> History:
    """Mend everything and give it time: controllers, brokers and consumers up, heard and polling."""
    tale = Tale(policies)
    tale.history = history
    tale.go_on()
    if isinstance(tale.now.controller, Quorum):
        for node, voter in tale.now.controller.voters.items():
            if not voter.up:
                tale.ask(r.RestartController(node))
    for b in history.last.brokers:
        mend_broker(tale, b)
    for name, group in tale.now.groups.items():
        for member, m in group.members.items():
            if m.up and m.stalled_since_ms is not None:
                tale.ask(r.ResumeMember(name, member))
    return tale.ask(r.Tick(900_000)).history


def mend_broker(tale: Tale, b: int) -> None:
    """Start, resume or reconnect a broker, whichever it needs."""
    if tale.now.brokers[b].state == "dead":
        tale.ask(r.Tick(30_000), r.Restart(b))
        return
    if tale.now.brokers[b].state == "paused":
        tale.ask(r.Resume(b))
    if tale.now.brokers[b].cut_off:
        tale.ask(r.Reconnect(b))


@pytest.mark.parametrize(("era", "protocol"), WORLDS)
def test_folding_the_events_gives_every_state(era: str, protocol: str) -> None:
    for seed in range(5):
        *_, history = played(seeded(seed, 60), world(era, protocol))
        cluster: Cluster = history.first
        for made in history.steps:
            cluster = apply(cluster, made.event)
            assert cluster == made.cluster


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_histories_meet_what_they_are_meant_to_meet(protocol: str) -> None:
    kinds: set[str] = set()
    for seed in range(60):
        *_, history = played(seeded(seed, 60), world("4.4", protocol))
        kinds |= {type(event).__name__ for event in history.events()}
    common = {
        "MembersStarted",
        "CoordinatorMoved",
        "MemberExpired",
        "MemberReplaced",
        "PartitionsAdded",
        "LeaderResigned",
    }
    classic = {"JoinRequested", "GenerationBegun", "PartitionsAssigned", "AssignmentReceived", "GroupPolled"}
    modern = {"MemberAdmitted", "TargetComputed", "MemberReconciled"}
    own = {
        "eager": classic,
        "cooperative": classic,
        "consumer": modern | {"RevocationAsked", "PartitionsReleased", "OffsetsCommitted"},
        "share": modern | {"RecordsAcquired", "RecordsAcknowledged", "AcquisitionExpired"},
    }
    assert common | own[protocol] <= kinds
