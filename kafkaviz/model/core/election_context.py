"""What the controller knows when it decides about one partition."""

from collections.abc import Callable
from typing import Literal

from kafkaviz.decisions import replication
from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import Election, ElectionContext, Partition, PartitionChange, TopicPartition
from kafkaviz.decisions.wording import as_integer, short
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.learner import call_policy, call_text

ElectionKind = Literal["ONLINE", "PREFERRED", "UNCLEAN"]


def election_context(
    cluster: Cluster, tp: TopicPartition, policies: Policies, *, election: ElectionKind = "ONLINE"
) -> ElectionContext:
    """Returns who may lead, which election is held, and which rules of the time apply."""
    acceptable: list[int] = []
    partition, brokers = cluster.partitions[tp], cluster.brokers
    for b in partition.replicas:
        if brokers[b].is_active:
            acceptable.append(b)
    unclean = cluster.config(tp.topic, "unclean_leader_election_enable", policies)
    elr = policies.eligible_leader_replicas_enable
    return ElectionContext(
        acceptable=tuple(acceptable),
        election="UNCLEAN" if unclean and election == "ONLINE" else election,
        # The controller counts the replicas of the topic's first partition, a leader its own.
        min_isr=effective_min_isr(cluster, TopicPartition(tp.topic, 0), policies),
        elr_enabled=elr,
        use_last_known_leader=elr,
    )


def effective_min_isr(cluster: Cluster, tp: TopicPartition, policies: Policies) -> int:
    """Returns `min.insync.replicas`, but since KIP-966 never more than there are replicas."""
    least: int = cluster.config(tp.topic, "min_insync_replicas", policies)
    if not policies.hw_needs_min_isr:
        return least
    return replication.effective_min_isr(least, len(cluster.partitions[tp].replicas))


def elector(policies: Policies) -> Callable[..., Election]:
    """Returns the election function with its answer checked: a broker or None, with or without a `clean` flag."""

    def elect(replicas: tuple[int, ...], *arguments: object, **named: object) -> Election:
        answer = call_policy(policies.elect_leader, replicas, *arguments, **named)
        leader, clean = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, True)
        if leader is not None and (as_integer(leader) is None or leader not in replicas):
            call = call_text(policies.elect_leader, replicas, *arguments)
            raise LearnerError(f"{call} gave {short(leader)}; a leader is one of the replicas {replicas}, or None.")
        return Election(None if leader is None else as_integer(leader), bool(clean))

    return elect


def is_clean(partition: Partition, change: PartitionChange, joining: tuple[int, ...] = ()) -> bool:
    """Tells whether the leader that a change names is certain to have what is committed; `joining` are taken in."""
    leader = change.leader
    return not isinstance(leader, int) or leader in (*partition.isr, *partition.elr, *joining)
