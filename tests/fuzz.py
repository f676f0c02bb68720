"""Calls every public verb and function with wrong values, again and again the same for a seed.

A call may be refused, with one sentence and nothing changed, or carried out, and then everything can be shown. Run it
by itself for longer: `python -m tests.fuzz 100000 7` makes 100,000 calls of seed 7.
"""

import inspect
import itertools
import json
import os
import re
import resource
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
from kafkaviz.decisions.config_names import TOPIC_CONFIGS
from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence
from kafkaviz.decisions.hashing import coordinator_partition
from kafkaviz.decisions.placement import place_striped, place_zookeeper
from kafkaviz.lab import Lab
from kafkaviz.model import requests
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.engine import RulesNeverSettle
from kafkaviz.player.text import story
from kafkaviz.player.wire import wire
from kafkaviz.scene.film.director import film_of
from tests.fuzz_values import RIGHT, WRONG, raises

os.environ.setdefault("KAFKAVIZ_PROGRESS", os.devnull)

LONGEST_SENTENCE = 1_200
SECONDS_PER_CALL = 30
BYTES_OF_ALL = 4 * 1024**3
"""What endless data may fill before it is a fault, and not the machine's end."""
OWN_CALL = re.compile(r"missing \d+ required|unexpected keyword|takes .* positional|multiple values for")

LABS: list[Lab] = []
_VALUES = {"KafkaError", "Readable", "Sent", "Subscription", "TopicPartition"}
FUNCTIONS = [getattr(kafkaviz, name) for name in kafkaviz.__all__ if name not in _VALUES]
FUNCTIONS += [getattr(assignors, name) for name in assignors.__all__ if name.endswith(("_assign", "_plan"))]
FUNCTIONS += [coordinator_partition, place_striped, place_zookeeper]
VERBS = [name for name in dir(Lab) if not name.startswith("_") and callable(getattr(Lab, name))]
# They are registered in the order in which their modules are imported, by whichever test comes first.
REQUESTS = [requests.REQUESTS[name] for name in sorted(requests.REQUESTS)]


class Hang(BaseException):
    """A call that took too long."""


@contextmanager
def _in_time() -> Iterator[None]:
    def ring(number: int, frame: Any) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    memory = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES_OF_ALL, memory[1]))
    signal.setitimer(signal.ITIMER_REAL, SECONDS_PER_CALL)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, memory)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _labs() -> list[Lab]:
    """Returns clusters in which something can go wrong: both controllers, each kind of group, dead and slow brokers."""
    busy = [
        Lab(3).create_topic("letters", 2, 3).send("letters", "A", "B").join("app", "C1", "C2", topics=["letters"]),
        Lab(3, group_protocol="consumer").create_topic("letters", 2, 2).join("app", "C1", topics=["letters"]).kill(1),
        Lab(4, kafka="2.3").create_topic("letters", 2, 3).send("letters", "A").pause(2).kill(3, detect=False),
        Lab(3, group_protocol="share")
        .create_topic("letters")
        .join("app", "C1", topics=["letters"])
        .kill_controller(101),
        Lab(3, partitioner=raises, assignor=raises).create_topic("letters", 2, 3),
    ]
    return busy


class Fuzz:
    """So many calls of one seed; `calls` counts what became of them, `broken` tells what must not be."""

    def __init__(self, seed: int) -> None:
        self.at, self.calls, self.broken = Random(seed), Counter[str](), list[str]()
        LABS[:] = _labs()
        self.kept = [deepcopy(lab.cluster) for lab in LABS]

    def run(self, calls: int) -> "Fuzz":
        """Makes so many calls, each kind of them in turn."""
        for kind in itertools.cycle([self.verb, self.config, self.request, self.function]):
            if self.calls.total() >= calls:
                break
            kind()
        for lab, kept in zip(LABS, self.kept, strict=True):
            if lab.cluster != kept:
                self.broken.append(f"{lab!r} was changed from outside")
        return self

    def verb(self) -> None:
        """Calls some verbs of a lab, one after another, with a wrong value or two, or none."""
        lab = copy(self.at.choice(LABS))
        for name in self.at.choices(VERBS, k=4):
            self.call(lab, getattr(lab, name), self.some_wrong(getattr(lab, name)))

    def config(self) -> None:
        """Sets a config to a wrong value, of a lab or of a topic, and lives with what is accepted."""
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
        """Makes a request of wrong values and asks it."""
        cls, lab = self.at.choice(REQUESTS), copy(self.at.choice(LABS))
        arguments, named = self.some_wrong(cls)
        self.call(lab, lambda *a, **n: lab.ask(cls(*a, **n)), (arguments, named))

    def function(self) -> None:
        """Calls what `kafkaviz` exports, or a decision."""
        found = self.at.choice(FUNCTIONS)
        self.call(None, found, self.some_wrong(found))

    def some_wrong(self, function: Callable[..., Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Returns arguments for a function by the names of its parameters, some of them wrong."""
        parameters = list(inspect.signature(function).parameters.values())
        wrong = {p.name for p in self.at.sample(parameters, min(len(parameters), self.at.choice([0, 1, 1, 1, 2])))}
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
        """Makes one call, and holds it against what is promised."""
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
            if str(refusal) != str(refusal).encode(errors="ignore").decode():
                self._breaks("says what no page can show", function, given)
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
            goes_on = lab.history.steps[: len(history.steps)] == history.steps
            try:
                film = film_of(lab.history.since(history.last) if goes_on else lab.history)
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
