"""What is asked of the controller: any broker passes it on, and keeps it while nobody is active to decide it."""

from dataclasses import fields
from typing import ClassVar, Final

from kafkaviz.decisions.errors import RequestTimedOutError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.brokers import DEAD, FROZEN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import LEADER, Forwarded, Quorum
from kafkaviz.model.core.event import Duty, Event, drop_forwarded, event
from kafkaviz.model.core.request import REQUESTS, Request
from kafkaviz.model.core.require import require_controller
from kafkaviz.model.core.subjects import CONTROL, Subject

KEPT_MS: Final = 60_000
"""How long a broker keeps a request for the controller; no config sets it. Kafka: BrokerServer, retryTimeoutMs."""

ANSWERED_WITHIN_MS: Final = 30_000
"""How long a broker waits for a controller that does not answer. Kafka: controller.socket.timeout.ms, its default."""


class ControllerRequest(Request):
    """What the active controller decides.

    While the voters elect another one it waits. Where too few voters are up its client gives up, and yet it may be
    carried out: the broker keeps it for a minute, a frozen controller finds it when it goes on, and one that still led
    without a majority has it in its log.

    Kafka: ApiKeys.forwardable (KIP-590), ForwardingManager, NodeToControllerRequestThread. Simplified: no time passes
    while a client waits to give up; with ZooKeeper a client asks the controller itself, and nobody keeps anything.
    """

    __slots__ = ()

    def handle(self, cluster: Cluster, policies: Policies) -> Event:
        kept, quorum = forward(self, cluster), cluster.controller
        if cluster.active_controller is None and kept is not None and not quorum.is_stuck:
            return RequestForwarded(kept)
        require_controller(cluster)
        return self.decide(cluster, policies)

    def decide(self, cluster: Cluster, policies: Policies) -> Event:
        """Returns the event that the controller makes of it; raises as `handle` does."""
        raise NotImplementedError(type(self).__name__)

    def forward_after(self, cluster: Cluster, refusal: str) -> Forwarded | None:
        return forward(self, cluster) if refusal == RequestTimedOutError.name else None


def forward(request: Request, cluster: Cluster) -> Forwarded | None:
    """Returns a request as a broker keeps it for a controller of the quorum, None where no broker can."""
    brokers = [broker.id for broker in cluster.brokers.values() if broker.is_up and not broker.cut_off]
    if not isinstance(cluster.controller, Quorum) or not brokers:
        return None
    asked = {each.name: getattr(request, each.name) for each in fields(request)}  # type: ignore[arg-type]
    leader = _leader(cluster.controller)
    has_it = leader is not None and (cluster.controller.voters[leader].up or is_frozen(cluster, leader))
    node, until_ms = leader if has_it else None, cluster.now_ms + KEPT_MS
    return Forwarded(type(request).__name__, asked, min(brokers), until_ms, node)


def way_to_controller(cluster: Cluster, policies: Policies) -> tuple[str, ...]:
    """Returns the way an admin request takes, by names of nodes.

    Now it goes to any broker, which forwards it to the active controller; before, the client asked the controller
    itself, and long ago it wrote a node in ZooKeeper, which told the controller.

    Kafka: ForwardingManager; AdminClient's controller node; kafka-topics.sh --zookeeper up to 2.x.
    """
    active = cluster.active_controller
    if isinstance(cluster.controller, Quorum):
        nearest = min((b.id for b in cluster.brokers.values() if b.is_up), default=None)
        return ("client", *(() if nearest is None else (f"broker:{nearest}",)), f"controller:{active}")
    return ("client", *(("zookeeper",) if policies.topics_through_zookeeper else ()), f"broker:{active}")


def _leader(quorum: Quorum) -> int | None:
    """Returns the controller that led last and knows of no other, whether it goes on or not."""
    latest = [node for node, voter in quorum.voters.items() if voter.epoch == quorum.epoch and voter.state == LEADER]
    return next(iter(latest), None)


def is_frozen(cluster: Cluster, node: int | None) -> bool:
    """Tells whether a controller's process is frozen: in combined mode it is that of a broker."""
    return node is not None and node in cluster.brokers and cluster.brokers[node].state == FROZEN


def request_of(kept: Forwarded) -> ControllerRequest:
    """Returns the request that is kept."""
    request = REQUESTS[kept.request](**kept.asked)
    assert isinstance(request, ControllerRequest)
    return request


def is_kept(cluster: Cluster, kept: Forwarded) -> bool:
    """Tells whether anybody still has a forwarded request: its broker, or the controller that led when it was asked.

    Simplified: what a leader without a majority wrote is not drawn in its log, and a combined one forgets it.
    """
    if kept.node is not None and cluster.controller.active in (None, kept.node) and not _is_dead(cluster, kept.node):
        return True
    return cluster.now_ms < kept.until_ms and not _is_dead(cluster, kept.broker)


def _is_dead(cluster: Cluster, node: int) -> bool:
    return node in cluster.brokers and cluster.brokers[node].state == DEAD


@event
class RequestForwarded(Event):
    """A broker keeps a request until a controller is active; its client waits. Kafka: NodeToControllerRequestThread."""

    duty: ClassVar[Duty] = "broker"
    kept: Forwarded

    def apply(self, cluster: Cluster) -> Cluster:
        return cluster._replace(forwarded=(*cluster.forwarded, self.kept))

    def touches(self, cluster: Cluster) -> list[Subject]:
        return [CONTROL]


@event
class ForwardedEnded(Event):
    """A request that was kept comes to nothing: refused by an `error`, or nobody has it any more.

    Kafka: ControllerRequestCompletionHandler.onTimeout.
    """

    duty: ClassVar[Duty] = "broker"
    kept: Forwarded
    error: str = ""
    message: str = ""

    @property
    def done_by(self) -> Duty:
        return "controller" if self.error else self.duty

    def apply(self, cluster: Cluster) -> Cluster:
        return drop_forwarded(cluster, self.kept)

    def touches(self, cluster: Cluster) -> list[Subject]:
        return [CONTROL]
