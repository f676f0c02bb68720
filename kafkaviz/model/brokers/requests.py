"""What people do to brokers."""

from kafkaviz.decisions.errors import (
    BrokerIdNotRegisteredError,
    DuplicateBrokerRegistrationError,
    InvalidArgumentError,
    NodeExistsError,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.brokers.events import (
    BrokerCrashed,
    BrokerCutOff,
    BrokerFrozen,
    BrokerPaused,
    BrokerReconnected,
    BrokerResumed,
    BrokerStarted,
    BrokerThawed,
    ShutdownRequested,
)
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerRemoved
from kafkaviz.model.brokers.rules import session_timer
from kafkaviz.model.core.brokers import DEAD, FROZEN, PAUSED, RUNNING, SHUTTING_DOWN, Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.forwarding import ControllerRequest
from kafkaviz.model.core.kinds import NodeId, Rack
from kafkaviz.model.core.request import ProcessRequest, Request, request
from kafkaviz.model.partitions.log_events import LogsFlushed


def _broker(cluster: Cluster, broker: int, *states: str) -> Broker:
    """Returns a broker that must be in one of these states, or says in one sentence why that is impossible."""
    if broker not in cluster.brokers:
        raise InvalidArgumentError(
            f"There is no broker {broker}; the brokers are {', '.join(map(str, cluster.brokers))}."
        )
    found = cluster.brokers[broker]
    if found.state not in states:
        raise InvalidArgumentError(f"Broker {broker} is {found.state}; this needs one that is {' or '.join(states)}.")
    return found


@request
class Kill(ProcessRequest):
    """Crashes a broker's process; with `power_lost`, loses what it had not flushed."""

    broker: NodeId
    power_lost: bool = False

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerCrashed:
        _broker(cluster, self.broker, RUNNING, PAUSED, FROZEN, SHUTTING_DOWN)
        return BrokerCrashed(self.broker, self.power_lost)


@request
class Flush(ProcessRequest):
    """Lets a broker's machine write to disk what it holds in memory; after that a power cut cannot take it."""

    broker: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> LogsFlushed:
        _broker(cluster, self.broker, RUNNING, PAUSED, FROZEN, SHUTTING_DOWN)
        return LogsFlushed(self.broker)


@request
class Restart(Request):
    """Starts a dead broker's process again; until its old session has ended it cannot register.

    Kafka: ControllerServer answers DUPLICATE_BROKER_REGISTRATION, and the broker tries again every
    broker.heartbeat.interval.ms (2 s); with ZooKeeper the node /brokers/ids/N of its old session is there, and the
    process exits (KafkaZkClient.registerBroker). Simplified: either is refused at once, and asked again by a person.
    """

    API = "BrokerRegistration"

    broker: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerStarted:
        broker = _broker(cluster, self.broker, DEAD)
        session = session_timer(cluster, broker, policies)
        if session is not None:
            left = session.due_ms - cluster.now_ms
            if not isinstance(cluster.controller, Quorum):
                raise NodeExistsError(
                    f"A broker is already registered on the path /brokers/ids/{broker.id}, since the session of broker "
                    f"{broker.id}'s last incarnation is valid for {left} ms more, and the process exits; "
                    f"tick({left}) first."
                )
            if cluster.controller.active is not None:
                raise DuplicateBrokerRegistrationError(
                    f"The session of broker {broker.id}'s last incarnation is valid for {left} ms more; "
                    f"tick({left}) first."
                )
        return BrokerStarted(broker.id, broker.unclean_shutdown)

    def refused_api(self, cluster: Cluster, refusal: str, policies: Policies) -> str:
        return "ZooKeeper's create" if refusal == NodeExistsError.name else self.API


@request
class Stop(ProcessRequest):
    """Shuts a broker down in order. Kafka: controlled shutdown."""

    broker: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> ShutdownRequested:
        broker = _broker(cluster, self.broker, RUNNING, PAUSED)
        if broker.cut_off:
            raise InvalidArgumentError(
                f"Broker {broker.id} is cut off, so nobody can take over what it leads; reconnect it first."
            )
        return ShutdownRequested(broker.id)


@request
class Pause(ProcessRequest):
    """Stalls a broker's replica fetchers; it still serves and still sends heartbeats."""

    broker: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerPaused:
        _broker(cluster, self.broker, RUNNING)
        return BrokerPaused(self.broker)


@request
class Resume(ProcessRequest):
    """Lets a paused broker fetch again."""

    broker: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerResumed:
        _broker(cluster, self.broker, PAUSED)
        return BrokerResumed(self.broker)


@request
class Freeze(ProcessRequest):
    """Stops a broker's whole process where it is, as SIGSTOP or a very long garbage collection does.

    Heartbeats, fetches and answers stop, and in combined mode the controller in the same process too; nothing is
    lost. Clients hold back what they would send it; Kafka's send it, and wait for request.timeout.ms.
    """

    broker: int

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerFrozen:
        _broker(cluster, self.broker, RUNNING)
        return BrokerFrozen(self.broker)


@request
class Thaw(ProcessRequest):
    """Lets a frozen process go on where it was, not knowing what it missed. Kafka: what SIGCONT does to a broker."""

    broker: int

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerThawed:
        _broker(cluster, self.broker, FROZEN)
        return BrokerThawed(self.broker)


@request
class CutOff(ProcessRequest):
    """Cuts a broker from the controller only; clients and other brokers still reach it.

    Kafka: a lost connection to the quorum, or to ZooKeeper. Simplified: up to 2.4 a follower goes on fetching
    after its session, since fetch sessions forget its leader epoch (CachedPartition.reqData), and its leader, which
    asks nobody, takes it into the ISR again; here it stays outside.
    """

    broker: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerCutOff:
        broker = _broker(cluster, self.broker, RUNNING, PAUSED)
        if broker.cut_off:
            raise InvalidArgumentError(f"Broker {broker.id} is cut off already.")
        return BrokerCutOff(broker.id)


@request
class Reconnect(ProcessRequest):
    """Mends the connection between a broker and the controller."""

    broker: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerReconnected:
        broker = _broker(cluster, self.broker, RUNNING, PAUSED)
        if not broker.cut_off:
            raise InvalidArgumentError(f"Broker {broker.id} is not cut off.")
        return BrokerReconnected(broker.id)


@request
class AddBroker(Request):
    """Lets a broker that nobody knew join the cluster."""

    API = "BrokerRegistration"

    broker: NodeId
    rack: Rack = None

    def handle(self, cluster: Cluster, policies: Policies) -> BrokerAdded:
        broker = self.broker
        taken = cluster.controller.voters if isinstance(cluster.controller, Quorum) else {}
        if broker in cluster.brokers or broker in taken:
            raise InvalidArgumentError(f"There is a node {broker} already; choose another id.")
        return BrokerAdded(broker, self.rack)


@request
class RemoveBroker(ControllerRequest):
    """Unregisters a broker, whether it runs or not, whatever replicas are assigned to it.

    Kafka: UnregisterBrokerRequest, ClusterControlManager. With ZooKeeper there is no such request: a broker is gone
    when it is dead, its session has ended, and it holds nothing.
    """

    API = "UnregisterBroker"

    broker: NodeId

    def decide(self, cluster: Cluster, policies: Policies) -> BrokerRemoved:
        broker = cluster.brokers.get(self.broker)
        if broker is None or not broker.registered:
            raise BrokerIdNotRegisteredError(f"Broker ID {self.broker} is not currently registered")
        tps = [str(tp) for tp, partition in cluster.partitions.items() if broker.id in partition.replicas]
        if isinstance(cluster.controller, Quorum):
            remains = bool(tps) or broker.state != DEAD or broker.id in cluster.controller.voters
            return BrokerRemoved(broker.id, remains)
        if tps:
            raise InvalidArgumentError(
                f"Broker {broker.id} still holds {', '.join(tps[:4])}; reassign these to other brokers first."
            )
        if broker.state != DEAD:
            raise InvalidArgumentError(f"Broker {broker.id} is {broker.state}; stop it first.")
        if not broker.fenced:
            raise InvalidArgumentError(f"The session of broker {broker.id} has not ended yet; tick until it is fenced.")
        return BrokerRemoved(broker.id)
