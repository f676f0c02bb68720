"""What must hold of the controller's truth about partitions."""

from collections.abc import Iterable
from itertools import pairwise

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing
from kafkaviz.model.core.brokers import SILENT
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.configs import own_min_isr
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import once_an_event, promise


@promise("Only a broker with a copy is in the ISR", facets=("partitions",))
def isr_within_replicas(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Only a broker that holds a copy can be in sync with it; and nobody is listed twice (TypeOk).

    An ELR may go on naming brokers that a reassignment took the copy from, until the next change: Kafka's
    PartitionChangeBuilder leaves them there, and nobody but a replica is ever elected.
    """
    for tp in changed_partitions(before, event, after):
        p, was = after.partitions[tp], before.partitions.get(tp)
        counted_on = (*p.isr, *p.elr)
        left = {*was.replicas, *was.elr} if was is not None else set()
        if not set(p.isr) <= set(p.replicas) >= set(p.elr) - left or len(set(counted_on)) < len(counted_on):
            return f"{tp} has replicas on {listing(p.replicas)}; its ISR is {listing(p.isr)}, its ELR {listing(p.elr)}."
        if len(set(p.replicas)) < len(p.replicas):
            return f"{tp} has two copies on one broker: its replicas are on {listing(p.replicas)}."
    return None


@promise("Only a member of the ISR leads", facets=("partitions",))
def leader_in_isr(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A leader outside the ISR may lack what was promised (LeaderInIsr)."""
    for tp in changed_partitions(before, event, after):
        p = after.partitions[tp]
        if p.leader is not None and p.leader not in p.isr:
            return f"{tp} is led by broker {p.leader}, which is not in its ISR: {listing(p.isr)}."
    return None


@promise("A partition without an ISR can get a leader again", facets=("partitions",))
def empty_isr_has_a_way_back(before: Cluster, event: Event, after: Cluster) -> str | None:
    """An ISR is empty only where somebody stands in for it or is known to have led last; else nobody could lead."""
    for tp in changed_partitions(before, event, after):
        p = after.partitions[tp]
        if not p.isr and not p.elr and not p.last_known_elr:
            return f"{tp} has an empty ISR, nobody stands in, and nobody is known to have led last."
    return None


@promise("Epochs rise with every change", facets=("partitions",))
def epochs_never_fall(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Epochs are how old and new are told apart: they rise with each change and never return."""
    for tp in changed_partitions(before, event, after):
        p, was = after.partitions[tp], before.partitions.get(tp)
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
    for tp in changed_partitions(before, event, after):
        leading = [
            (replica.view.leader_epoch, b)
            for b, replica in after.replicas[tp].items()
            if replica.view.leader == b and after.brokers[b].state not in SILENT
        ]
        if len(leading) > 1 and len({epoch for epoch, _ in leading}) < len(leading):
            return f"{tp} has two leaders in one epoch: {leading}."
    return None


@promise("An eligible leader replica only stands in for a missing member of the ISR", facets=("partitions",))
def elr_stands_in(before: Cluster, event: Event, after: Cluster) -> str | None:
    """An eligible leader replica is a substitute: never beside a full ISR, never a member of it (KIP-966)."""
    for tp in changed_partitions(before, event, after):
        p = after.partitions[tp]
        if set(p.elr) & set(p.isr):
            return f"{tp} has {listing(sorted({*p.elr} & {*p.isr}))} in both ISR and ELR."
        first = before.partitions.get(TopicPartition(tp.topic, 0), p)
        least = own_min_isr(after, tp.topic, len(first.replicas))
        # A stand-in that was just elected leaves the other stand-ins listed until the next change.
        was = before.partitions.get(tp)
        changed = was is not None and p is not was and p.leader not in was.elr
        if changed and p.elr and len(p.isr) >= min(least, len(first.replicas)):
            return f"{tp} keeps {listing(p.elr)} in the ELR beside an ISR that is large enough: {listing(p.isr)}."
    return None


@promise(
    "An eligible leader replica has every committed record",
    facets=("partitions", "logs", "high_watermarks", "processes"),
)
def elr_has_what_is_committed(before: Cluster, event: Event, after: Cluster) -> str | None:
    """An eligible leader replica may be elected, so it has everything below the high watermark."""
    for tp in changed_partitions(before, event, after):
        p = after.partitions[tp]
        if not p.elr:
            continue
        committed = max((r.high_watermark for b, r in after.replicas[tp].items() if b in p.isr), default=0)
        for b in set(p.elr) & set(p.replicas):
            replica = after.replicas[tp][b]
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
def changed_partitions(before: Cluster, event: Event, after: Cluster) -> Iterable[TopicPartition]:
    """Returns the partitions whose controller's truth or replicas differ after an event, or all if a broker came up."""
    tp = event.only_partition
    if tp is not None:
        return (tp,) if tp in after.partitions else ()
    if after.brokers is not before.brokers and _came_up(before, after):
        return after.partitions
    if after.partitions is before.partitions and after.replicas is before.replicas:
        return ()
    return [
        tp
        for tp in after.partitions
        if after.partitions[tp] is not before.partitions.get(tp) or after.replicas[tp] is not before.replicas.get(tp)
    ]


def _came_up(before: Cluster, after: Cluster) -> bool:
    """Tells whether a process runs that did not run before; what is held of those that run may then be broken."""
    for b, broker in after.brokers.items():
        if broker is not before.brokers.get(b) and broker.state not in SILENT and not before.is_up(b):
            return True
    return False


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
