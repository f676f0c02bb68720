"""How requests are carried out: all of them or none, and a refusal is filmed if it was expected."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from kafkaviz.decisions.errors import KafkaError, error_named
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.engine import FUEL, Step, rejected, running, step
from kafkaviz.model.events import BatchRejected, RequestRejected
from kafkaviz.model.history import Act, History


def carried_out(
    history: History,
    requests: Sequence[Any],
    policies: Policies,
    *,
    settle: bool = True,
    expect: str | None = None,
    follows: bool = False,
) -> History:
    """Give the history with the steps that requests make; what is refused leaves no step, unless it was expected.

    With `follows` they belong to the verb before.

    Raises what refuses a request, and ValueError where an expected refusal does not come.
    """
    act = Act(tuple(requests), settle=settle, expect=expect, follows=follows)
    try:
        steps = list(_steps(history, act, policies))
        _raise_refusal(steps)
    except KafkaError as refusal:
        if expect != refusal.name:
            raise
        return history.then([rejected(history.last, requests[0], refusal)], act)
    if expect is not None:
        raise ValueError(f"{expect} was expected, but nothing refused it; leave expect out to carry it out.")
    return history.then(steps, act)


def repeated(history: History, act: Act, policies: Policies) -> History:
    """Give the history with an act of another one done again; it never makes more steps than that one had.

    Raises what refuses it, and ValueError where it comes out otherwise than it did.
    """
    if not act.requests:
        last = history.steps[-1].request if history.steps else None
        found = step(history.last, last, policies)
        if found is None or found.rule != act.rule:
            came = "every rule is quiet here" if found is None else f"{found.rule} is what answers here"
            raise ValueError(f"the rule {act.rule!r} was expected to answer, but {came}")
        return history.then([found], act)
    try:
        steps = list(islice(_steps(history, act, policies), FUEL if act.expect else act.steps + (not act.cut)))
        _raise_refusal(steps if act.expect else ())
    except KafkaError as refusal:
        if act.expect != refusal.name:
            raise
        steps = [rejected(history.last, act.requests[0], refusal)]
    if len(steps) != act.steps or (act.expect and not isinstance(steps[0].event, RequestRejected)):
        made = f"more than {act.steps}" if len(steps) > act.steps else len(steps)
        raise ValueError(f"{act.steps} steps were expected to come of it, but it makes {made}")
    return history.then(steps, act)


def _steps(history: History, act: Act, policies: Policies) -> Iterator[Step]:
    cluster, quiet = history.last, all(one.requests and one.settle and not one.cut for one in history.acts[-1:])
    for request in act.requests:
        for one in running(cluster, request, policies, settle=act.settle, quiet=quiet):
            cluster = one.cluster
            yield one
        quiet = True


def _raise_refusal(steps: Sequence[Step]) -> None:
    """Raise what a broker answered to a batch that is still waiting; a moved leader is the producer's own affair."""
    if not steps:
        return
    waiting = {
        (name, batch.tp, batch.error)
        for name, producer in steps[-1].cluster.producers.items()
        for batch in producer.batches
        if batch.sent_to is None
    }
    for one in reversed(steps):
        event = one.event
        if isinstance(event, BatchRejected) and event.error != "NOT_LEADER_OR_FOLLOWER":
            if (event.producer, event.tp, event.error) in waiting:
                raise error_named(event.error)(event.message)
            return
