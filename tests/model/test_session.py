"""The values of a session are written and read by their types, and a function's answers are kept with its draws."""

import json
from typing import Any

import pytest

from kafkaviz.decisions.errors import KafkaError, LearnerError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.requests import (
    AddBroker,
    CutOff,
    Flush,
    Freeze,
    Kill,
    Pause,
    Reconnect,
    RemoveBroker,
    Restart,
    Resume,
    Stop,
    Thaw,
)
from kafkaviz.model.clients.consumer_requests import Poll, SeekTo
from kafkaviz.model.clients.producer_requests import LoseAcknowledgement, LoseRequest, Send
from kafkaviz.model.core.history import Act
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, ResumeMember, StallMember
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll, Seek
from kafkaviz.model.groups.share.requests import Acknowledge
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect, Reassign
from kafkaviz.model.partitions.log_requests import DeleteRecords, LoseFetch, ServeFetch
from kafkaviz.model.partitions.topic_requests import AddPartitions, Configure, CreateTopic, DeleteTopic
from kafkaviz.model.quorum.requests import KillController, RestartController
from kafkaviz.model.sessions.file import MOST_STEPS, read, session_id, written
from kafkaviz.model.sessions.session import LIBRARY, Session, learned
from kafkaviz.model.sessions.tape import Answer, Recorder, Tape, fingerprint
from kafkaviz.model.sessions.values import REQUESTS, SessionError, request_from_json, request_to_json

EVERY_REQUEST = [
    CreateTopic("a-0", 2, 2, {"segment_bytes": 40, "min_cleanable_dirty_ratio": 0.25}, ((1, 2), (2, 3))),
    DeleteTopic("a-0"),
    Configure("a-0", {"cleanup_policy": "compact", "unclean_leader_election_enable": True}),
    Send("a-0", None, b"\xff\x00", 1, "p", 1, False),
    Poll("a-0", "c", "none", "east", 7),
    SeekTo("a-0", 1, 5, "c"),
    DeleteRecords("a-0", 1, 4),
    Kill(1, True),
    *(
        one(2)
        for one in (
            Flush,
            Restart,
            Stop,
            Pause,
            Resume,
            Freeze,
            Thaw,
            CutOff,
            Reconnect,
            RemoveBroker,
        )
    ),
    Elect("a-0", 1, "UNCLEAN"),
    ServeFetch("a-0", 1, 2),
    LoseFetch("a-0", 1, 2),
    LoseRequest("a-0", 1, "p"),
    LoseAcknowledgement("a-0", 1, "p"),
    KillController(101),
    RestartController(101),
    AddBroker(4, "east"),
    AddPartitions("a-0", 3),
    Reassign("a-0", 1, (3, 1)),
    CancelReassignment("a-0", 1),
    Tick(100, 10),
    Join("app", ("C0", "C1"), ("a-0",), ("i", None)),
    *(one("app", "C0") for one in (Leave, CrashMember, StallMember, ResumeMember)),
    GroupPoll("app", "C0", 3),
    Commit("app", "C0", {TopicPartition("a-0", 0): 3, TopicPartition("a", 0): 4}),
    Seek("app", "C0", "a-0", 1, 3),
    Acknowledge("app", "C0", "release"),
]


@pytest.mark.parametrize("request_", EVERY_REQUEST, ids=lambda one: type(one).__name__)
def test_a_request_reads_back_as_it_was_written(request_: Any) -> None:
    told = json.loads(json.dumps(request_to_json(request_, "$")))
    assert request_from_json(told, "$") == request_


def test_every_request_there_is_has_been_tried() -> None:
    assert {type(one).__name__ for one in EVERY_REQUEST} == set(REQUESTS)


def test_every_policy_that_is_a_function_may_be_named_and_is_known_by_its_own_name() -> None:
    functions = {name for era in ERAS.values() for name in Policies._fields if callable(getattr(era, name))}
    assert functions | {"assignor", "truncation_offset"} == set(LIBRARY)
    for era in ERAS.values():
        assert learned(era._asdict()) == {}


def test_a_tape_asks_for_as_many_numbers_as_the_function_did() -> None:
    def mine(key: Any, *, draw: Any) -> int:
        return draw(10) if draw(2) else 99

    numbers = iter((1, 7, 0, 1, 8))
    recorder = Recorder("partitioner", mine)
    assert [recorder("k", draw=lambda bound: next(numbers)) for _ in range(3)] == [7, 99, 8]
    tape, again = recorder.tape, iter((0, 1, 8, 1, 7))
    assert [tape("k", draw=lambda bound: next(again)) for _ in range(3)] == [99, 8, 7]
    with pytest.raises(LearnerError, match=r"mine\('k'\) is asked for the first time"):
        tape("k", draw=lambda bound: 1)


def test_a_function_that_answers_one_question_in_two_ways_is_named() -> None:
    answers = iter((1, 2))
    recorder = Recorder("partitioner", lambda key: next(answers))
    recorder("k")
    with pytest.raises(LearnerError, match="<lambda> answers the same question in two ways"):
        recorder("k")


def test_an_error_of_kafkas_that_a_function_raises_is_on_tape() -> None:
    tape = Tape("placer", "mine", [Answer(fingerprint((1,), {}), (), "too many", "INVALID_REPLICATION_FACTOR")])
    with pytest.raises(KafkaError, match=r"INVALID_REPLICATION_FACTOR \(38\): too many"):
        tape(1)


def test_the_id_follows_from_the_content_alone() -> None:
    session = Session("4.4", {1: None}, {}, (Act((Tick(5),), 1),))
    assert session_id(session) == session_id(session._replace(forked_at=0, parent="x"))
    assert session_id(session) != session_id(session._replace(seed=1))
    assert read(written(session)) == session


def test_what_nobody_could_read_again_is_not_written() -> None:
    session = Session("4.4", {1: None}, {}, (Act((Tick(5),), MOST_STEPS), Act((), 1, rule="any")))
    with pytest.raises(SessionError, match=r"^\$\.acts: these are more than 250,000 steps"):
        written(session)
