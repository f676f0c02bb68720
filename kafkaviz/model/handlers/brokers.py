"""What people do to brokers and to the messages between them."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.errors import DuplicateBrokerRegistrationError, InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.handlers.admin import require_partition
from kafkaviz.model.rules.partitions import served_fetch
from kafkaviz.model.rules.producers import backoff, sequence_of
from kafkaviz.model.values import DEAD, FROZEN, PAUSED, RUNNING, SHUTTING_DOWN, Broker, Cluster, Quorum


def _broker(cluster: Cluster, broker: int, *states: str) -> Broker:
    """Give a broker that must be in one of these states, or say in one sentence why that is impossible."""
    if broker not in cluster.brokers:
        raise InvalidArgumentError(
            f"There is no broker {broker}; the brokers are {', '.join(map(str, cluster.brokers))}."
        )
    found = cluster.brokers[broker]
    if found.state not in states:
        raise InvalidArgumentError(f"Broker {broker} is {found.state}; this needs one that is {' or '.join(states)}.")
    return found


def _kill(cluster: Cluster, asked_for: r.Kill, policies: Policies) -> e.BrokerCrashed:
    _broker(cluster, asked_for.broker, RUNNING, PAUSED, FROZEN, SHUTTING_DOWN)
    return e.BrokerCrashed(asked_for.broker, asked_for.power_lost)


def _restart(cluster: Cluster, asked_for: r.Restart, policies: Policies) -> e.BrokerStarted:
    broker = _broker(cluster, asked_for.broker, DEAD)
    registered = isinstance(cluster.controller, Quorum) and cluster.controller.active is not None
    if registered and not broker.fenced and broker.quiet_since_ms is not None:
        left = broker.quiet_since_ms + policies.session_timeout_ms - cluster.now_ms
        raise DuplicateBrokerRegistrationError(
            f"The session of broker {broker.id}'s last incarnation is valid for {left} ms more; tick({left}) first."
        )
    return e.BrokerStarted(broker.id, broker.unclean_shutdown)


def _stop(cluster: Cluster, asked_for: r.Stop, policies: Policies) -> e.ShutdownRequested:
    broker = _broker(cluster, asked_for.broker, RUNNING, PAUSED)
    if broker.cut_off:
        raise InvalidArgumentError(
            f"Broker {broker.id} is cut off, so nobody can take over what it leads; reconnect it first."
        )
    return e.ShutdownRequested(broker.id)


def _pause(cluster: Cluster, asked_for: r.Pause, policies: Policies) -> e.BrokerPaused:
    _broker(cluster, asked_for.broker, RUNNING)
    return e.BrokerPaused(asked_for.broker)


def _resume(cluster: Cluster, asked_for: r.Resume, policies: Policies) -> e.BrokerResumed:
    _broker(cluster, asked_for.broker, PAUSED)
    return e.BrokerResumed(asked_for.broker)


def _freeze(cluster: Cluster, asked_for: r.Freeze, policies: Policies) -> e.BrokerFrozen:
    _broker(cluster, asked_for.broker, RUNNING)
    return e.BrokerFrozen(asked_for.broker)


def _thaw(cluster: Cluster, asked_for: r.Thaw, policies: Policies) -> e.BrokerThawed:
    _broker(cluster, asked_for.broker, FROZEN)
    return e.BrokerThawed(asked_for.broker)


def _cut_off(cluster: Cluster, asked_for: r.CutOff, policies: Policies) -> e.BrokerCutOff:
    broker = _broker(cluster, asked_for.broker, RUNNING, PAUSED)
    if broker.cut_off:
        raise InvalidArgumentError(f"Broker {broker.id} is cut off already.")
    return e.BrokerCutOff(broker.id)


def _reconnect(cluster: Cluster, asked_for: r.Reconnect, policies: Policies) -> e.BrokerReconnected:
    broker = _broker(cluster, asked_for.broker, RUNNING, PAUSED)
    if not broker.cut_off:
        raise InvalidArgumentError(f"Broker {broker.id} is not cut off.")
    return e.BrokerReconnected(broker.id)


def _flush(cluster: Cluster, asked_for: r.Flush, policies: Policies) -> e.LogsFlushed:
    _broker(cluster, asked_for.broker, RUNNING, PAUSED, FROZEN, SHUTTING_DOWN)
    return e.LogsFlushed(asked_for.broker)


def _serve_fetch(cluster: Cluster, asked_for: r.ServeFetch, policies: Policies) -> e.FetchServed:
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    served = served_fetch(cluster, tp, asked_for.follower, policies, idle=True)
    if served is None:
        raise InvalidArgumentError(
            f"Broker {asked_for.follower} has nobody to fetch {tp} from, or waits for an answer."
        )
    return served


def _lose_fetch(cluster: Cluster, asked_for: r.LoseFetch, policies: Policies) -> e.FetchLost:
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    replica = cluster.replicas[tp].get(asked_for.follower)
    if replica is None or replica.incoming is None:
        raise InvalidArgumentError(f"No answer for {tp} is on its way to broker {asked_for.follower}.")
    return e.FetchLost(tp, asked_for.follower)


def _lose_request(cluster: Cluster, asked_for: r.LoseRequest, policies: Policies) -> e.RequestLost:
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    producer = cluster.producers.get(asked_for.producer)
    waiting = [b for b in producer.batches if b.tp == tp and b.sent_to is None] if producer else []
    leader = cluster.partitions[tp].leader
    if producer is None or not waiting or leader is None:
        raise InvalidArgumentError(f"{asked_for.producer} has nothing to send to {tp}, or {tp} has no leader.")
    return e.RequestLost(asked_for.producer, tp, leader, sequence_of(producer, waiting[0], policies))


def _lose_acknowledgement(
    cluster: Cluster, asked_for: r.LoseAcknowledgement, policies: Policies
) -> e.AcknowledgementLost:
    tp = r.partition_of(asked_for)
    require_partition(cluster, tp)
    producer = cluster.producers.get(asked_for.producer)
    flying = [b for b in producer.batches if b.tp == tp and b.sent_to is not None] if producer else []
    if not flying:
        raise InvalidArgumentError(f"{asked_for.producer} waits for no acknowledgement from {tp}.")
    return e.AcknowledgementLost(asked_for.producer, tp, cluster.now_ms + backoff(flying[0].attempts, policies))


BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {
    r.Kill: _kill,
    r.Flush: _flush,
    r.Restart: _restart,
    r.Stop: _stop,
    r.Pause: _pause,
    r.Resume: _resume,
    r.Freeze: _freeze,
    r.Thaw: _thaw,
    r.CutOff: _cut_off,
    r.Reconnect: _reconnect,
    r.ServeFetch: _serve_fetch,
    r.LoseFetch: _lose_fetch,
    r.LoseRequest: _lose_request,
    r.LoseAcknowledgement: _lose_acknowledgement,
}
