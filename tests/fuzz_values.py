"""What the fuzz calls with: wrong values of every kind, and for each argument what it may well be."""

import itertools
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import Sent, Subscription
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.requests import Flush, Pause


class Odd:
    """A value like no other: it cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def raises(*arguments: Any, **named: Any) -> Any:
    raise KeyError("a learner's own fault")


def _answers(answer: Any) -> Callable[..., Any]:
    return lambda *arguments, **named: answer


MEGABYTES = "m" * 10_000_000
_NUMBERS = [0, -1, 1, 7, 10**6, 10**9, 2**31, 2**63, -(2**63), 10**5000, 0.0, 0.5, 1e3, -1e308, 1j]
_NO_NUMBERS = [
    float("nan"),
    float("inf"),
    float("-inf"),
    None,
    True,
    False,
    Ellipsis,
    int,
    len,
    Odd,
    Odd(),
    object(),
    sys,
]
_TEXTS = [
    "",
    " ",
    "1",
    "-1",
    "true",
    "none",
    "nope",
    "letters",
    "app",
    "\ud800",
    "a\x00b",
    "<b>",
    "🦊" * 300,
    MEGABYTES,
]
_BYTES = [b"", b"\xff", b"1", bytearray(b"x")]
_LISTS = [
    (),
    (1,),
    (1, 2, 3),
    ("letters", 0),
    ("letters", "0"),
    [],
    [1],
    [[1, 2], [2]],
    [[]],
    [None],
    ["letters", 5],
    (5, 1),
    [Odd()],
    (1, 10**5000),
]
_MORE = [[float("nan")], set(), {"a", "b"}, frozenset({1}), range(3), range(10**5)]
_MAPPINGS = [{}, {1: None}, {"letters": 1}, {("letters", 0): -1}, {("letters", 0): "x"}, {None: None}, {1: {1: {}}}]
WRONG: list[Callable[[], Any]] = [
    *map(_answers, [*_NUMBERS, *_NO_NUMBERS, *_TEXTS, *_BYTES, *_LISTS, *_MORE, *_MAPPINGS]),
    lambda: (n for n in range(3)),
    lambda: iter(["letters", "\udfff"]),
    itertools.count,
    lambda: raises,
    lambda: _answers(None),
    lambda: _answers(10**9),
    lambda: _answers("0"),
    lambda: [raises],
    lambda: partial(raises),
    lambda: _answers(Odd()),
    lambda: _answers(10**5000),
    lambda: _answers([[1, 2]]),
    lambda: _answers(True),
]

RIGHT: dict[str, Callable[[Random], Any]] = {
    "topic": lambda at: at.choice(["letters", "more"]),
    "topics": lambda at: ["letters"],
    "values": lambda at: ("ABC", ("key", "DEF"))[: at.randint(0, 2)],
    "key": lambda at: at.choice([None, "sport"]),
    "partition": lambda at: at.randint(0, 1),
    "partitions": lambda at: at.randint(1, 4),
    "replication_factor": lambda at: at.randint(1, 3),
    "assignment": lambda at: None,
    "replicas": lambda at: at.sample([1, 2, 3], at.randint(1, 3)),
    "broker": lambda at: at.randint(1, 4),
    "brokers": lambda at: 3,
    "node": lambda at: at.randint(101, 103),
    "group": lambda at: "app",
    "member": lambda at: at.choice(["C1", "C2"]),
    "members": lambda at: (f"C{at.randint(1, 5)}",),
    "offset": lambda at: at.randint(0, 2),
    "offsets": lambda at: {("letters", 0): 1},
    "ms": lambda at: at.choice([0, 500, 20_000]),
    "every_ms": lambda at: at.choice([None, 5_000]),
    "lens": lambda at: "cluster",
    "requests": lambda at: (Flush(1), Pause(2))[: at.randint(0, 2)],
    "session": lambda at: Lab(1).create_topic("letters").to_json(),
    "step": lambda at: at.randint(-1, 3),
    "steps": lambda at: 1,
    "since": lambda at: None,
    "word": lambda at: "isr",
    "id": lambda at: "E03.1",
    "a": lambda at: Lab(1),
    "b": lambda at: Lab(1),
    "function": lambda at: at.choice([raises, len]),
    "scenario": lambda at: lambda brokers=3: Lab(brokers),
    "ranges": lambda at: {"brokers": (1, 3)},
    "configs": lambda at: {"min.insync.replicas": 1},
    "keywords": lambda at: {},
    "policies": lambda at: {"acks": 1},
    "data": lambda at: b"key",
    "key_bytes": lambda at: b"key",
    "sent": lambda at: Sent(),
    "partitions_per_topic": lambda at: {"letters": 3},
    "subscriptions": lambda at: {"C1": Subscription(("letters",)), "C2": Subscription(("letters",))},
    "isr": lambda at: [1, 2],
    "eligible": lambda at: [1],
    "question": lambda at: "Which?",
    "options": lambda at: ["this", "that"],
    "right": lambda at: 0,
    "because": lambda at: "so it is",
    "titles": lambda at: ("a", "b"),
    "kafka": lambda at: at.choice(list(ERAS)),
}
"""What each argument may well be, by its name."""
