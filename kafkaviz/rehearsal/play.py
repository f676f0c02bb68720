"""A lab's story on a real cluster: each request is asked again there, and both are compared until they are alike."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.errors import RequestTimedOutError
from kafkaviz.lab import Lab
from kafkaviz.model.clients.producer_requests import CorruptRequest
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event, RequestRejected
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.partitions.topic_events import PartitionsAdded
from kafkaviz.rehearsal.acts import ACTS, NO_ACT
from kafkaviz.rehearsal.callbacks import expected_callbacks, observed_callbacks
from kafkaviz.rehearsal.comparing import (
    WAITS,
    differing,
    error_name,
    expected_answers,
    expected_state,
    observed_answers,
    observed_state,
    read_back,
    readable,
)
from kafkaviz.rehearsal.moment import Moment, is_a_moment
from kafkaviz.rehearsal.reasons import reason_not_to
from kafkaviz.rehearsal.run import Run
from kafkaviz.rehearsal.settings import needs_of
from kafkaviz.rehearsal.stage import Stage

AGAIN_S: Final = 0.15
LONGEST_TICK_S: Final = 30.0
# A machine that does much else is slower than any cluster; where both are alike earlier nobody waits longer.
PATIENCE_S: Final = 25.0
AT_THE_END_S: Final = 30.0


class Difference(NamedTuple):
    """What still differed when the time was over: the act before, counted from 1, its request, both values."""

    act: int
    request: str
    what: str
    model: Any
    real: Any


class Play(NamedTuple):
    """How a story went: how many acts were carried out and what differed; `reason` says why it cannot be played."""

    story: str
    era: str
    acts: int
    differences: tuple[Difference, ...] = ()
    reason: str | None = None
    seconds: float = 0.0

    @property
    def outcome(self) -> str:
        """`equal`, `differs`, or `not playable`."""
        return "not playable" if self.reason else "differs" if self.differences else "equal"


def moments(history: History) -> Iterator[tuple[int, Request, Moment, bool]]:
    """Yields each request with the number of its act, what came of it, and whether the model was at rest then.

    An act of several requests is at rest after the last. A step belongs to the request that it names, or if it names
    none, to the request before.
    """
    asked: list[tuple[int, Request, bool, list[Step]]] = []
    done = 0
    for number, act in enumerate(history.acts, 1):
        left = deque(history.steps[done : done + act.steps])
        done += act.steps
        # Of an act that is refused as expected nothing is carried out; what was refused is asked alone.
        requests = [step.request for step in left if step.request] if act.expect else act.requests
        for request, following in zip(requests, [*requests[1:], None], strict=True):
            mine: list[Step] = []
            while left and not (mine and following is not None and left[0].request is following):
                mine.append(left.popleft())
            asked.append((number, request, following is None and act.settle, mine))
    cluster = history.first
    for position, (number, request, rests, steps) in enumerate(asked):
        after = steps[-1].cluster if steps else cluster
        next_request = asked[position + 1][1] if position + 1 < len(asked) else None
        yield number, request, Moment(cluster, after, tuple(step.event for step in steps), next_request), rests
        cluster = after


def play(lab: Lab, story: str, stage: Stage | None = None, acted: Callable[[int], object] | None = None) -> Play:
    """Plays the story of a lab on a stage, or on one of its own, and returns how it went.

    `acted` is told the number of each act that was carried out; one of several requests is told after each.

    Raises MissingToolError where there is no Java or no Maven.
    """
    if reason := reason_not_to(lab):
        return Play(story, lab.kafka, len(lab.history.acts), reason=reason)
    if stage is None:
        with Stage(needs_of(lab.kafka, lab.history, lab.policies)) as own:
            return play(lab, story, own, acted)
    began, run = time.monotonic(), Run(stage, lab, story, acted)
    try:
        if any(map(_has_no_controller, lab.history.steps)):
            stage.know_producers()
        differences = tuple(_acted(run, lab))
    finally:
        run.close()
    return Play(story, lab.kafka, len(lab.history.acts), differences, None, round(time.monotonic() - began, 1))


def _has_no_controller(step: Step) -> bool:
    return isinstance(step.cluster.controller, Quorum) and step.cluster.controller.active is None


def _acted(run: Run, lab: Lab) -> Iterator[Difference]:
    steps = 0
    for number, request, moment, rests in moments(lab.history):
        steps += len(moment.events)
        if type(request) in NO_ACT:
            run.acted(number)
            continue
        said = str(request)[:120]
        answer = ACTS[type(request)](run, request, moment) or {}
        yield from answer_differs(number, said, answer, moment)
        goes_on = moment.following is None or isinstance(moment.following, Tick)
        goes_on |= is_a_moment(request) or isinstance(request, CorruptRequest)
        goes_on |= isinstance(moment.following, CorruptRequest)
        if rests and not goes_on:
            yield from _alike(run, number, said, moment.after, _by_now(lab, steps), _patience_s(request))
        run.acted(number)
    if lab.history.acts:
        yield from _ended(run, lab, len(lab.history.acts))


def _patience_s(request: Request) -> float:
    return PATIENCE_S + (min(request.ms / 1000, LONGEST_TICK_S) if isinstance(request, Tick) else 0)


def answer_differs(number: int, said: str, answer: dict[str, Any], moment: Moment) -> Iterator[Difference]:
    """Yields what a real answer says otherwise than the model: the error, or the records that were read.

    That nobody may ask controllers is no difference where the model refuses as well, nor is that somebody waited in
    vain for partitions that are there.
    """
    refused = next((event.error for event in moment.events if isinstance(event, RequestRejected)), None)
    real = error_name(answer["error"]) if answer.get("error") else None
    nobody_to_ask = refused is not None and real == "UNSUPPORTED_ENDPOINT_TYPE"
    waited = real == RequestTimedOutError.name and any(_waits_for_others(e, moment.before) for e in moment.events)
    if real != refused and not (nobody_to_ask or waited):
        yield Difference(number, said, "error", refused, real)
    if differs := answer.get("differs"):
        yield Difference(number, said, "records", differs["model"], differs["real"])


def _waits_for_others(event: Event, before: Cluster) -> bool:
    """Tells whether a controller of ZooKeeper's time that adds partitions waits for the leader of one that has none."""
    if not isinstance(event, PartitionsAdded) or isinstance(before.controller, Quorum):
        return False
    return any(before.partitions[tp].leader is None for tp in before.partitions_of(event.topic))


def so_far(lab: Lab, steps: int) -> dict[str, Any]:
    """Returns what the model expects of a cluster and its clients after so many steps of a story."""
    history = lab.history._replace(steps=lab.history.steps[:steps])
    callbacks = expected_callbacks(history, lab.policies, lab.kafka)
    return expected_state(history.last, lab.policies) | {"callbacks": callbacks}


def _by_now(lab: Lab, steps: int) -> dict[str, Any]:
    """Returns what `so_far` does, and what became of each record of which its producer has heard by then."""
    heard = expected_answers(lab.history._replace(steps=lab.history.steps[:steps]))
    return so_far(lab, steps) | {"record": {str(n): said for n, said in enumerate(heard, 1) if said != WAITS}}


def _alike(
    run: Run, number: int, said: str, cluster: Cluster, model: dict[str, Any], patience_s: float
) -> Iterator[Difference]:
    if not any(broker.is_up and not broker.cut_off for broker in cluster.brokers.values()):
        return  # There is nobody who could answer, or knew what.
    if not run.needs.is_quorum and cluster.active_controller is None:
        return  # Clients of that time ask the controller, and wait until there is another.
    until = time.monotonic() + patience_s
    while found := _unlike(run, model):
        if time.monotonic() > until:
            run.reported |= {what for what in found if what.startswith(("callbacks", "record"))}
            for what, both in found.items():
                yield Difference(number, said, what, both["model"], both["real"])
            break
        time.sleep(AGAIN_S)


def _unlike(run: Run, model: dict[str, Any]) -> dict[str, Any]:
    """Returns what differs now; what a callback has told stays told, and is reported once."""
    heard = {str(n): said for n, said in enumerate(observed_answers(run), 1) if str(n) in model["record"]}
    told = {"callbacks": observed_callbacks(run), "record": heard}
    found = differing(model, observed_state(run, model) | told)
    return {what: both for what, both in found.items() if what not in run.reported}


def _ended(run: Run, lab: Lab, number: int) -> Iterator[Difference]:
    """Compares at the end what can be read, what producers and consumers were told, and where everything stands."""
    last = lab.history.last
    yield from _alike(run, number, "at the end", last, _by_now(lab, len(lab.history.steps)), LONGEST_TICK_S)
    until = time.monotonic() + AT_THE_END_S
    kept, expected = readable(last), dict(enumerate(expected_answers(lab.history), 1))
    while True:
        found = differing(kept, read_back(run, kept))
        heard = dict(enumerate(observed_answers(run), 1))
        wrong = [n for n in expected if expected[n] != heard.get(n)]
        found |= {f"record {n}": {"model": expected[n], "real": heard.get(n)} for n in wrong}
        if not found or time.monotonic() > until:
            break
        time.sleep(AGAIN_S)
    for what, both in found.items():
        yield Difference(number, "at the end", what, both["model"], both["real"])
