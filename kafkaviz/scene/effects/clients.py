"""What is played when producers and consumers send, ask and are told."""

from kafkaviz.graph.ids import broker_id, consumer_id, partition_id, producer_id, replica_id, routing_id, waiting_id
from kafkaviz.model.clients.events import (
    AcknowledgementLost,
    BatchExpired,
    BatchRejected,
    BatchReturned,
    LeadersLearned,
    PositionMoved,
    ProduceAcknowledged,
    RecordQueued,
    RecordsAppended,
    RecordsPolled,
    RequestLost,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.canvas import label_of
from kafkaviz.scene.effects.cue import LETTERS, Cue, cues_of, named, values_in, written


@cues_of.register
def _queued(event: RecordQueued, before: Cluster, after: Cluster) -> list[Cue]:
    latest = after.producers[event.producer].latest[-1]
    sent, producer = routing_id(event.producer, latest.number), producer_id(event.producer)
    text = label_of(event.value, LETTERS)
    return [Cue("send", sent, partition_id(event.tp), text, about=(producer,))]


@cues_of.register
def _leaders_learned(event: LeadersLearned, before: Cluster, after: Cluster) -> list[Cue]:
    asked = next((broker_id(b.id) for b in after.brokers.values() if b.is_up and not b.fenced), "")
    known = [f"{named(tp, after)} → {'nobody' if b is None else b}" for tp, b in event.leaders.items()]
    told = known[0] if len(known) == 1 else ", ".join(known[:2]) + (" …" if len(known) > 2 else "")
    producer = producer_id(event.producer)
    return [Cue("ask", producer, asked, "who leads?"), Cue("answer", asked, producer, told)]


@cues_of.register
def _appended(event: RecordsAppended, before: Cluster, after: Cluster) -> list[Cue]:
    producer = producer_id(event.producer)
    sources = tuple(waiting_id(event.producer, event.batch, n) for n in range(len(event.records)))
    cells = () if event.duplicate else written(event.tp, event.leader, event.records)
    to = replica_id(event.tp, event.leader)
    text = values_in(record.value for record in event.records) + (" again" if event.duplicate else "")
    return [Cue("send", producer, to, text, cells, sources if cells else (), patient=True)]


@cues_of.register
def _not_answered(event: BatchReturned | RequestLost, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("refuse", producer_id(event.producer), replica_id(event.tp, event.broker), _batch(event, before))]


@cues_of.register
def _refused(event: BatchRejected, before: Cluster, after: Cluster) -> list[Cue]:
    producer, broker = producer_id(event.producer), replica_id(event.tp, event.broker)
    return [Cue("send", producer, broker, _batch(event, before)), Cue("refuse", broker, producer, event.error.lower())]


def _batch(event: BatchRejected | BatchReturned | RequestLost, cluster: Cluster) -> str:
    batches = cluster.producers[event.producer].batches if event.producer in cluster.producers else ()
    return values_in(value for batch in batches if batch.number == event.batch for _, value in batch.records)


@cues_of.register
def _given_up(event: BatchExpired, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(producer_id(event.producer),))]


@cues_of.register
def _acknowledged(event: ProduceAcknowledged, before: Cluster, after: Cluster) -> list[Cue]:
    producer, broker = producer_id(event.producer), replica_id(event.tp, event.broker)
    told = after.acknowledged[len(before.acknowledged) :]
    if told and told[0].acks == 0:
        return [Cue("flip", cells=(producer,))]
    return [Cue("ack", broker, producer, "✓ stored", patient=True)]


@cues_of.register
def _acknowledgement_lost(event: AcknowledgementLost, before: Cluster, after: Cluster) -> list[Cue]:
    leader = after.partitions[event.tp].leader
    start = "" if leader is None else replica_id(event.tp, leader)
    return [Cue("refuse", start, producer_id(event.producer), "✓ stored")]


@cues_of.register
def _polled(event: RecordsPolled, before: Cluster, after: Cluster) -> list[Cue]:
    consumer, known = consumer_id(event.consumer), before.consumers.get(event.consumer)
    positions = known.positions if known else {}
    cues, brokers = list[Cue](), dict.fromkeys(broker for _, broker, _, _ in event.fetched)
    for broker in brokers:
        # One request to a broker asks for all that it leads.
        parts = [(tp, position, records) for tp, b, position, records in event.fetched if b == broker]
        starts = [positions.get(tp, records[0].offset if records else position) for tp, position, records in parts]
        asked = [f"{named(tp, after)}: {start}" for (tp, _, _), start in zip(parts, starts, strict=True)]
        text = f"from {starts[0]}?" if len(parts) == 1 else f"{', '.join(asked[:2])}{' …' * (len(asked) > 2)}?"
        load = values_in(record.value for _, _, records in parts for record in records) or "nothing new"
        first = replica_id(parts[0][0], broker)
        about = tuple(replica_id(tp, broker) for tp, _, _ in parts[1:])
        cues += [Cue("ask", consumer, first, text, about=about), Cue("answer", first, consumer, load)]
    return cues


@cues_of.register
def _sought(event: PositionMoved, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(consumer_id(event.consumer),))]
