"""What is said about several events that make one frame: one sentence that a person would say."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.replication import high_watermark
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import verb
from kafkaviz.model.brokers.events import BrokerFenced
from kafkaviz.model.clients.events import ProduceAcknowledged, RecordQueued, RecordsAppended
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.history import Step
from kafkaviz.model.partitions.events import (
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    IsrChangeProposed,
    MetadataDelivered,
    PartitionChanged,
)
from kafkaviz.scene.narrate.hearing import heard
from kafkaviz.scene.narrate.partitioning import why_all_there
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.words import and_more, braces, listed, seconds, values_of

MOST_TOLD = 4
Kind = TypeVar("Kind", bound=Event)


def narrate_together(
    tag: str, steps: Sequence[Step], before: Cluster, after: Cluster, policies: Policies | None = None
) -> Said | None:
    """Returns what is said about the steps of one frame, or None where the sentence about one of them says it.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> waited = Step(None, "", TimeAdvanced(9_000), calm._replace(now_ms=9_000))
    >>> narrate_together("silence", [waited], calm, waited.cluster)[0]
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
        "who coordinates": _each,
    }.get(tag)
    return (
        telling(Frame([(step.event, Cause.of(step, policies)) for step in steps], before, after)) if telling else None
    )


class Frame(NamedTuple):
    """The events of one frame with their causes, and the clusters before and after all of them."""

    told: Sequence[tuple[Event, Cause]]
    before: Cluster
    after: Cluster

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Returns the events of one kind."""
        return [event for event, _ in self.told if isinstance(event, kind)]

    def said(self) -> list[tuple[Event, Said]]:
        """Returns what is said about each event alone."""
        found, state = list[tuple[Event, Said]](), self.before
        for event, cause in self.told:
            following = event.apply(state)
            found.append((event, sentence(event, state, following, cause)))
            state = following
        return found


def _each(frame: Frame) -> Said | None:
    """Says one after another what is said about each, and the first reason."""
    said = [each for _, each in frame.said()]
    caps = [cap.removesuffix(".") for cap, _ in said]
    shown = caps if len(caps) <= MOST_TOLD else caps[: MOST_TOLD - 1]
    more = f"; and {len(caps) - len(shown)} more" if len(caps) > len(shown) else ""
    return f"{'; '.join(shown)}{more}.", said[0][1]


def _keys(frame: Frame) -> Said | None:
    queued = [(event, cause) for event, cause in frame.told if isinstance(event, RecordQueued)]
    if len(queued) < 2:
        return None
    events = [event for event, _ in queued]
    where = listed(dict.fromkeys(event.tp for event in events), "")
    why = why_all_there(events, frame.before, [cause for _, cause in queued])
    return f"The producer takes {values_of(events)} for {where}.", why


def _copy(frame: Frame) -> Said | None:
    asked = [event for event in frame.of(FetchServed) if event.answer.records]
    if not asked or len({event.answer.records for event in asked}) != 1:
        return None
    first = asked[0]
    who = listed([event.follower for event in asked])
    verb = "asks" if len(asked) == 1 else "ask"
    answer = first.answer
    return (
        f"{first.tp}: {who} {verb} from offset {answer.fetch_offset}; "
        f"broker {answer.leader} answers with {values_of(answer.records)}.",
        f"A follower asks from the offset where its own log ends, here {answer.fetch_offset}; its leader never pushes.",
    )


def _commit(frame: Frame) -> Said | None:
    moved = frame.of(HighWatermarkAdvanced)
    if not moved or not frame.of(FetchServed):
        return None
    event = moved[-1]
    cause = next(cause for told, cause in frame.told if told is event)
    if cause.policies.high_watermark is not high_watermark:
        return None
    old = frame.before.replicas[event.tp][event.leader].high_watermark
    isr = braces(frame.after.replicas[event.tp][event.leader].maximal_isr)
    proof = f"“From {event.offset}?” says: I have everything before it."
    return (
        f"{event.tp}: the high watermark moves from {old} to {event.offset}.",
        f"{proof} All of the ISR {isr} have asked so: it is committed.",
    )


def _learn(frame: Frame) -> Said | None:
    told = frame.of(FetchReceived)
    if not told:
        return None
    tp, who = told[0].tp, [event.follower for event in told]
    known = frame.after.replicas[tp][who[0]].high_watermark
    answer = frame.before.replicas[tp][who[0]].incoming
    leader = "" if answer is None else f", broker {answer.leader},"
    return (
        f"{tp}: with the answer to {'its' if len(who) == 1 else 'their'} next fetch {listed(who)} "
        f"learn{'s' * (len(who) == 1)} the high watermark, {known}.",
        f"The leader{leader} knew it one fetch earlier: its answer to that one was sent before it moved to {known}.",
    )


def _silence(frame: Frame) -> Said | None:
    before, after = frame.before, frame.after
    passed = seconds(after.now_ms - before.now_ms)
    quiet = [b.id for b in after.brokers.values() if b.quiet_since_ms is not None and not b.fenced]
    cap, why = sentence(TimeAdvanced(after.now_ms), before, after, frame.told[0][1])
    if not quiet:
        return cap, why
    return f"{passed[0].upper()}{passed[1:]} without a heartbeat from {listed(quiet)}.", why


def _leaders(frame: Frame) -> list[str]:
    """Says which partitions have another leader."""
    found = list[str]()
    for event in frame.of(PartitionChanged):
        was, now = frame.before.partitions[event.tp], frame.after.partitions[event.tp]
        if now.leader != was.leader:
            found.append(f"{event.tp} → {'nobody' if now.leader is None else f'broker {now.leader}'}")
    return found


def _fence(frame: Frame) -> Said | None:
    fenced = frame.of(BrokerFenced)
    if not frame.of(PartitionChanged) or not fenced:
        return None
    leaders = _leaders(frame)
    who = listed([event.broker for event in fenced])
    quorum = isinstance(frame.after.controller, Quorum)
    ended = f"{who.capitalize()} {verb(len(fenced), 'are')} fenced"
    start = ended if quorum else f"ZooKeeper ends the session of {who}"
    if not leaders:
        why = next(why for event, (_, why) in frame.said() if event is fenced[0])
        return f"{start}, and leave{'s' * (len(fenced) == 1)} every ISR.", why
    cap = f"{start}; new leaders: {', '.join(leaders[:3])}{and_more(leaders, 3)}."
    cap = cap.replace("new leaders", "a new leader") if len(leaders) == 1 else cap
    where = "So far it stands in the controller's log only." if quorum else "So far only the controller knows."
    return cap, f"{_reason(frame)} {where}"


def _reason(frame: Frame) -> str:
    """Returns why the first partition that has another leader has it."""
    for event, (_, why) in frame.said():
        if isinstance(event, PartitionChanged):
            was, now = frame.before.partitions[event.tp], frame.after.partitions[event.tp]
            if was.leader != now.leader and event.change.leader == now.leader:
                return why
    return ""


def _new_leader(frame: Frame) -> Said | None:
    leaders = _leaders(frame)
    if len(frame.of(PartitionChanged)) < 2 or not leaders:
        return None
    start = "A new leader" if len(leaders) == 1 else "New leaders"
    return f"{start}: {', '.join(leaders[:3])}{and_more(leaders, 3)}.", _reason(frame)


def _replay(frame: Frame) -> Said | None:
    return heard(frame.of(MetadataDelivered), frame.before, frame.after)


def _isr(frame: Frame) -> Said | None:
    changed = dict.fromkeys(event.tp for event in frame.of(PartitionChanged))
    joined: dict[tuple[int, ...], list[TopicPartition]] = {}
    for tp in changed:
        was, now = frame.before.partitions[tp].isr, frame.after.partitions[tp].isr
        joined.setdefault(tuple(b for b in now if b not in was), []).append(tp)
    (who, tps), *others = joined.items() or [((), [])]
    if others or not who or len(tps) < 2:
        return None
    names = [str(tp) for tp in tps]
    ended = all(frame.before.partitions[tp].adding and not frame.after.partitions[tp].adding for tp in tps)
    done = " Their reassignments are done." if ended else ""
    return (
        f"{listed(who).capitalize()} joined the ISR of {', '.join(names[:3])}{and_more(names, 3)}.{done}",
        _joined(frame, tps[0], who[0]),
    )


def _joined(frame: Frame, tp: TopicPartition, broker: int) -> str:
    proposed = [event for event in frame.of(IsrChangeProposed) if event.tp == tp]
    leader = proposed[0].leader if proposed else frame.before.partitions[tp].leader
    end = frame.after.replicas[tp][broker].log_end_offset
    return (
        f"Its log of {tp} ends at {end}, with all that is committed; leader {leader} proposed it, as each leader does."
    )


def _go_on(frame: Frame) -> Said | None:
    written = frame.of(RecordsAppended)
    if not written:
        return None
    first = written[0]
    followers = list(dict.fromkeys(event.follower for event in frame.of(FetchServed) if event.answer.records))
    moved, told = frame.of(HighWatermarkAdvanced), frame.of(ProduceAcknowledged)
    steps = [
        "written",
        *([f"fetched by {listed(followers)}"] if followers else []),
        *(["committed"] if moved else []),
        *(["acknowledged"] if told else []),
    ]
    mark = f", high watermark {moved[-1].offset}" if moved else ""
    return (
        f"{first.tp}: {values_of(first.records)} goes to broker {first.leader}: {', '.join(steps)}.",
        f"The same steps as before, at once: offset {first.records[0].offset}{mark}.",
    )
