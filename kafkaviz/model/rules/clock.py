"""The next moment at which time alone makes something happen."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.rules.balance import balance_deadlines
from kafkaviz.model.rules.groups import coordinator_of, member_deadlines
from kafkaviz.model.rules.partitions import removal_ms
from kafkaviz.model.rules.raft import patience_ends_ms
from kafkaviz.model.rules.rebalance import rebalance_deadlines
from kafkaviz.model.rules.reconcile import reconcile_deadlines
from kafkaviz.model.rules.share import share_deadlines
from kafkaviz.model.segments import retention_deadlines
from kafkaviz.model.values import Batch, Cluster, Quorum


def next_deadline(cluster: Cluster, policies: Policies) -> int | None:
    """Give the earliest deadline after now in ms, or None when nothing waits for the clock.

    >>> from kafkaviz.model.values import Broker, Quorum
    >>> dead = Broker(1, state="dead", quiet_since_ms=0)
    >>> next_deadline(Cluster(0, Quorum.of(101), {1: dead}), Policies())
    9000

    Kafka: the delayed-operation purgatories and scheduled tasks of brokers and clients.
    """
    return min((due for due in _deadlines(cluster, policies) if due > cluster.now_ms), default=None)


def _deadlines(cluster: Cluster, policies: Policies) -> Iterator[int]:
    for broker in cluster.brokers.values():
        if broker.quiet_since_ms is not None and not broker.fenced:
            yield broker.quiet_since_ms + policies.session_timeout_ms
    if isinstance(cluster.controller, Quorum):
        for voter in cluster.controller.voters.values():
            patience_ends = patience_ends_ms(cluster.controller, voter, policies)
            if patience_ends is not None:
                yield patience_ends
    for held in cluster.replicas.values():
        for b, replica in held.items():
            if replica.view.leader == b and cluster.brokers[b].is_up:
                for follower in replica.view.isr:
                    due = removal_ms(replica, follower, policies)
                    if due is not None:
                        yield due
    yield from balance_deadlines(cluster, policies)
    yield from group_deadlines(cluster, policies)
    yield from retention_deadlines(cluster, policies)
    for producer in cluster.producers.values():
        for batch in producer.batches:
            yield from _batch_deadlines(batch, policies)


def group_deadlines(cluster: Cluster, policies: Policies) -> Iterator[int]:
    """Give the deadlines of every group that has a coordinator to keep them."""
    for name, group in cluster.groups.items():
        if coordinator_of(cluster, name) is None:
            continue
        yield from member_deadlines(group, policies)
        if group.is_modern:
            yield from reconcile_deadlines(cluster, group, policies)
            yield from share_deadlines(group)
        else:
            yield from rebalance_deadlines(cluster, group, policies)


def _batch_deadlines(batch: Batch, policies: Policies) -> Iterator[int]:
    if batch.sent_to is not None:
        yield batch.sent_ms + policies.request_timeout_ms
    else:
        yield batch.created_ms + policies.linger_ms
        yield batch.retry_ms
    yield batch.created_ms + policies.delivery_timeout_ms
