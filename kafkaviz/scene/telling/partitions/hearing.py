"""What is told when brokers hear what the controller decided: they ask for it, or before KRaft are told."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import broker_id, replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.replicas import View
from kafkaviz.model.partitions.events import MetadataDelivered
from kafkaviz.scene.telling.cue import NEWS, Cue, copy_of, partition_name, seat_of, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.words import and_more, braces

IN_OFFICE: Final = "is the controller"
"""What is marked at a broker to which nobody sends what is decided."""


def _heard_cues(event: MetadataDelivered, before: Cluster, after: Cluster) -> list[Cue]:
    seat, cues = seat_of(after), list[Cue]()
    for n, b in enumerate(event.brokers):
        broker, replica, text = broker_id(b), replica_id(event.tp, b), _news(event, b, before)
        if isinstance(after.controller, Quorum):
            question = Cue("ask", broker, seat, NEWS, patient=n == 0)
            cues += [question, Cue("answer", seat, broker, text)]
        elif broker != seat:
            cues.append(Cue("push", seat, broker, text))
        cues.append(Cue("flip", end=broker, cells=(replica,)))
    return cues


def _news(event: MetadataDelivered, broker: int, before: Cluster) -> str:
    """Says what is new to a broker: who leads in which epoch, who is in sync, which replicas there are to be."""
    known, view, name = before.replicas[event.tp][broker].view, event.view, partition_name(event.tp, before)
    partition = before.partitions[event.tp]
    # To a broker that gets a copy all is new; it is told what the others are told in the same answer.
    joins = known == View() and broker in partition.adding
    if not joins and (known.leader, known.leader_epoch) != (view.leader, view.leader_epoch):
        return f"{name} → {'nobody' if view.leader is None else view.leader}"
    if not joins and known.isr != view.isr:
        return f"{name}: ISR {braces(view.isr)}"
    moves = partition.adding or partition.removing
    return f"{name} on {listing(partition.replicas, '')}" if moves else f"{name}: epoch {view.partition_epoch}"


def _why_heard(event: MetadataDelivered, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks who leads now or no longer, and under ZooKeeper the controller, to which nobody sends what it decided."""
    leader, epoch = event.view.leader, event.view.leader_epoch
    led = [b for b in event.brokers if b != leader and before.replicas[event.tp][b].view.leader == b]
    marks = [why("hears: leads no more", *copy_of(event.tp, b)) for b in led]
    if epoch and leader in event.brokers and before.replicas[event.tp][leader].view.leader != leader:
        name = partition_name(event.tp, before)
        marks.append(why(f"leads {name}, leader epoch {epoch}", *copy_of(event.tp, leader)))
    if not marks and [*map(broker_id, event.brokers)] == [seat_of(after)]:
        marks.append(why(IN_OFFICE, *copy_of(event.tp, event.brokers[0])))
    return marks


@telling(
    MetadataDelivered,
    Tag.REPLAY,
    rank=0,
    cues=_heard_cues,
    why=_why_heard,
    together=lambda joint: say_hearing(joint.of(MetadataDelivered), joint.before, joint.after),
)
def _metadata_delivered(event: MetadataDelivered, before: Cluster, after: Cluster, cause: Cause) -> Said:
    nobody = f"Nobody is left to hear of {event.tp}.", f"Its partition epoch is {event.view.partition_epoch}."
    return say_hearing([event], before, after) or nobody


def say_hearing(events: Sequence[MetadataDelivered], before: Cluster, after: Cluster) -> Said | None:
    """Says who asked the controller and what it learned; before KRaft, whom the controller told."""
    who = sorted({b for event in events for b in event.brokers})
    if not who:
        return None
    news = [f"{_leader(event)} leads {event.tp}" for event in events if _is_news(event, before)]
    names = list(dict.fromkeys(str(event.tp) for event in events))
    isrs = f"the ISR of {', '.join(names[:2])}{and_more(names, 2)}"
    what = f"that {', '.join(news[:2])}{and_more(news, 2)}" if news else isrs
    epoch = f"leader epoch {max(event.view.leader_epoch for event in events)}"
    if not isinstance(after.controller, Quorum):
        who_tells = "Controller" if after.controller.active is None else f"Controller broker {after.controller.active}"
        others = [b for b in who if b != after.controller.active] or who
        why = f"The controller pushes its decisions, up to {epoch}: LeaderAndIsr and UpdateMetadata. No broker asks."
        return f"{who_tells} tells {listing(others)} {what}.", why
    s = "s" * (len(who) == 1)
    return (
        f"{listing(who).capitalize()} ask{s} the controller what is new, and learn{s} {what}.",
        f"Brokers fetch the metadata log as followers fetch records; only now do they act on it, up to {epoch}.",
    )


def _leader(event: MetadataDelivered) -> str:
    return "nobody" if event.view.leader is None else f"broker {event.view.leader}"


def _is_news(event: MetadataDelivered, before: Cluster) -> bool:
    return any(before.replicas[event.tp][b].view.leader != event.view.leader for b in event.brokers)
