"""The values of a session are written and read by their types, and a function's answers are kept with its draws."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from kafkaviz.decisions.errors import KafkaError, LearnerError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.history import Act
from kafkaviz.model.core.kinds import Whole
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups.common.member_requests import Join
from kafkaviz.model.groups.reading_requests import Commit
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.sessions.file import MOST_STEPS, read, session_id, session_text
from kafkaviz.model.sessions.session import LIBRARY, Session, learner_functions
from kafkaviz.model.sessions.tape import Answer, Recorder, Tape, question_key
from kafkaviz.model.sessions.values import REQUESTS, SessionError, request_from_json, request_to_json
from tests.sampling import together

SCALARS = {"size": 40, "ratio": 0.25, "policy": "compact", "unclean": True}
WORDS = {"auto_offset_reset": "by_duration:PT1H"}
PLAIN = {bool: True, int: 3, str: "a-0", bytes: b"\xff\x00", float: 0.25, NoneType: None}


def sample(hint: Any) -> Any:
    """Returns a value of a type, as a field of a request may have it."""
    origin, arms = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return max(PLAIN[int], arms[1].low) if isinstance(arms[1], Whole) else sample(arms[0])
    if origin is Literal:
        return arms[-1]
    if origin in (Union, UnionType):
        return sample(arms[0])
    if origin is tuple:
        return tuple(map(sample, (arms[0], get_args(arms[0])[-1] if NoneType in get_args(arms[0]) else arms[0])))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return SCALARS if arms[1] is object else {sample(arms[0]): sample(arms[1])}
    return TopicPartition("a-0", 0) if hint is TopicPartition else PLAIN[hint]


def samples() -> Iterator[Request]:
    """Yields of every request one with all of its fields, and one with those alone that it needs."""
    for kind in REQUESTS.values():
        hints = get_type_hints(kind, include_extras=True)
        yield kind(**{name: WORDS.get(name, sample(hint)) for name, hint in hints.items()})
        needed = [field.name for field in fields(kind) if field.default is field.default_factory is MISSING]  # type: ignore[arg-type]
        yield kind(**{name: sample(hints[name]) for name in needed})


@together(samples(), lambda request: type(request).__name__)
def test_a_request_reads_back_as_it_was_written(request_: Any) -> None:
    reads_back(request_)


def reads_back(request_: Any) -> None:
    text = json.dumps(request_to_json(request_, "$"))
    assert request_from_json(json.loads(text), "$") == request_


@pytest.mark.parametrize(
    "request_",
    [
        Send("a-0", None, b"\xff\x00", 1, "p", 1, False),
        Send("a-0", None, acks="all"),
        CreateTopic("a-0", 2, 2, {"segment_bytes": 40}, ((1, 2), (2, 3))),
        Join("app", ("C0", "C1"), ("a-0",), ("i", None)),
        Commit("app", "C0", {TopicPartition("a-0", 0): 3, TopicPartition("a", 0): 4}),
    ],
    ids=lambda request: type(request).__name__,
)
def test_what_may_be_one_thing_or_another_reads_back_as_it_was(request_: Any) -> None:
    reads_back(request_)


def test_every_policy_that_is_a_function_may_be_named_and_is_known_by_its_own_name() -> None:
    functions = {name for era in ERAS.values() for name in Policies._fields if callable(getattr(era, name))}
    assert functions | {"assignor", "truncation_offset"} == set(LIBRARY)
    for era in ERAS.values():
        assert learner_functions(era._asdict()) == {}


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
    tape = Tape("placer", "mine", [Answer(question_key((1,), {}), (), "too many", "INVALID_REPLICATION_FACTOR")])
    with pytest.raises(KafkaError, match=r"INVALID_REPLICATION_FACTOR \(38\): too many"):
        tape(1)


def test_the_id_follows_from_the_content_alone() -> None:
    session = Session("4.4", {1: None}, {}, (Act((Tick(5),), 1),))
    assert session_id(session) == session_id(session._replace(forked_at=0, parent="x"))
    assert session_id(session) != session_id(session._replace(seed=1))
    assert read(session_text(session)) == session


def test_what_nobody_could_read_again_is_not_written() -> None:
    session = Session("4.4", {1: None}, {}, (Act((Tick(5),), MOST_STEPS), Act((), 1, rule="any")))
    with pytest.raises(SessionError, match=r"^\$\.acts: these are more than 250,000 steps"):
        session_text(session)
