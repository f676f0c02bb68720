"""What happened to the processes of brokers: crashes, starts, stalls, cuts, shutdowns."""

from typing import ClassVar

from kafkaviz.decisions.replication import truncate_epochs
from kafkaviz.model.core.brokers import DEAD, FROZEN, PAUSED, RUNNING, SHUTTING_DOWN, Broker
from kafkaviz.model.core.cluster import Cluster, put_broker
from kafkaviz.model.core.event import Duty, Event, MetadataEvent, event
from kafkaviz.model.core.replicas import NO_FOLLOWERS, Replica, View
from kafkaviz.model.core.segments import with_log
from kafkaviz.model.core.voters import continue_voter, start_voter, stop_voter
from kafkaviz.model.partitions.changes import CHECKPOINT_INTERVAL_MS


@event
class BrokerCrashed(Event):
    """A broker's process died; nobody else knows. With `power_lost`, what was not flushed is gone.

    Kafka: kill -9, or a machine that fails; nobody is told, only its heartbeats and its answers stop.
    """

    duty: ClassVar[Duty] = "person"
    broker: int
    power_lost: bool = False

    def apply(self, cluster: Cluster) -> Cluster:
        broker, now = cluster.brokers[self.broker], cluster.now_ms
        replicas = {
            tp: {**copies, self.broker: _on_disk(copies[self.broker], now, self.power_lost)}
            if self.broker in copies
            else copies
            for tp, copies in cluster.replicas.items()
        }
        dead = broker._replace(
            state=DEAD,
            unclean_shutdown=True,
            quiet_since_ms=now if broker.quiet_since_ms is None else broker.quiet_since_ms,
            stalled_since_ms=now if broker.stalled_since_ms is None else broker.stalled_since_ms,
        )
        brokers = {**cluster.brokers, self.broker: dead}
        return stop_voter(cluster, self.broker)._replace(replicas=replicas, brokers=brokers)


def _on_disk(replica: Replica, now_ms: int, power_lost: bool) -> Replica:
    """Returns what is left of a replica without its process: its disk, where the high watermark is a checkpoint."""
    if power_lost:
        replica = with_log(replica, tuple(record for record in replica.log if record.offset < replica.flushed_offset))
    end = replica.log_end_offset
    epochs = truncate_epochs(replica.epochs, start=replica.log_start_offset, end=end)
    passed = now_ms // CHECKPOINT_INTERVAL_MS > replica.checkpointed_ms // CHECKPOINT_INTERVAL_MS
    checkpoint = replica.high_watermark if passed else replica.checkpointed_high_watermark
    return replica._replace(
        high_watermark=max(replica.log_start_offset, min(checkpoint, end)),
        checkpointed_high_watermark=checkpoint,
        epochs=replica.epochs if epochs == replica.epochs else epochs,
        cleaned_offset=min(replica.cleaned_offset, end),
        view=View(),
        followers=NO_FOLLOWERS,
        pending_isr=None,
        incoming=None,
        must_truncate=True,
    )


@event
class BrokerStarted(MetadataEvent):
    """A broker's process started with what its disk holds, and registered; it stays fenced until it has caught up."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    unclean_shutdown: bool = False

    def replay(self, cluster: Cluster) -> Cluster:
        before = cluster.brokers.get(self.broker)
        broker = before or Broker(self.broker)
        running = broker._replace(
            state=RUNNING,
            fenced=True,
            epoch=broker.epoch + 1,
            started_ms=cluster.now_ms,
            quiet_since_ms=None,
            stalled_since_ms=None,
            cut_off=False,
            unclean_shutdown=self.unclean_shutdown,
            registered=True,
        )
        return start_voter(put_broker(cluster, running), self.broker)


@event
class BrokerPaused(Event):
    """A broker's replica fetchers stalled; its heartbeats go on and it still serves.

    Kafka: ReplicaFetcherThread behind a slow disk or network; here it stops altogether.
    """

    duty: ClassVar[Duty] = "person"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        return put_broker(cluster, cluster.brokers[self.broker]._replace(state=PAUSED, stalled_since_ms=cluster.now_ms))


@event
class BrokerResumed(Event):
    """A broker's replica fetchers run again.

    Kafka: ReplicaFetcherThread.
    """

    duty: ClassVar[Duty] = "person"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        return put_broker(cluster, cluster.brokers[self.broker]._replace(state=RUNNING, stalled_since_ms=None))


@event
class BrokerFrozen(Event):
    """A broker's process stopped where it was, with all it knows; to everybody else it is silent.

    Kafka: kill -STOP, or a garbage collection that takes long.
    """

    duty: ClassVar[Duty] = "person"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        broker, now = cluster.brokers[self.broker], cluster.now_ms
        quiet = now if broker.quiet_since_ms is None else broker.quiet_since_ms
        frozen = broker._replace(state=FROZEN, quiet_since_ms=quiet, stalled_since_ms=now)
        return put_broker(stop_voter(cluster, self.broker), frozen)


@event
class BrokerThawed(Event):
    """A frozen process goes on; what was decided meanwhile it has yet to hear.

    Kafka: kill -CONT; a broker that was fenced meanwhile is told so in the answer to its heartbeat.
    """

    duty: ClassVar[Duty] = "person"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        broker = cluster.brokers[self.broker]
        quiet = broker.quiet_since_ms if broker.cut_off else None
        thawed = broker._replace(state=RUNNING, quiet_since_ms=quiet, stalled_since_ms=None)
        return continue_voter(put_broker(cluster, thawed), self.broker)


@event
class BrokerCutOff(Event):
    """A broker and the controller no longer hear each other; clients and other brokers still reach it.

    Kafka: a partition of the network, between the broker and the controller's listener only.
    """

    duty: ClassVar[Duty] = "person"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        return put_broker(cluster, cluster.brokers[self.broker]._replace(cut_off=True, quiet_since_ms=cluster.now_ms))


@event
class BrokerReconnected(Event):
    """A broker and the controller hear each other again."""

    duty: ClassVar[Duty] = "person"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        return put_broker(cluster, cluster.brokers[self.broker]._replace(cut_off=False, quiet_since_ms=None))


@event
class ShutdownRequested(Event):
    """A broker asked to be relieved of its leaderships before it stops. Kafka: BrokerHeartbeat wantShutDown."""

    duty: ClassVar[Duty] = "broker"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        return put_broker(cluster, cluster.brokers[self.broker]._replace(state=SHUTTING_DOWN))


@event
class BrokerStopped(Event):
    """A broker that leads nothing any more ended its process, its log flushed."""

    duty: ClassVar[Duty] = "broker"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        flushed = {
            tp: {
                b: r._replace(
                    flushed_offset=r.log_end_offset,
                    checkpointed_high_watermark=r.high_watermark,
                    checkpointed_ms=cluster.now_ms,
                )
                if b == self.broker
                else r
                for b, r in copies.items()
            }
            for tp, copies in cluster.replicas.items()
        }
        stopped = BrokerCrashed(self.broker).apply(cluster._replace(replicas=flushed))
        # A clean stop ends the session at once: the controller need not wait for a timeout.
        return put_broker(stopped, stopped.brokers[self.broker]._replace(fenced=True, unclean_shutdown=False))
