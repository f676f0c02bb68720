"""Whole histories of groups, controllers and growing topics, drawn by whatever `choose` is given."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.brokers.requests import (
    AddBroker,
    CutOff,
    Flush,
    Kill,
    Pause,
    Reconnect,
    RemoveBroker,
    Restart,
    Resume,
    Stop,
)
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, ResumeMember, StallMember
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll, Seek
from kafkaviz.model.groups.share.requests import Acknowledge
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect, Reassign
from kafkaviz.model.partitions.log_requests import DeleteRecords
from kafkaviz.model.partitions.topic_requests import AddPartitions, CreateTopic, DeleteTopic
from kafkaviz.model.quorum.requests import KillController, RestartController
from tests.model.histories import Action, Choose, HistoryBuilder

MEMBERS = ("C0", "C1", "C2", "C3")
TOPICS = ("letters", "digits")


def _member(request: type) -> Callable[[Choose], Any]:
    return lambda choose: request(choose(("app", "app", "other")), choose(MEMBERS))


def _join(choose: Choose) -> Join:
    members = choose((("C0",), ("C1",), ("C2",), ("C3",), ("C0", "C1"), ("C1", "C2", "C3")))
    topics = choose((("letters",), ("letters",), ("letters", "digits"), ("digits",)))
    static = tuple(f"i-{name}" for name in members) if choose((False, False, False, True)) else ()
    return Join(choose(("app", "app", "other")), members, topics, static)


KINDS: tuple[Callable[[Choose], Any], ...] = (
    _join,
    _join,
    _join,
    _join,
    _member(Leave),
    _member(CrashMember),
    _member(StallMember),
    _member(ResumeMember),
    _member(GroupPoll),
    _member(GroupPoll),
    _member(GroupPoll),
    _member(Commit),
    _member(Commit),
    _member(Acknowledge),
    _member(Acknowledge),
    _member(Acknowledge),
    lambda choose: Seek("app", choose(MEMBERS), "letters", choose((0, 1, 2)), choose((0, 1))),
    lambda choose: Send(choose(TOPICS), b"m", partition=choose((0, 1, 2))),
    lambda choose: Send(choose(TOPICS), b"m", partition=choose((0, 1, 2))),
    lambda choose: AddPartitions(choose(TOPICS), choose((3, 4, 5))),
    lambda choose: DeleteTopic("digits"),
    lambda choose: CreateTopic("digits", 2, 3),
    lambda choose: Reassign("letters", choose((0, 1)), choose(((1, 2), (2, 3), (4, 1), (3, 4, 2), (2,), (1, 2, 3, 4)))),
    lambda choose: CancelReassignment("letters", choose((0, 1))),
    lambda choose: Pause(choose((3, 4))),
    lambda choose: Resume(choose((3, 4))),
    lambda choose: AddBroker(choose((5, 6))),
    lambda choose: RemoveBroker(choose((4, 5, 6))),
    lambda choose: Stop(choose((4, 5))),
    lambda choose: Kill(choose((1, 2, 3, 4))),
    lambda choose: Restart(choose((1, 2, 3, 4))),
    lambda choose: Restart(choose((1, 2, 3, 4))),
    lambda choose: Kill(choose((1, 2, 3, 4)), power_lost=choose((False, True))),
    lambda choose: CutOff(choose((1, 2, 3, 4))),
    lambda choose: CutOff(choose((1, 2, 3, 4))),
    lambda choose: Reconnect(choose((1, 2, 3, 4))),
    lambda choose: Reconnect(choose((1, 2, 3, 4))),
    lambda choose: Flush(choose((1, 2, 3, 4))),
    lambda choose: DeleteRecords(choose(TOPICS), choose((0, 1)), choose((-1, 0, 1))),
    lambda choose: Elect(choose(TOPICS), choose((0, 1)), choose(("PREFERRED", "UNCLEAN"))),
    lambda choose: KillController(choose((101, 102, 103))),
    lambda choose: RestartController(choose((101, 102, 103))),
    lambda choose: RestartController(choose((101, 102, 103))),
    lambda choose: Tick(choose((500, 1_000, 1_500, 3_000))),
    lambda choose: Tick(choose((1_000, 3_000, 6_000, 9_000))),
    lambda choose: Tick(choose((3_000, 10_000, 45_000, 300_000))),
)


def drawn_action(choose: Choose) -> Action:
    """Draws one action, and how many rules may answer before the next; None lets them all."""
    return Action(choose(KINDS)(choose), choose((None, None, None, None, 0, 1, 3)))


def played(
    actions: Iterator[Action], policies: Policies, configs: dict[str, object] | None = None
) -> Iterator[History]:
    """Plays actions on four brokers with a topic, giving the history after each; what is refused leaves no step."""
    builder = HistoryBuilder(policies, brokers=4).ask(CreateTopic("letters", 3, 3, configs or {}))
    yield builder.history
    for request, rules in actions:
        known = len(builder.history.steps)
        try:
            if rules is None or isinstance(request, Tick):
                builder.ask(request)
            else:
                builder.hold(request).go_on(rules)
        except (KafkaError, ValueError):
            assert len(builder.history.steps) == known
        yield builder.history


def seeded(seed: int, length: int) -> Iterator[Action]:
    """Returns the actions of one seed."""
    choose = Random(seed).choice
    return (drawn_action(choose) for _ in range(length))
