"""What is told of a consumer that reads by itself: what it polls, and where it goes on."""

from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import consumer_id, read_id, record_id, replica_id
from kafkaviz.model.clients.consumer_events import PositionMoved, RecordsPolled
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.telling.cue import NOTHING, Cue, carry, partition_name, values_in
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, asking, telling
from kafkaviz.scene.telling.words import values_of

asking(Poll, chapter=lambda request: f"{request.consumer} polls")


def _polled_cues(event: RecordsPolled, before: Cluster, after: Cluster) -> list[Cue]:
    consumer, known = consumer_id(event.consumer), before.consumers.get(event.consumer)
    positions = known.positions if known else {}
    cues, brokers = list[Cue](), dict.fromkeys(broker for _, broker, _, _ in event.fetched)
    for broker in brokers:
        # One request to a broker asks for all that it leads.
        parts = [(tp, position, records) for tp, b, position, records in event.fetched if b == broker]
        starts = [positions.get(tp, records[0].offset if records else position) for tp, position, records in parts]
        asked = [f"{partition_name(tp, after)}: {start}" for (tp, _, _), start in zip(parts, starts, strict=True)]
        text = f"from {starts[0]}?" if len(parts) == 1 else f"{', '.join(asked[:2])}{' …' * (len(asked) > 2)}?"
        values = {record_id(tp, broker, record): record.value for tp, _, records in parts for record in records}
        cells = tuple(read_id(event.consumer, tp, record.offset) for tp, _, records in parts for record in records)
        first = replica_id(parts[0][0], broker)
        about = tuple(replica_id(tp, broker) for tp, _, _ in parts[1:])
        answer = Cue("answer", first, consumer, values_in(values.values()) or NOTHING, cells)
        cues += [Cue("ask", consumer, first, text, about=about), carry(answer, values)]
    return cues


@telling(RecordsPolled, Tag.POLL, cues=_polled_cues)
def _records_polled(event: RecordsPolled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    parts = [f"{values_of(records)} from broker {b}" for _, b, _, records in event.fetched if records]
    asked = sorted({b for _, b, _, _ in event.fetched})
    if not asked and cause.policies.advertised_listeners == "localhost":
        why = "localhost (advertised.listeners) is the consumer's own machine, and no broker runs there."
        return f"{event.consumer} polls and gets nothing.", why
    if not asked:
        by_time = isinstance(cause.request, Poll) and reset_duration_ms(cause.request.auto_offset_reset) is not None
        late = "No record is as recent as auto.offset.reset asks, so that it has no position yet."
        why = late if by_time else "No partition has a leader it could ask."
        return f"{event.consumer} polls and gets nothing new.", why
    if not parts:
        at = ", ".join(f"{tp}: {position}" for tp, _, position, _ in event.fetched[:3])
        why = f"It asked {listing(asked)}, and its positions are at the high watermark ({at})."
        return f"{event.consumer} polls and gets nothing new.", why
    near = {b: tp for tp, b, _, _ in event.fetched if before.partitions[tp].leader != b}
    why = f"It fetched from each leader ({listing(asked)}), below the high watermark."
    if near:
        broker, tp = next(iter(near.items()))
        rack, leader = before.brokers[broker].rack, before.partitions[tp].leader
        why = (
            f"Broker {broker}, a follower in the ISR of {tp}, is in the consumer's rack, {rack}: the leader, broker "
            f"{leader}, named it when it was asked (replica.selector.class)."
        )
    return f"{event.consumer} polls: {'; '.join(parts)}.", why


def _sought_cues(event: PositionMoved, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(consumer_id(event.consumer),))]


@telling(PositionMoved, cues=_sought_cues)
def _position_moved(event: PositionMoved, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.consumer} will read {event.tp} from offset {event.offset} next.", (
        f"The application called seek; its position was {_position(event, before)}."
    )


def _position(event: PositionMoved, before: Cluster) -> str:
    consumer = before.consumers.get(event.consumer)
    at = None if consumer is None else consumer.positions.get(event.tp)
    return "not known yet" if at is None else str(at)
