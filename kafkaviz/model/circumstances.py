"""What the controller knows when it decides about one partition."""

from collections.abc import Callable
from typing import Any, Literal

from kafkaviz.decisions import replication
from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import Circumstances, Election, TopicPartition
from kafkaviz.decisions.wording import short, whole
from kafkaviz.model.configs import config
from kafkaviz.model.learner import asked, shown_call
from kafkaviz.model.values import Cluster

ElectionKind = Literal["ONLINE", "PREFERRED", "UNCLEAN"]


def circumstances(
    cluster: Cluster, tp: TopicPartition, policies: Policies, *, election: ElectionKind = "ONLINE"
) -> Circumstances:
    """Give who may lead, which election is held, and which rules of the time apply."""
    partition = cluster.partitions[tp]
    unclean = config(cluster, tp.topic, "unclean_leader_election_enable", policies)
    elr = policies.eligible_leader_replicas_enable
    return Circumstances(
        acceptable=tuple(b for b in partition.replicas if cluster.brokers[b].is_active),
        election="UNCLEAN" if unclean and election == "ONLINE" else election,
        # The controller counts the replicas of the topic's first partition, a leader its own.
        min_isr=effective_min_isr(cluster, TopicPartition(tp.topic, 0), policies),
        elr_enabled=elr,
        use_last_known_leader=elr,
    )


def effective_min_isr(cluster: Cluster, tp: TopicPartition, policies: Policies) -> int:
    """Give `min.insync.replicas`, but never more than there are replicas."""
    least: int = config(cluster, tp.topic, "min_insync_replicas", policies)
    return replication.effective_min_isr(least, len(cluster.partitions[tp].replicas))


def elector(policies: Policies) -> Callable[..., Election]:
    """Give the election function with its answer checked: a broker or None, with or without a `clean` flag."""

    def elect(replicas: tuple[int, ...], *arguments: Any, **named: Any) -> Election:
        answer = asked(policies.elect_leader, replicas, *arguments, **named)
        leader, clean = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, True)
        if leader is not None and (whole(leader) is None or leader not in replicas):
            call = shown_call(policies.elect_leader, replicas, *arguments)
            raise LearnerError(f"{call} gave {short(leader)}; a leader is one of the replicas {replicas}, or None.")
        return Election(None if leader is None else whole(leader), bool(clean))

    return elect
