"""What is told of the fetches by which followers copy, and of the high watermark that comes of them."""

from kafkaviz.decisions.replication import high_watermark
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, name_of
from kafkaviz.graph.ids import replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.events import HighWatermarkAdvanced
from kafkaviz.model.partitions.fetch_events import FetchLost, FetchReceived, FetchServed
from kafkaviz.scene.telling.cue import HIGH_WATERMARK, Cue, copy_of, record_ids, values_in, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import braces, values_of


def _part_of_serving(event: FetchServed, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    answer = event.answer
    if answer.records:
        return Tag.COPY
    return Tag.CUT if answer.diverging is not None and answer.diverging[1] < answer.fetch_offset else Tag.ASKS


def _fetch_served_cues(event: FetchServed, before: Cluster, after: Cluster) -> list[Cue]:
    follower, leader = replica_id(event.tp, event.follower), replica_id(event.tp, event.answer.leader)
    cues = [Cue("ask", follower, leader, f"from {event.answer.fetch_offset}?", empty=not event.answer.records)]
    if event.answer.diverging is not None:
        epoch, end = event.answer.diverging
        cues.append(Cue("answer", leader, follower, f"epoch {epoch} ends at {end}", empty=True))
    return cues


def _copy(joint: Together) -> Said | None:
    asked = [event for event in joint.of(FetchServed) if event.answer.records]
    if not asked or len({event.answer.records for event in asked}) != 1:
        return None
    first = asked[0]
    who = listing([event.follower for event in asked])
    verb = "asks" if len(asked) == 1 else "ask"
    answer = first.answer
    return (
        f"{first.tp}: {who} {verb} from offset {answer.fetch_offset}; "
        f"broker {answer.leader} answers with {values_of(answer.records)}.",
        f"A follower asks from the offset where its own log ends, here {answer.fetch_offset}; its leader never pushes.",
    )


@telling(
    FetchServed,
    _part_of_serving,
    rank=2,
    cues=_fetch_served_cues,
    together={Tag.COPY: _copy},
    once=lambda event: event.follower,
)
def _fetch_served(event: FetchServed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    answer = event.answer
    fetch = f"Broker {event.follower} fetches {event.tp} from offset {answer.fetch_offset}"
    if answer.diverging:
        epoch, end = answer.diverging
        why = f"The leader's epoch {epoch} ends at offset {end}: broker {event.follower} cuts its log back first."
        return f"{fetch}: its log and the leader's differ.", why
    why = f"Its log ends at {answer.fetch_offset}: so broker {answer.leader} learns that it has everything before."
    return f"{fetch}; broker {answer.leader} answers.", why


def copying_followers(joint: Together) -> list[int]:
    """Returns the followers that copy records in a frame."""
    return list(dict.fromkeys(event.follower for event in joint.of(FetchServed) if event.answer.records))


def _part_of_receiving(event: FetchReceived, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    was, now = before.replicas[event.tp][event.follower], after.replicas[event.tp][event.follower]
    if now.log_end_offset != was.log_end_offset:
        return Tag.COPY
    # With time that passes it is learned everywhere, and tells nothing: only what a person asks for does.
    is_told = now.high_watermark != was.high_watermark and not isinstance(cause.request, Tick)
    return Tag.LEARN if is_told else Tag.IDLE


def _fetch_received_cues(event: FetchReceived, before: Cluster, after: Cluster) -> list[Cue]:
    was = before.replicas[event.tp][event.follower]
    answer = was.incoming
    if answer is None:
        return []
    follower, leader = replica_id(event.tp, event.follower), replica_id(event.tp, answer.leader)
    if answer.records:
        cells = record_ids(event.tp, event.follower, answer.records)
        sources = record_ids(event.tp, answer.leader, answer.records)
        return [Cue("answer", leader, follower, values_in(r.value for r in answer.records), cells, sources)]
    heard = Cue("answer", leader, follower, f"HW {answer.high_watermark}", empty=True)
    learned = after.replicas[event.tp][event.follower].high_watermark != was.high_watermark
    return [heard, Cue("flip", end=follower, cells=(follower,), empty=True)] if learned else [heard]


def _learn(joint: Together) -> Said | None:
    received = joint.of(FetchReceived)
    if not received:
        return None
    tp, who = received[0].tp, [event.follower for event in received]
    known = joint.after.replicas[tp][who[0]].high_watermark
    answer = joint.before.replicas[tp][who[0]].incoming
    leader = "" if answer is None else f", broker {answer.leader},"
    return (
        f"{tp}: with the answer to {'its' if len(who) == 1 else 'their'} next fetch {listing(who)} "
        f"learn{'s' * (len(who) == 1)} the high watermark, {known}.",
        f"The leader{leader} knew it one fetch earlier: its answer to that one was sent before it moved to {known}.",
    )


def _why_learned(event: FetchReceived, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks the fetch behind a high watermark that moves while time passes, for that fetch is not played."""
    known = after.replicas[event.tp][event.follower].high_watermark
    if known == before.replicas[event.tp][event.follower].high_watermark or not isinstance(cause.request, Tick):
        return []
    return [why(f"fetch brings HW {known}", replica_id(event.tp, event.follower))]


@telling(
    FetchReceived, _part_of_receiving, rank=3, cues=_fetch_received_cues, why=_why_learned, together={Tag.LEARN: _learn}
)
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


def _fetch_lost_cues(event: FetchLost, before: Cluster, after: Cluster) -> list[Cue]:
    answer = before.replicas[event.tp][event.follower].incoming
    start = "" if answer is None else replica_id(event.tp, answer.leader)
    text = "" if answer is None else values_in(r.value for r in answer.records) or f"HW {answer.high_watermark}"
    return [Cue("refuse", start, replica_id(event.tp, event.follower), text)]


@telling(FetchLost, cues=_fetch_lost_cues)
def _fetch_lost(event: FetchLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.tp}: the answer to broker {event.follower} is lost on its way.", (
        f"The network dropped it; broker {event.follower} asks again from the same offset, "
        f"{before.replicas[event.tp][event.follower].log_end_offset}."
    )


def _committed_cues(event: HighWatermarkAdvanced, before: Cluster, after: Cluster) -> list[Cue]:
    leader = replica_id(event.tp, event.leader)
    return [Cue("flip", cells=(leader,), patient=True)]


def _commit(joint: Together) -> Said | None:
    moved = joint.of(HighWatermarkAdvanced)
    if not moved or not joint.of(FetchServed):
        return None
    event = moved[-1]
    if joint.policies.high_watermark is not high_watermark:
        return None
    old = joint.before.replicas[event.tp][event.leader].high_watermark
    isr = braces(joint.after.replicas[event.tp][event.leader].maximal_isr)
    proof = f"“From {event.offset}?” says: I have everything before it."
    return (
        f"{event.tp}: the high watermark moves from {old} to {event.offset}.",
        f"{proof} All of the ISR {isr} have asked so: it is committed.",
    )


def was_committed(cluster: Cluster, tp: TopicPartition, leader: int, offset: int) -> bool:
    """Tells whether the records up to an offset that a leader finds committed were known as such under another one."""
    copies = cluster.replicas[tp]
    epochs = copies[leader].epochs
    if not epochs or epochs[-1][1] < offset:
        return False
    promised = any(
        record.offset + 1 >= offset for record in cluster.acknowledged if record.tp == tp and record.acks == -1
    )
    return promised or any(copy.high_watermark >= offset for broker, copy in copies.items() if broker != leader)


def _part_of_committing(event: HighWatermarkAdvanced, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    return Tag.IDLE if was_committed(after, event.tp, event.leader, event.offset) else Tag.COMMIT


def _why_committed(event: HighWatermarkAdvanced, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    leader, ruled = replica_id(event.tp, event.leader), cause.policies.high_watermark
    isr = after.replicas[event.tp][event.leader].maximal_isr
    shrunk = f" {braces(isr)}" if len(isr) < len(after.partitions[event.tp].replicas) else ""
    words = f"whole ISR{shrunk} has it" if ruled is high_watermark else name_of(ruled)
    said = why(words, *copy_of(event.tp, event.leader))
    if not was_committed(after, event.tp, event.leader, event.offset):
        return [said]
    # What an old leader had counted has no frame of its own: here are the fetches by which the new one counts it.
    own = after.replicas[event.tp][event.leader]
    asked = [
        Cue("ask", replica_id(event.tp, broker), leader, f"from {follower.fetch_offset}?", patient=True)
        for broker, follower in own.followers.items()
        if broker in own.maximal_isr and follower.fetched_ms == after.now_ms
    ]
    return [*asked, Cue("flip", end=leader, text=HIGH_WATERMARK, cells=(leader,), patient=True), said]


@telling(
    HighWatermarkAdvanced,
    _part_of_committing,
    rank=5,
    cues=_committed_cues,
    why=_why_committed,
    together={Tag.COMMIT: _commit},
)
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
