"""What is said about time, topics, brokers and the controller."""

from kafkaviz.decisions.wording import counted
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
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.timers import session_config, session_timeout, timers
from kafkaviz.scene.narrate.topics import placed
from kafkaviz.scene.narrate.words import and_more, seconds


@sentence.register
def _time_advanced(event: TimeAdvanced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    orphaned = [str(tp) for tp, p in after.partitions.items() if p.leader is not None and not after.leads(tp, p.leader)]
    leaderless = [str(tp) for tp, p in after.partitions.items() if p.leader is None]
    names = ", ".join((orphaned or leaderless)[:2]) + and_more(orphaned or leaderless, 2)
    verb = "is" if len(orphaned or leaderless) == 1 else "are"
    why = timers(before, event.to_ms, cause.policies)
    if orphaned:
        noticed = "has not noticed yet" if after.active_controller is not None else "is gone itself"
        why = f"{names} {verb} served by nobody: the controller {noticed}. {why}"
    elif leaderless:
        why = f"{names} {'has' if verb == 'is' else 'have'} no leader. {why}"
    return f"{seconds(event.to_ms - before.now_ms)} pass.".replace("1 second pass.", "1 second passes."), why


@sentence.register
def _request_rejected(event: RequestRejected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.request} is refused: {event.error} ({event.code}).", event.message


@sentence.register
def _topic_created(event: TopicCreated, before: Cluster, after: Cluster, cause: Cause) -> Said:
    copies = len(event.partitions[0].replicas)
    what = f"{counted(len(event.partitions), 'partition')}, {counted(copies, 'copy')} each"
    return f"Topic {event.topic} is created: {what}.", placed(event.partitions, 0, before, cause)


@sentence.register
def _topic_deleted(event: TopicDeleted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    topic = before.topics[event.topic]
    copies = f"{counted(topic.partitions, 'partition')} with {topic.replication_factor} replicas each"
    return f"Topic {event.topic} is deleted.", f"An admin client asked for it: its {copies} go, and their records."


@sentence.register
def _topic_configured(event: TopicConfigured, before: Cluster, after: Cluster, cause: Cause) -> Said:
    known = before.topics[event.topic].configs
    changes = ", ".join(f"{name.replace('_', '.')} = {value}" for name, value in event.configs.items())
    were = ", ".join(
        f"{name.replace('_', '.')} was {known.get(name, getattr(cause.policies, name, 'not set'))}"
        for name in event.configs
    )
    return f"Topic {event.topic} is configured: {changes}.", f"An admin client asked for it; {were}."


@sentence.register
def _broker_crashed(event: BrokerCrashed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    led = [str(tp) for tp, p in before.partitions.items() if p.leader == event.broker]
    lost = " The power is gone too: what was not flushed is lost." if event.power_lost else ""
    if before.brokers[event.broker].fenced:
        return f"Broker {event.broker} crashes.{lost}", f"Broker {event.broker} was fenced before, and led nothing."
    noticed = f"The controller notices it when {session_config(after)} is over without a heartbeat."
    why = f"It led {', '.join(led[:4])}{and_more(led, 4)}. {noticed}" if led else noticed
    return f"Broker {event.broker} crashes.{lost}", why


@sentence.register
def _broker_started(event: BrokerStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} starts again with what is on its disk.",
        _found(event, before),
    )


def _found(event: BrokerStarted, before: Cluster) -> str:
    """Says what a broker has after its start, and why it leads nothing."""
    held = [replica[event.broker] for replica in before.replicas.values() if event.broker in replica]
    records = counted(sum(len(replica.log) for replica in held), "record")
    start = f"It registers with broker epoch {before.brokers[event.broker].epoch + 1}"
    return f"{start}, and follows: it has {records} of {counted(len(held), 'replica')} on disk."


@sentence.register
def _broker_paused(event: BrokerPaused, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} stops fetching.",
        f"Its replica fetchers stand still; broker {event.broker} still sends heartbeats, so its session goes on.",
    )


@sentence.register
def _broker_resumed(event: BrokerResumed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    since = before.brokers[event.broker].stalled_since_ms
    still = f" after {seconds(after.now_ms - since)}" if since is not None and after.now_ms > since else ""
    return f"Broker {event.broker} fetches again.", f"The replica fetchers of broker {event.broker} run on{still}."


@sentence.register
def _broker_frozen(event: BrokerFrozen, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"The process of broker {event.broker} freezes.",
        f"No heartbeat, no fetch, no answer: it keeps memory and disk, but {session_config(after)} runs.",
    )


@sentence.register
def _broker_thawed(event: BrokerThawed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    since = before.brokers[event.broker].quiet_since_ms
    silent = seconds(after.now_ms - (after.now_ms if since is None else since))
    why = (
        f"It was silent for {silent} and is fenced, which it has yet to hear."
        if after.brokers[event.broker].fenced
        else f"It was silent for {silent}, less than {session_timeout(after, cause.policies)}: it was never fenced."
    )
    return f"Broker {event.broker} thaws, and goes on where it was.", why


@sentence.register
def _broker_cut_off(event: BrokerCutOff, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} and the controller lose each other.",
        f"Clients still reach it; its heartbeats do not arrive, and {session_config(after)} runs.",
    )


@sentence.register
def _broker_reconnected(event: BrokerReconnected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    state = (
        "it is fenced until it has caught up with the metadata"
        if after.brokers[event.broker].fenced
        else (f"{session_timeout(after, cause.policies)} was not over, so it was never fenced")
    )
    return f"Broker {event.broker} hears the controller again.", f"The network of broker {event.broker} works: {state}."


@sentence.register
def _shutdown_requested(event: ShutdownRequested, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} asks to stop.",
        _led(event.broker, before),
    )


def _led(broker: int, cluster: Cluster) -> str:
    count = sum(p.leader == broker for p in cluster.partitions.values())
    moves = "the controller moves that first" if count else "no leadership has to move first"
    return f"A controlled shutdown: broker {broker} leads {counted(count, 'partition')}, {moves}."


@sentence.register
def _broker_stopped(event: BrokerStopped, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} has shut down under control.",
        f"It leads 0 partitions now, and all of its {counted(_held(event.broker, before), 'replica')} are on disk.",
    )


def _held(broker: int, cluster: Cluster) -> int:
    return sum(broker in held for held in cluster.replicas.values())


@sentence.register
def _broker_fenced(event: BrokerFenced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    since = after.brokers[event.broker].quiet_since_ms
    silent = seconds(after.now_ms - (since or 0))
    over = session_timeout(after, cause.policies)
    if isinstance(after.controller, Quorum):
        why = f"No heartbeat for {silent}: {over} is over, and the controller fences it."
        return f"Broker {event.broker} is fenced.", why
    return (
        f"ZooKeeper ends the session of broker {event.broker}.",
        f"No sign of life for {silent}: {over} is over, and its node in /brokers/ids disappears.",
    )


@sentence.register
def _broker_unfenced(event: BrokerUnfenced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    heard = "The controller hears its heartbeats."
    if not isinstance(after.controller, Quorum):
        heard = f"Its node /brokers/ids/{event.broker} is there again."
    held = _held(event.broker, after)
    if not held:
        return f"Broker {event.broker} is unfenced: it may be given replicas.", f"{heard} It holds 0 replicas so far."
    return (
        f"Broker {event.broker} is unfenced: it may lead again.",
        f"{heard} It holds {counted(held, 'replica')}, and joins an ISR once it has caught up.",
    )


@sentence.register
def _controller_elected(event: ControllerElected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if isinstance(after.controller, Quorum):
        return f"Controller {event.controller} is elected in epoch {event.epoch}.", _majority(event.controller, before)
    why = f"It made the node /controller first; the controller epoch is {event.epoch}."
    return f"Broker {event.controller} becomes the controller.", why


def _majority(node: int, before: Cluster) -> str:
    assert isinstance(before.controller, Quorum)
    voter, quorum = before.controller.voters[node], before.controller
    return f"{len(voter.granted)} of {len(quorum.voters)} voters gave it their vote; {quorum.majority} are a majority."


@sentence.register
def _controller_lost(event: ControllerLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        "There is no controller.",
        f"The session of broker {event.controller} has ended, and with it its node /controller.",
    )
