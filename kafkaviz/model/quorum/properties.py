"""What must hold of the voters, and of moves that a controller oversees."""

from kafkaviz.decisions.wording import listing
from kafkaviz.model.brokers.registration_events import BrokerFenced
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import LEADER, Quorum
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import promise
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted
from kafkaviz.model.quorum.events import ControllerElected, VoteAnswered

DECISIONS = (TopicCreated, TopicDeleted, TopicConfigured, PartitionsAdded, PartitionChanged, BrokerFenced)


@promise("One controller leads in an epoch of the quorum", facets=("controller",))
def one_leader_per_quorum_epoch(before: Cluster, event: Event, after: Cluster) -> str | None:
    """In one epoch of the quorum at most one voter leads, so that its records can be told from an older leader's."""
    quorum = after.controller
    if not isinstance(quorum, Quorum) or quorum is before.controller:
        return None
    epochs = [voter.epoch for voter in quorum.voters.values() if voter.state == LEADER]
    twice = next((epoch for epoch in epochs if epochs.count(epoch) > 1), None)
    return f"Two controllers lead in epoch {twice}." if twice is not None else None


@promise("A controller is elected by a majority", ControllerElected)
def elected_by_a_majority(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A controller leads with the votes of a majority of all voters, dead ones included in the count."""
    quorum = before.controller
    if not isinstance(event, ControllerElected) or not isinstance(quorum, Quorum):
        return None
    granted = quorum.voters[event.controller].granted
    if len(granted) < quorum.majority:
        return f"Controller {event.controller} was elected by {len(granted)} of {len(quorum.voters)} voters."
    return None


@promise("A controller votes once in an epoch", VoteAnswered)
def votes_once_in_an_epoch(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A voter gives one binding vote in an epoch, and remembers it; pre-votes do not count."""
    quorum = before.controller
    if not isinstance(event, VoteAnswered) or not isinstance(quorum, Quorum) or event.pre_vote or not event.granted:
        return None
    voter = quorum.voters[event.voter]
    if voter.epoch == event.epoch and voter.voted_for not in (None, event.candidate):
        return f"Controller {event.voter} voted for {voter.voted_for} and {event.candidate} in epoch {event.epoch}."
    return None


@promise("A new controller has all committed metadata", ControllerElected, facets=("controller", "metadata_log"))
def elected_with_all_that_is_committed(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A new controller has every committed metadata record; what a majority has is never lost."""
    old, new = before.controller, after.controller
    if not isinstance(old, Quorum) or not isinstance(new, Quorum):
        return None
    if new.committed < old.committed:
        return f"The committed metadata fell from offset {old.committed} to {new.committed}."
    if isinstance(event, ControllerElected) and old.voters[event.controller].log_end[1] < old.committed:
        end = old.voters[event.controller].log_end[1]
        return f"Controller {event.controller} was elected with metadata up to {end}, committed is {old.committed}."
    return None


@promise("A controller's epoch never falls", facets=("controller",))
def quorum_epochs_never_fall(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A voter that has entered an epoch never goes back to an older one."""
    old, new = before.controller, after.controller
    if not isinstance(old, Quorum) or not isinstance(new, Quorum) or old is new:
        return None
    for node, voter in new.voters.items():
        if voter.epoch < old.voters[node].epoch:
            return f"Controller {node} went from epoch {old.voters[node].epoch} back to {voter.epoch}."
    return None


@promise("Only an active controller decides", *DECISIONS)
def decides_only_with_a_controller(before: Cluster, event: Event, after: Cluster) -> str | None:
    """While there is no active controller nothing about topics, leaders or brokers is decided."""
    if not isinstance(event, DECISIONS) or before.controller.active is not None:
        return None
    if isinstance(event, BrokerFenced) and not isinstance(before.controller, Quorum):
        return None  # ZooKeeper ends sessions by itself.
    return f"{type(event).__name__} happened while there was no active controller."


@promise("A reassignment ends with its new replicas in sync", PartitionChanged)
def moves_end_in_sync(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A move holds old and new replicas together, and ends when every new one is in sync, or is called off."""
    if not isinstance(event, PartitionChanged):
        return None
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    if not (now.adding or now.removing or was.adding or was.removing):
        return None
    if strangers := sorted({*now.adding, *now.removing} - {*now.replicas}):
        return f"{event.tp} moves, and {listing(strangers)} of those that it adds or removes has no replica of it."
    if now.adding or now.removing:
        return None
    origin, target = {*was.replicas} - {*was.adding}, {*now.replicas}
    added, removed = target - origin, origin - target
    awaited = added if len(added) >= len(removed) else target
    if not awaited <= {*now.isr}:
        return f"{event.tp} ended its move on {listing(now.replicas)}, and only {listing(now.isr)} in sync."
    if now.leader is not None and now.leader not in now.replicas:
        return f"{event.tp} ended its move on {listing(now.replicas)}, led by broker {now.leader}."
    return None


PROPERTIES = (
    one_leader_per_quorum_epoch,
    elected_by_a_majority,
    votes_once_in_an_epoch,
    elected_with_all_that_is_committed,
    quorum_epochs_never_fall,
    decides_only_with_a_controller,
    moves_end_in_sync,
)
