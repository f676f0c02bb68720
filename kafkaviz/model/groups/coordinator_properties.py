"""What must hold of coordinators: who is one, whom members find, and who may serve or refuse them."""

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import promise
from kafkaviz.model.groups.classic.events import AssignmentReceived, JoinRequested
from kafkaviz.model.groups.common.coordinator_events import (
    CoordinatorFound,
    CoordinatorMarkedUnknown,
    CoordinatorMoved,
    GroupRequestRejected,
)
from kafkaviz.model.groups.common.events import GroupPolled, MemberLeft, OffsetsCommitted
from kafkaviz.model.groups.consumer_protocol.events import (
    MemberAdmitted,
    MemberReconciled,
    PartitionsReleased,
    RevocationAsked,
)

SERVED = (
    OffsetsCommitted,
    JoinRequested,
    AssignmentReceived,
    MemberLeft,
    MemberAdmitted,
    RevocationAsked,
    PartitionsReleased,
    MemberReconciled,
)


@promise("A group's coordinator leads its partition of __consumer_offsets", CoordinatorMoved)
def coordinator_leads_the_offsets(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A group is coordinated where its offsets are: by the leader of its partition of `__consumer_offsets`."""
    if not isinstance(event, CoordinatorMoved):
        return None
    leader = after.offsets[event.partition].leader
    if after.groups[event.group].coordinator != leader or event.partition != after.groups[event.group].partition:
        return f"Group {event.group} is coordinated by {event.broker}; its offsets are led by {leader}."
    return None


@promise("Only the coordinator serves a member", *SERVED, GroupPolled)
def only_the_coordinator_serves(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A broker that coordinates a group no more takes neither commits nor joins, or two brokers would share it out."""
    if not isinstance(event, (*SERVED, GroupPolled)) or (isinstance(event, GroupPolled) and event.committed is None):
        return None
    if isinstance(event, OffsetsCommitted) and event.stored_in == "zookeeper":
        return None
    group = before.groups[event.group]
    member = group.members.get(event.member)
    if member is not None and (member.coordinator != group.coordinator or not before.is_up(group.coordinator)):
        return (
            f"{event.member} was served by broker {member.coordinator}; the coordinator of group {event.group} is "
            f"{group.coordinator}."
        )
    if group.loading_since_ms is not None:
        return f"{event.member} was served by broker {group.coordinator}, which is still loading group {event.group}."
    return None


@promise("Only a coordinator that loads puts members off", GroupRequestRejected)
def only_who_loads_puts_off(before: Cluster, event: Event, after: Cluster) -> str | None:
    """COORDINATOR_LOAD_IN_PROGRESS says: wait, I am the right one; from any other broker one would wait in vain."""
    if not isinstance(event, GroupRequestRejected):
        return None
    group = before.groups[event.group]
    if event.broker != group.coordinator:
        return (
            f"Broker {event.broker} put {event.member} off; group {event.group} is coordinated by {group.coordinator}."
        )
    if group.loading_since_ms is None:
        return f"Broker {event.broker} put {event.member} off, and has loaded group {event.group}."
    return None


@promise("A coordinator never says that it is none", CoordinatorMarkedUnknown)
def coordinators_refuse_nobody(before: Cluster, event: Event, after: Cluster) -> str | None:
    """NOT_COORDINATOR comes from a broker that is not the coordinator; else a member would look for it for ever."""
    if not isinstance(event, CoordinatorMarkedUnknown):
        return None
    group = before.groups[event.group]
    if event.broker == group.coordinator:
        return f"Broker {event.broker} coordinates group {event.group}, and refused {event.member}."
    if event.broker != group.members[event.member].coordinator:
        return f"{event.member} was refused by broker {event.broker}, which it had not asked."
    return None


@promise("FindCoordinator names the leader of the group's partition", CoordinatorFound)
def the_coordinator_found_leads(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Whoever is asked names the broker that leads the group's partition of `__consumer_offsets`."""
    if not isinstance(event, CoordinatorFound):
        return None
    partition = before.groups[event.group].partition
    leader = before.offsets[partition].leader
    if event.broker != leader or after.groups[event.group].members[event.member].coordinator != leader:
        return f"{event.member} found broker {event.broker}; partition {partition} is led by {leader}."
    return None


PROPERTIES = (
    coordinator_leads_the_offsets,
    only_the_coordinator_serves,
    coordinators_refuse_nobody,
    only_who_loads_puts_off,
    the_coordinator_found_leads,
)
