"""What is told of the ISR that a leader proposes, and of what the controller answers."""

from typing import Final

from kafkaviz.decisions.replication import is_out_of_sync
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, name_of, verb
from kafkaviz.graph.ids import replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.partitions.events import IsrChangeProposed, IsrChangeRefused
from kafkaviz.scene.telling.cue import Cue, copy_of, seat_of, why
from kafkaviz.scene.telling.partitions.changes import changes_in
from kafkaviz.scene.telling.partitions.resizing import how_far, shrink_reason
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import and_more, braces, limit


def _proposed_cues(event: IsrChangeProposed, before: Cluster, after: Cluster) -> list[Cue]:
    about = tuple(replica_id(event.tp, b) for b in before.replicas[event.tp])
    return [Cue("ask", replica_id(event.tp, event.leader), seat_of(before), f"ISR {braces(event.isr)}?", about=about)]


def _isr(joint: Together) -> Said | None:
    changed = dict.fromkeys(event.tp for event in changes_in(joint))
    joined: dict[tuple[int, ...], list[TopicPartition]] = {}
    for tp in changed:
        was, now = joint.before.partitions[tp].isr, joint.after.partitions[tp].isr
        joined.setdefault(tuple(b for b in now if b not in was), []).append(tp)
    (who, tps), *others = joined.items() or [((), [])]
    if others or not who or len(tps) < 2:
        return None
    names = [str(tp) for tp in tps]
    ended = all(joint.before.partitions[tp].adding and not joint.after.partitions[tp].adding for tp in tps)
    done = " Their reassignments are done." if ended else ""
    return (
        f"{listing(who).capitalize()} joined the ISR of {', '.join(names[:3])}{and_more(names, 3)}.{done}",
        _joined(joint, tps[0], who[0]),
    )


def _joined(joint: Together, tp: TopicPartition, broker: int) -> str:
    proposed = [event for event in joint.of(IsrChangeProposed) if event.tp == tp]
    leader = proposed[0].leader if proposed else joint.before.partitions[tp].leader
    end = joint.after.replicas[tp][broker].log_end_offset
    return (
        f"Its log of {tp} ends at {end}, with all that is committed; leader {leader} proposed it, as each leader does."
    )


def _differing(event: IsrChangeProposed, before: Cluster) -> tuple[list[int], list[int]]:
    """Returns who would leave the ISR that a leader knows, and who would join it."""
    known = before.replicas[event.tp][event.leader].view.isr
    return [b for b in known if b not in event.isr], [b for b in event.isr if b not in known]


def _why_proposed(event: IsrChangeProposed, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    left, joined = _differing(event, before)
    return [
        *(why(shrink_reason(cause), *copy_of(event.tp, broker)) for broker in left),
        *(why(how_far(event.tp, broker, after), *copy_of(event.tp, broker)) for broker in joined),
    ]


@telling(IsrChangeProposed, Tag.ISR, rank=1, cues=_proposed_cues, why=_why_proposed, together=_isr)
def _isr_change_proposed(event: IsrChangeProposed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.tp}: leader {event.leader} proposes the ISR {braces(event.isr)}.", _proposed(event, before, cause)


def _proposed(event: IsrChangeProposed, before: Cluster, cause: Cause) -> str:
    leader = before.replicas[event.tp][event.leader]
    left, joined = _differing(event, before)
    if left:
        has = verb(len(left), "have")
        seen, lag = (
            leader.followers.get(left[0]),
            limit("replica.lag.time.max.ms", cause.policies.replica_lag_time_max_ms),
        )
        at = (
            f", and its log ends at {leader.log_end_offset}"
            if seen is None or seen.fetch_offset < 0
            else (f": it asked from {seen.fetch_offset} of {leader.log_end_offset}")
        )
        ruled = cause.policies.is_out_of_sync
        if ruled is not is_out_of_sync:
            return f"{name_of(ruled)} says that {listing(left)} {has} fallen behind{at}."
        return f"{listing(left).capitalize()} {has} not caught up for {lag}{at}. The controller decides."
    end = max((leader.followers[b].fetch_offset for b in joined), default=leader.log_end_offset)
    mark = f"the high watermark is {leader.high_watermark}"
    return f"{listing(joined or event.isr).capitalize()} asked from offset {end}, and {mark}. The controller decides."


REFUSALS: Final = {
    "FENCED_LEADER_EPOCH": "{error}: broker {leader} leads in an older epoch than {now}.",
    "INVALID_REQUEST": "{error}: broker {leader} is not the leader, or not in the ISR it proposes.",
    "INVALID_UPDATE_VERSION": "{error}: the partition epoch is {epoch}, later than the one broker {leader} knew.",
    "INELIGIBLE_REPLICA": "{error}: who would join is fenced, shutting down, or was started anew since.",
    "NO_CHANGE": "{error}: that is the ISR of partition epoch {epoch} already.",
}


def _proposal_refused_cues(event: IsrChangeRefused, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("refuse", seat_of(after), replica_id(event.tp, event.leader), event.error.lower())]


@telling(IsrChangeRefused, Tag.ISR, cues=_proposal_refused_cues)
def _isr_change_refused(event: IsrChangeRefused, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.tp}: the controller refuses the ISR of broker {event.leader}.", REFUSALS.get(
        event.error, "{error}: the controller's partition epoch is {epoch}."
    ).format(
        error=event.error,
        leader=event.leader,
        epoch=before.partitions[event.tp].partition_epoch,
        now=before.partitions[event.tp].leader_epoch,
    )
