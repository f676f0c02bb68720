"""What must hold of brokers and of who decides about them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from kafkaviz.decisions.wording import listing
from kafkaviz.model.brokers.registration_events import BrokerUnfenced
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.core.brokers import SILENT
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import promise
from kafkaviz.model.partitions.events import HighWatermarkAdvanced, IsrChangeProposed, LogTruncated, MetadataDelivered
from kafkaviz.model.partitions.fetch_events import FetchReceived, FetchServed

ACTING: Final[Mapping[type[Event], Callable[[Any], tuple[int, ...]]]] = {
    MetadataDelivered: lambda event: event.brokers,
    FetchServed: lambda event: (event.follower, event.answer.leader),
    FetchReceived: lambda event: (event.follower,),
    IsrChangeProposed: lambda event: (event.leader,),
    HighWatermarkAdvanced: lambda event: (event.leader,),
    RecordsAppended: lambda event: (event.leader,),
    LogTruncated: lambda event: (event.broker,),
}
"""What happens between replicas, and the brokers whose processes must run for it."""


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


@promise("A dead broker does nothing", *ACTING)
def the_silent_do_nothing(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A process that is dead or frozen hears nothing and says nothing, or nobody would have to take over from it."""
    acting = ACTING.get(type(event))
    for broker in () if acting is None else acting(event):
        if before.brokers[broker].state in SILENT:
            return f"Broker {broker} is {before.brokers[broker].state}, and yet: {type(event).__name__}."
    return None


PROPERTIES = (doubtful_brokers_are_no_stand_ins, one_controller_per_epoch, the_silent_do_nothing)
