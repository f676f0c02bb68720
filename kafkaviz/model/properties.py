"""What must always hold, each with why it matters: `(before, event, after) -> str | None`, the sentence of a breach.

A property looks at one event and the states around it, so it can be asked after every event of any history.
"""

from collections.abc import Sequence
from typing import Final

from kafkaviz.model.brokers import properties as brokers
from kafkaviz.model.clients import properties as clients
from kafkaviz.model.core.history import History
from kafkaviz.model.core.promise import Promise, Promises, Property
from kafkaviz.model.groups import coordinator_properties as coordinators
from kafkaviz.model.groups import properties as groups
from kafkaviz.model.groups.share import properties as share
from kafkaviz.model.partitions import log_change_properties as log_changes
from kafkaviz.model.partitions import log_properties as logs
from kafkaviz.model.partitions import properties as partitions
from kafkaviz.model.quorum import properties as quorum

PROPERTIES: Final[tuple[Promise, ...]] = (
    *partitions.PROPERTIES,
    *brokers.PROPERTIES,
    *quorum.PROPERTIES,
    *logs.PROPERTIES,
    *log_changes.PROPERTIES,
    *clients.PROPERTIES,
    *groups.PROPERTIES,
    *share.PROPERTIES,
    *coordinators.PROPERTIES,
)
"""Every promise there is; each has its `words`, its `__name__` and why it matters."""
EVERY_PROMISE: Final = Promises(PROPERTIES)
"""All of them, to be asked together; which of them an event can break is found once for all who ask."""


def first_breach(history: History, properties: Sequence[Property] = PROPERTIES) -> tuple[int, str, str] | None:
    """Returns the first broken property as (step, name, sentence), or None.

    >>> from kafkaviz.model.core.cluster import Cluster
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> first_breach(History(Cluster(0, Quorum.of(101), {})))

    Kafka: the theorems of the replication protocol's TLA+ specification, asked of one behaviour.
    """
    return (EVERY_PROMISE if properties is PROPERTIES else Promises(properties)).first_breach(history)
