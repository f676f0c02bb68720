"""Who elected the leader of a partition, by which rule, and what an unclean election may lose."""

from collections.abc import Iterable, Mapping

from kafkaviz.decisions.elections import elect_leader
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, name_of, quantity
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.partitions.balance_rules import balance_leaders
from kafkaviz.scene.telling.telling import Cause, Reason, Said
from kafkaviz.scene.telling.words import braces


def say_election(tp: TopicPartition, clean: bool, before: Cluster, after: Cluster, cause: Cause) -> Said:
    """Says who leads a partition now, or that nobody does, and by which rule."""
    was, now, reason = before.partitions[tp], after.partitions[tp], reason_of_election(tp, clean, before, after, cause)
    if now.leader is None:
        return f"{tp} has no leader any more.", reason.sentence
    come = f"broker {was.leader} → {now.leader}" if was.leader is not None else f"broker {now.leader}"
    return f"{tp}: new leader, {come}, leader epoch {now.leader_epoch}.", reason.sentence


def reason_of_election(tp: TopicPartition, clean: bool, before: Cluster, after: Cluster, cause: Cause) -> Reason:
    """Says by which rule a leader was elected, or why none was."""
    was, now = before.partitions[tp], after.partitions[tp]
    chooser = name_of(cause.policies.elect_leader)
    own = cause.policies.elect_leader is not elect_leader
    if now.leader is None:
        return Reason(f"{chooser}: None" if own else "nobody in ISR is alive", _nobody(tp, before, after, cause))
    if own:
        return Reason(chooser, _own_choice(tp, clean, before, after, chooser))
    if not clean:
        return _unclean(tp, before, after, cause)
    if cause.rule is balance_leaders:
        every = quantity(cause.policies.leader_imbalance_check_interval_seconds, "second")
        by = f"Every {every.removeprefix('1 ')} (leader.imbalance.check.interval.seconds) the controller checks"
        why = f"{by}: broker {now.leader}, the preferred leader, is in the ISR {braces(was.isr)}."
        return Reason("preferred leader", why)
    if now.leader not in was.isr and now.leader in was.elr:
        why = f"An eligible leader replica of {braces(was.elr)}: it has all that is committed, outside the ISR."
        return Reason("eligible (ELR)", why)
    isr, words = braces(was.isr if now.leader in was.isr else now.isr), "first alive in ISR"
    if now.leader != now.replicas[0]:
        return Reason(words, f"The first of the replicas {list(now.replicas)} that is in the ISR {isr} and alive.")
    why = f"The preferred leader, first of the replicas {list(now.replicas)}, is in the ISR {isr} and alive."
    return Reason(words if was.leader is None else "preferred leader", why)


def _nobody(tp: TopicPartition, before: Cluster, after: Cluster, cause: Cause) -> str:
    partition = after.partitions[tp]
    if cause.policies.elect_leader is not elect_leader:
        return f"{name_of(cause.policies.elect_leader)} answered None for replicas {list(partition.replicas)}."
    asked = partition.isr or before.partitions[tp].isr
    unclean = before.config(tp.topic, "unclean_leader_election_enable", cause.policies)
    live = [b for b in partition.replicas if after.brokers[b].is_active]
    waits = "unclean.leader.election.enable is false, so it waits" if live and not unclean else "it waits"
    eligible = f" and the ELR {braces(partition.elr)}" if partition.elr and asked != partition.elr else ""
    return (
        f"Nobody in the ISR {braces(asked)}{eligible} may lead; {waits}."
        if asked
        else (f"None of the replicas {list(partition.replicas)} may lead; {waits}.")
    )


def _own_choice(tp: TopicPartition, clean: bool, before: Cluster, after: Cluster, who: str) -> str:
    """Says whom a learner's election chose, and what that costs where Kafka's would not have been allowed to."""
    was, now = before.partitions[tp], after.partitions[tp]
    live = [b for b in was.replicas if after.brokers[b].is_active]
    chose = f"{who} chose broker {now.leader}"
    # An unclean leader becomes the whole ISR; else the rule was asked about the ISR as it is now.
    isr = now.isr if clean else was.isr
    if now.leader in (*isr, *was.elr):
        return f"{chose}; live are {listing(live, '')}."
    asked = isr or was.elr
    able = [b for b in asked if b in live]
    of_it = f"of which {listing(able)} could lead" if able else "of which nobody lives"
    loss = _loss(before.replicas[tp], now.leader, asked)
    return f"{chose}, outside the {'ISR' if isr else 'ELR'} {braces(asked)}, {of_it}; {loss}."


def _unclean(tp: TopicPartition, before: Cluster, after: Cluster, cause: Cause) -> Reason:
    """Says why an election was unclean, and how much longer the logs are that it passes over."""
    was, now = before.partitions[tp], after.partitions[tp]
    asked = was.isr or was.elr
    if not asked and now.leader in was.last_known_elr:
        why = "ISR and ELR are empty: the last known leader leads again. Unclean, since loss cannot be excluded."
        return Reason("unclean: last known", why)
    allowed = (
        "an admin client asked for it"
        if cause.request is not None and not cause.rule
        else ("unclean.leader.election.enable is true")
    )
    if not asked:
        why = f"Unclean: ISR and ELR are empty, and {allowed}. Loss cannot be excluded."
        return Reason("unclean: ISR is empty", why)
    loss = _loss(before.replicas[tp], now.leader, asked)
    why = f"An unclean election: nobody of {braces(asked)} could lead, and {allowed}; {loss}."
    return Reason("unclean: no ISR alive", why)


def _loss(held: Mapping[int, Replica], leader: int | None, passed_over: Iterable[int]) -> str:
    """Says how many records of some replicas the one that leads now does not hold."""
    own = None if leader is None else held.get(leader)
    logs = [held[b] for b in passed_over if b in held]
    lost = max((_lacking(own, other) for other in logs), default=0) if own is not None else 0
    return f"{quantity(lost, 'record')} that only they had will be cut off" if lost else "it lacks no record of theirs"


def _lacking(own: Replica, other: Replica) -> int:
    """Counts the records of another log that this one does not hold."""
    known = set(own.log)
    return sum(record not in known for record in other.log if record.offset >= own.log_start_offset)
