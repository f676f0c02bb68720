"""What must hold of the records that a share group lends."""

from collections.abc import Mapping
from typing import Final

from kafkaviz.decisions.sharing import RecordState
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.groups import NEVER_LENT, Delivery
from kafkaviz.model.core.promise import promise
from kafkaviz.model.groups.share.events import RecordsAcquired

NEXT: Final[Mapping[RecordState, tuple[RecordState, ...]]] = {
    "available": ("acquired",),
    "acquired": ("available", "acknowledged", "archived"),
    "acknowledged": (),
    "archived": (),
}
"""What a record may become. Kafka: RecordState.validateTransition."""


@promise("A share group lends a record to one member at a time", RecordsAcquired)
def records_are_lent_to_one(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A share group lends a record to one member at a time, and never again once it is done."""
    if not isinstance(event, RecordsAcquired):
        return None
    for tp, _, records in event.fetched:
        deliveries = before.groups[event.group].deliveries.get(tp, {})
        for record in records:
            delivery = deliveries.get(record.offset, NEVER_LENT)
            if delivery.state != "available":
                why = f"{delivery.member} had it already" if delivery.member else f"it was {delivery.state} before"
                return f"{tp} offset {record.offset} was lent to {event.member}; {why}."
    return None


@promise("A record that is acknowledged or archived stays so", facets=("groups",))
def done_records_stay_done(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A record goes from available to acquired, and from there back or to its end; its deliveries are counted.

    Were it to come back from its end, it would be processed again.
    """
    if after.groups is before.groups:
        return None
    for name, group in after.groups.items():
        was = before.groups.get(name)
        if was is None or group.deliveries is was.deliveries:
            continue
        for tp, deliveries in group.deliveries.items():
            for offset, delivery in deliveries.items():
                old = was.deliveries.get(tp, {}).get(offset, NEVER_LENT)
                if delivery is not old and (wrong := _wrong(old, delivery)):
                    return f"{tp} offset {offset} of group {name} {wrong}."
    return None


def _wrong(old: Delivery, new: Delivery) -> str:
    """Returns what is wrong with the way from one delivery of a record to the next, if anything is."""
    if new.state != old.state and new.state not in NEXT[old.state]:
        return f"was {old.state} and is {new.state}"
    lent = new.state == "acquired" and old.state != "acquired"
    if new.delivery_count != old.delivery_count + lent:
        return f"had {old.delivery_count} deliveries and has {new.delivery_count}, now {new.state}"
    if (new.member is not None) != (new.state == "acquired"):
        return f"is {new.state}, and {new.member or 'nobody'} has it"
    return ""


PROPERTIES: Final = (records_are_lent_to_one, done_records_stay_done)
