"""What must hold of brokers and of who decides about them."""

from kafkaviz.decisions.wording import listing
from kafkaviz.model.brokers.events import BrokerUnfenced
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.core.brokers import DEAD, FROZEN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import promise
from kafkaviz.model.partitions.events import (
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    IsrChangeProposed,
    LogTruncated,
    MetadataDelivered,
)

BETWEEN_REPLICAS = (
    MetadataDelivered,
    FetchServed,
    FetchReceived,
    IsrChangeProposed,
    HighWatermarkAdvanced,
    RecordsAppended,
    LogTruncated,
)
"""What happens between replicas, for which processes must run."""
BY_A_LEADER = IsrChangeProposed, HighWatermarkAdvanced, RecordsAppended


@promise("A broker that may have lost records is not counted on", BrokerUnfenced)
def doubtful_brokers_are_no_stand_ins(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A broker back from an unclean shutdown may lack its tail: it leaves ELR and ISR before it is counted on.

    ZooKeeper's controller knew of no unclean shutdown.
    """
    if not isinstance(event, BrokerUnfenced) or not isinstance(before.controller, Quorum):
        return None
    if not before.brokers[event.broker].unclean_shutdown:
        return None
    for tp, p in before.partitions.items():
        if event.broker in p.elr or (event.broker in p.isr and len(p.isr) > 1):
            counted_on = f"{tp} counts on it: ISR {listing(p.isr)}, ELR {listing(p.elr)}"
            return f"Broker {event.broker} was shut down uncleanly, and {counted_on}."
    return None


@promise("One controller decides in an epoch", facets=("controller",))
def one_controller_per_epoch(before: Cluster, event: Event, after: Cluster) -> str | None:
    """There is one controller in an epoch, and epochs rise, so that an old one's orders are known as old."""
    old, new = before.controller, after.controller
    if new.epoch < old.epoch:
        return f"The controller epoch fell from {old.epoch} to {new.epoch}."
    if None not in (old.active, new.active) and old.active != new.active and old.epoch == new.epoch:
        return f"Controllers {old.active} and {new.active} share epoch {new.epoch}."
    return None


@promise("A dead broker does nothing", *BETWEEN_REPLICAS)
def the_silent_do_nothing(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A process that is dead or frozen hears nothing and says nothing, or nobody would have to take over from it."""
    for broker in _acting(event):
        if before.brokers[broker].state in (DEAD, FROZEN):
            return f"Broker {broker} is {before.brokers[broker].state}, and yet: {type(event).__name__}."
    return None


def _acting(event: Event) -> tuple[int, ...]:
    """Returns the brokers whose processes an event between replicas needs."""
    if isinstance(event, FetchServed):
        return event.follower, event.answer.leader
    if isinstance(event, FetchReceived):
        return (event.follower,)
    if isinstance(event, MetadataDelivered):
        return event.brokers
    if isinstance(event, BY_A_LEADER):
        return (event.leader,)
    return (event.broker,) if isinstance(event, LogTruncated) else ()


PROPERTIES = (doubtful_brokers_are_no_stand_ins, one_controller_per_epoch, the_silent_do_nothing)
