"""What must hold for those who send and those who read."""

from collections import Counter
from typing import Any

from kafkaviz.model import events as e
from kafkaviz.model.values import Cluster


def acknowledged_records_survive(before: Cluster, event: Any, after: Cluster) -> str | None:
    """A record acknowledged with acks=all is in every later leader's log, unless an election was unclean."""
    if not isinstance(event, e.PartitionChanged) or not isinstance(event.change.leader, int):
        return None
    leader = event.change.leader
    if leader == before.partitions[event.tp].leader:
        return None
    replica = after.replicas[event.tp][leader]
    held = {record.offset: record.value for record in replica.log}
    # What one replica has compacted away, others may have copied without it.
    cleaned = max(r.cleaned_offset for r in after.replicas[event.tp].values())
    for promise in after.acknowledged:
        if promise.tp != event.tp or promise.acks != -1 or promise.offset < replica.log_start_offset:
            continue
        if promise.offset < cleaned and promise.offset not in held:
            continue
        if held.get(promise.offset) != promise.value:
            return (
                f"{event.tp}: {promise.value!r} was acknowledged at offset {promise.offset}, and broker "
                f"{leader}, which leads now, does not have it."
            )
    return None


def consumers_read_only_committed(before: Cluster, event: Any, after: Cluster) -> str | None:
    """Nobody is handed a record at or above the high watermark of the replica it is read from."""
    if not isinstance(event, e.RecordsPolled):
        return None
    for tp, broker, _, records in event.fetched:
        high_watermark = before.replicas[tp][broker].high_watermark
        if records and records[-1].offset >= high_watermark:
            return f"{event.consumer} read offset {records[-1].offset} of {tp}, high watermark {high_watermark}."
    return None


def polled_offsets_rise(before: Cluster, event: Any, after: Cluster) -> str | None:
    """A consumer gets the records of a partition in order and none twice, until it seeks."""
    if not isinstance(event, e.RecordsPolled):
        return None
    known = before.consumers.get(event.consumer)
    for tp, broker, _, records in event.fetched:
        position = known.positions.get(tp, 0) if known else 0
        # A position beyond the end is out of range; the reset policy may begin anew.
        last = position - 1 if position <= before.replicas[tp][broker].log_end_offset else -1
        for record in records:
            if record.offset <= last:
                return f"{event.consumer} read {tp} offset {record.offset} after {last}."
            last = record.offset
    return None


def idempotent_producers_leave_no_duplicate(before: Cluster, event: Any, after: Cluster) -> str | None:
    """With sequence numbers a record is in a log once, and a producer's records stay in its order."""
    if not isinstance(event, e.RecordsAppended) or event.records[0].sequence < 0:
        return None
    log = after.replicas[event.tp][event.leader].log
    numbers = [(r.producer_epoch, r.sequence) for r in log if r.producer_id == event.records[0].producer_id]
    if numbers != sorted(numbers):
        return f"{event.tp}: the records of producer {event.records[0].producer_id} are out of order: {numbers}."
    twice = [number for number, times in Counter(numbers).items() if times > 1]
    return f"{event.tp}: sequence {twice[0][1]} was appended twice." if twice else None


def acknowledged_as_asked(before: Cluster, event: Any, after: Cluster) -> str | None:
    """acks=all is answered only by a leader whose high watermark has passed the records."""
    if not isinstance(event, e.ProduceAcknowledged):
        return None
    promised = after.acknowledged[len(before.acknowledged) :]
    replica = before.replicas[event.tp][event.broker]
    for promise in promised:
        if promise.acks == -1 and promise.offset >= replica.high_watermark:
            return f"{event.tp}: offset {promise.offset} was acknowledged, high watermark {replica.high_watermark}."
        if promise.acks != 0 and promise.offset >= replica.log_end_offset:
            return f"{event.tp}: offset {promise.offset} was acknowledged and never written."
    return None


PROPERTIES = (
    acknowledged_records_survive,
    consumers_read_only_committed,
    polled_offsets_rise,
    idempotent_producers_leave_no_duplicate,
    acknowledged_as_asked,
)
