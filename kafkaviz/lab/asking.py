"""How a lab carries requests out: all of them or none, and a refusal is filmed if it was expected."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError, error_named
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.engine import Step, rejected, run
from kafkaviz.model.events import BatchRejected
from kafkaviz.model.history import History
from kafkaviz.model.kinds import checked, chosen
from kafkaviz.model.learner import asked
from kafkaviz.model.requests import Send, Tick
from kafkaviz.model.rules.clock import next_deadline
from kafkaviz.model.values import Cluster

WAITS_AT_MOST_MS: Final = 60_000


def carried_out(
    history: History,
    requests: Sequence[Any],
    policies: Policies,
    *,
    settle: bool = True,
    expect: str | None = None,
    until: Callable[[Cluster], bool] | None = None,
) -> History:
    """Give the history with the steps that requests make; what is refused leaves no step, unless it was expected.

    With `until`, time then passes from deadline to deadline until that holds, a minute at most. Raises what refuses a
    request, and InvalidArgumentError where an expected refusal does not come.
    """
    if expect is not None:
        chosen("error", expect, [error.name for error in KafkaError.__subclasses__()])
    checked("until", Callable[[Cluster], bool] | None, until)
    cluster, steps, request = history.last, list[Step](), None
    try:
        for request in requests:
            steps += run(cluster, request, policies, settle=settle)
            cluster = steps[-1].cluster if steps else cluster
        _raise_refusal(steps)
        if until is not None and settle:
            steps += _waiting(cluster, policies, until)
    except KafkaError as refusal:
        if expect != refusal.name:
            raise
        return history.then([rejected(history.last, request, refusal)])
    if expect is not None:
        raise InvalidArgumentError(f"{expect} was expected, but nothing refused it; leave expect out to carry it out.")
    return history.then(steps)


def _waiting(cluster: Cluster, policies: Policies, until: Callable[[Cluster], bool]) -> list[Step]:
    """Give the steps of the time that passes until something holds, or long enough."""
    end, steps = cluster.now_ms + WAITS_AT_MOST_MS, list[Step]()
    while not asked(until, cluster) and cluster.now_ms < end:
        due = next_deadline(cluster, policies)
        steps += run(cluster, Tick(min(due or end, end) - cluster.now_ms), policies)
        cluster = steps[-1].cluster
    return steps


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
            # Time that passes is not refused because a producer tried once more.
            if isinstance(one.request, Send) and (event.producer, event.tp, event.error) in waiting:
                raise error_named(event.error)(event.message)
            return
