"""What is said about several events that make one frame: one sentence that a person would say."""

from collections.abc import Sequence

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.events import BrokerFenced
from kafkaviz.model.clients.events import ProduceAcknowledged, RecordQueued, RecordsAppended
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.partitions.events import (
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    MetadataDelivered,
    PartitionChanged,
)
from kafkaviz.scene.narrate.hearing import heard
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.words import and_more, braces, listed, seconds, values_of

MOST_TOLD = 4


def narrate_together(tag: str, events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    """Returns what is said about the events of one frame, or None where the sentence about one of them says it.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate_together("silence", [TimeAdvanced(9_000)], calm, calm._replace(now_ms=9_000))[0]
    '9 seconds pass.'
    """
    telling = {
        "keys": _keys,
        "copy": _copy,
        "commit": _commit,
        "learn": _learn,
        "silence": _silence,
        "fence": _fence,
        "new leader": _new_leader,
        "replay": _replay,
        "isr": _isr,
        "go on": _go_on,
        "join": _each,
        "receive": _each,
        "vote": _each,
    }.get(tag)
    return telling(events, before, after) if telling else None


def _each(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    """Says one after another what is said about each, and the first reason there is."""
    said, state = list[Said](), before
    for event in events:
        following = event.apply(state)
        said.append(sentence(event, state, following))
        state = following
    caps = [cap.removesuffix(".") for cap, _ in said]
    shown = caps if len(caps) <= MOST_TOLD else caps[: MOST_TOLD - 1]
    more = f"; and {len(caps) - len(shown)} more" if len(caps) > len(shown) else ""
    return f"{'; '.join(shown)}{more}.", next((why for _, why in said if why), "")


def _keys(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    queued = [event for event in events if isinstance(event, RecordQueued)]
    if len(queued) < 2:
        return None
    where = listed(dict.fromkeys(event.tp for event in queued), "")
    why = "Its partitioner chose the partition; the records wait in a batch."
    return f"The producer takes {values_of(queued)} for {where}.", why


def _asked(events: Sequence[Event]) -> list[FetchServed]:
    return [event for event in events if isinstance(event, FetchServed)]


def _copy(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    asked = [event for event in _asked(events) if event.answer.records]
    if not asked or len({event.answer.records for event in asked}) != 1:
        return None
    first = asked[0]
    who = listed([event.follower for event in asked])
    verb = "asks" if len(asked) == 1 else "ask"
    answer = first.answer
    return (
        f"{first.tp}: {who} {verb} from offset {answer.fetch_offset}; "
        f"broker {answer.leader} answers with {values_of(answer.records)}.",
        "A follower asks from the offset where its own log ends; its leader never pushes.",
    )


def _commit(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    moved = [event for event in events if isinstance(event, HighWatermarkAdvanced)]
    asked = _asked(events)
    if not moved or not asked:
        return None
    event = moved[-1]
    old = before.replicas[event.tp][event.leader].high_watermark
    isr = braces(after.replicas[event.tp][event.leader].maximal_isr)
    proof = f"“From {event.offset}?” says: I have everything before it."
    return (
        f"{event.tp}: the high watermark moves from {old} to {event.offset}.",
        f"{proof} All of the ISR {isr} have asked so: it is committed.",
    )


def _learn(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    told = [event for event in events if isinstance(event, FetchReceived)]
    if not told:
        return None
    tp, who = told[0].tp, [event.follower for event in told]
    high_watermark = after.replicas[tp][who[0]].high_watermark
    return (
        f"{tp}: with the answer to {'its' if len(who) == 1 else 'their'} next fetch {listed(who)} "
        f"learn{'s' * (len(who) == 1)} the high watermark, {high_watermark}.",
        "They hear of it one fetch after the leader knew.",
    )


def _silence(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    passed = seconds(after.now_ms - before.now_ms)
    quiet = [b.id for b in after.brokers.values() if b.quiet_since_ms is not None and not b.fenced]
    cap, why = sentence(TimeAdvanced(after.now_ms), before, after)
    if not quiet:
        return cap, why
    return f"{passed[0].upper()}{passed[1:]} without a heartbeat from {listed(quiet)}.", why


def _leaders(events: Sequence[Event], before: Cluster, after: Cluster) -> list[str]:
    """Says which partitions have another leader."""
    found = list[str]()
    for event in events:
        if isinstance(event, PartitionChanged):
            was, now = before.partitions[event.tp], after.partitions[event.tp]
            if now.leader != was.leader:
                found.append(f"{event.tp} → {'nobody' if now.leader is None else f'broker {now.leader}'}")
    return found


def _fence(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    fenced = [event for event in events if isinstance(event, BrokerFenced)]
    changed = [event for event in events if isinstance(event, PartitionChanged)]
    if not changed or not fenced:
        return None
    leaders = _leaders(changed, before, after)
    who = listed([event.broker for event in fenced])
    quorum = isinstance(after.controller, Quorum)
    ended = f"{who.capitalize()} {'is' if len(fenced) == 1 else 'are'} fenced"
    start = ended if quorum else f"ZooKeeper ends the session of {who}"
    if not leaders:
        return f"{start}, and leave{'s' * (len(fenced) == 1)} every ISR.", sentence(fenced[0], before, after)[1]
    cap = f"{start}; new leaders: {', '.join(leaders[:3])}{and_more(leaders, 3)}."
    cap = cap.replace("new leaders", "a new leader") if len(leaders) == 1 else cap
    where = "So far it stands in the controller's log only." if quorum else "So far only the controller knows."
    return cap, f"{_reason(changed, before, after)} {where}"


def _reason(changed: Sequence[PartitionChanged], before: Cluster, after: Cluster) -> str:
    state = before
    for event in changed:
        told = sentence(event, state, event.apply(state))
        if before.partitions[event.tp].leader != after.partitions[event.tp].leader:
            return told[1]
        state = event.apply(state)
    return ""


def _new_leader(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    changed = [event for event in events if isinstance(event, PartitionChanged)]
    leaders = _leaders(changed, before, after)
    if len(changed) < 2 or not leaders:
        return None
    start = "A new leader" if len(leaders) == 1 else "New leaders"
    return f"{start}: {', '.join(leaders[:3])}{and_more(leaders, 3)}.", _reason(changed, before, after)


def _replay(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    return heard([event for event in events if isinstance(event, MetadataDelivered)], before, after)


def _isr(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    changed = {event.tp: None for event in events if isinstance(event, PartitionChanged)}
    joined: dict[tuple[int, ...], list[TopicPartition]] = {}
    for tp in changed:
        was, now = before.partitions[tp].isr, after.partitions[tp].isr
        joined.setdefault(tuple(b for b in now if b not in was), []).append(tp)
    (who, tps), *others = joined.items() or [((), [])]
    if others or not who or len(tps) < 2:
        return None
    names = [str(tp) for tp in tps]
    return (
        f"{listed(who).capitalize()} joined the ISR of {', '.join(names[:3])}{and_more(names, 3)}.",
        "It has everything that is committed; each leader proposed it, and the controller agreed.",
    )


def _go_on(events: Sequence[Event], before: Cluster, after: Cluster) -> Said | None:
    written = [event for event in events if isinstance(event, RecordsAppended)]
    if not written:
        return None
    first = written[0]
    followers = list(dict.fromkeys(event.follower for event in _asked(events) if event.answer.records))
    committed = any(isinstance(event, HighWatermarkAdvanced) for event in events)
    told = any(isinstance(event, ProduceAcknowledged) for event in events)
    steps = [
        "written",
        *([f"fetched by {listed(followers)}"] if followers else []),
        *(["committed"] if committed else []),
        *(["acknowledged"] if told else []),
    ]
    return (
        f"{first.tp}: {values_of(first.records)} goes to broker {first.leader}: {', '.join(steps)}.",
        "As before: what has been told step by step is told at one go.",
    )
