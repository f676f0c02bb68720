"""Calls every public verb and function with wrong values, again and again the same for a seed.

A call may be refused, with one sentence and nothing changed, or carried out, and then everything can be shown. Run it
by itself for longer: `python -m tests.fuzz 100000 7` makes 100,000 calls of seed 7.
"""

import inspect
import itertools
import json
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from random import Random
from typing import Any

import kafkaviz
from kafkaviz.decisions import assignors
from kafkaviz.decisions.configs import CONFIGS, TOPIC_CONFIGS
from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence
from kafkaviz.decisions.hashing import coordinator_partition
from kafkaviz.decisions.placement import place_striped, place_zookeeper
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import Sent, Subscription
from kafkaviz.lab import Lab
from kafkaviz.model import requests as r
from kafkaviz.model.engine import RulesNeverSettle
from kafkaviz.model.values import Cluster
from kafkaviz.player.text import story
from kafkaviz.player.wire import wire
from kafkaviz.scene.director import film_of

LONGEST_SENTENCE = 1_200
SECONDS_PER_CALL = 30
OWN_CALL = re.compile(r"missing \d+ required|unexpected keyword|takes .* positional|multiple values for")


class Odd:
    """A value like no other: it cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def _raises(*arguments: Any, **named: Any) -> Any:
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
_LISTS = [(), (1,), (1, 2, 3), ("letters", 0), ("letters", "0"), [], [1], [[1, 2], [2]], [[]], [None], ["letters", 5]]
_MORE = [[float("nan")], set(), {"a", "b"}, frozenset({1}), range(3), range(10**5)]
_MAPPINGS = [{}, {1: None}, {"letters": 1}, {("letters", 0): -1}, {("letters", 0): "x"}, {None: None}, {1: {1: {}}}]
WRONG: list[Callable[[], Any]] = [
    *map(_answers, [*_NUMBERS, *_NO_NUMBERS, *_TEXTS, *_BYTES, *_LISTS, *_MORE, *_MAPPINGS]),
    lambda: (n for n in range(3)),
    lambda: iter(["letters", "\udfff"]),
    itertools.count,
    lambda: _raises,
    lambda: _answers(None),
    lambda: _answers(10**9),
    lambda: _answers("0"),
    lambda: [_raises],
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
    "requests": lambda at: (r.Flush(1), r.Pause(2))[: at.randint(0, 2)],
    "word": lambda at: "isr",
    "id": lambda at: "E03.1",
    "a": lambda at: LABS[0],
    "b": lambda at: LABS[0],
    "function": lambda at: at.choice([_raises, len]),
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

LABS: list[Lab] = []
_VALUES = {"KafkaError", "TopicPartition"}
FUNCTIONS = [getattr(kafkaviz, name) for name in kafkaviz.__all__ if name not in _VALUES]
FUNCTIONS += [getattr(assignors, name) for name in assignors.__all__ if name.endswith(("_assign", "_plan"))]
FUNCTIONS += [coordinator_partition, place_striped, place_zookeeper]
VERBS = [name for name in dir(Lab) if not name.startswith("_") and callable(getattr(Lab, name))]
REQUESTS = [each for each in vars(r).values() if inspect.isclass(each) and hasattr(each, "__post_init__")]


class Broken(AssertionError):
    """A promise that a call broke."""


class Hang(BaseException):
    """A call that took too long."""


@contextmanager
def _in_time() -> Iterator[None]:
    def ring(number: int, frame: Any) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS_PER_CALL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _labs() -> list[Lab]:
    """Give clusters in which something can go wrong: both controllers, each kind of group, a dead and a slow broker."""
    busy = [
        Lab(3).create_topic("letters", 2, 3).send("letters", "A", "B").join("app", "C1", "C2", topics=["letters"]),
        Lab(3, group_protocol="consumer").create_topic("letters", 2, 2).join("app", "C1", topics=["letters"]).kill(1),
        Lab(4, kafka="2.3").create_topic("letters", 2, 3).send("letters", "A").pause(2).kill(3, detect=False),
        Lab(3, group_protocol="share")
        .create_topic("letters")
        .join("app", "C1", topics=["letters"])
        .kill_controller(101),
        Lab(3, partitioner=_raises, assignor=_raises).create_topic("letters", 2, 3),
    ]
    return busy


class Fuzz:
    """So many calls of one seed; `calls` counts what became of them, `broken` tells what must not be."""

    def __init__(self, seed: int) -> None:
        self.at, self.calls, self.broken = Random(seed), Counter[str](), list[str]()
        LABS[:] = _labs()
        self.kept = [deepcopy(lab.cluster) for lab in LABS]

    def run(self, calls: int) -> "Fuzz":
        """Make so many calls, each kind of them in turn."""
        kinds = [self.verb, self.verb, self.config, self.request, self.function, self.verb]
        while self.calls.total() < calls:
            kinds[self.calls.total() % len(kinds)]()
        for lab, kept in zip(LABS, self.kept, strict=True):
            if lab.cluster != kept:
                self.broken.append(f"{lab!r} was changed from outside")
        return self

    def verb(self) -> None:
        """Call a verb of a lab with a wrong value or two."""
        name = self.at.choice(VERBS)
        lab = copy(self.at.choice(LABS))
        self.call(lab, getattr(lab, name), self.some_wrong(getattr(Lab, name), method=True))

    def config(self) -> None:
        """Set a config to a wrong value, of a lab or of a topic, and live with what is accepted."""
        name, value = self.at.choice(list(CONFIGS)), self.at.choice(WRONG)()
        dotted = CONFIGS[name].name if self.at.random() < 0.5 else name
        if name in TOPIC_CONFIGS and self.at.random() < 0.5:
            lab = copy(LABS[0])
            self.call(lab, lab.configure, (("letters",), {"configs": {dotted: value}}))
            return
        made = self.call(None, Lab, ((), {"configs": {dotted: value}}))
        if made is None:
            return
        self.call(made, lambda: made.create_topic("letters", 2, 2), ((), {}))
        if "letters" in made.cluster.topics:
            self.call(made, lambda: made.send("letters", "A", ("k", "B")), ((), {}))
            self.call(made, lambda: made.join("app", "C1", "C2", topics=["letters"]), ((), {}))
            self.call(made, lambda: made.kill(1), ((), {}))
            self.call(made, lambda: made.tick(60_000), ((), {}))

    def request(self) -> None:
        """Make a request of wrong values and ask it."""
        cls, lab = self.at.choice(REQUESTS), copy(self.at.choice(LABS))
        arguments, named = self.some_wrong(cls)
        self.call(lab, lambda *a, **n: lab.ask(cls(*a, **n)), (arguments, named))

    def function(self) -> None:
        """Call what `kafkaviz` exports, or a decision."""
        found = self.at.choice(FUNCTIONS)
        self.call(None, found, self.some_wrong(found))

    def some_wrong(
        self, function: Callable[..., Any], *, method: bool = False
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Give arguments for a function by the names of its parameters, at least one of them wrong."""
        parameters = list(inspect.signature(function).parameters.values())[method:]
        wrong = {p.name for p in self.at.sample(parameters, min(len(parameters), self.at.choice([1, 1, 1, 2])))}
        arguments, named = list[Any](), dict[str, Any]()
        for p in parameters:
            if p.name not in wrong and p.default is not p.empty and self.at.random() < 0.5:
                continue
            value = self.at.choice(WRONG)() if p.name in wrong else RIGHT.get(p.name, self.at.choice(WRONG))
            value = value(self.at) if p.name not in wrong and p.name in RIGHT else value
            if p.kind is p.VAR_POSITIONAL:
                arguments += value if isinstance(value, tuple) else [value]
            elif p.kind is p.VAR_KEYWORD:
                named |= (
                    value if isinstance(value, dict) and all(isinstance(k, str) for k in value) else {"brokers": value}
                )
            elif p.kind is p.KEYWORD_ONLY or len(arguments) < parameters.index(p):
                named[p.name] = value
            else:
                arguments.append(value)
        return tuple(arguments), named

    def call(self, lab: Lab | None, function: Callable[..., Any], given: tuple[tuple[Any, ...], dict[str, Any]]) -> Any:
        """Make one call, and hold it against what is promised."""
        arguments, named = given
        history = None if lab is None else lab.history
        try:
            with _in_time():
                answer = function(*arguments, **named)
                self._show(lab, history, answer)
        except Hang:
            self._breaks("hangs", function, given)
        except RulesNeverSettle as endless:
            self._breaks(f"never settles: {endless}", function, given)
        except OneSentence as refusal:
            self.calls["refused"] += 1
            if len(str(refusal)) > LONGEST_SENTENCE or not str(refusal).strip() or "\n" in str(refusal)[:-1]:
                self._breaks(f"says too much or too little: {str(refusal)[:200]!r}", function, given)
            str(refusal).encode()
            if lab is not None and lab.history is not history:
                self._breaks(f"was refused and left something behind: {refusal}", function, given)
        except TypeError as wrong_call:
            self.calls["no such call"] += 1
            if not OWN_CALL.search(str(wrong_call)):
                self._breaks(f"raises TypeError: {wrong_call}", function, given)
        except Exception as fault:
            self._breaks(f"raises {type(fault).__name__}: {str(fault)[:200]}", function, given)
        else:
            self.calls["carried out"] += 1
            return answer
        return None

    def _show(self, lab: Lab | None, history: Any, answer: Any) -> None:
        if isinstance(answer, Lab) and lab is not None and lab.history is not history:
            try:
                film = film_of(lab.history.since(history.last))
            except InvalidArgumentError as refusal:
                assert "more than a film holds" in str(refusal)
                return
            json.dumps(wire(film))
            story(film).encode()
        elif not isinstance(answer, Lab | Cluster | int):
            repr(answer)

    def _breaks(self, what: str, function: Callable[..., Any], given: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
        self.calls["broken"] += 1
        from kafkaviz.decisions.wording import short

        name = getattr(function, "__qualname__", repr(function))
        arguments = ", ".join([*map(short, given[0]), *(f"{key}={short(value)}" for key, value in given[1].items())])
        self.broken.append(f"{name}({arguments}) {what}")


if __name__ == "__main__":
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    fuzz = Fuzz(int(sys.argv[2]) if len(sys.argv) > 2 else 0).run(int(sys.argv[1]) if len(sys.argv) > 1 else 3_000)
    print(*fuzz.broken, f"{fuzz.calls.total()} calls: {dict(fuzz.calls)}", sep="\n")
    sys.exit(bool(fuzz.broken))
