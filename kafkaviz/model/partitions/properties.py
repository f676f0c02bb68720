"""What must hold of the controller's truth about partitions."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.decisions.wording import listing
from kafkaviz.model.core.brokers import SILENT
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import once_an_event, promise
from kafkaviz.model.core.replicas import Replica

Changed = tuple[TopicPartition, Partition, Mapping[int, Replica]]
"""A partition, the controller's truth about it, and its replicas."""
ChangedReplica = tuple[TopicPartition, int, Replica | None, Replica]
"""A partition and a broker, and what that had of it before, if it had it, and has now."""


@promise("Only a broker with a copy is in the ISR", facets=("partitions",))
def isr_within_replicas(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Only a broker that holds a copy can be in sync with it; and nobody is listed twice (TypeOk).

    An ELR may go on naming brokers that a reassignment took the copy from, until the next change: Kafka's
    PartitionChangeBuilder leaves them there, and nobody but a replica is ever elected.
    """
    for tp, p, _ in changed_partitions(before, event, after):
        replicas, counted_on = {*p.replicas}, {*p.isr, *p.elr}
        if len(counted_on) < len(p.isr) + len(p.elr) or (not counted_on <= replicas and _strangers(before, tp, p)):
            return f"{tp} has replicas on {listing(p.replicas)}; its ISR is {listing(p.isr)}, its ELR {listing(p.elr)}."
        if len(replicas) < len(p.replicas):
            return f"{tp} has two copies on one broker: its replicas are on {listing(p.replicas)}."
    return None


def _strangers(before: Cluster, tp: TopicPartition, p: Partition) -> set[int]:
    """Returns who is counted on and neither holds a copy nor was left in the ELR when its copy was taken."""
    was = before.partitions.get(tp)
    left = {*was.replicas, *was.elr} if was is not None else set()
    return {*p.isr} - {*p.replicas} | {*p.elr} - {*p.replicas} - left


@promise("Only a member of the ISR leads", facets=("partitions",))
def leader_in_isr(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A leader outside the ISR may lack what was promised (LeaderInIsr)."""
    for tp, p, _ in changed_partitions(before, event, after):
        if p.leader is not None and p.leader not in p.isr:
            return f"{tp} is led by broker {p.leader}, which is not in its ISR: {listing(p.isr)}."
    return None


@promise("A partition without an ISR can get a leader again", facets=("partitions",))
def empty_isr_has_a_way_back(before: Cluster, event: Event, after: Cluster) -> str | None:
    """An ISR is empty only where somebody stands in for it or is known to have led last; else nobody could lead."""
    for tp, p, _ in changed_partitions(before, event, after):
        if not p.isr and not p.elr and not p.last_known_elr:
            return f"{tp} has an empty ISR, nobody stands in, and nobody is known to have led last."
    return None


@promise("Epochs rise with every change", facets=("partitions",))
def epochs_never_fall(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Epochs are how old and new are told apart: they rise with each change and never return."""
    for tp, p, _ in changed_partitions(before, event, after):
        was = before.partitions.get(tp)
        if was is None or p is was:
            continue
        if p.leader_epoch < was.leader_epoch or p.partition_epoch != was.partition_epoch + 1:
            return (
                f"{tp} went from leader epoch {was.leader_epoch} and partition epoch {was.partition_epoch} "
                f"to {p.leader_epoch} and {p.partition_epoch}."
            )
        if p.leader != was.leader and p.leader_epoch == was.leader_epoch:
            return f"{tp} changed its leader from {was.leader} to {p.leader} in one leader epoch."
    return None


@promise("One broker leads in a leader epoch", facets=("views", "processes"))
def one_leader_per_epoch(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Two brokers that believe they lead are told apart by their epochs; in one epoch there is one."""
    for tp, _, replicas in changed_partitions(before, event, after):
        leading: list[tuple[int, int]] = []
        for b, replica in replicas.items():
            if replica.view.leader == b and after.brokers[b].state not in SILENT:
                leading.append((replica.view.leader_epoch, b))
        if len(leading) > 1 and len({epoch for epoch, _ in leading}) < len(leading):
            return f"{tp} has two leaders in one epoch: {leading}."
    return None


@promise("An eligible leader replica only stands in for a missing member of the ISR", facets=("partitions",))
def elr_stands_in(before: Cluster, event: Event, after: Cluster) -> str | None:
    """An eligible leader replica is a substitute: never beside a full ISR, never a member of it (KIP-966)."""
    for tp, p, _ in changed_partitions(before, event, after):
        if not p.elr:
            continue
        if set(p.elr) & set(p.isr):
            return f"{tp} has {listing(sorted({*p.elr} & {*p.isr}))} in both ISR and ELR."
        first = before.partitions.get(TopicPartition(tp.topic, 0), p)
        least = after.own_min_isr(tp.topic, len(first.replicas))
        # A stand-in that was just elected leaves the other stand-ins listed until the next change.
        was = before.partitions.get(tp)
        changed = was is not None and p is not was and p.leader not in was.elr
        if changed and len(p.isr) >= min(least, len(first.replicas)):
            return f"{tp} keeps {listing(p.elr)} in the ELR beside an ISR that is large enough: {listing(p.isr)}."
    return None


@promise(
    "An eligible leader replica has every committed record",
    facets=("partitions", "logs", "high_watermarks", "processes"),
)
def elr_has_what_is_committed(before: Cluster, event: Event, after: Cluster) -> str | None:
    """An eligible leader replica may be elected, so it has everything below the high watermark."""
    for tp, p, replicas in changed_partitions(before, event, after):
        if not p.elr:
            continue
        committed = max((r.high_watermark for b, r in replicas.items() if b in p.isr), default=0)
        for b in set(p.elr) & set(p.replicas):
            replica = replicas[b]
            if after.brokers[b].is_up and replica.log_end_offset < committed:
                return f"{tp}: broker {b} is eligible but ends at {replica.log_end_offset}, not {committed}."
    return None


PROPERTIES = (
    isr_within_replicas,
    leader_in_isr,
    empty_isr_has_a_way_back,
    epochs_never_fall,
    one_leader_per_epoch,
    elr_stands_in,
    elr_has_what_is_committed,
)


@once_an_event
def changed_partitions(before: Cluster, event: Event, after: Cluster) -> Sequence[Changed]:
    """Returns the partitions whose controller's truth or replicas differ after an event, or all if a broker came up."""
    tp = event.only_partition
    if tp is None:
        return _changed_in_all(before, after)
    partition = after.partitions.get(tp)
    return () if partition is None else ((tp, partition, after.replicas[tp]),)


def _changed_in_all(before: Cluster, after: Cluster) -> list[Changed]:
    came_up = after.brokers is not before.brokers and _came_up(before, after)
    found: list[Changed] = []
    if came_up or after.partitions is not before.partitions or after.replicas is not before.replicas:
        for tp, partition in after.partitions.items():
            replicas = after.replicas[tp]
            if came_up or partition is not before.partitions.get(tp) or replicas is not before.replicas.get(tp):
                found.append((tp, partition, replicas))
    return found


def _came_up(before: Cluster, after: Cluster) -> bool:
    """Tells whether a process runs that did not run before; what is held of those that run may then be broken."""
    known = before.brokers
    for b, broker in after.brokers.items():
        if broker is not known.get(b) and broker.state not in SILENT and not before.is_up(b):
            return True
    return False


@once_an_event
def changed_replicas(before: Cluster, event: Event, after: Cluster) -> list[ChangedReplica]:
    """Returns the replicas that an event changed or brought, each with its broker and as it was before, if it was.

    What holds of each replica by itself can be broken in these alone.
    """
    found: list[ChangedReplica] = []
    for tp, _, replicas in changed_partitions(before, event, after):
        known = before.replicas.get(tp) or {}
        for b, replica in replicas.items():
            was = known.get(b)
            if replica is not was:
                found.append((tp, b, was, replica))
    return found


def thinned_offset(cluster: Cluster, tp: TopicPartition) -> int:
    """Returns the offset below which a copy may lack what another has: some cleaner was here."""
    thinned = max([replica.cleaned_offset for replica in cluster.replicas[tp].values()])
    if "compact" not in str(cluster.topics[tp.topic].configs.get("cleanup_policy")):
        return thinned
    for replica in cluster.replicas[tp].values():
        if replica.log_end_offset - replica.log_start_offset != len(replica.log):
            offsets = (replica.log_start_offset - 1, *(record.offset for record in replica.log))
            thinned = max(thinned, *(y for x, y in pairwise(offsets) if y != x + 1))
    return thinned
