"""What is told of a rebalance of the classic protocol: who joins, who assigns, what each member takes and gives."""

from kafkaviz.decisions.wording import listing, name_of, quantity
from kafkaviz.graph.ids import broker_id, group_id, member_id, partition_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested, PartitionsAssigned
from kafkaviz.model.groups.classic.rules import round_timer
from kafkaviz.model.groups.common.rules import partition_counts
from kafkaviz.scene.telling.cue import Cue, by_coordinator, gain_partitions, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, telling
from kafkaviz.scene.telling.timers import limit_of
from kafkaviz.scene.telling.together import one_after_another
from kafkaviz.scene.telling.words import first_of, limit, partitions_of, seconds


def _joined_cues(event: JoinRequested, before: Cluster, after: Cluster) -> list[Cue]:
    member = member_id(event.group, event.member)
    given_up = tuple(partition_id(tp) for tp in event.revoked)
    moves = [Cue("move", member, group_id(event.group), cells=given_up)] if given_up else []
    return [*moves, by_coordinator(Cue("ask", member, group_id(event.group), "join?"), after, event.group)]


def _is_new(event: JoinRequested, before: Cluster) -> bool:
    return before.groups[event.group].members[event.member].epoch < 0


def _why_joins(event: JoinRequested, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("is new" if _is_new(event, before) else "rebalance", member_id(event.group, event.member))]


@telling(JoinRequested, Tag.JOIN, cues=_joined_cues, why=_why_joins, together=one_after_another)
def _join_requested(event: JoinRequested, before: Cluster, after: Cluster, cause: Cause) -> Said:
    group = before.groups[event.group]
    if event.revoked:
        cap = f"{event.member} hears of the rebalance, gives up {partitions_of(event.revoked)} and joins."
        many = quantity(len(group.members), "member")
        return cap, f"Eager: {many} stop{'s' if len(group.members) == 1 else ''} reading until the slowest has joined."
    if _is_new(event, before):
        why = f"It is new: the coordinator, broker {group.coordinator}, does not know it yet."
        return f"{event.member} asks to join group {event.group}.", why
    owned = group.members[event.member].owned
    heard = f"It hears of the rebalance that follows generation {group.generation}"
    why = (
        f"{heard}. Cooperative: it goes on reading {partitions_of(owned)}." if owned else f"{heard}, and owns nothing."
    )
    return f"{event.member} joins the rebalance.", why


def _generation_cues(event: GenerationBegun, before: Cluster, after: Cluster) -> list[Cue]:
    group, text = group_id(event.group), f"generation {event.generation}"
    answers = (Cue("answer", group, member_id(event.group, name), text) for name in after.groups[event.group].members)
    return [by_coordinator(answer, after, event.group) for answer in answers]


def _why_begun(event: GenerationBegun, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    at = before.groups[event.group].coordinator
    nodes = [group_id(event.group)] if at is None else [group_id(event.group), broker_id(at)]
    return [why(_round_over(event, before, cause).words, *nodes)]


@telling(GenerationBegun, Tag.GENERATION, cues=_generation_cues, why=_why_begun)
def _generation_begun(event: GenerationBegun, before: Cluster, after: Cluster, cause: Cause) -> Said:
    why = _round_over(event, before, cause).sentence
    if event.leader is None:
        return f"Group {event.group} is empty.", why
    gone = f" without {listing(event.removed, 'member')}, which did not ask in time" if event.removed else ""
    return f"Generation {event.generation} of group {event.group} begins{gone}.", why


def _round_over(event: GenerationBegun, before: Cluster, cause: Cause) -> Reason:
    """Says why a round ended: its time was over, or all had joined."""
    group, policies = before.groups[event.group], cause.policies
    is_delay_over = bool(event.removed or (group.initial and policies.group_initial_rebalance_delay_ms))
    words = "delay is over" if is_delay_over else "all have joined"
    if event.leader is None:
        return Reason("nobody is left", f"Its generation is {event.generation}; what it committed is kept.")
    asking = sum(m.state == "waiting" for m in group.members.values())
    asked = quantity(asking, "member")
    if is_delay_over:
        over = limit_of(round_timer(event.group, group, policies))
        return Reason(words, f"{over} is over, and {asked} asked to join.")
    everybody = f"All {asked} have" if asking > 1 else "Its only member has"
    return Reason(words, f"{everybody} asked to join, so the coordinator closes the round.")


def _shared_out_cues(event: PartitionsAssigned, before: Cluster, after: Cluster) -> list[Cue]:
    sent = Cue("send", member_id(event.group, event.leader), group_id(event.group), "who gets what")
    return [by_coordinator(sent, after, event.group)]


def _why_assigns(event: PartitionsAssigned, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("group leader", member_id(event.group, event.leader))]


@telling(PartitionsAssigned, Tag.ASSIGN, cues=_shared_out_cues, why=_why_assigns)
def _partitions_assigned(event: PartitionsAssigned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    shares = "; ".join(first_of([f"{member}: {partitions_of(tps)}" for member, tps in event.assignment.items()]))
    group, chosen = before.groups[event.group], cause.policies.assignor
    cooperative = group.protocol == "cooperative"
    own = "the cooperative sticky assignor" if cooperative else "the range assignor"
    by = own if chosen is None else name_of(chosen)
    counts = ", ".join(f"{topic} ({quantity(count, 'partition')})" for topic, count in event.metadata.items())
    why = (
        f"A consumer assigns, not a broker: {event.leader}, the group's leader, runs {by} over {counts or '0 topics'}."
    )
    if event.withheld:
        later = "; ".join(first_of([f"{partitions_of(tps)} for {member}" for member, tps in event.withheld.items()]))
        why = f"Withheld until their owners have given them up: {later}."
    unheard = sum(partition_counts(before, group).values()) - sum(event.metadata.values())
    if unheard > 0:
        age = limit("metadata.max.age.ms", cause.policies.metadata_max_age_ms)
        why = f"{why} It has not heard of {quantity(unheard, 'new partition')}: it asks for metadata every {age}."
    return f"{event.leader} assigns. {shares}.", why


def _received_cues(event: AssignmentReceived, before: Cluster, after: Cluster) -> list[Cue]:
    return gain_partitions(after, event.group, event.member, event.gained)


def _waits(event: AssignmentReceived, after: Cluster) -> bool:
    """Tells whether a member gets nothing yet, since others still read what is meant for it."""
    has_news = event.kept or event.revoked or event.gained
    return not has_news and event.member in after.groups[event.group].withheld


def _why_received(event: AssignmentReceived, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    words = "owner is still reading" if _waits(event, after) else f"{after.groups[event.group].leader} assigned so"
    return [why(words, member_id(event.group, event.member))]


@telling(AssignmentReceived, Tag.RECEIVE, cues=_received_cues, why=_why_received, together=one_after_another)
def _assignment_received(event: AssignmentReceived, before: Cluster, after: Cluster, cause: Cause) -> Said:
    parts = []
    if event.kept:
        parts.append(f"keeps {partitions_of(event.kept)}")
    if event.revoked:
        parts.append(f"gives up {partitions_of(event.revoked)}")
    if event.gained:
        parts.append(f"gets {partitions_of(event.gained)}")
    group = after.groups[event.group]
    if _waits(event, after):
        why = f"Other members still own the partitions it will get: {partitions_of(group.withheld[event.member])}."
        return f"{event.member} gets nothing yet.", why
    cap = f"{event.member} {', '.join(parts)}." if parts else f"{event.member} gets nothing and stays idle."
    if event.revoked:
        return cap, f"It joins again at once: after generation {group.generation} the new owner may have it."
    total = sum(group.metadata.values())
    if not parts and len(group.members) > total:
        return cap, f"{quantity(len(group.members), 'member')} share {quantity(total, 'partition')}."
    leads = f"{group.leader} assigned so in generation {group.generation}"
    stopped = before.groups[event.group].members[event.member].stopped_since_ms
    if stopped is not None and after.now_ms > stopped:
        return cap, f"{leads}. It had read nothing for {seconds(after.now_ms - stopped)}."
    return cap, f"{leads}; broker {group.coordinator}, the coordinator, passes it on."
