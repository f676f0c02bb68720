"""What must always hold, each with why it matters: `(before, event, after) -> str | None`, the sentence of a breach.

A property looks at one event and the states around it, so it can be asked after every event of any history.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kafkaviz.model.history import History
from kafkaviz.model.properties import clients, control, groups, logs, quorum
from kafkaviz.model.values import Cluster

Property = Callable[[Cluster, Any, Cluster], str | None]

PROPERTIES: tuple[Property, ...] = (
    *control.PROPERTIES,
    *quorum.PROPERTIES,
    *logs.PROPERTIES,
    *clients.PROPERTIES,
    *groups.PROPERTIES,
)


def first_breach(history: History, properties: Sequence[Property] = PROPERTIES) -> tuple[int, str, str] | None:
    """Give the first broken property as (step, name, sentence), or None.

    >>> from kafkaviz.model.values import Quorum
    >>> first_breach(History(Cluster(0, Quorum.of(101), {})))

    Kafka: the theorems of the replication protocol's TLA+ specification, asked of one behaviour.
    """
    before = history.first
    for number, step in enumerate(history.steps, 1):
        for holds in properties:
            sentence = holds(before, step.event, step.cluster)
            if sentence:
                return number, holds.__name__, sentence
        before = step.cluster
    return None


def breaches(before: Cluster, event: Any, after: Cluster, properties: Iterable[Property] = PROPERTIES) -> list[str]:
    """Give the sentence of every property that one event breaks."""
    return [sentence for holds in properties if (sentence := holds(before, event, after))]


__all__ = ["PROPERTIES", "Property", "breaches", "first_breach"]
