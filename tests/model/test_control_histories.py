"""Random histories of groups, controllers and growing topics: every property after every event, then at rest."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from tests.model.control_histories import drawn_action, played, seeded
from tests.model.histories import Action, healed
from tests.model.promises import PROTOCOLS, broken, left_undone
from tests.sampling import every

WEEKLY = os.environ.get("HYPOTHESIS_PROFILE") == "weekly"
SOME_ERAS = tuple(ERAS) if WEEKLY else ("3.9", "4.4")
WORLDS = every(3, [(era, protocol) for era in SOME_ERAS for protocol in PROTOCOLS])


@st.composite
def actions(draw: Callable[..., Any]) -> list[Action]:
    """Draws up to forty actions one by one, so that a failing history shrinks to few."""
    one = st.composite(lambda draw: drawn_action(lambda among: draw(st.sampled_from(among))))
    return draw(st.lists(one(), max_size=40))


def world(era: str, protocol: str) -> Policies:
    """Returns an era's policies with a group protocol."""
    return ERAS[era]._replace(group_protocol=protocol)  # type: ignore[arg-type]


def end_of(policies: Policies, given_actions: list[Action], least: int) -> History:
    """Plays the actions on a topic with this `min.insync.replicas` to their end."""
    *_, history = played(iter(given_actions), policies, {"min_insync_replicas": least})
    return history


@pytest.mark.parametrize(("era", "protocol"), WORLDS)
@given(actions(), st.sampled_from((1, 2)))
def test_every_promise_holds_after_every_event(era: str, protocol: str, some: list[Action], least: int) -> None:
    assert broken(end_of(world(era, protocol), some, least), era, violent=True) is None


@pytest.mark.parametrize(("era", "protocol"), WORLDS)
@settings(max_examples=min(settings().max_examples, 500))
@given(actions(), st.sampled_from((1, 2)))
def test_once_everything_is_mended_all_comes_to_rest(era: str, protocol: str, some: list[Action], least: int) -> None:
    policies = world(era, protocol)
    history = healed(end_of(policies, some, least), policies)
    assert broken(history, era, violent=True) is None
    assert left_undone(history.last, era, policies) is None


@pytest.mark.parametrize(("era", "protocol"), WORLDS)
def test_folding_the_events_gives_every_state(era: str, protocol: str) -> None:
    for seed in range(5):
        *_, history = played(seeded(seed, 60), world(era, protocol))
        cluster: Cluster = history.first
        for made in history.steps:
            cluster = made.event.apply(cluster)
            assert cluster == made.cluster


@pytest.mark.parametrize("protocol", every(4, PROTOCOLS, whole=3))
def test_the_histories_meet_what_they_are_meant_to_meet(protocol: str) -> None:
    common = {"MembersStarted", "CoordinatorMoved", "MemberExpired", "PartitionsAdded", "LeaderResigned"}
    classic = {"JoinRequested", "GenerationBegun", "PartitionsAssigned", "AssignmentReceived", "GroupPolled"}
    modern = {"MemberAdmitted", "TargetComputed", "MemberReconciled"}
    own = {
        "eager": classic,
        "cooperative": classic,
        "consumer": modern | {"RevocationAsked", "PartitionsReleased", "OffsetsCommitted"},
        "share": modern | {"RecordsAcquired", "RecordsAcknowledged", "AcquisitionExpired"},
    }
    static = set() if protocol == "share" else {"MemberReplaced"}
    missing = common | static | own[protocol]
    for seed in range(100):
        *_, history = played(seeded(seed, 60), world("4.4", protocol))
        missing -= {type(event).__name__ for event in history.events()}
        if not missing:
            break
    assert missing == set()
