"""What is told when the controller changes a partition: its leader, its ISR, its replicas."""

from kafkaviz.decisions.values import Partition
from kafkaviz.decisions.wording import listing, verb
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, partition_id, replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.partitions.events import ElectionSkipped, PartitionChanged, ReassignmentSkipped
from kafkaviz.model.quorum.controller_rules import answer_isr_proposal, move_leadership
from kafkaviz.model.zookeeper import rules as zookeeper
from kafkaviz.scene.telling.cue import Cue, copy_of, log_entry, partition_name, seat_of, why
from kafkaviz.scene.telling.partitions.electing import reason_of_election, say_election
from kafkaviz.scene.telling.partitions.resizing import causes_of_resizing, is_proposed, tell_resizing
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import and_more, braces


def _part_of(event: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    """Returns what a change is a part of: where a leader goes, or where the controller answers one."""
    if cause.rule in (move_leadership, zookeeper.move_leadership):
        return Tag.NEW_LEADER
    return Tag.ISR if cause.rule is answer_isr_proposal else Tag.CHANGE


def _decided_cues(event: PartitionChanged, before: Cluster, after: Cluster) -> list[Cue]:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    led = {b for b in (was.leader, now.leader) if b is not None} if was.leader != now.leader else set()
    changed = sorted(led | (set(was.isr) ^ set(now.isr)))
    about = tuple(replica_id(event.tp, b) for b in changed if b in after.replicas[event.tp])
    if isinstance(after.controller, Quorum):
        return log_entry(after, about)
    name = partition_name(event.tp, after)
    text = f"{name} → {'nobody' if now.leader is None else now.leader}"
    text = text if now.leader != was.leader else f"{name}: ISR {braces(now.isr)}"
    return [Cue("push", _writer(was, now, after), ZOOKEEPER_ID, text, patient=True, about=about)]


def _writer(was: Partition, now: Partition, after: Cluster) -> str:
    """Returns who writes a partition's state into ZooKeeper: its leader where only who is in sync is new.

    Kafka: /brokers/topics/…/state, written by the controller, or by the leader in Partition.expandIsr and shrinkIsr.
    """
    if now.leader is None or now.leader != was.leader or now.isr == was.isr or not is_proposed(was, now, after):
        return seat_of(after)
    return broker_id(now.leader)


def _new_leader(joint: Together) -> Said | None:
    leaders = leaders_in(joint)
    if len(changes_in(joint)) < 2 or not leaders:
        return None
    return f"{leaders[0].upper()}{leaders[1:]}.", reason_of_leader(joint)


def _why_decided(event: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    was, now, tp = before.partitions[event.tp], after.partitions[event.tp], event.tp
    resizing = causes_of_resizing(tp, was, now, after, cause)
    if now.leader == was.leader:
        return resizing or _why_kept(event, was, now)
    words = reason_of_election(tp, event.clean, before, after, cause).words
    if now.leader is not None:
        return [why(words, *copy_of(tp, now.leader)), *resizing]
    nodes = () if was.leader is None else copy_of(tp, was.leader)
    return [*resizing, why(words, *nodes, partition_id(tp))]


def _why_kept(event: PartitionChanged, was: Partition, now: Partition) -> list[Cue]:
    """Marks what the controller notes of a partition whose leader and ISR stay as they are."""
    tp, nodes = event.tp, () if now.leader is None else copy_of(event.tp, now.leader)
    if now.adding and now.adding != was.adding:
        goal = [broker for broker in now.replicas if broker not in now.removing]
        asked = f"asked: move to {', '.join(map(str, goal))}" if now.removing else "asked: hold it too"
        return [why(asked, *copy_of(tp, broker)) for broker in now.adding]
    if now.replicas != was.replicas:
        done = set(was.adding) <= set(now.replicas)
        return [why("new assignment is in sync" if done else "called off", *nodes, partition_id(tp))]
    if gone := set(was.elr) - set(now.elr):
        return [why("back unclean: not eligible", *copy_of(tp, broker)) for broker in sorted(gone)]
    if come := set(now.elr) - set(was.elr):
        return [why("ISR below min: eligible", *copy_of(tp, broker)) for broker in sorted(come)]
    if now.last_known_elr != was.last_known_elr:
        return [why("led last", *copy_of(tp, broker)) for broker in now.last_known_elr]
    return [why("has recovered", *nodes)] if now.recovery != was.recovery and nodes else []


@telling(
    PartitionChanged, _part_of, rank=7, cues=_decided_cues, why=_why_decided, together={Tag.NEW_LEADER: _new_leader}
)
def _partition_changed(event: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    if said := _reassigned(before, event, after):
        return said
    if now.leader != was.leader:
        return say_election(event.tp, event.clean, before, after, cause)
    if now.isr != was.isr:
        return tell_resizing(event.tp, before, after, cause)
    return _kept(event, was, now, cause)


@telling(ElectionSkipped)
def _election_skipped(event: ElectionSkipped, before: Cluster, after: Cluster, cause: Cause) -> Said:
    leader = after.partitions[event.tp].leader
    why = f"Broker {leader} is its preferred leader, and before 2.4 (KIP-460) that is no error."
    return f"{event.tp} keeps its leader.", why


@telling(ReassignmentSkipped)
def _reassignment_skipped(event: ReassignmentSkipped, before: Cluster, after: Cluster, cause: Cause) -> Said:
    replicas = list(after.partitions[event.tp].replicas)
    why = f"It is on brokers {replicas} already, in this order, so no record is written and the answer is no error."
    return f"{event.tp} does not move.", why


def _reassigned(before: Cluster, event: PartitionChanged, after: Cluster) -> Said | None:
    """Says what a reassignment did to a partition, or returns None where none begins or ends."""
    was, now, tp = before.partitions[event.tp], after.partitions[event.tp], event.tp
    if now.adding != was.adding and now.adding:
        until = f"{listing(now.adding)} {verb(len(now.adding), 'are')} in sync"
        if not now.removing:
            why = f"A reassignment was asked for: nobody is to go, and it is done as soon as {until}."
            return f"{tp} gets more replicas: {listing(now.adding)} will hold it too.", why
        why = f"A reassignment was asked for: old and new replicas {braces(now.replicas)} hold it until {until}."
        return f"{tp} is to move: {listing(now.adding)} will hold it too.", why
    if now.replicas == was.replicas:
        return None
    led = f", led by broker {now.leader}" if now.leader is not None else ""
    if set(was.adding) <= set(now.replicas):
        gone = [b for b in was.replicas if b not in now.replicas]
        why = f"Only the order is new: broker {now.replicas[0]} is the preferred leader now."
        if gone:
            why = f"The ISR {braces(now.isr)} has what the new assignment needs, so {listing(gone)} may go."
        elif was.adding:
            why = f"{listing(was.adding).capitalize()} joined the ISR {braces(now.isr)}, so the move is done."
        return f"{tp} is now on brokers {list(now.replicas)}{led}.", why
    return f"The move of {tp} is called off; it stays on brokers {list(now.replicas)}{led}.", (
        f"The reassignment was cancelled before {listing(was.adding)} had caught up."
    )


def _kept(event: PartitionChanged, was: Partition, now: Partition, cause: Cause) -> Said:
    """Says what changed where leader and ISR are as they were."""
    tp = event.tp
    if now.elr != was.elr:
        cap = f"{tp}: the eligible leader replicas are now {braces(now.elr)}."
        cap = cap if now.elr else f"{tp}: there are no eligible leader replicas any more."
        if set(now.elr) < set(was.elr):
            gone = listing([b for b in was.elr if b not in now.elr])
            return cap, f"After an unclean shutdown {gone} may lack the end of the log: it is no longer eligible."
        return (
            cap,
            f"The ISR {braces(now.isr)} is below min.insync.replicas; who left it with all that is committed stays.",
        )
    if now.last_known_elr != was.last_known_elr:
        if not now.last_known_elr:
            return f"{tp}: no last known leader is kept any more.", f"There is an ISR again: {braces(now.isr)}."
        why = f"ISR and ELR are empty, so only broker {now.last_known_elr[0]} may be elected again (KIP-966)."
        return f"{tp}: the last known leader is broker {now.last_known_elr[0]}.", why
    if now.recovery != was.recovery:
        why = f"Broker {now.leader} led after an unclean election; its first proposal of an ISR says that it is done."
        return f"{tp}: its leader has recovered.", why
    if now.leader_epoch != was.leader_epoch:
        cap = f"{tp}: broker {now.leader} leads on, in leader epoch {now.leader_epoch}."
        return cap, f"The controller wrote it anew; fetches in epoch {was.leader_epoch} are refused from now on."
    cap = f"{tp}: partition epoch {was.partition_epoch} → {now.partition_epoch}."
    return cap, f"The assignment {list(now.replicas)} is written anew; broker {now.leader} leads on."


def changes_in(joint: Together) -> list[PartitionChanged]:
    """Returns the changes of one frame."""
    return joint.of(PartitionChanged)


def leaders_in(joint: Together) -> str:
    """Says which partitions have another leader, and which have none any more; "" where all are led as before."""
    come, gone = list[str](), list[str]()
    for event in changes_in(joint):
        was, now = joint.before.partitions[event.tp], joint.after.partitions[event.tp]
        if now.leader is None and was.leader is not None:
            gone.append(str(event.tp))
        elif now.leader != was.leader:
            come.append(f"{event.tp} → broker {now.leader}")
    start = "a new leader" if len(come) == 1 else "new leaders"
    new = [f"{start}: {', '.join(come[:3])}{and_more(come, 3)}"] if come else []
    none = [f"{', '.join(gone[:3])}{and_more(gone, 3)} {verb(len(gone), 'have')} no leader any more"] if gone else []
    return "; ".join(new + none)


def reason_of_leader(joint: Together) -> str:
    """Returns why the first partition that has another leader has it."""
    for event, (_, reason) in joint.say_each():
        if isinstance(event, PartitionChanged):
            was, now = joint.before.partitions[event.tp], joint.after.partitions[event.tp]
            if was.leader != now.leader and event.change.leader == now.leader:
                return reason
    return ""
