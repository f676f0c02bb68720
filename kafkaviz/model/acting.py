"""How requests are carried out: all of them or none, and a refusal is filmed if it was expected."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError, error_named
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.clients.events import BatchRejected
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.model.core.engine import FUEL
from kafkaviz.model.core.event import RequestRejected
from kafkaviz.model.core.history import Act, History, Step, rejection
from kafkaviz.model.core.kinds import check_kind, check_name
from kafkaviz.model.core.learner import call_policy
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.protocol import enabled, happening, is_quiet, next_deadline

WAITS_AT_MOST_MS: Final = 60_000
Until = Callable[[Cluster], bool]


@seldom_collecting()
def carry_out(
    history: History,
    requests: Sequence[Request],
    policies: Policies,
    *,
    settle: bool = True,
    expect: str | None = None,
    until: Until | None = None,
) -> History:
    """Returns the history with the steps that requests make; what is refused leaves no step, unless it was expected.

    With `until`, time then passes from deadline to deadline until that holds, a minute at most; the act says how.

    Raises what refuses a request, and InvalidArgumentError where an expected refusal does not come.
    """
    if expect is not None:
        check_name("error", expect, [error.name for error in KafkaError.__subclasses__()])
    check_kind("until", Until | None, until)
    act, carried = Act(tuple(requests), settle=settle, expect=expect), list[Request]()
    try:
        steps = list(_steps(history, act, policies, carried))
        _raise_refusal(steps)
        if until is not None and settle:
            waits, waited = _waiting(steps[-1].cluster if steps else history.last, policies, until)
            act, steps = act._replace(requests=(*act.requests, *waits)), steps + waited
    except KafkaError as refusal:
        if expect != refusal.name:
            raise
        return history.then([rejection(history.last, carried[-1], refusal, policies)], act)
    if expect is not None:
        raise InvalidArgumentError(f"{expect} was expected, but nothing refused it; leave expect out to carry it out.")
    return history.then(steps, act)


@seldom_collecting()
def repeat_act(history: History, act: Act, policies: Policies) -> History:
    """Returns the history with an act of another one done again; it never makes more steps than that one had.

    Raises what refuses it, and InvalidArgumentError where it comes out otherwise than it did.
    """
    if not act.requests:
        return history.then([_answer(history, act, policies)], act)
    carried = list[Request]()
    try:
        most = FUEL if act.expect else act.steps + (not act.cut)
        steps = list(islice(_steps(history, act, policies, carried), most))
        _raise_refusal(steps if act.expect else ())
    except KafkaError as refusal:
        if act.expect != refusal.name:
            raise
        steps = [rejection(history.last, carried[-1], refusal, policies)]
    if len(steps) != act.steps or (act.expect and not isinstance(steps[0].event, RequestRejected)):
        made = f"more than {act.steps}" if len(steps) > act.steps else len(steps)
        raise InvalidArgumentError(f"{act.steps} steps were expected to come of it, but it makes {made}")
    return history.then(steps, act)


def next_step(cluster: Cluster, request: Request | None, policies: Policies) -> Step | None:
    """Lets the first enabled event happen, as part of what a request led to; None when the cluster is quiet."""
    for _, rule, event in enabled(cluster, policies):
        return Step(request, rule, event, event.apply(cluster))
    return None


def _answer(history: History, act: Act, policies: Policies) -> Step:
    """Returns the step of a rule that answered by itself, the first there is or what it said about a subject."""
    last, cluster = history.steps[-1].request if history.steps else None, history.last
    if act.about is None:
        found = next_step(cluster, last, policies)
        name = found.rule.name if found is not None and found.rule is not None else ""
        if found is None or name != act.rule:
            came = f"{name} is what answers here" if name else "every rule is quiet here"
            raise InvalidArgumentError(f"the rule {act.rule!r} was expected to answer, but {came}")
        return found
    asked = act.about, act.rule
    said = [each for each in enabled(cluster, policies) if (each.subject, each.rule.name) == asked]
    if not 0 <= act.choice < len(said):
        count = f"only {len(said)} events" if said else "nothing"
        raise InvalidArgumentError(f"the rule {act.rule!r} was expected to answer about {act.about}, and has {count}")
    _, rule, event = said[act.choice]
    return Step(last, rule, event, event.apply(cluster))


def _steps(history: History, act: Act, policies: Policies, carried: list[Request]) -> Iterator[Step]:
    """Yields the steps of an act; `carried` grows by each request as it is asked, so the last one is what refused."""
    cluster, last = history.last, history.acts[-1] if history.acts else None
    settled = last is not None and bool(last.requests) and last.settle and not last.cut
    quiet = settled or is_quiet(cluster, policies)
    for request in act.requests:
        carried.append(request)
        before = cluster
        for step in happening(cluster, request, policies, settle=act.settle, quiet=quiet):
            cluster = step.cluster
            yield step
        # A request that made no step settled nothing either.
        quiet = act.settle and (quiet or cluster is not before)


def _waiting(cluster: Cluster, policies: Policies, until: Until) -> tuple[list[Tick], list[Step]]:
    """Returns the ticks, and their steps, in which time passes until something holds, or long enough."""
    end, ticks, steps = cluster.now_ms + WAITS_AT_MOST_MS, list[Tick](), list[Step]()
    quiet = is_quiet(cluster, policies)
    while not call_policy(until, cluster) and cluster.now_ms < end:
        due = next_deadline(cluster, policies)
        ticks.append(Tick(min(due or end, end) - cluster.now_ms))
        steps += happening(cluster, ticks[-1], policies, quiet=quiet)
        cluster, quiet = steps[-1].cluster, True
    return ticks, steps


def _raise_refusal(steps: Sequence[Step]) -> None:
    """Raises what a broker answered to a batch that is still waiting; a moved leader is the producer's own affair."""
    if not steps:
        return
    waiting = {
        (name, batch.tp, batch.error)
        for name, producer in steps[-1].cluster.producers.items()
        for batch in producer.batches
        if batch.sent_to is None
    }
    for step in reversed(steps):
        event, request = step.event, step.request
        if isinstance(event, BatchRejected) and event.error != "NOT_LEADER_OR_FOLLOWER":
            # Time that passes is not refused because a producer tried once more.
            is_heard = request is not None and request.AWAITS_ANSWER
            if is_heard and (event.producer, event.tp, event.error) in waiting:
                raise error_named(event.error)(event.message)
            return
