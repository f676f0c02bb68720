"""What is told of a controller that ZooKeeper finds: its node, the race for it, and what the winner reads."""

from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.zookeeper.events import ControllerLoaded, ControllerLost, ControllerRaceBegan, ControllerRaceLost
from kafkaviz.scene.telling.cue import Cue, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling


def _why_vacant(event: ControllerLost, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why(f"session of broker {event.controller} ended", ZOOKEEPER_ID, broker_id(event.controller))]


@telling(ControllerLost, Tag.VACANT, why=_why_vacant)
def _controller_lost(event: ControllerLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        "There is no controller.",
        f"The session of broker {event.controller} has ended, and with it its node /controller.",
    )


def _raced_cues(event: ControllerRaceBegan, before: Cluster, after: Cluster) -> list[Cue]:
    fired = [Cue("push", ZOOKEEPER_ID, broker_id(b), "it is gone!") for b in event.brokers]
    return [
        *fired,
        *(Cue("ask", broker_id(b), ZOOKEEPER_ID, "me!", patient=n == 0) for n, b in enumerate(event.brokers)),
    ]


def _why_raced(event: ControllerRaceBegan, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("watch fired", broker_id(broker)) for broker in event.brokers]


@telling(ControllerRaceBegan, Tag.RACE, cues=_raced_cues, why=_why_raced)
def _controller_race_began(event: ControllerRaceBegan, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = listing(event.brokers)
    return f"ZooKeeper tells {who} that there is no /controller.", (
        f"Their watches on /controller fire in controller epoch {_epoch(before)}; whoever makes the node first wins."
    )


def _lost_the_race_cues(event: ControllerRaceLost, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("refuse", ZOOKEEPER_ID, broker_id(b), "taken") for b in event.brokers]


def _why_lost_the_race(event: ControllerRaceLost, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("lost the race", broker_id(broker)) for broker in event.brokers]


@telling(ControllerRaceLost, Tag.ELECT, cues=_lost_the_race_cues, why=_why_lost_the_race)
def _controller_race_lost(event: ControllerRaceLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = listing(event.brokers)
    verb = "finds" if len(event.brokers) == 1 else "find"
    return f"{who.capitalize()} {verb} the node of broker {event.controller} there.", (
        f"Broker {event.controller} was first in controller epoch {_epoch(after)}; a watch says when its node goes."
    )


def _loaded_cues(event: ControllerLoaded, before: Cluster, after: Cluster) -> list[Cue]:
    node = broker_id(event.controller)
    read = [Cue("ask", node, ZOOKEEPER_ID, "all there is?"), Cue("answer", ZOOKEEPER_ID, node, "topics, leaders")]
    others = [broker_id(b) for b in event.brokers if b != event.controller]
    return [*read, *(Cue("push", node, b, "the leaders", patient=n == 0) for n, b in enumerate(others))]


def _why_loaded(event: ControllerLoaded, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("new controller", broker_id(event.controller))]


@telling(ControllerLoaded, Tag.LOAD, cues=_loaded_cues, why=_why_loaded)
def _controller_loaded(event: ControllerLoaded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = f"{listing(event.brokers)}, which it tells" if event.brokers else "no broker it could tell"
    return (
        f"Controller {event.controller} reads from ZooKeeper: topics {event.topics}, partitions {event.partitions}.",
        f"Only now can it decide: /brokers/ids names {who}.",
    )


def _epoch(cluster: Cluster) -> int:
    assert isinstance(cluster.controller, ZooKeeper)
    return cluster.controller.epoch
