"""Which timers run out while time passes: the deadlines of the model, each with the config it goes by."""

from collections.abc import Iterator
from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.brokers.rules import session_deadlines
from kafkaviz.model.clients.metadata_rules import metadata_deadlines
from kafkaviz.model.clients.rules import batch_deadlines
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import FOLLOWER, LEADER, Quorum
from kafkaviz.model.core.segments import retention_deadlines
from kafkaviz.model.groups.classic.rules import rebalance_deadlines, round_ends_ms
from kafkaviz.model.groups.common.coordinator_rules import coordinator_deadlines, loaded_ms
from kafkaviz.model.groups.common.coordinators import beat_ms, coordinator_of, patience_ends_ms
from kafkaviz.model.groups.common.rules import expires_ms, gives_up_ms
from kafkaviz.model.groups.consumer_protocol.rules import consumer_protocol_deadlines, target_due_ms
from kafkaviz.model.groups.share.rules import share_deadlines
from kafkaviz.model.partitions.balance_rules import balance_deadlines
from kafkaviz.model.partitions.rules import CHECKS_PER_LAG_TIME, lag_deadlines
from kafkaviz.model.quorum.raft_rules import election_timeout_ends_ms
from kafkaviz.scene.telling.quiet import facts_of
from kafkaviz.scene.telling.words import and_more, limit, listed, seconds

SOON_MS: Final = 3_600_000
Timer = tuple[int, str, str]
"""When it runs out, the config it goes by, and whose it is."""


def timers(cluster: Cluster, until_ms: int, policies: Policies) -> str:
    """Says which timer runs out at a moment; where there is none, which is the next, or what holds without any.

    >>> from kafkaviz.model.core.brokers import Broker
    >>> silent = Cluster(0, Quorum.of(101), {1: Broker(1, state="dead", quiet_since_ms=0)})
    >>> timers(silent, 9_000, Policies())
    'broker.session.timeout.ms (9 seconds) of broker 1 runs out.'
    >>> timers(silent, 3_000, Policies())
    'The next timer, broker.session.timeout.ms (9 seconds) of broker 1, runs out 6 seconds later.'
    """
    running = sorted({timer for timer in _all(cluster, policies) if timer[0] > cluster.now_ms})
    done: dict[str, list[str]] = {}
    for due, config, whose in running:
        if due == until_ms:
            done.setdefault(config, []).append(whose)
    if done:
        told = [f"{config}{_of(whose)}" for config, whose in done.items()][:2]
        return f"{listed(told, '')} {'runs' if len(told) == 1 else 'run'} out."
    later = [timer for timer in running if until_ms < timer[0] <= until_ms + SOON_MS]
    if not later:
        return f"Nothing is due within the hour. {facts_of(cluster)}"
    due, config, whose = later[0]
    return f"The next timer, {config}{_of([whose])}, runs out {seconds(due - until_ms)} later."


def _of(whose: list[str]) -> str:
    return f" of {listed(whose[:3], '')}{and_more(whose, 3)}" if any(whose) else ""


def session_config(cluster: Cluster) -> str:
    """Names the config by which a silent broker's session ends; before it ends, a film may ask for its value."""
    return f"{'broker' if isinstance(cluster.controller, Quorum) else 'zookeeper'}.session.timeout.ms"


def session_timeout(cluster: Cluster, policies: Policies) -> str:
    """Names the config by which a silent broker's session ends, with its value."""
    return limit(session_config(cluster), policies.session_timeout_ms)


def _all(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    for broker in cluster.brokers.values():
        for due in session_deadlines(cluster._replace(brokers={broker.id: broker}), policies):
            yield due, session_timeout(cluster, policies), f"broker {broker.id}"
    yield from _of_voters(cluster, policies)
    lag = limit("replica.lag.time.max.ms", policies.replica_lag_time_max_ms)
    check = seconds(policies.replica_lag_time_max_ms // CHECKS_PER_LAG_TIME)
    for due in lag_deadlines(cluster, policies):
        yield due, f"{lag}, which a leader checks every {check},", ""
    for due in balance_deadlines(cluster, policies):
        yield due, f"leader.imbalance.check.interval.seconds ({policies.leader_imbalance_check_interval_seconds})", ""
    for due in retention_deadlines(cluster, policies):
        yield due, limit("log.retention.check.interval.ms", policies.log_retention_check_interval_ms), ""
    yield from _of_batches(cluster, policies)
    yield from _of_groups(cluster, policies)


def _of_voters(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    if not isinstance(cluster.controller, Quorum):
        return
    fetch_ms = policies.controller_quorum_fetch_timeout_ms
    for node, voter in cluster.controller.voters.items():
        due = election_timeout_ends_ms(cluster.controller, voter, policies)
        if due is not None:
            fetch = limit("controller.quorum.fetch.timeout.ms", fetch_ms)
            own = f"the election timeout ({seconds(voter.patience_ms)})"
            yield due, fetch if voter.state in (FOLLOWER, LEADER) else own, f"controller {node}"


def _of_batches(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    for name, producer in cluster.producers.items():
        for batch in producer.batches:
            known = {
                batch.created_ms + policies.linger_ms: limit("linger.ms", policies.linger_ms),
                batch.retry_ms: limit("retry.backoff.ms", policies.retry_backoff_ms),
                batch.sent_ms + policies.request_timeout_ms: limit("request.timeout.ms", policies.request_timeout_ms),
                batch.created_ms + policies.delivery_timeout_ms: limit(
                    "delivery.timeout.ms", policies.delivery_timeout_ms
                ),
            }
            one = producer._replace(batches=(batch,))
            for due in batch_deadlines(cluster._replace(producers={name: one}), policies):
                yield due, known[due], name
        for due in metadata_deadlines(cluster._replace(producers={name: producer}), policies):
            yield due, limit("metadata.max.age.ms", policies.metadata_max_age_ms), name


def _of_groups(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    for name, group in cluster.groups.items():
        config = f"group.{group.protocol}.heartbeat.interval.ms" if group.is_modern else "heartbeat.interval.ms"
        beat = limit(config, beat_ms(group, policies))
        for who, member in group.members.items():
            alone = group._replace(members={who: member})
            given_up = patience_ends_ms(cluster, group, member, policies)
            known = {
                loaded_ms(
                    group, policies
                ): f"the load of __consumer_offsets ({seconds(policies.partition_load_time_ms)})",
                member.retry_ms: limit("retry.backoff.ms", policies.retry_backoff_ms),
                given_up: limit("request.timeout.ms", policies.request_timeout_ms),
            }
            for due in coordinator_deadlines(cluster, alone, policies):
                yield due, known.get(due, beat), who if due != loaded_ms(group, policies) else f"group {name}"
        if coordinator_of(cluster, name) is None:
            continue
        for who, member in group.members.items():
            expires, gives_up = expires_ms(member, policies), gives_up_ms(member, policies)
            if expires is not None:
                yield expires, limit("session.timeout.ms", policies.group_session_timeout_ms), who
            if gives_up is not None:
                yield gives_up, limit("max.poll.interval.ms", policies.max_poll_interval_ms), who
        if group.is_modern:
            target = target_due_ms(cluster, group, policies)
            interval = limit("group.consumer.assignment.interval.ms", policies.group_consumer_assignment_interval_ms)
            for due in consumer_protocol_deadlines(cluster, group, policies):
                yield due, interval if due == target else beat, f"group {name}"
            for due in share_deadlines(group):
                yield (
                    due,
                    limit("group.share.record.lock.duration.ms", policies.group_share_record_lock_duration_ms),
                    f"group {name}",
                )
            continue
        ends = round_ends_ms(group, policies) if group.state == "PreparingRebalance" else None
        for due in rebalance_deadlines(cluster, group, policies):
            if due == ends:
                delay = limit("group.initial.rebalance.delay.ms", policies.group_initial_rebalance_delay_ms)
                longest = limit("max.poll.interval.ms", policies.max_poll_interval_ms)
                yield due, delay if group.initial else longest, f"group {name}"
            elif group.state == "PreparingRebalance":
                yield due, beat, f"group {name}"
            else:
                yield due, limit("metadata.max.age.ms", policies.metadata_max_age_ms), f"the leader of group {name}"
