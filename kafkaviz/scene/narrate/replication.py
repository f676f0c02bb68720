"""What is said about partitions and their replicas."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.decisions.policies import Truncation
from kafkaviz.decisions.replication import high_watermark, is_out_of_sync
from kafkaviz.decisions.values import Partition
from kafkaviz.decisions.wording import name_of
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
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
from kafkaviz.scene.narrate.electing import elected
from kafkaviz.scene.narrate.hearing import heard
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.topics import moved
from kafkaviz.scene.narrate.words import braces, limit, listed, values_of


@sentence.register
def _partition_changed(event: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    told = moved(before, event, after)
    if told:
        return told
    if now.leader != was.leader:
        return elected(event, before, after, cause)
    if now.isr != was.isr:
        return _resized(event, before, after, cause)
    return _kept(event, was, now, cause)


def _resized(changed: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    """Says who joined or left an ISR, and the condition that held."""
    tp, was, now = changed.tp, before.partitions[changed.tp].isr, after.partitions[changed.tp].isr
    joined, left = [b for b in now if b not in was], [b for b in was if b not in now]
    if not joined and not left:
        return f"{tp}: the ISR is listed in another order, {braces(now)}.", "The leader wrote its members down anew."
    done = [f"{listed(who)} {verb}" for who, verb in ((joined, "joined"), (left, "left")) if who]
    cap = f"{tp}: {' and '.join(done)} the ISR, {f'now {braces(now)}' if now else 'which is empty now'}."
    held, leader = before.replicas[tp], before.partitions[tp].leader
    if joined:
        told = None if leader is None else held.get(leader)
        end = None if told is None or joined[0] not in told.followers else told.followers[joined[0]].fetch_offset
        if told is None or end is None:
            return cap, f"{listed(joined).capitalize()} had all that is committed."
        mark = f"not below the high watermark {told.high_watermark}"
        return cap, f"Leader {leader} proposed it: broker {joined[0]} fetches from offset {end}, {mark}."
    gone = [b for b in left if not after.brokers[b].is_active]
    if not gone:
        lag = limit("replica.lag.time.max.ms", cause.policies.replica_lag_time_max_ms)
        return cap, f"Leader {leader} proposed it: {listed(left)} {_has(left)} not caught up for {lag}."
    doubted = [b for b in gone if after.brokers[b].is_up and after.brokers[b].unclean_shutdown]
    if doubted:
        return (
            cap,
            f"{listed(doubted).capitalize()} came back from an unclean shutdown: the end of its log may be gone.",
        )
    verb = "is" if len(gone) == 1 else "are"
    return cap, f"The controller takes {listed(gone)} out, which {verb} {state_of(gone[0], after)}."


def _has(brokers: Sequence[int]) -> str:
    return "has" if len(brokers) == 1 else "have"


def state_of(broker: int, cluster: Cluster) -> str:
    """Says why a broker may not lead."""
    if cluster.brokers[broker].state == SHUTTING_DOWN:
        return "shutting down"
    return "fenced" if isinstance(cluster.controller, Quorum) else "without a session in ZooKeeper"


def _kept(event: PartitionChanged, was: Partition, now: Partition, cause: Cause) -> Said:
    """Says what changed where leader and ISR are as they were."""
    tp = event.tp
    if now.elr != was.elr:
        cap = f"{tp}: the eligible leader replicas are now {braces(now.elr)}."
        cap = cap if now.elr else f"{tp}: there are no eligible leader replicas any more."
        if set(now.elr) < set(was.elr):
            gone = listed([b for b in was.elr if b not in now.elr])
            return cap, f"After an unclean shutdown {gone} may lack the end of the log: eligible no more."
        return (
            cap,
            f"The ISR {braces(now.isr)} is below min.insync.replicas; who left it with all that is committed stays.",
        )
    if now.last_known_elr != was.last_known_elr:
        if not now.last_known_elr:
            return f"{tp}: no last known leader is kept any more.", f"There is an ISR again: {braces(now.isr)}."
        why = f"ISR and ELR are empty, so only broker {now.last_known_elr[0]} may be elected again (KIP-966)."
        return f"{tp}: the last known leader is broker {now.last_known_elr[0]}.", why
    if now.recovery != was.recovery:
        why = f"Broker {now.leader} led after an unclean election; its first proposal of an ISR says that it is done."
        return f"{tp}: its leader has recovered.", why
    if now.leader_epoch != was.leader_epoch:
        cap = f"{tp}: broker {now.leader} leads on, in leader epoch {now.leader_epoch}."
        return (
            cap,
            f"The controller wrote it anew; fetches in epoch {was.leader_epoch} are refused from now on.",
        )
    cap = f"{tp}: partition epoch {was.partition_epoch} → {now.partition_epoch}."
    return (
        cap,
        f"The assignment {list(now.replicas)} is written anew; broker {now.leader} leads on.",
    )


@sentence.register
def _metadata_delivered(event: MetadataDelivered, before: Cluster, after: Cluster, cause: Cause) -> Said:
    nobody = f"Nobody is left to hear of {event.tp}.", f"Its partition epoch is {event.view.partition_epoch}."
    return heard([event], before, after) or nobody


@sentence.register
def _isr_change_proposed(event: IsrChangeProposed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.tp}: leader {event.leader} proposes the ISR {braces(event.isr)}.", _proposed(event, before, cause)


def _proposed(event: IsrChangeProposed, before: Cluster, cause: Cause) -> str:
    leader = before.replicas[event.tp][event.leader]
    left = [b for b in leader.view.isr if b not in event.isr]
    if left:
        seen, lag = (
            leader.followers.get(left[0]),
            limit("replica.lag.time.max.ms", cause.policies.replica_lag_time_max_ms),
        )
        at = (
            f", and its log ends at {leader.log_end_offset}"
            if seen is None or seen.fetch_offset < 0
            else (f": it asked from {seen.fetch_offset} of {leader.log_end_offset}")
        )
        ruled = cause.policies.is_out_of_sync
        if ruled is not is_out_of_sync:
            return f"{name_of(ruled)} says that {listed(left)} {_has(left)} fallen behind{at}."
        return f"{listed(left).capitalize()} {_has(left)} not caught up for {lag}{at}. The controller decides."
    joined = [b for b in event.isr if b not in leader.view.isr]
    end = max((leader.followers[b].fetch_offset for b in joined), default=leader.log_end_offset)
    mark = f"the high watermark is {leader.high_watermark}"
    return f"{listed(joined or event.isr).capitalize()} asked from offset {end}, and {mark}. The controller decides."


REFUSALS: Final = {
    "FENCED_LEADER_EPOCH": "{error}: broker {leader} leads in an older epoch than {now}.",
    "INVALID_REQUEST": "{error}: broker {leader} is not the leader, or not in the ISR it proposes.",
    "INVALID_UPDATE_VERSION": "{error}: the partition epoch is {epoch}, later than the one broker {leader} knew.",
    "INELIGIBLE_REPLICA": "{error}: who would join is fenced, shutting down, or was started anew since.",
    "NO_CHANGE": "{error}: that is the ISR of partition epoch {epoch} already.",
}


@sentence.register
def _isr_change_refused(event: IsrChangeRefused, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.tp}: the controller refuses the ISR of broker {event.leader}.", REFUSALS.get(
        event.error, "{error}: the controller's partition epoch is {epoch}."
    ).format(
        error=event.error,
        leader=event.leader,
        epoch=before.partitions[event.tp].partition_epoch,
        now=before.partitions[event.tp].leader_epoch,
    )


@sentence.register
def _fetch_served(event: FetchServed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    answer = event.answer
    fetch = f"Broker {event.follower} fetches {event.tp} from offset {answer.fetch_offset}"
    if answer.diverging:
        epoch, end = answer.diverging
        why = f"The leader's epoch {epoch} ends at offset {end}: broker {event.follower} cuts its log back first."
        return f"{fetch}: its log and the leader's differ.", why
    why = f"Its log ends at {answer.fetch_offset}: so broker {answer.leader} learns that it has everything before."
    return f"{fetch}; broker {answer.leader} answers.", why


@sentence.register
def _fetch_received(event: FetchReceived, before: Cluster, after: Cluster, cause: Cause) -> Said:
    answer = before.replicas[event.tp][event.follower].incoming
    if answer is not None and answer.records:
        return f"{event.tp}: broker {event.follower} copies {values_of(answer.records)}.", (
            f"The answer of broker {answer.leader}, the leader, held what comes after offset {answer.fetch_offset}."
        )
    known = after.replicas[event.tp][event.follower].high_watermark
    return f"{event.tp}: broker {event.follower} learns the high watermark {known}.", (
        f"The leader knew it before; a follower learns it with the answer to its next fetch, up to the end of its own "
        f"log ({after.replicas[event.tp][event.follower].log_end_offset})."
    )


@sentence.register
def _fetch_lost(event: FetchLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.tp}: the answer to broker {event.follower} is lost on its way.", (
        f"The network dropped it; broker {event.follower} asks again from the same offset, "
        f"{before.replicas[event.tp][event.follower].log_end_offset}."
    )


@sentence.register
def _high_watermark_advanced(event: HighWatermarkAdvanced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    old = before.replicas[event.tp][event.leader].high_watermark
    isr = after.replicas[event.tp][event.leader].maximal_isr
    return (
        f"{event.tp}: the high watermark moves from {old} to {event.offset}.",
        f"{_counted_on(event, before, cause)} the whole ISR {braces(isr)} has what is below it: it is committed.",
    )


def _counted_on(event: HighWatermarkAdvanced, before: Cluster, cause: Cause) -> str:
    """Names whose answer a high watermark is: that of the rule, or of the function in its place."""
    if cause.policies.high_watermark is not high_watermark:
        return f"{name_of(cause.policies.high_watermark)} answered {event.offset}, as if"
    leader = before.replicas[event.tp][event.leader]
    if not any(b in leader.followers for b in leader.maximal_isr):
        return f"The leader's own log ends at {leader.log_end_offset}, so"
    return f"The slowest of the ISR ends at {event.offset}, so"


@sentence.register
def _log_truncated(event: LogTruncated, before: Cluster, after: Cluster, cause: Cause) -> Said:
    gone = [r for r in before.replicas[event.tp][event.broker].log if r.offset >= event.offset]
    if not gone:
        return f"{event.tp}: broker {event.broker} finds nothing to cut off.", (
            f"Its log ends at {before.replicas[event.tp][event.broker].log_end_offset}; the leader's agrees with it."
        )
    return (
        f"{event.tp}: broker {event.broker} cuts its log back to {event.offset} and drops {values_of(gone)}.",
        f"{TRUNCATIONS[cause.policies.truncation]}, offset {event.offset}: only what the leader has may stay.",
    )


TRUNCATIONS: Final[dict[Truncation, str]] = {
    "high_watermark": "Until 0.10 a follower cuts back to its high watermark",
    "kip_101": "It asked its leader where its latest epoch ends (KIP-101)",
    "kip_279": "It asked its leader where its epochs end (KIP-279)",
    "fetch": "The answer to its fetch says where the logs part",
}
