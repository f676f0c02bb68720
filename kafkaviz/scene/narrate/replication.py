"""What is said about partitions and their replicas."""

from kafkaviz.decisions.values import Partition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.partitions.events import (
    FetchLost,
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    IsrChangeProposed,
    IsrChangeRefused,
    LogTruncated,
    MetadataDelivered,
    PartitionChanged,
)
from kafkaviz.scene.narrate.hearing import heard
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.topics import moved
from kafkaviz.scene.narrate.words import braces, listed, values_of


@sentence.register
def _partition_changed(event: PartitionChanged, before: Cluster, after: Cluster) -> Said:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    told = moved(before, event, after)
    if told:
        return told
    if now.leader is None and was.leader is not None:
        why = f"Nobody in the ISR {braces(now.isr or was.isr)} is alive; the partition waits."
        return f"{event.tp} has no leader any more.", why
    if now.leader != was.leader:
        return _elected(event, was, now)
    if now.isr != was.isr:
        joined = [b for b in now.isr if b not in was.isr]
        left = [b for b in was.isr if b not in now.isr]
        done = f"{listed(joined)} joined".capitalize() if joined else f"{listed(left)} left".capitalize()
        if joined:
            why = "It has everything that is committed."
        elif all(after.brokers[b].is_active for b in left):
            why = "It has not caught up for replica.lag.time.max.ms."
        else:
            why = "Its broker is down or fenced."
        return f"{event.tp}: {done[0].lower() + done[1:]} the ISR, now {braces(now.isr)}.", why
    return _kept(event, was, now)


def _kept(event: PartitionChanged, was: Partition, now: Partition) -> Said:
    """Says what changed where leader and ISR are as they were."""
    if now.elr != was.elr:
        why = "Who left an ISR below min.insync.replicas with all that is committed stays eligible to lead."
        if set(now.elr) < set(was.elr):
            why = "Who comes back from an unclean shutdown may lack the end of its log: it is eligible no more."
        return f"{event.tp}: the eligible leader replicas are now {braces(now.elr)}.", why
    if now.last_known_elr != was.last_known_elr:
        why = "With ISR and ELR empty, only the last known leader may be elected again."
        return f"{event.tp}: the last known leader is {braces(now.last_known_elr)}.", why
    if now.recovery != was.recovery:
        return f"{event.tp}: its leader has recovered.", "After an unclean election the leader says when it is done."
    why = "The assignment is written anew, and leader and ISR stay as they are."
    return f"{event.tp}: partition epoch {was.partition_epoch} → {now.partition_epoch}.", why


def _elected(event: PartitionChanged, was: Partition, now: Partition) -> Said:
    come = f"broker {was.leader} → {now.leader}" if was.leader is not None else f"broker {now.leader}"
    cap = f"{event.tp}: new leader, {come}, leader epoch {now.leader_epoch}."
    if not event.clean and not was.isr:
        why = "ISR and ELR are empty: the last known leader leads again. Unclean, since loss cannot be excluded."
        return cap, why
    if not event.clean:
        return cap, f"An unclean election: nobody of {braces(was.isr)} could lead; what only they had is lost."
    if now.leader not in was.isr and now.leader in was.elr:
        return cap, f"An eligible leader replica of {braces(was.elr)}: it has all that is committed, outside the ISR."
    if now.leader == now.replicas[0]:
        return cap, "It is the preferred leader, the first replica of the assignment."
    return cap, f"The first replica of {list(now.replicas)} that is in the ISR and alive."


@sentence.register
def _metadata_delivered(event: MetadataDelivered, before: Cluster, after: Cluster) -> Said:
    return heard([event], before, after) or (f"Nobody is left to hear of {event.tp}.", "")


@sentence.register
def _isr_change_proposed(event: IsrChangeProposed, before: Cluster, after: Cluster) -> Said:
    return f"{event.tp}: leader {event.leader} proposes the ISR {braces(event.isr)}.", "The controller decides."


@sentence.register
def _isr_change_refused(event: IsrChangeRefused, before: Cluster, after: Cluster) -> Said:
    return f"{event.tp}: the controller refuses the ISR of broker {event.leader}.", event.error


@sentence.register
def _fetch_served(event: FetchServed, before: Cluster, after: Cluster) -> Said:
    answer = event.answer
    fetch = f"Broker {event.follower} fetches {event.tp} from offset {answer.fetch_offset}"
    if answer.diverging:
        return f"{fetch}: its log and the leader's differ.", "It will cut its log back first."
    return f"{fetch}; broker {answer.leader} answers.", "The offset it asks for says what it has."


@sentence.register
def _fetch_received(event: FetchReceived, before: Cluster, after: Cluster) -> Said:
    answer = before.replicas[event.tp][event.follower].incoming
    if answer is not None and answer.records:
        return f"{event.tp}: broker {event.follower} copies {values_of(answer.records)}.", ""
    high_watermark = after.replicas[event.tp][event.follower].high_watermark
    return f"{event.tp}: broker {event.follower} learns the high watermark {high_watermark}.", ""


@sentence.register
def _fetch_lost(event: FetchLost, before: Cluster, after: Cluster) -> Said:
    return f"{event.tp}: the answer to broker {event.follower} is lost on its way.", ""


@sentence.register
def _high_watermark_advanced(event: HighWatermarkAdvanced, before: Cluster, after: Cluster) -> Said:
    old = before.replicas[event.tp][event.leader].high_watermark
    isr = after.replicas[event.tp][event.leader].maximal_isr
    return (
        f"{event.tp}: the high watermark moves from {old} to {event.offset}.",
        f"Everybody in the ISR {braces(isr)} has what is below it: it is committed.",
    )


@sentence.register
def _log_truncated(event: LogTruncated, before: Cluster, after: Cluster) -> Said:
    held = before.replicas[event.tp][event.broker]
    gone = [r for r in held.log if r.offset >= event.offset]
    if not gone:
        return f"{event.tp}: broker {event.broker} finds nothing to cut off.", ""
    leader = before.partitions[event.tp].leader
    has = before.replicas[event.tp][leader].log if leader is not None else ()
    if event.offset == held.high_watermark and any(record in has for record in gone):
        why = f"Its own high watermark is {event.offset}; it asks nobody whether what is above it was committed."
    else:
        why = "Only what the leader has may stay."
    return (
        f"{event.tp}: broker {event.broker} cuts its log back to {event.offset} and drops {values_of(gone)}.",
        why,
    )
