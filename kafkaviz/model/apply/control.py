"""What changes when time passes, brokers come and go, and the controller decides."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.elections import apply_change
from kafkaviz.decisions.replication import truncate_epochs
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.apply.groups import forgotten
from kafkaviz.model.apply.logs import CHECKPOINT_INTERVAL_MS
from kafkaviz.model.apply.quorum import continued, crashed, led, started
from kafkaviz.model.chance import PLACEMENT
from kafkaviz.model.segments import with_log
from kafkaviz.model.values import (
    DEAD,
    FROZEN,
    PAUSED,
    RUNNING,
    SHUTTING_DOWN,
    Broker,
    Cluster,
    Quorum,
    Replica,
    Topic,
    View,
    ZooKeeper,
)


def put_broker(cluster: Cluster, broker: int, **changes: object) -> Cluster:
    """Give the cluster with one broker changed."""
    changed = cluster.brokers[broker]._replace(**changes)  # type: ignore[arg-type]
    return cluster._replace(brokers={**cluster.brokers, broker: changed})


def _same(cluster: Cluster, event: object) -> Cluster:
    return cluster


def _time_advanced(cluster: Cluster, event: e.TimeAdvanced) -> Cluster:
    return cluster._replace(now_ms=event.to_ms)


def _topic_created(cluster: Cluster, event: e.TopicCreated) -> Cluster:
    tps = [TopicPartition(event.topic, n) for n in range(len(event.partitions))]
    made = dict(zip(tps, event.partitions, strict=True))
    topic = Topic(len(made), len(event.partitions[0].replicas), event.configs)
    return cluster._replace(
        topics={**cluster.topics, event.topic: topic},
        partitions={**cluster.partitions, **made},
        replicas={**cluster.replicas, **{tp: {b: Replica() for b in p.replicas} for tp, p in made.items()}},
        draws={**cluster.draws, PLACEMENT: cluster.draws.get(PLACEMENT, 0) + event.drawn},
    )


def _topic_deleted(cluster: Cluster, event: e.TopicDeleted) -> Cluster:
    gone = event.topic
    return forgotten(cluster, gone)._replace(
        topics={name: topic for name, topic in cluster.topics.items() if name != gone},
        partitions={tp: p for tp, p in cluster.partitions.items() if tp.topic != gone},
        replicas={tp: r for tp, r in cluster.replicas.items() if tp.topic != gone},
        acknowledged=tuple(promise for promise in cluster.acknowledged if promise.tp.topic != gone),
    )


def _topic_configured(cluster: Cluster, event: e.TopicConfigured) -> Cluster:
    topic = cluster.topics[event.topic]
    changed = topic._replace(configs={**topic.configs, **event.configs})
    return cluster._replace(topics={**cluster.topics, event.topic: changed})


def _broker_crashed(cluster: Cluster, event: e.BrokerCrashed) -> Cluster:
    broker, now = cluster.brokers[event.broker], cluster.now_ms
    replicas = {
        tp: {**held, event.broker: _on_disk(held[event.broker], now, event.power_lost)}
        if event.broker in held
        else held
        for tp, held in cluster.replicas.items()
    }
    return put_broker(
        crashed(cluster._replace(replicas=replicas), event.broker),
        event.broker,
        state=DEAD,
        unclean_shutdown=True,
        quiet_since_ms=broker.quiet_since_ms if broker.quiet_since_ms is not None else now,
        stalled_since_ms=broker.stalled_since_ms if broker.stalled_since_ms is not None else now,
    )


def _on_disk(replica: Replica, now_ms: int, power_lost: bool) -> Replica:
    """What is left of a replica without its process: no belief, nothing under way, a checkpointed high watermark."""
    if power_lost:
        replica = with_log(replica, tuple(record for record in replica.log if record.offset < replica.flushed_offset))
    end = replica.log_end_offset
    passed = now_ms // CHECKPOINT_INTERVAL_MS > replica.checkpointed_ms // CHECKPOINT_INTERVAL_MS
    checkpoint = replica.high_watermark if passed else replica.checkpointed_high_watermark
    return replica._replace(
        high_watermark=max(replica.log_start_offset, min(checkpoint, end)),
        checkpointed_high_watermark=checkpoint,
        epochs=truncate_epochs(replica.epochs, start=replica.log_start_offset, end=end),
        cleaned_offset=min(replica.cleaned_offset, end),
        view=View(),
        followers={},
        pending_isr=None,
        incoming=None,
        must_truncate=True,
    )


def _broker_started(cluster: Cluster, event: e.BrokerStarted) -> Cluster:
    before = cluster.brokers.get(event.broker)
    broker = before or Broker(event.broker)
    running = broker._replace(
        state=RUNNING,
        fenced=True,
        epoch=broker.epoch + 1,
        started_ms=cluster.now_ms,
        quiet_since_ms=None,
        stalled_since_ms=None,
        cut_off=False,
        unclean_shutdown=event.unclean_shutdown,
    )
    return started(cluster._replace(brokers={**cluster.brokers, event.broker: running}), event.broker)


def _broker_paused(cluster: Cluster, event: e.BrokerPaused) -> Cluster:
    return put_broker(cluster, event.broker, state=PAUSED, stalled_since_ms=cluster.now_ms)


def _broker_resumed(cluster: Cluster, event: e.BrokerResumed) -> Cluster:
    return put_broker(cluster, event.broker, state=RUNNING, stalled_since_ms=None)


def _broker_frozen(cluster: Cluster, event: e.BrokerFrozen) -> Cluster:
    quiet = cluster.brokers[event.broker].quiet_since_ms
    return put_broker(
        crashed(cluster, event.broker),
        event.broker,
        state=FROZEN,
        quiet_since_ms=cluster.now_ms if quiet is None else quiet,
        stalled_since_ms=cluster.now_ms,
    )


def _broker_thawed(cluster: Cluster, event: e.BrokerThawed) -> Cluster:
    broker = cluster.brokers[event.broker]
    quiet = broker.quiet_since_ms if broker.cut_off else None
    thawed = put_broker(cluster, event.broker, state=RUNNING, quiet_since_ms=quiet, stalled_since_ms=None)
    return continued(thawed, event.broker)


def _broker_cut_off(cluster: Cluster, event: e.BrokerCutOff) -> Cluster:
    return put_broker(cluster, event.broker, cut_off=True, quiet_since_ms=cluster.now_ms)


def _broker_reconnected(cluster: Cluster, event: e.BrokerReconnected) -> Cluster:
    return put_broker(cluster, event.broker, cut_off=False, quiet_since_ms=None)


def _shutdown_requested(cluster: Cluster, event: e.ShutdownRequested) -> Cluster:
    return put_broker(cluster, event.broker, state=SHUTTING_DOWN)


def _broker_stopped(cluster: Cluster, event: e.BrokerStopped) -> Cluster:
    flushed = {
        tp: {
            b: r._replace(
                flushed_offset=r.log_end_offset,
                checkpointed_high_watermark=r.high_watermark,
                checkpointed_ms=cluster.now_ms,
            )
            if b == event.broker
            else r
            for b, r in held.items()
        }
        for tp, held in cluster.replicas.items()
    }
    stopped = _broker_crashed(cluster._replace(replicas=flushed), e.BrokerCrashed(event.broker))
    # A clean stop ends the session at once: the controller need not wait for a timeout.
    return put_broker(stopped, event.broker, fenced=True, unclean_shutdown=False)


def _broker_fenced(cluster: Cluster, event: e.BrokerFenced) -> Cluster:
    return put_broker(cluster, event.broker, fenced=True)


def _broker_unfenced(cluster: Cluster, event: e.BrokerUnfenced) -> Cluster:
    return put_broker(cluster, event.broker, fenced=False, unclean_shutdown=False)


def _controller_elected(cluster: Cluster, event: e.ControllerElected) -> Cluster:
    old = cluster.controller
    if isinstance(old, Quorum):
        # A new controller has heard nobody yet: it counts each broker's silence from now.
        for broker in cluster.brokers.values():
            if broker.quiet_since_ms is not None and not broker.fenced:
                cluster = put_broker(cluster, broker.id, quiet_since_ms=cluster.now_ms)
        return cluster._replace(controller=led(old, event.controller, event.epoch))
    others = tuple(b for b in old.racing if b != event.controller)
    return cluster._replace(controller=ZooKeeper(event.controller, event.epoch, others, loaded=False))


def _controller_lost(cluster: Cluster, event: e.ControllerLost) -> Cluster:
    return cluster._replace(controller=ZooKeeper(None, cluster.controller.epoch))


def _partition_changed(cluster: Cluster, event: e.PartitionChanged) -> Cluster:
    partition = apply_change(cluster.partitions[event.tp], event.change)
    held = cluster.replicas[event.tp]
    if event.change.replicas is not None:
        held = {b: held.get(b, Replica()) for b in partition.replicas}
    return cluster._replace(
        partitions={**cluster.partitions, event.tp: partition}, replicas={**cluster.replicas, event.tp: held}
    )


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.TimeAdvanced: _time_advanced,
    e.RequestRejected: _same,
    e.TopicCreated: _topic_created,
    e.TopicDeleted: _topic_deleted,
    e.TopicConfigured: _topic_configured,
    e.BrokerCrashed: _broker_crashed,
    e.BrokerStarted: _broker_started,
    e.BrokerPaused: _broker_paused,
    e.BrokerResumed: _broker_resumed,
    e.BrokerFrozen: _broker_frozen,
    e.BrokerThawed: _broker_thawed,
    e.BrokerCutOff: _broker_cut_off,
    e.BrokerReconnected: _broker_reconnected,
    e.ShutdownRequested: _shutdown_requested,
    e.BrokerStopped: _broker_stopped,
    e.BrokerFenced: _broker_fenced,
    e.BrokerUnfenced: _broker_unfenced,
    e.ControllerElected: _controller_elected,
    e.ControllerLost: _controller_lost,
    e.PartitionChanged: _partition_changed,
}
