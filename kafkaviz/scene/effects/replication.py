"""What is played when followers ask, logs change, and brokers hear what was decided."""

from itertools import pairwise

from kafkaviz.graph.ids import broker_id, replica_id
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
from kafkaviz.model.partitions.log_events import LogCompacted, RecordsDeleted, SegmentsDeleted
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicCreated
from kafkaviz.scene.effects.cue import Cue, cues_of, entered, named, seat_of, values_in, written


@cues_of.register
def _fetch_served(event: FetchServed, before: Cluster, after: Cluster) -> list[Cue]:
    follower, leader = replica_id(event.tp, event.follower), replica_id(event.tp, event.answer.leader)
    cues = [Cue("ask", follower, leader, f"from {event.answer.fetch_offset}?")]
    if event.answer.diverging is not None:
        epoch, end = event.answer.diverging
        cues.append(Cue("answer", leader, follower, f"epoch {epoch} ends at {end}"))
    return cues


@cues_of.register
def _fetch_received(event: FetchReceived, before: Cluster, after: Cluster) -> list[Cue]:
    was = before.replicas[event.tp][event.follower]
    answer = was.incoming
    if answer is None:
        return []
    follower, leader = replica_id(event.tp, event.follower), replica_id(event.tp, answer.leader)
    if answer.records:
        cells = written(event.tp, event.follower, answer.records)
        sources = written(event.tp, answer.leader, answer.records)
        return [Cue("answer", leader, follower, values_in(r.value for r in answer.records), cells, sources)]
    told = [Cue("answer", leader, follower, f"HW {answer.high_watermark}")]
    learned = after.replicas[event.tp][event.follower].high_watermark != was.high_watermark
    return [*told, Cue("flip", end=follower, cells=(follower,))] if learned else told


@cues_of.register
def _fetch_lost(event: FetchLost, before: Cluster, after: Cluster) -> list[Cue]:
    answer = before.replicas[event.tp][event.follower].incoming
    start = "" if answer is None else replica_id(event.tp, answer.leader)
    text = "" if answer is None else values_in(r.value for r in answer.records) or f"HW {answer.high_watermark}"
    return [Cue("refuse", start, replica_id(event.tp, event.follower), text)]


@cues_of.register
def _committed(event: HighWatermarkAdvanced, before: Cluster, after: Cluster) -> list[Cue]:
    leader = replica_id(event.tp, event.leader)
    return [Cue("flip", cells=(leader,), patient=True)]


@cues_of.register
def _cut_back(event: LogTruncated, before: Cluster, after: Cluster) -> list[Cue]:
    gone = [r for r in before.replicas[event.tp][event.broker].log if r.offset >= event.offset]
    replica = replica_id(event.tp, event.broker)
    return [Cue("drop", cells=written(event.tp, event.broker, gone), patient=True, about=(replica,))]


@cues_of.register
def _shortened(event: SegmentsDeleted | RecordsDeleted | LogCompacted, before: Cluster, after: Cluster) -> list[Cue]:
    cells, about = list[str](), list[str]()
    for b, replica in before.replicas[event.tp].items():
        left = {record.offset for record in after.replicas[event.tp][b].log}
        gone = [record for record in replica.log if record.offset not in left]
        cells += written(event.tp, b, gone)
        about += [replica_id(event.tp, b)] if gone else []
    return [Cue("drop", cells=tuple(cells), about=tuple(about))]


@cues_of.register
def _proposed(event: IsrChangeProposed, before: Cluster, after: Cluster) -> list[Cue]:
    isr = ", ".join(map(str, event.isr))
    about = tuple(replica_id(event.tp, b) for b in before.replicas[event.tp])
    return [Cue("ask", replica_id(event.tp, event.leader), seat_of(before), f"ISR {{{isr}}}?", about=about)]


@cues_of.register
def _proposal_refused(event: IsrChangeRefused, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("refuse", seat_of(after), replica_id(event.tp, event.leader), event.error.lower())]


@cues_of.register
def _decided(event: PartitionChanged, before: Cluster, after: Cluster) -> list[Cue]:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    told = {b for b in (was.leader, now.leader) if b is not None} if was.leader != now.leader else set()
    changed = sorted(told | (set(was.isr) ^ set(now.isr)))
    return entered(after, tuple(replica_id(event.tp, b) for b in changed if b in after.replicas[event.tp]))


@cues_of.register
def _topic_created(event: TopicCreated | PartitionsAdded, before: Cluster, after: Cluster) -> list[Cue]:
    path = event.path if isinstance(event, TopicCreated) else ()
    asked = [(start, end) for start, end in pairwise(path) if start != "client"]
    about = tuple(
        replica_id(tp, b) for tp in after.partitions if tp not in before.partitions for b in after.replicas[tp]
    )
    return [*(Cue("ask", start, end, f"create {event.topic}") for start, end in asked), *entered(after, about)]


@cues_of.register
def _heard(event: MetadataDelivered, before: Cluster, after: Cluster) -> list[Cue]:
    seat, view = seat_of(after), event.view
    leader = "nobody" if view.leader is None else view.leader
    text = f"{named(event.tp, after)} → {leader}"
    cues = []
    for n, b in enumerate(event.brokers):
        broker, replica = broker_id(b), replica_id(event.tp, b)
        if isinstance(after.controller, Quorum):
            question = Cue("ask", broker, seat, "what is new?", patient=n == 0)
            cues += [question, Cue("answer", seat, broker, text)]
        elif broker != seat:
            cues.append(Cue("push", seat, broker, text))
        cues.append(Cue("flip", end=broker, cells=(replica,)))
    return cues
