"""What is told when the controller changes a partition: its leader, its ISR, its replicas."""

from kafkaviz.decisions.values import Partition
from kafkaviz.decisions.wording import listing, verb
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, replica_id
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.partitions.events import ElectionSkipped, PartitionChanged, ReassignmentSkipped
from kafkaviz.model.quorum.controller_rules import answer_isr_proposal, move_leadership
from kafkaviz.scene.telling.cue import Cue, log_entry, partition_name, seat_of
from kafkaviz.scene.telling.partitions.electing import elected
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import and_more, braces, limit


def _part_of(event: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    """Returns what a change is a part of: where a leader goes, or where the controller answers one."""
    if cause.is_rule(move_leadership):
        return Tag.NEW_LEADER
    return Tag.ISR if cause.is_rule(answer_isr_proposal) else Tag.CHANGE


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
    is_leaders = now.leader is not None and now.leader == was.leader and now.isr != was.isr
    is_leaders = is_leaders and all(after.brokers[b].is_active for b in was.isr if b not in now.isr)
    return broker_id(now.leader) if is_leaders and now.leader is not None else seat_of(after)


def _new_leader(joint: Together) -> Said | None:
    leaders = leaders_in(joint)
    if len(changed_in(joint)) < 2 or not leaders:
        return None
    return f"{leaders[0].upper()}{leaders[1:]}.", reason_of_leader(joint)


@telling(PartitionChanged, _part_of, rank=7, cues=_decided_cues, together={Tag.NEW_LEADER: _new_leader})
def _partition_changed(event: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    if said := _reassigned(before, event, after):
        return said
    if now.leader != was.leader:
        return elected(event.tp, event.clean, before, after, cause)
    if now.isr != was.isr:
        return _resized(event, before, after, cause)
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


def _resized(changed: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    """Says who joined or left an ISR, and the condition that held."""
    tp, was, now = changed.tp, before.partitions[changed.tp].isr, after.partitions[changed.tp].isr
    joined, left = [b for b in now if b not in was], [b for b in was if b not in now]
    if not joined and not left:
        return f"{tp}: the ISR is listed in another order, {braces(now)}.", "The leader wrote its members down anew."
    done = [f"{listing(who)} {did}" for who, did in ((joined, "joined"), (left, "left")) if who]
    cap = f"{tp}: {' and '.join(done)} the ISR, {f'now {braces(now)}' if now else 'which is empty now'}."
    leader = before.partitions[tp].leader
    if joined:
        own = None if leader is None else before.replicas[tp].get(leader)
        end = None if own is None or joined[0] not in own.followers else own.followers[joined[0]].fetch_offset
        if own is None or end is None:
            return cap, f"{listing(joined).capitalize()} had all that is committed."
        mark = f"not below the high watermark {own.high_watermark}"
        return cap, f"Leader {leader} proposed it: broker {joined[0]} fetches from offset {end}, {mark}."
    gone = [b for b in left if not after.brokers[b].is_active]
    if not gone:
        lag = limit("replica.lag.time.max.ms", cause.policies.replica_lag_time_max_ms)
        return cap, f"Leader {leader} proposed it: {listing(left)} {verb(len(left), 'have')} not caught up for {lag}."
    doubted = [b for b in gone if after.brokers[b].is_up and after.brokers[b].unclean_shutdown]
    if doubted:
        return (
            cap,
            f"{listing(doubted).capitalize()} came back from an unclean shutdown: the end of its log may be gone.",
        )
    return cap, f"The controller takes {listing(gone)} out, which {verb(len(gone), 'are')} {state_of(gone[0], after)}."


def state_of(broker: int, cluster: Cluster) -> str:
    """Says why a broker may not lead."""
    if cluster.brokers[broker].state == SHUTTING_DOWN:
        return "shutting down"
    return "fenced" if isinstance(cluster.controller, Quorum) else "without a session in ZooKeeper"


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


def changed_in(joint: Together) -> list[PartitionChanged]:
    """Returns the changes of one frame."""
    return joint.of(PartitionChanged)


def leaders_in(joint: Together) -> str:
    """Says which partitions have another leader, and which have none any more; "" where all are led as before."""
    come, gone = list[str](), list[str]()
    for event in changed_in(joint):
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
    for event, (_, why) in joint.said():
        if isinstance(event, PartitionChanged):
            was, now = joint.before.partitions[event.tp], joint.after.partitions[event.tp]
            if was.leader != now.leader and event.change.leader == now.leader:
                return why
    return ""
