"""What is told of brokers: they join, stop, freeze or are cut off, are fenced, come back and leave."""

from kafkaviz.decisions.wording import listing, quantity, verb
from kafkaviz.graph.ids import broker_id
from kafkaviz.model.brokers.events import (
    BrokerAdded,
    BrokerCrashed,
    BrokerCutOff,
    BrokerFenced,
    BrokerFrozen,
    BrokerPaused,
    BrokerReconnected,
    BrokerRemoved,
    BrokerResumed,
    BrokerStarted,
    BrokerStopped,
    BrokerThawed,
    BrokerUnfenced,
    ShutdownRequested,
)
from kafkaviz.model.brokers.requests import CutOff, Freeze, Kill, Pause, Restart, Resume, Stop, Thaw
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.scene.telling.asking import asking, with_broker
from kafkaviz.scene.telling.cue import Cue, log_entry, seat_of
from kafkaviz.scene.telling.partitions.changes import changed_in, leaders_in, reason_of_leader
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.timers import session_config, session_timeout
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import and_more, seconds

asking(Kill, Freeze, CutOff, Stop, chapter=with_broker, awaits=True)
asking(Restart, Pause, Resume, Thaw, chapter=with_broker)


def _stopped_cues(event: BrokerCrashed | BrokerFrozen | BrokerStopped, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("crash", cells=(broker_id(event.broker),))]


def _changed_cues(event: BrokerPaused | BrokerResumed | BrokerThawed, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(broker_id(event.broker),))]


@telling(BrokerCrashed, Tag.CRASH, cues=_stopped_cues)
def _broker_crashed(event: BrokerCrashed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    led = [str(tp) for tp, p in before.partitions.items() if p.leader == event.broker]
    lost = " The power is gone too: what was not on its disk is lost." if event.power_lost else ""
    if before.brokers[event.broker].fenced:
        had = "was fenced before" if isinstance(after.controller, Quorum) else "had no session"
        return f"Broker {event.broker} crashes.{lost}", f"Broker {event.broker} {had}, and led nothing."
    witness = "The controller" if isinstance(after.controller, Quorum) else "ZooKeeper"
    noticed = f"{witness} notices it when {session_config(after)} is over without a heartbeat."
    why = f"It led {', '.join(led[:4])}{and_more(led, 4)}. {noticed}" if led else noticed
    return f"Broker {event.broker} crashes.{lost}", why


@telling(BrokerPaused, Tag.PAUSE, cues=_changed_cues)
def _broker_paused(event: BrokerPaused, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} stops fetching.",
        f"Its replica fetchers stand still; broker {event.broker} still sends heartbeats, so its session goes on.",
    )


@telling(BrokerResumed, Tag.RESUME, cues=_changed_cues)
def _broker_resumed(event: BrokerResumed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    since = before.brokers[event.broker].stalled_since_ms
    still = f" after {seconds(after.now_ms - since)}" if since is not None and after.now_ms > since else ""
    return f"Broker {event.broker} fetches again.", f"The replica fetchers of broker {event.broker} run on{still}."


@telling(BrokerFrozen, Tag.FREEZE, cues=_stopped_cues)
def _broker_frozen(event: BrokerFrozen, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"The process of broker {event.broker} freezes.",
        f"No heartbeat, no fetch, no answer: it keeps memory and disk, but {session_config(after)} runs.",
    )


@telling(BrokerThawed, Tag.THAW, cues=_changed_cues)
def _broker_thawed(event: BrokerThawed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    since = before.brokers[event.broker].quiet_since_ms
    silent_ms = after.now_ms - (after.now_ms if since is None else since)
    why, limit = f"It was silent for {seconds(silent_ms)}", session_timeout(after, cause.policies)
    if after.brokers[event.broker].fenced:
        why += f", and {_out(after)}, which it has yet to hear."
    elif silent_ms < cause.policies.session_timeout_ms:
        why += f", less than {limit}: {_in(after)}."
    else:
        why += f", longer than {limit}, and no controller was active to fence it."
    return f"Broker {event.broker} thaws, and goes on where it was.", why


def _out(cluster: Cluster) -> str:
    return "it is fenced" if isinstance(cluster.controller, Quorum) else "its session in ZooKeeper is over"


def _in(cluster: Cluster) -> str:
    return "it was never fenced" if isinstance(cluster.controller, Quorum) else "its session in ZooKeeper went on"


@telling(BrokerCutOff, Tag.CUT_OFF)
def _broker_cut_off(event: BrokerCutOff, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} and the controller lose each other.",
        f"Clients still reach it; its heartbeats do not arrive, and {session_config(after)} runs.",
    )


@telling(BrokerReconnected, Tag.RECONNECT)
def _broker_reconnected(event: BrokerReconnected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    state = (
        f"{_out(after)} until it has caught up with the metadata"
        if after.brokers[event.broker].fenced
        else f"{session_timeout(after, cause.policies)} was not over, so {_in(after)}"
    )
    return f"Broker {event.broker} hears the controller again.", f"The network of broker {event.broker} works: {state}."


def _leaving_cues(event: ShutdownRequested, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("ask", broker_id(event.broker), seat_of(after), "may I stop?")]


@telling(ShutdownRequested, Tag.MAY_I_STOP, cues=_leaving_cues)
def _shutdown_requested(event: ShutdownRequested, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Broker {event.broker} asks to stop.", _led(event.broker, before)


def _led(broker: int, cluster: Cluster) -> str:
    count = sum(p.leader == broker for p in cluster.partitions.values())
    moves = "the controller moves that first" if count else "no leadership has to move first"
    return f"A controlled shutdown: broker {broker} leads {quantity(count, 'partition')}, {moves}."


@telling(BrokerStopped, Tag.STOP, cues=_stopped_cues)
def _broker_stopped(event: BrokerStopped, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} has shut down under control.",
        f"It leads 0 partitions now, and all of its {quantity(_held(event.broker, before), 'replica')} are on disk.",
    )


def _held(broker: int, cluster: Cluster) -> int:
    return sum(broker in held for held in cluster.replicas.values())


def _came_cues(event: BrokerStarted | BrokerAdded, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.broker)
    return [
        Cue("flip", cells=(broker,)),
        Cue("ask", broker, seat_of(after), "here I am", patient=True),
        *log_entry(after),
    ]


@telling(BrokerStarted, Tag.RETURN, rank=8, cues=_came_cues)
def _broker_started(event: BrokerStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Broker {event.broker} starts again with what is on its disk.", _found(event, before)


def _found(event: BrokerStarted, before: Cluster) -> str:
    """Says what a broker has after its start, and why it leads nothing."""
    held = [replica[event.broker] for replica in before.replicas.values() if event.broker in replica]
    records = quantity(sum(len(replica.log) for replica in held), "record")
    start = f"It writes /brokers/ids/{event.broker} anew"
    if isinstance(before.controller, Quorum):
        start = "It registers again, under a new broker epoch"
    holds = "one replica holds" if len(held) == 1 else f"{quantity(len(held), 'replica')} hold"
    return f"{start}, and follows: its {holds} {records}."


def _fenced_cues(event: BrokerFenced, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.broker)
    return [Cue("flip", cells=(broker,)), *log_entry(after, (broker,))]


def _fenced_together(joint: Together) -> Said | None:
    who = listing([event.broker for event in joint.of(BrokerFenced)])
    are = verb(len(joint.of(BrokerFenced)), "are")
    return _left_together(joint, f"{who.capitalize()} {are} fenced", "So far it stands in the controller's log only.")


def _sessions_ended_together(joint: Together) -> Said | None:
    who = listing([event.broker for event in joint.of(BrokerFenced)])
    return _left_together(joint, f"ZooKeeper ends the session of {who}", "So far only the controller knows.")


def _left_together(joint: Together, ended: str, where: str) -> Said | None:
    """Says in one sentence who is not counted on any more, and who leads in its place."""
    fenced = joint.of(BrokerFenced)
    if not changed_in(joint) or not fenced:
        return None
    leaders = leaders_in(joint)
    if not leaders:
        why = next(why for event, (_, why) in joint.said() if event is fenced[0])
        return f"{ended}, and leave{'s' * (len(fenced) == 1)} every ISR.", why
    return f"{ended}; {leaders}.", f"{reason_of_leader(joint)} {where}"


def _end_of_session(event: BrokerFenced, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    return Tag.FENCE if isinstance(after.controller, Quorum) else Tag.SESSION_OVER


@telling(
    BrokerFenced,
    _end_of_session,
    rank=6,
    cues=_fenced_cues,
    together={Tag.FENCE: _fenced_together, Tag.SESSION_OVER: _sessions_ended_together},
)
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


def _counted_on_cues(event: BrokerUnfenced, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.broker)
    return [Cue("ask", broker, seat_of(after), "caught up ♥"), *log_entry(after), Cue("flip", cells=(broker,))]


@telling(BrokerUnfenced, Tag.RETURN, cues=_counted_on_cues)
def _broker_unfenced(event: BrokerUnfenced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    heard = "The controller hears its heartbeats."
    if not isinstance(after.controller, Quorum):
        heard = f"Its node /brokers/ids/{event.broker} is there again."
    held = _held(event.broker, after)
    back = "is unfenced" if isinstance(after.controller, Quorum) else "has a session in ZooKeeper"
    if not held:
        return f"Broker {event.broker} {back}: it may be given replicas.", f"{heard} It holds 0 replicas so far."
    return (
        f"Broker {event.broker} {back}: it may lead again.",
        f"{heard} It holds {quantity(held, 'replica')}, and joins an ISR once it has caught up.",
    )


@telling(BrokerAdded, cues=_came_cues)
def _broker_added(event: BrokerAdded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    rack = f" in rack {event.rack}" if event.rack else ""
    why = f"It registers as broker {event.broker}{rack} and holds 0 replicas: no partition moves by itself."
    return f"Broker {event.broker} joins the cluster.", why


@telling(BrokerRemoved)
def _broker_removed(event: BrokerRemoved, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.remains:
        return _unregistered(event.broker, before, after)
    why = "An admin client asked to unregister it: it is down and holds 0 replicas."
    return f"Broker {event.broker} leaves the cluster for good.", why


def _unregistered(broker: int, before: Cluster, after: Cluster) -> Said:
    """Says what becomes of a broker that is unregistered while it runs, or while replicas are assigned to it."""
    kept = quantity(_held(broker, after), "replica")
    runs = " Its process runs on: each heartbeat is refused as STALE_BROKER_EPOCH." if before.is_up(broker) else ""
    though = "though it runs" if runs else f"though it is assigned to {kept}"
    return f"Broker {broker} is unregistered, {though}.", (
        f"An admin client asked for it, and Kafka asks nothing back: it has to leave every ISR.{runs} "
        f"It stays assigned to {kept}; when it is started again it registers."
    )
