"""Faults planted in assignors, group rules, votes and moves: each breaks the promise it should."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from kafkaviz.decisions.errors import CoordinatorLoadInProgressError, NotCoordinatorError
from kafkaviz.model.brokers.requests import Freeze, Kill, Pause, Restart, Thaw
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.classic import rules as classic
from kafkaviz.model.groups.classic.events import GenerationBegun
from kafkaviz.model.groups.common import coordinator_rules as coordinators
from kafkaviz.model.groups.common.coordinator_events import CoordinatorMoved
from kafkaviz.model.groups.common.events import MemberExpired
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, StallMember
from kafkaviz.model.groups.coordinator_properties import coordinator_leads_the_offsets
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll
from kafkaviz.model.groups.share import rules as share
from kafkaviz.model.groups.share.events import AcquisitionExpired
from kafkaviz.model.groups.share.requests import Acknowledge
from kafkaviz.model.partitions.leader_requests import Reassign
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.properties import PROPERTIES, first_breach
from kafkaviz.model.quorum import raft_rules as raft
from kafkaviz.model.quorum.requests import KillController, RestartController
from tests.model import group_faults as f
from tests.model.histories import P0, HistoryBuilder
from tests.sampling import together

Patch = pytest.MonkeyPatch


class Fault(NamedTuple):
    """A fault, how it is planted, the story that meets it, and the promises of which one must be found broken."""

    name: str
    plant: Callable[[Patch], dict[str, Any]]
    story: tuple[Any, ...]
    broken: tuple[str, ...]
    policies: Mapping[str, Any] = MappingProxyType({})


TOPIC = CreateTopic("t", 5, 3)
TWO = (TOPIC, Join("app", ("C0", "C1"), ("t",)), Tick(10_000))
THREE = (*TWO, Join("app", ("C2",), ("t",)), Tick(20_000))
SLOW_TO_GIVE_UP = (
    CreateTopic("t", 6, 3),
    Join("app", ("C0", "C1"), ("t",)),
    Tick(10_000),
    Join("app", ("C2",), ("t",)),
    Tick(500),
    StallMember("app", "C1"),
    Tick(5_000),
)
COMMITTED = (*TWO, Send("t", b"m", partition=0), GroupPoll("app", "C0"), Commit("app", "C0"))
OTHER_TOPICS = (
    TOPIC,
    CreateTopic("u", 5, 3),
    Join("app", ("C0",), ("t",)),
    Join("app", ("C1",), ("t", "u")),
    Tick(10_000),
)
STATIC_AND_STUCK = (
    TOPIC,
    Join("app", ("C0", "C1"), ("t",), ("a", "b")),
    Tick(10_000),
    StallMember("app", "C1"),
    Join("app", ("C2",), ("t",)),
    Tick(320_000),
    Commit("app", "C1"),
)
BEHIND = (
    KillController(102),
    TOPIC,
    KillController(101),
    KillController(103),
    RestartController(102),
    RestartController(103),
    Tick(10_000),
)
NEW_LEADER = (KillController(101), Tick(10_000))
GAINS = ("one_owner_per_partition", "nothing_is_given_before_it_is_given_up")

FAULTS = (
    Fault(
        "an assignor forgets the remainder", f.assignor(f.forgets_the_remainder), TWO, ("everything_is_owned_at_rest",)
    ),
    Fault(
        "an assignor gives one partition to all",
        f.assignor(f.gives_the_first_to_all),
        TWO,
        ("one_owner_per_partition",),
    ),
    Fault(
        "an assignor ignores who wants what",
        f.assignor(f.ignores_subscriptions),
        OTHER_TOPICS,
        ("owners_have_subscribed",),
    ),
    Fault("an assignor forgets a member", f.assignor(f.forgets_the_last_member), TWO, ("everything_is_owned_at_rest",)),
    Fault(
        "the coordinator's assignor leaves one out",
        f.assignor(f.leaves_the_last_partition),
        TWO,
        ("everything_is_owned_at_rest",),
        {"group_protocol": "consumer"},
    ),
    Fault(
        "a cooperative assignor withholds nothing",
        f.replaced("kafkaviz.model.groups.classic.rules.cooperative_sticky_plan", f.withholds_nothing),
        SLOW_TO_GIVE_UP,
        GAINS,
        {"group_protocol": "cooperative"},
    ),
    Fault(
        "an eager member keeps reading",
        f.ruled(classic.ask_to_join, f.keeps_while_joining),
        THREE,
        ("eager_members_stop_before_they_join",),
    ),
    Fault(
        "a cooperative member stops",
        f.ruled(classic.ask_to_join, f.stops_to_join),
        THREE,
        ("cooperative_members_keep_reading",),
        {"group_protocol": "cooperative"},
    ),
    Fault(
        "the coordinator does not wait for a release",
        f.replaced("kafkaviz.model.core.groups.Group.owners", lambda group, tp: []),
        (*TWO, StallMember("app", "C0"), Join("app", ("C2",), ("t",)), Tick(20_000)),
        GAINS,
        {"group_protocol": "consumer"},
    ),
    Fault(
        "a generation does not rise", f.applied(GenerationBegun, f.same_generation), TWO, ("generations_rise_by_one",)
    ),
    Fault(
        "a commit of an old generation is taken",
        f.replaced("kafkaviz.model.groups.reading_requests._require_generation", lambda *_: None),
        STATIC_AND_STUCK,
        ("old_generations_commit_nothing",),
    ),
    Fault(
        "auto commit runs ahead",
        f.replaced("kafkaviz.model.groups.common.member_requests.auto_committed", f.one_too_far),
        (*COMMITTED, Leave("app", "C0")),
        ("auto_commit_is_at_least_once",),
    ),
    Fault(
        "a failover forgets what was committed",
        f.applied(CoordinatorMoved, f.loses_commits),
        (*COMMITTED, Kill(2), Tick(10_000)),
        ("commits_change_only_by_committing",),
    ),
    Fault(
        "a broker hears a goodbye from a group that it does not coordinate any more",
        f.replaced("kafkaviz.model.groups.common.member_requests.is_served", lambda *_: True),
        (*COMMITTED, Freeze(2), Tick(10_000), Thaw(2), Leave("app", "C0")),
        ("only_the_coordinator_serves",),
    ),
    Fault(
        "a broker takes an automatic commit of a group that it does not coordinate any more",
        f.replaced("kafkaviz.model.groups.reading_requests.is_served", lambda *_: True),
        (*COMMITTED, Freeze(2), Tick(10_000), Thaw(2), GroupPoll("app", "C0")),
        ("only_the_coordinator_serves",),
    ),
    Fault(
        "a member finds a broker that does not coordinate its group",
        f.ruled(coordinators.find_coordinator, f.names_the_first),
        (*COMMITTED, Tick(500), Kill(2), Tick(9_000)),
        ("the_coordinator_found_leads",),
    ),
    Fault(
        "the coordinator says that it is none",
        f.replaced("kafkaviz.model.groups.reading_requests.refusal", lambda *_: NotCoordinatorError),
        COMMITTED,
        ("coordinators_refuse_nobody",),
    ),
    Fault(
        "a coordinator puts a member off and has loaded its group",
        f.replaced("kafkaviz.model.groups.reading_requests.refusal", lambda *_: CoordinatorLoadInProgressError),
        COMMITTED,
        ("only_who_loads_puts_off",),
    ),
    Fault(
        "a coordinator takes an automatic commit before it has loaded the group",
        f.replaced("kafkaviz.model.groups.reading_requests.is_served", lambda *_: True),
        (*COMMITTED, Kill(2), Tick(10_000), GroupPoll("app", "C0")),
        ("only_the_coordinator_serves",),
        {"partition_load_time_ms": 60_000},
    ),
    Fault(
        "nobody takes over from an expired member",
        f.applied(MemberExpired, f.rebalances_nobody),
        (*TWO, CrashMember("app", "C1"), Tick(60_000)),
        ("everything_is_owned_at_rest",),
    ),
    Fault(
        "a member reads beyond the high watermark",
        f.replaced("kafkaviz.model.groups.common.fetching.readable", lambda replica, start: replica.log),
        (*TWO, Pause(2), Pause(3), Send("t", b"m", partition=0), GroupPoll("app", "C0")),
        ("members_read_what_they_own",),
    ),
    Fault(
        "a share group lends a record twice",
        f.replaced("kafkaviz.model.groups.reading_requests.acquire_records", f.lends_again),
        (*TWO, Send("t", b"m", partition=0), GroupPoll("app", "C0"), GroupPoll("app", "C0")),
        ("records_are_lent_to_one",),
        {"group_protocol": "share"},
    ),
    Fault(
        "an accepted record is available again",
        f.ruled(share.expire_acquisition, f.expires_what_is_done),
        (*TWO, Send("t", b"m", partition=0), GroupPoll("app", "C0"), Acknowledge("app", "C0")),
        ("done_records_stay_done",),
        {"group_protocol": "share"},
    ),
    Fault(
        "a lock that runs out starts the count anew",
        f.applied(AcquisitionExpired, f.counts_anew),
        (*TWO, Send("t", b"m", partition=0), GroupPoll("app", "C0"), Tick(30_000)),
        ("done_records_stay_done",),
        {"group_protocol": "share"},
    ),
    Fault(
        "one vote is enough", f.ruled(raft.become_leader, f.wins_with_one_vote), NEW_LEADER, ("elected_by_a_majority",)
    ),
    Fault(
        "an epoch has two leaders",
        f.ruled(raft.become_candidate, f.leads_the_old_epoch),
        NEW_LEADER,
        ("one_leader_per_quorum_epoch",),
    ),
    Fault(
        "a voter votes twice",
        f.replaced("kafkaviz.model.quorum.raft_rules.objection", lambda *_, pre_vote: ""),
        NEW_LEADER,
        ("votes_once_in_an_epoch",),
        {"quorum_pre_vote": False},
    ),
    Fault(
        "a voter minds no log",
        f.replaced("kafkaviz.model.quorum.raft_rules.objection", f.minds_no_log),
        BEHIND,
        ("elected_with_all_that_is_committed",),
    ),
    Fault(
        "a topic is made without a controller",
        f.replaced("kafkaviz.model.core.forwarding.require_controller", lambda cluster: 101),
        (KillController(101), KillController(102), TOPIC),
        ("decides_only_with_a_controller",),
    ),
    Fault(
        "a move ends too early",
        f.replaced("kafkaviz.decisions.elections.complete_reassignment", f.ends_without_the_new_one),
        (CreateTopic("letters", assignment=((1, 2),)), Pause(3), Reassign("letters", 0, (1, 3)), Kill(2), Tick(10_000)),
        ("moves_end_in_sync",),
    ),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "_"))
def test_a_planted_fault_is_caught_by_the_promise_it_breaks(fault: Fault, monkeypatch: Patch) -> None:
    policies = fault.plant(monkeypatch)
    builder = HistoryBuilder("4.4", **fault.policies, **policies).ask(*fault.story)
    watched = [holds for holds in PROPERTIES if holds.__name__ in fault.broken]
    assert len(watched) == len(fault.broken)
    breach = first_breach(builder.history, watched)
    assert breach is not None, f"nobody noticed that {fault.name}"
    assert breach[2].endswith(".")


@together(FAULTS, lambda fault: fault.name)
def test_without_the_fault_the_same_story_breaks_nothing(fault: Fault) -> None:
    builder = HistoryBuilder("4.4", **fault.policies)
    for request in fault.story:
        try:
            builder.ask(request)
        except Exception as refused:
            assert type(refused).__name__ in ("IllegalGenerationError", "RequestTimedOutError"), refused
    assert first_breach(builder.history) is None


def test_a_group_whose_offsets_are_led_elsewhere_is_noticed() -> None:
    builder = HistoryBuilder("4.4").ask(*COMMITTED, Kill(2), Tick(10_000))
    moves = [n for n, step in enumerate(builder.history.steps) if isinstance(step.event, CoordinatorMoved)]
    index = moves[-1]
    before, step = builder.history.clusters[index], builder.history.steps[index]
    split = step.cluster._replace(offsets=before.offsets)
    assert coordinator_leads_the_offsets(before, step.event, step.cluster) is None
    assert coordinator_leads_the_offsets(before, step.event, split) is not None


def test_without_the_five_minute_check_leaders_stay_where_they_went() -> None:
    story = (CreateTopic("letters", 1, 3), Kill(1), Tick(10_000), Restart(1), Tick(300_000))
    assert HistoryBuilder("4.4").ask(*story).now.partitions[P0].leader == 1
    assert HistoryBuilder("4.4", auto_leader_rebalance_enable=False).ask(*story).now.partitions[P0].leader == 2
