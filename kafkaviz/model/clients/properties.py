"""What must hold for those who send and those who read, and what was lost where it did not."""

from collections import Counter

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.events import ProduceAcknowledged, RecordsAppended
from kafkaviz.model.core.clients import Acknowledged
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import once_an_event, promise
from kafkaviz.model.core.replicas import Record, Replica
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.properties import thinned_offset


@promise("An acknowledged record survives", PartitionChanged)
def acknowledged_records_survive(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A record acknowledged with acks=all is in every later leader's log, unless an election was unclean.

    What an unclean election lost, no later leader can have: asked for is what the ISR or its stand-ins still held.
    """
    if not isinstance(event, PartitionChanged) or not event.clean:
        return None
    leader, gone = _records_of_the_new_leader(before, event, after)
    for given in after.acknowledged if gone else ():
        if given.tp == event.tp and given.acks == -1 and (given.offset, given.value) in gone:
            return (
                f"{event.tp}: {given.value!r} was acknowledged at offset {given.offset}, and broker "
                f"{leader}, which leads now, does not have it."
            )
    return None


@promise("A record that was read survives", PartitionChanged)
def read_records_survive(before: Cluster, event: Event, after: Cluster) -> str | None:
    """What a consumer has read is in every later leader's log, unless an election was unclean: it was committed."""
    if not isinstance(event, PartitionChanged) or not event.clean:
        return None
    leader, gone = _records_of_the_new_leader(before, event, after)
    lost = {(record.offset, record.leader_epoch) for record in gone.values()}
    for read in after.consumed if gone else ():
        if read.tp == event.tp and (read.offset, read.leader_epoch) in lost:
            return (
                f"{read.consumer} read {event.tp} offset {read.offset}, and broker {leader}, which leads now, lacks it."
            )
    return None


@once_an_event
def _records_of_the_new_leader(
    before: Cluster, event: Event, after: Cluster
) -> tuple[int | None, dict[tuple[int, bytes | None], Record]]:
    """Returns who leads now, if that is news, and what it lacks of the records that the ISR or its stand-ins had."""
    assert isinstance(event, PartitionChanged), "both promises have looked"
    leader, was, tp = event.change.leader, before.partitions[event.tp], event.tp
    if not isinstance(leader, int) or leader == was.leader:
        return None, {}
    replica, replicas = after.replicas[tp][leader], before.replicas[tp]
    logs = [replicas[b].log for b in (*was.isr, *was.elr) if b in replicas and replicas[b].log is not replica.log]
    if not logs:
        return leader, {}
    records = {(record.offset, record.value) for record in replica.log}
    start = max(replica.log_start_offset, thinned_offset(before, tp), thinned_offset(after, tp))
    had = {(record.offset, record.value): record for log in logs for record in log if record.offset >= start}
    return leader, {offset: record for offset, record in had.items() if offset not in records}


@promise("A consumer reads only committed records", RecordsPolled)
def consumers_read_only_committed(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Nobody is handed a record at or above the high watermark of the replica it is read from."""
    if not isinstance(event, RecordsPolled):
        return None
    for tp, broker, _, records in event.fetched:
        high_watermark = before.replicas[tp][broker].high_watermark
        if records and records[-1].offset >= high_watermark:
            return f"{event.consumer} read offset {records[-1].offset} of {tp}, high watermark {high_watermark}."
    return None


@promise("A consumer reads in order and nothing twice", RecordsPolled)
def polled_offsets_rise(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A consumer gets the records of a partition in order and none twice, until it seeks."""
    if not isinstance(event, RecordsPolled):
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


@promise("An idempotent producer leaves no duplicate", RecordsAppended)
def idempotent_producers_leave_no_duplicate(before: Cluster, event: Event, after: Cluster) -> str | None:
    """With sequence numbers a record is in a log once, and a producer's records stay in its order."""
    if not isinstance(event, RecordsAppended) or event.records[0].sequence < 0:
        return None
    log, producer_id = after.replicas[event.tp][event.leader].log, event.records[0].producer_id
    numbers = [(r.producer_epoch, r.sequence) for r in log if r.producer_id == producer_id]
    if numbers == sorted({*numbers}):
        return None
    if numbers != sorted(numbers):
        return f"{event.tp}: the records of producer {producer_id} are out of order: {numbers}."
    twice = next(number for number, times in Counter(numbers).items() if times > 1)
    return f"{event.tp}: sequence {twice[1]} was appended twice."


@promise("acks=all is answered only for a committed record", ProduceAcknowledged)
def acknowledged_as_asked(before: Cluster, event: Event, after: Cluster) -> str | None:
    """acks=all is answered only by a leader whose high watermark has passed the records."""
    if not isinstance(event, ProduceAcknowledged) or (replica := _acknowledger(before, event)) is None:
        return None
    promised = after.acknowledged[len(before.acknowledged) :]
    for given in promised:
        if given.acks == -1 and given.offset >= replica.high_watermark:
            return f"{event.tp}: offset {given.offset} was acknowledged, high watermark {replica.high_watermark}."
        if given.offset >= replica.log_end_offset:
            return f"{event.tp}: offset {given.offset} was acknowledged and never written."
    return None


@promise("acks=all is answered only with min.insync.replicas in sync", ProduceAcknowledged)
def acknowledged_with_enough_in_sync(before: Cluster, event: Event, after: Cluster) -> str | None:
    """acks=all is answered only while at least `min.insync.replicas` are in sync, or all replicas if they are fewer."""
    if not isinstance(event, ProduceAcknowledged) or (replica := _acknowledger(before, event)) is None:
        return None
    if not any(given.acks == -1 for given in after.acknowledged[len(before.acknowledged) :]):
        return None
    least = min(before.own_min_isr(event.tp.topic, 1), len(before.partitions[event.tp].replicas))
    if len(replica.maximal_isr) < least:
        return f"{event.tp}: acks=all was answered with {listing(replica.maximal_isr)} in sync; {least} must be."
    return None


@promise("A deposed leader acknowledges nothing that is lost", ProduceAcknowledged)
def deposed_leaders_promise_nothing(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A leader that has been replaced and does not know it answers acks=all only for what its successor has too.

    An unclean election breaks that: the whole ISR may have been left out of it.
    """
    if not isinstance(event, ProduceAcknowledged) or (replica := _acknowledger(before, event)) is None:
        return None
    truth = before.partitions[event.tp]
    if truth.leader in (None, event.broker) or replica.view.leader_epoch == truth.leader_epoch:
        return None
    records = {(record.offset, record.value) for record in before.replicas[event.tp][truth.leader].log}
    for given in after.acknowledged[len(before.acknowledged) :]:
        if given.acks == -1 and (given.offset, given.value) not in records:
            return f"{event.tp}: broker {event.broker} is deposed and answered for {given.value!r}, which is lost."
    return None


def _acknowledger(before: Cluster, event: ProduceAcknowledged) -> Replica | None:
    """Returns the copy of the broker that answers a producer, if it holds one."""
    return before.replicas.get(event.tp, {}).get(event.broker)


def lost_records(cluster: Cluster) -> list[Acknowledged]:
    """Returns the acknowledged records that the leader of their partition does not have, in the order of their promise.

    While nobody leads, nothing is lost yet. What retention, compaction or DeleteRecords removed is not lost, and nor is
    what was in a deleted topic.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> lost_records(Cluster(0, Quorum.of(101), {}))
    []

    Kafka: nobody tells; a client finds out by reading.
    """
    held = {tp: _held(cluster, tp) for tp in dict.fromkeys(promise.tp for promise in cluster.acknowledged)}
    return [
        promise
        for promise in cluster.acknowledged
        if (kept := held[promise.tp]) is not None
        and promise.offset >= kept[0]
        and (promise.offset, promise.value) not in kept[1]
    ]


def _held(cluster: Cluster, tp: TopicPartition) -> tuple[int, set[tuple[int, bytes | None]]] | None:
    """Returns what the leader has, and the offset below which records may have been removed; None without a leader."""
    led = cluster.partitions.get(tp)
    if led is None or led.leader is None:
        return None
    replica = cluster.replicas[tp][led.leader]
    removed = max(replica.log_start_offset, thinned_offset(cluster, tp))
    return removed, {(record.offset, record.value) for record in replica.log}


PROPERTIES = (
    acknowledged_records_survive,
    read_records_survive,
    consumers_read_only_committed,
    polled_offsets_rise,
    idempotent_producers_leave_no_duplicate,
    acknowledged_as_asked,
    acknowledged_with_enough_in_sync,
    deposed_leaders_promise_nothing,
)
