"""Small histories of which every order is explored: what has been settled, and what is under way at the start."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.brokers.requests import CutOff, Freeze, Kill, Pause, Reconnect, Restart, Resume, Stop, Thaw
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, ResumeMember, StallMember
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll
from kafkaviz.model.partitions.leader_requests import Elect, Reassign
from kafkaviz.model.partitions.log_requests import DeleteRecords
from kafkaviz.model.partitions.topic_requests import AddPartitions, Configure, CreateTopic, DeleteTopic
from kafkaviz.model.quorum.requests import KillController, RestartController
from tests.model.histories import HistoryBuilder
from tests.model.promises import PROTOCOLS
from tests.model.schedules import Start


class Scenario(NamedTuple):
    """What was done and settled, and then what is under way all at once, in one era with one or three voters."""

    what: str
    era: str
    settled: tuple[Request, ...]
    at_once: tuple[Request, ...]
    policies: Mapping[str, Any]
    voters: int

    @property
    def name(self) -> str:
        return f"{self.era}: {self.what}"

    def start(self) -> Start:
        """Returns the cluster from which every order is explored, with the first event of each request under way."""
        builder = HistoryBuilder(self.era, **self.policies)
        if isinstance(builder.now.controller, Quorum):
            quorum = Quorum.of(*range(101, 101 + self.voters))
            builder.history = History(builder.now._replace(controller=quorum))
        builder.ask(*self.settled)
        until_ms = builder.now.now_ms
        for request in self.at_once:
            if isinstance(request, Tick):
                until_ms += request.ms
            else:
                builder.hold(request)
        return Start(builder.now, self.era, builder.policies, until_ms)


SESSION_MS = 18_000
"""Longer than a broker's session in any era."""
LAG_MS = 45_000
TOPIC = CreateTopic("t", assignment=((1, 2, 3),))
TWO = CreateTopic("t", assignment=((1, 2),))
FIRST = Send("t", b"m0", partition=0, acks="all")
SEND = Send("t", b"m1", partition=0, acks="all")
TIME = Tick(LAG_MS)
FAILED_OVER = (TOPIC, FIRST, Kill(1), Tick(SESSION_MS))
ALL_DEAD = (TOPIC, FIRST, Kill(1), Kill(2), Kill(3), Tick(SESSION_MS))
WROTE_ALONE = (
    TOPIC,
    FIRST,
    Pause(2),
    Pause(3),
    Send("t", b"alone", partition=0, acks=1),
    Kill(1),
    Resume(2),
    Resume(3),
    Tick(SESSION_MS),
    SEND,
)

OF_RECORDS: tuple[tuple[str, tuple[Request, ...], tuple[Request, ...]], ...] = (
    ("create", (), (TOPIC,)),
    ("create two partitions", (), (CreateTopic("t", assignment=((1, 2), (2, 3))),)),
    ("add a partition", (CreateTopic("t", 1, 2),), (AddPartitions("t", 2),)),
    ("delete a topic", (TOPIC, FIRST), (DeleteTopic("t"),)),
    ("delete a topic that is written", (TOPIC, FIRST), (SEND, DeleteTopic("t"))),
    ("send the first record", (TOPIC,), (SEND,)),
    ("send with acks=all", (TOPIC, FIRST), (SEND,)),
    ("send with acks=1", (TOPIC, FIRST), (Send("t", b"m1", partition=0, acks=1),)),
    ("send with acks=0", (TOPIC, FIRST), (Send("t", b"m1", partition=0, acks=0),)),
    ("two producers", (TOPIC, FIRST), (SEND, Send("t", b"m2", partition=0, acks="all", producer="other"))),
    ("kill the leader", (TOPIC, FIRST), (Kill(1),)),
    ("the leader's session ends", (TOPIC, FIRST, Kill(1)), (TIME,)),
    ("a follower's session ends", (TOPIC, FIRST, Kill(2)), (TIME,)),
    ("the session of two ends", (TOPIC, FIRST, Kill(1), Kill(2)), (TIME,)),
    ("the session of all ends", (TOPIC, FIRST, Kill(1), Kill(2), Kill(3)), (TIME,)),
    ("kill the leader while it is written", (TOPIC, FIRST), (SEND, Kill(1))),
    ("the leader's session ends while it is written", (TOPIC, FIRST, Kill(1), SEND), (TIME,)),
    ("restart the old leader", FAILED_OVER, (Restart(1),)),
    ("restart the old leader while others write", (*FAILED_OVER, SEND), (Restart(1), FIRST)),
    ("restart a follower", (TOPIC, FIRST, Kill(3), Tick(SESSION_MS), SEND), (Restart(3),)),
    ("restart the last leader of all", ALL_DEAD, (Restart(1),)),
    ("restart another one of all", ALL_DEAD, (Restart(3),)),
    ("restart both", (TWO, FIRST, Kill(1), Kill(2), Tick(SESSION_MS)), (Restart(1), Restart(2))),
    ("stop the leader", (TOPIC, FIRST), (Stop(1),)),
    ("stop a follower", (TOPIC, FIRST), (Stop(2),)),
    ("stop the leader while it is written", (TWO, FIRST), (SEND, Stop(1))),
    ("stop two", (TOPIC, FIRST), (Stop(1), Stop(2))),
    ("prefer the first replica", (*FAILED_OVER, Restart(1)), (Elect("t", 0),)),
    ("prefer the first replica while others write", (*FAILED_OVER, Restart(1)), (SEND, Elect("t", 0))),
    ("move one replica", (TWO, FIRST), (Reassign("t", 0, (1, 3)),)),
    ("move the leader", (TWO, FIRST), (Reassign("t", 0, (3, 2)),)),
    ("move while others write", (TWO, FIRST), (SEND, Reassign("t", 0, (1, 3)))),
    ("cut the leader off while it is written", (TOPIC, FIRST), (SEND, CutOff(1))),
    ("a leader cut off loses its session", (TOPIC, FIRST, CutOff(1)), (TIME,)),
    ("a leader cut off loses its session while it is written", (TOPIC, FIRST, CutOff(1), SEND), (TIME,)),
    ("reconnect the old leader", (TOPIC, FIRST, CutOff(1), Tick(SESSION_MS), SEND), (Reconnect(1),)),
    ("restart a leader that wrote alone", WROTE_ALONE, (Restart(1),)),
    ("restart it while others write", WROTE_ALONE, (Restart(1), FIRST)),
    ("restart it while its successor stops", WROTE_ALONE, (Restart(1), Stop(2))),
    ("pause a follower while others write", (TOPIC, FIRST), (Pause(3), SEND)),
    ("a paused follower leaves the ISR", (TOPIC, FIRST, Pause(3), SEND), (TIME,)),
    ("resume a follower", (TOPIC, FIRST, Pause(3), SEND, Tick(LAG_MS)), (Resume(3),)),
    ("resume two followers", (TOPIC, FIRST, Pause(2), Pause(3), SEND, Tick(LAG_MS)), (Resume(2), Resume(3))),
    ("thaw the old leader", (TOPIC, FIRST, Freeze(1), Tick(SESSION_MS), SEND), (Thaw(1),)),
    ("too few in sync", (TOPIC, Configure("t", {"min_insync_replicas": 3}), FIRST, Pause(3), Tick(LAG_MS)), (SEND,)),
    ("delete records", (TOPIC, FIRST, SEND), (DeleteRecords("t", 0, 1),)),
)
ENDLESS = "0.10", "restart both"
"""As long as an answer is on its way the ISR may shrink and grow, each time with another epoch; a test looks at it."""
AFTER_A_STOP: tuple[tuple[str, tuple[Request, ...], tuple[Request, ...]], ...] = (
    ("restart after a stop", (TOPIC, FIRST, Stop(1)), (Restart(1),)),
    ("restart after a stop while it is written", (TOPIC, FIRST, Stop(1)), (SEND, Restart(1))),
)
"""A stop ends the session at once; who crashed is refused until its session has ended."""
OF_VOTERS: tuple[tuple[str, tuple[Request, ...], tuple[Request, ...]], ...] = (
    ("kill the active controller", (TOPIC,), (KillController(101),)),
    ("the controllers' fetches time out", (TOPIC, KillController(101)), (TIME,)),
    ("a lone controller comes back", (KillController(101), KillController(102)), (RestartController(102),)),
    ("an old controller comes back", (TOPIC, KillController(101), Tick(10_000)), (RestartController(101),)),
    ("create with three controllers", (), (CreateTopic("t", 1, 1),)),
)
JOINED = (CreateTopic("t", 3, 1), Join("app", ("A", "B"), ("t",)), Tick(10_000))
READ = (
    *JOINED,
    Send("t", b"m0", partition=0),
    Send("t", b"m1", partition=1),
    GroupPoll("app", "A"),
    GroupPoll("app", "B"),
)
OF_GROUPS: tuple[tuple[str, tuple[Request, ...], tuple[Request, ...]], ...] = (
    ("one joins", (CreateTopic("t", 3, 1),), (Join("app", ("A",), ("t",)),)),
    ("two join", (CreateTopic("t", 3, 1),), (Join("app", ("A", "B"), ("t",)),)),
    ("the first round ends", (CreateTopic("t", 3, 1), Join("app", ("A", "B"), ("t",))), ()),
    ("a third joins", JOINED, (Join("app", ("C",), ("t",)),)),
    ("the others hear of a third", (*JOINED, Join("app", ("C",), ("t",))), ()),
    ("one leaves", JOINED, (Leave("app", "A"),)),
    ("the other hears that one left", (*JOINED, Leave("app", "A")), ()),
    ("one leaves and a third joins", JOINED, (Leave("app", "A"), Join("app", ("C",), ("t",)))),
    ("one crashes and is missed", (*JOINED, CrashMember("app", "B"), Tick(40_000)), ()),
    ("one is stuck while a third joins", (*JOINED, StallMember("app", "A"), Join("app", ("C",), ("t",))), ()),
    (
        "one that was stuck polls again",
        (*JOINED, StallMember("app", "A"), Join("app", ("C",), ("t",)), Tick(6_000)),
        (ResumeMember("app", "A"),),
    ),
    ("a topic grows", JOINED, (AddPartitions("t", 4),)),
    ("the coordinator dies", (*JOINED, Kill(2)), ()),
    ("the coordinator dies while a third joins", (*JOINED, Join("app", ("C",), ("t",)), Kill(2)), ()),
    ("one reads while others write", JOINED, (Send("t", b"m", partition=0), GroupPoll("app", "A"))),
    ("one reads and leaves", READ, (Leave("app", "A"),)),
    ("the others hear of a third after they have read", (*READ, Join("app", ("C",), ("t",))), ()),
    ("one falls silent after it has read", (*READ, CrashMember("app", "A"), Tick(40_000)), ()),
    ("the coordinator dies after a commit", (*READ, Commit("app", "A"), Kill(2)), ()),
    ("who coordinated it wakes up", (*JOINED, Freeze(2), Tick(9_500), Thaw(2)), ()),
    ("one commits to who coordinated it", (*READ, Freeze(2), Tick(9_500), Thaw(2)), (Commit("app", "A"),)),
)


def _scenarios() -> Iterator[Scenario]:
    for era in ERAS:
        for what, settled, at_once in (*OF_RECORDS, *AFTER_A_STOP):
            if (era, what) == ENDLESS:
                continue
            yield Scenario(what, era, settled, at_once, {"delete_topic_enable": True}, 1)
    for pre_vote in (True, False):
        for what, settled, at_once in OF_VOTERS:
            asked = what if pre_vote else f"{what}, without pre-votes"
            yield Scenario(asked, "4.4", settled, at_once, {"quorum_pre_vote": pre_vote}, 3)
    for protocol in PROTOCOLS:
        for what, settled, at_once in OF_GROUPS:
            if protocol == "share" and any(isinstance(request, Commit) for request in (*settled, *at_once)):
                continue  # Its members acknowledge records.
            yield Scenario(
                f"{protocol} group, {what}", "4.4", settled, (*at_once, TIME), {"group_protocol": protocol}, 1
            )


SCENARIOS = tuple(_scenarios())
