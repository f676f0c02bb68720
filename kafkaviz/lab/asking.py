"""How a lab carries requests out: all of them or none, and a refusal is filmed if it was expected."""

from collections.abc import Sequence
from typing import Any

from kafkaviz.decisions.errors import KafkaError, error_named
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.engine import Step, rejected, run
from kafkaviz.model.events import BatchRejected
from kafkaviz.model.history import History


def carried_out(
    history: History, requests: Sequence[Any], policies: Policies, *, settle: bool = True, expect: str | None = None
) -> History:
    """Give the history with the steps that requests make; what is refused leaves no step, unless it was expected.

    Raises what refuses a request, and ValueError where an expected refusal does not come.
    """
    cluster, steps = history.last, list[Step]()
    try:
        for request in requests:
            steps += run(cluster, request, policies, settle=settle)
            cluster = steps[-1].cluster if steps else cluster
        _raise_refusal(steps)
    except KafkaError as refusal:
        if expect != refusal.name:
            raise
        return history.then([rejected(history.last, requests[0], refusal)])
    if expect is not None:
        raise ValueError(f"{expect} was expected, but nothing refused it; leave expect out to carry it out.")
    return history.then(steps)


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
