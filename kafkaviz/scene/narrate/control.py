"""What is said about time, topics, brokers and the controller."""

from kafkaviz.model.brokers.events import (
    BrokerCrashed,
    BrokerCutOff,
    BrokerFenced,
    BrokerFrozen,
    BrokerPaused,
    BrokerReconnected,
    BrokerResumed,
    BrokerStarted,
    BrokerStopped,
    BrokerThawed,
    BrokerUnfenced,
    ShutdownRequested,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import RequestRejected, TimeAdvanced
from kafkaviz.model.partitions.topic_events import TopicConfigured, TopicCreated, TopicDeleted
from kafkaviz.model.quorum.events import ControllerElected
from kafkaviz.model.zookeeper.events import ControllerLost
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.words import seconds


@sentence.register
def _time_advanced(event: TimeAdvanced, before: Cluster, after: Cluster) -> Said:
    leaderless = [str(tp) for tp, p in after.partitions.items() if p.leader is None]
    orphaned = [str(tp) for tp, p in after.partitions.items() if p.leader is not None and not after.leads(tp, p.leader)]
    why = ""
    if orphaned:
        names = ", ".join(orphaned[:3]) + (" …" if len(orphaned) > 3 else "")
        verb = "is" if len(orphaned) == 1 else "are"
        why = f"{names} {verb} served by nobody: the controller has not noticed yet."
    elif leaderless:
        why = f"{', '.join(leaderless[:3])}: no leader."
    return f"{seconds(event.to_ms - before.now_ms)} pass.".replace("1 second pass.", "1 second passes."), why


@sentence.register
def _request_rejected(event: RequestRejected, before: Cluster, after: Cluster) -> Said:
    return f"{event.request} is refused: {event.error} ({event.code}).", event.message


@sentence.register
def _topic_created(event: TopicCreated, before: Cluster, after: Cluster) -> Said:
    copies = len(event.partitions[0].replicas)
    count = len(event.partitions)
    what = f"{count} partition{'s' * (count > 1)}, {copies} {'copies' if copies > 1 else 'copy'} each"
    leaders = ", ".join(f"p{n} → broker {p.leader}" for n, p in enumerate(event.partitions[:6]))
    return f"Topic {event.topic} is created: {what}.", f"The controller names the leaders: {leaders}."


@sentence.register
def _topic_deleted(event: TopicDeleted, before: Cluster, after: Cluster) -> Said:
    return f"Topic {event.topic} is deleted.", ""


@sentence.register
def _topic_configured(event: TopicConfigured, before: Cluster, after: Cluster) -> Said:
    changes = ", ".join(f"{name.replace('_', '.')} = {value}" for name, value in event.configs.items())
    return f"Topic {event.topic} is configured: {changes}.", ""


@sentence.register
def _broker_crashed(event: BrokerCrashed, before: Cluster, after: Cluster) -> Said:
    led = [str(tp) for tp, p in before.partitions.items() if p.leader == event.broker]
    lost = " The power is gone too: what was not flushed is lost." if event.power_lost else ""
    why = f"It led {', '.join(led[:4])}; nobody knows yet." if led else "Nobody knows yet."
    return f"Broker {event.broker} crashes.{lost}", why


@sentence.register
def _broker_started(event: BrokerStarted, before: Cluster, after: Cluster) -> Said:
    return (
        f"Broker {event.broker} starts again with what is on its disk.",
        "It comes back as a follower; its high watermark is the one it last wrote down.",
    )


@sentence.register
def _broker_paused(event: BrokerPaused, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker} stops fetching.", "Its heartbeats go on, so the controller still counts on it."


@sentence.register
def _broker_resumed(event: BrokerResumed, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker} fetches again.", ""


@sentence.register
def _broker_frozen(event: BrokerFrozen, before: Cluster, after: Cluster) -> Said:
    return (
        f"The process of broker {event.broker} freezes.",
        "No heartbeat, no fetch, no answer; it has lost nothing, but to the others it might as well be dead.",
    )


@sentence.register
def _broker_thawed(event: BrokerThawed, before: Cluster, after: Cluster) -> Said:
    why = (
        "The controller has stopped counting on it, which it has yet to hear."
        if after.brokers[event.broker].fenced
        else "It was back before its session ended, so nobody took anything from it."
    )
    return f"Broker {event.broker} thaws, and goes on where it was.", why


@sentence.register
def _broker_cut_off(event: BrokerCutOff, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker} and the controller lose each other.", "Clients still reach it."


@sentence.register
def _broker_reconnected(event: BrokerReconnected, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker} hears the controller again.", ""


@sentence.register
def _shutdown_requested(event: ShutdownRequested, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker} asks to stop.", "The controller first moves its leaderships away."


@sentence.register
def _broker_stopped(event: BrokerStopped, before: Cluster, after: Cluster) -> Said:
    return (
        f"Broker {event.broker} has shut down under control.",
        "It leads nothing any more, and everything is on its disk.",
    )


@sentence.register
def _broker_fenced(event: BrokerFenced, before: Cluster, after: Cluster) -> Said:
    silent = after.now_ms - (after.brokers[event.broker].quiet_since_ms or 0)
    if isinstance(after.controller, Quorum):
        why = f"No heartbeat for {seconds(silent)}: its session is over, and the controller fences it."
        return f"Broker {event.broker} is fenced.", why
    return (
        f"ZooKeeper ends the session of broker {event.broker}.",
        f"No sign of life for {seconds(silent)}: its node in /brokers/ids disappears, and the controller is told.",
    )


@sentence.register
def _broker_unfenced(event: BrokerUnfenced, before: Cluster, after: Cluster) -> Said:
    return (
        f"Broker {event.broker} is unfenced: it may lead again.",
        "It rejoins the ISR of a partition once it has caught up.",
    )


@sentence.register
def _controller_elected(event: ControllerElected, before: Cluster, after: Cluster) -> Said:
    if isinstance(after.controller, Quorum):
        return f"Controller {event.controller} is elected in epoch {event.epoch}.", "A majority of voters chose it."
    why = f"It made the node /controller first; the controller epoch is {event.epoch}."
    return f"Broker {event.controller} becomes the controller.", why


@sentence.register
def _controller_lost(event: ControllerLost, before: Cluster, after: Cluster) -> Said:
    return "There is no controller.", f"The node /controller of broker {event.controller} is gone."
