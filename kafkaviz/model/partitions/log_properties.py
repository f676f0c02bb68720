"""What must hold of logs, high watermarks and the copies of a record after every event."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, pairwise

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.brokers import SILENT
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import once_an_event, promise
from kafkaviz.model.core.replicas import Record, Replica
from kafkaviz.model.partitions.events import LogTruncated
from kafkaviz.model.partitions.properties import changed_partitions, changed_replicas, thinned_offset

Log = tuple[Record, ...]
Held = Mapping[int, Replica]
of_few_logs = lru_cache(maxsize=1_000)
"""Keeps what was found out about logs: a search meets the same few in thousands of states."""


@promise("The high watermark lies within the log", facets=("logs", "high_watermarks"))
def offsets_in_order(before: Cluster, event: Event, after: Cluster) -> str | None:
    """log start <= high watermark <= log end on every replica, and offsets rise along the log (TypeOk)."""
    for tp, b, _, r in changed_replicas(before, event, after):
        if not r.log_start_offset <= r.high_watermark <= r.log_end_offset:
            return (
                f"{tp} on broker {b}: log start {r.log_start_offset}, high watermark {r.high_watermark}, "
                f"log end {r.log_end_offset}."
            )
        last = -1
        for record in r.log:
            if record.offset <= last:
                return f"{tp} on broker {b}: offsets do not rise."
            last = record.offset
    return None


@promise("Leader epochs rise along a log", facets=("logs",))
def epochs_rise_along_the_log(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Epochs in a log never fall, and the epoch cache says where each begins."""
    for tp, b, _, r in changed_replicas(before, event, after):
        fault = _epochs_fault(r.log, r.epochs)
        if fault:
            return f"{tp} on broker {b}: {fault}."
    return None


@of_few_logs
def _epochs_fault(log: Log, epochs: tuple[tuple[int, int], ...]) -> str:
    if any(x.leader_epoch > y.leader_epoch for x, y in pairwise(log)):
        return "a later record has an older leader epoch"
    if any(x[0] >= y[0] or x[1] > y[1] for x, y in pairwise(epochs)):
        return f"the epoch cache {epochs} does not rise"
    starts = dict(epochs)
    if any(starts.get(x.leader_epoch, 0) > x.offset for x in log):
        return f"the epoch cache {epochs} disagrees with the log"
    return ""


@promise("The same offset and leader epoch mean the same record", facets=("logs",))
def equal_offset_and_epoch_mean_equal_record(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Two replicas with the same offset and leader epoch hold the same record there (Log matching)."""
    for tp, _, logs in diverging_logs(before, event, after):
        two = _unlike(*logs)
        if two is not None:
            x, y = two
            return f"{tp}, offset {y.offset}, epoch {y.leader_epoch}: {x.value!r} here, {y.value!r} there."
    return None


@of_few_logs
def _unlike(*logs: Log) -> tuple[Record, Record] | None:
    records: dict[tuple[int, int], Record] = {}
    for log in logs:
        for y in log:
            x = records.setdefault((y.offset, y.leader_epoch), y)
            if x != y:
                return x, y
    return None


@promise("Logs that share a record share all before it", facets=("logs",))
def logs_agree_up_to_a_common_record(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Two replicas that share a record share all before it, so that one comparison finds where they part (KIP-279)."""
    for tp, replicas, logs in diverging_logs(before, event, after):
        start = max(thinned_offset(after, tp), *[r.log_start_offset for r in replicas.values()], 0)
        for first, second in combinations(logs, 2):
            parts = _parts(first, second, start)
            if parts is not None:
                return f"{tp}: two logs have the same record at offset {parts[1]} and differ at {parts[0]}."
    return None


@of_few_logs
def _parts(first: Log, second: Log, start: int) -> tuple[int, int] | None:
    """Returns the first offset at which two logs differ before the last at which they agree, and that one."""
    mine, theirs = ({x.offset: x.leader_epoch for x in log if x.offset >= start} for log in (first, second))
    last = max((at for at, epoch in mine.items() if theirs.get(at) == epoch), default=start)
    part = next((at for at in range(start, last) if mine.get(at) != theirs.get(at)), None)
    return None if part is None else (part, last)


@once_an_event
def diverging_logs(before: Cluster, event: Event, after: Cluster) -> list[tuple[TopicPartition, Held, list[Log]]]:
    """Returns the partitions that changed and of whose logs not each is the beginning of the longest, with the logs."""
    found: list[tuple[TopicPartition, Held, list[Log]]] = []
    for tp, _, replicas in changed_partitions(before, event, after):
        longest: Log = ()
        for replica in replicas.values():
            log = replica.log
            if log is longest:
                continue
            if len(log) > len(longest):
                log, longest = longest, log
            if log != longest[: len(log)]:
                found.append((tp, replicas, list({id(r.log): r.log for r in replicas.values()}.values())))
                break
    return found


@promise(
    "Replicas agree below the high watermark", facets=("logs", "high_watermarks", "views", "partitions", "processes")
)
def replicas_agree_below_high_watermark(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Whoever leads, it and every live member of its ISR agree below its high watermark (WeakIsr, StrongIsr).

    A deposed leader is held against the ISR of its successor: in its own may be one whose copy was deleted meanwhile.
    """
    for tp, truth, replicas in changed_partitions(before, event, after):
        for b, leader in replicas.items():
            if leader.view.leader != b or not leader.high_watermark or after.brokers[b].state in SILENT:
                continue
            view, apart = leader.view, []
            for member, replica in replicas.items():
                if replica.log is leader.log:
                    continue
                deposed = view.leader_epoch < truth.leader_epoch
                if member not in truth.isr and (deposed or member not in view.isr):
                    continue
                if after.brokers[member].state not in SILENT and _differs(leader, replica, after, tp):
                    apart.append(member)
            if apart:
                two = f"brokers {b} and {min(apart)}"
                return f"{tp}: {two} are in one ISR and differ below offset {leader.high_watermark}."
    return None


def _differs(leader: Replica, member: Replica, after: Cluster, tp: TopicPartition) -> bool:
    shared, end = min(len(leader.log), len(member.log)), leader.high_watermark
    if leader.log[:shared] == member.log[:shared] and (shared == len(leader.log) or leader.log[shared].offset >= end):
        return False
    # Each cleans its own log, so below a cleaner's mark one may still have what the other has not.
    start = max(leader.log_start_offset, member.log_start_offset, thinned_offset(after, tp))
    by_offset = {x.offset: x for x in member.log}
    return any(by_offset.get(x.offset) != x for x in leader.log if start <= x.offset < end)


@promise(
    "Every member of the ISR has every committed record",
    facets=("logs", "high_watermarks", "views", "isr_proposals", "partitions", "processes"),
)
def isr_has_what_is_committed(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Each live member of the ISR, present or proposed, reaches the leader's high watermark (ValidHighWatermark)."""
    for tp, p, replicas in changed_partitions(before, event, after):
        if p.leader is None or p.leader not in replicas:
            continue
        leader = replicas[p.leader]
        committed = leader.high_watermark
        if not committed or leader.view.leader != p.leader or after.brokers[p.leader].state in SILENT:
            continue  # Nothing is committed yet, or nobody leads.
        for member in {*p.isr, *leader.pending_isr} if leader.pending_isr else {*p.isr}:
            r = replicas.get(member)
            if r is None or (r.log[-1].offset + 1 if r.log else r.log_start_offset) >= committed:
                continue
            if after.brokers[member].is_up:
                return (
                    f"{tp}: broker {member} is in the ISR and ends at {r.log_end_offset}, below the high watermark "
                    f"{committed}."
                )
    return None


@promise("A leader's high watermark never falls", facets=("high_watermarks",))
def high_watermark_never_falls(before: Cluster, event: Event, after: Cluster) -> str | None:
    """What a leader once called committed stays committed while it leads."""
    for tp, b, was, r in changed_replicas(before, event, after):
        if was is None or r.high_watermark >= was.high_watermark or not was.view.leader == b == r.view.leader:
            continue
        if was.view.leader_epoch == r.view.leader_epoch:
            return f"{tp}: leader {b}'s high watermark fell from {was.high_watermark} to {r.high_watermark}."
    return None


@promise("What was deleted stays deleted", facets=("logs",))
def log_start_never_falls(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Retention only removes the oldest; what is gone does not come back.

    Except where a log is cut back to an offset before its start: then an unclean election brought back an older log.
    """
    for tp, b, was, r in changed_replicas(before, event, after):
        if was is None or r.log_start_offset >= was.log_start_offset:
            continue
        if not (isinstance(event, LogTruncated) and event.broker == b and event.offset == r.log_start_offset):
            return f"{tp} on broker {b}: the log start fell from {was.log_start_offset} to {r.log_start_offset}."
    return None


PROPERTIES = (
    offsets_in_order,
    epochs_rise_along_the_log,
    equal_offset_and_epoch_mean_equal_record,
    logs_agree_up_to_a_common_record,
    replicas_agree_below_high_watermark,
    isr_has_what_is_committed,
    high_watermark_never_falls,
    log_start_never_falls,
)
