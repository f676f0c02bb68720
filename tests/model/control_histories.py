"""Whole histories of groups, controllers and growing topics, drawn by whatever `choose` is given."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model import requests as r
from kafkaviz.model.history import History
from tests.model.histories import Action, Choose, Tale

MEMBERS = ("C0", "C1", "C2", "C3")
TOPICS = ("letters", "digits")


def _member(request: type) -> Callable[[Choose], Any]:
    return lambda choose: request(choose(("app", "app", "other")), choose(MEMBERS))


def _join(choose: Choose) -> r.Join:
    members = choose((("C0",), ("C1",), ("C2",), ("C3",), ("C0", "C1"), ("C1", "C2", "C3")))
    topics = choose((("letters",), ("letters",), ("letters", "digits"), ("digits",)))
    static = tuple(f"i-{name}" for name in members) if choose((False, False, False, True)) else ()
    return r.Join(choose(("app", "app", "other")), members, topics, static)


KINDS: tuple[Callable[[Choose], Any], ...] = (
    _join,
    _join,
    _join,
    _join,
    _member(r.Leave),
    _member(r.CrashMember),
    _member(r.StallMember),
    _member(r.ResumeMember),
    _member(r.GroupPoll),
    _member(r.GroupPoll),
    _member(r.GroupPoll),
    _member(r.Commit),
    _member(r.Commit),
    _member(r.Acknowledge),
    _member(r.Acknowledge),
    _member(r.Acknowledge),
    lambda choose: r.Seek("app", choose(MEMBERS), "letters", choose((0, 1, 2)), choose((0, 1))),
    lambda choose: r.Send(choose(TOPICS), b"m", partition=choose((0, 1, 2))),
    lambda choose: r.Send(choose(TOPICS), b"m", partition=choose((0, 1, 2))),
    lambda choose: r.AddPartitions(choose(TOPICS), choose((3, 4, 5))),
    lambda choose: r.DeleteTopic("digits"),
    lambda choose: r.CreateTopic("digits", 2, 3),
    lambda choose: r.Reassign(
        "letters", choose((0, 1)), choose(((1, 2), (2, 3), (4, 1), (3, 4, 2), (2,), (1, 2, 3, 4)))
    ),
    lambda choose: r.CancelReassignment("letters", choose((0, 1))),
    lambda choose: r.Pause(choose((3, 4))),
    lambda choose: r.Resume(choose((3, 4))),
    lambda choose: r.AddBroker(choose((5, 6))),
    lambda choose: r.RemoveBroker(choose((4, 5, 6))),
    lambda choose: r.Stop(choose((4, 5))),
    lambda choose: r.Kill(choose((1, 2, 3, 4))),
    lambda choose: r.Restart(choose((1, 2, 3, 4))),
    lambda choose: r.Restart(choose((1, 2, 3, 4))),
    lambda choose: r.Kill(choose((1, 2, 3, 4)), power_lost=choose((False, True))),
    lambda choose: r.CutOff(choose((1, 2, 3, 4))),
    lambda choose: r.CutOff(choose((1, 2, 3, 4))),
    lambda choose: r.Reconnect(choose((1, 2, 3, 4))),
    lambda choose: r.Reconnect(choose((1, 2, 3, 4))),
    lambda choose: r.Flush(choose((1, 2, 3, 4))),
    lambda choose: r.DeleteRecords(choose(TOPICS), choose((0, 1)), choose((-1, 0, 1))),
    lambda choose: r.Elect(choose(TOPICS), choose((0, 1)), choose(("PREFERRED", "UNCLEAN"))),
    lambda choose: r.KillController(choose((101, 102, 103))),
    lambda choose: r.RestartController(choose((101, 102, 103))),
    lambda choose: r.RestartController(choose((101, 102, 103))),
    lambda choose: r.Tick(choose((500, 1_000, 1_500, 3_000))),
    lambda choose: r.Tick(choose((1_000, 3_000, 6_000, 9_000))),
    lambda choose: r.Tick(choose((3_000, 10_000, 45_000, 300_000))),
)


def drawn_action(choose: Choose) -> Action:
    """Draw one action, and how many rules may answer before the next; None lets them all."""
    return Action(choose(KINDS)(choose), choose((None, None, None, None, 0, 1, 3)))


def played(
    actions: Iterator[Action], policies: Policies, configs: dict[str, object] | None = None
) -> Iterator[History]:
    """Play actions on four brokers with a topic, giving the history after each; what is refused leaves no step."""
    tale = Tale(policies, brokers=4).ask(r.CreateTopic("letters", 3, 3, configs or {}))
    yield tale.history
    for request, rules in actions:
        known = len(tale.history.steps)
        try:
            if rules is None or isinstance(request, r.Tick):
                tale.ask(request)
            else:
                tale.hold(request).go_on(rules)
        except (KafkaError, ValueError):
            assert len(tale.history.steps) == known
        yield tale.history


def seeded(seed: int, length: int) -> Iterator[Action]:
    """Give the actions of one seed."""
    choose = Random(seed).choice
    return (drawn_action(choose) for _ in range(length))
