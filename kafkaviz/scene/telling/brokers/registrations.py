"""What is told of how a cluster counts on brokers: they register, are fenced and unfenced, join and leave."""

from kafkaviz.decisions.wording import listing, quantity, verb
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id
from kafkaviz.model.brokers.events import BrokerStarted
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerFenced, BrokerRemoved, BrokerUnfenced
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.scene.telling.cue import Cue, copies_on, copy_of, log_entry, seat_of, why
from kafkaviz.scene.telling.partitions.changes import changes_in, leaders_in, reason_of_leader
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.timers import session_timeout
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import braces, seconds


def replica_count(broker: int, cluster: Cluster) -> int:
    """Counts the replicas that a broker has."""
    return sum(broker in replicas for replicas in cluster.replicas.values())


def _came_cues(event: BrokerStarted | BrokerAdded, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.broker)
    registers = Cue("ask", broker, seat_of(after), "here I am", patient=True), *log_entry(after)
    return [
        Cue("flip", cells=(broker,)),
        *(registers if isinstance(after.controller, Quorum) else [_makes_node(event.broker)]),
    ]


def _makes_node(broker: int) -> Cue:
    """Returns the cue of a broker that makes its node in ZooKeeper. Kafka: KafkaZkClient.registerBroker."""
    return Cue("ask", broker_id(broker), ZOOKEEPER_ID, f"/brokers/ids/{broker}", patient=True)


def _why_fenced_yet(event: BrokerStarted | BrokerAdded, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    fenced = [why("starts fenced", broker_id(event.broker))] if isinstance(after.controller, Quorum) else []
    tps = (tp for tp, copies in after.replicas.items() if event.broker in copies)
    return [*fenced, *(why("starts again, from disk", *copy_of(tp, event.broker)) for tp in tps)]


@telling(BrokerStarted, Tag.RETURN, rank=8, cues=_came_cues, why=_why_fenced_yet)
def _broker_started(event: BrokerStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Broker {event.broker} starts again with what is on its disk.", _found(event, before)


def _found(event: BrokerStarted, before: Cluster) -> str:
    """Says what a broker has after its start, and why it leads nothing."""
    replicas = [replica[event.broker] for replica in before.replicas.values() if event.broker in replica]
    records = quantity(sum(len(replica.log) for replica in replicas), "record")
    start = f"It writes /brokers/ids/{event.broker} anew"
    if isinstance(before.controller, Quorum):
        start = "It registers again, under a new broker epoch"
    holds = "one replica holds" if len(replicas) == 1 else f"{quantity(len(replicas), 'replica')} hold"
    return f"{start}, and follows: its {holds} {records}."


def _fenced_cues(event: BrokerFenced, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.broker)
    ends = () if isinstance(after.controller, Quorum) else (ZOOKEEPER_ID,)
    return [Cue("flip", cells=(broker,), about=ends), *log_entry(after, (broker,))]


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
    if not changes_in(joint) or not fenced:
        return None
    leaders = leaders_in(joint)
    if not leaders:
        why = next(why for event, (_, why) in joint.say_each() if event is fenced[0])
        return f"{ended}, and leave{'s' * (len(fenced) == 1)} every ISR.", why
    return f"{ended}; {leaders}.", f"{reason_of_leader(joint)} {where}"


def _why_fenced(event: BrokerFenced, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    silent_ms = _silent_ms(event, after)
    is_down = silent_ms is None and before.brokers[event.broker].state == SHUTTING_DOWN
    unheard = "has shut down" if is_down else "session timed out"
    words = unheard if silent_ms is None else f"silent for {silent_ms / 1000:g} s"
    return [why(words, broker_id(event.broker), *copies_on(event.broker, after))]


def _silent_ms(event: BrokerFenced, after: Cluster) -> int | None:
    """Returns for how long a broker has sent no heartbeat; None where it never stopped."""
    since = after.brokers[event.broker].quiet_since_ms
    return None if since is None else after.now_ms - since


def _end_of_session(event: BrokerFenced, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    return Tag.FENCE if isinstance(after.controller, Quorum) else Tag.SESSION_OVER


@telling(
    BrokerFenced,
    _end_of_session,
    rank=6,
    cues=_fenced_cues,
    why=_why_fenced,
    together={Tag.FENCE: _fenced_together, Tag.SESSION_OVER: _sessions_ended_together},
)
def _broker_fenced(event: BrokerFenced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    silent = seconds(_silent_ms(event, after) or 0)
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
    if isinstance(after.controller, Quorum):
        return [
            Cue("ask", broker, seat_of(after), "have the metadata ♥"),
            *log_entry(after),
            Cue("flip", cells=(broker,)),
        ]
    # One that has just started has made its node then; one that was frozen or cut off makes it now.
    made = [] if before.brokers[event.broker].started_ms == before.now_ms else [_makes_node(event.broker)]
    fired = Cue("push", ZOOKEEPER_ID, seat_of(after), f"broker {event.broker} is there", patient=True)
    return [*made, *([fired] if after.active_controller is not None else []), Cue("flip", cells=(broker,))]


def _why_unfenced(event: BrokerUnfenced, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    has = "has the metadata" if isinstance(after.controller, Quorum) else "has a new session"
    isrs = {braces(p.isr) for p in after.partitions.values() if event.broker in p.isr}
    still = f", still in ISR {isrs.pop()}" if len(isrs) == 1 else ""
    return [why(f"{has}{still}", broker_id(event.broker), *copies_on(event.broker, after))]


@telling(BrokerUnfenced, Tag.RETURN, cues=_counted_on_cues, why=_why_unfenced)
def _broker_unfenced(event: BrokerUnfenced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    heard = "The controller hears its heartbeats."
    if not isinstance(after.controller, Quorum):
        heard = f"Its node /brokers/ids/{event.broker} is there again."
    count = replica_count(event.broker, after)
    back = "is unfenced" if isinstance(after.controller, Quorum) else "has a session in ZooKeeper"
    if not count:
        return f"Broker {event.broker} {back}: it may be given replicas.", f"{heard} It holds 0 replicas so far."
    return (
        f"Broker {event.broker} {back}: it may lead again.",
        f"{heard} It holds {quantity(count, 'replica')}, and joins an ISR once it has caught up.",
    )


@telling(BrokerAdded, cues=_came_cues, why=_why_fenced_yet)
def _broker_added(event: BrokerAdded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    rack = f" in rack {event.rack}" if event.rack else ""
    why = f"It registers as broker {event.broker}{rack} and holds 0 replicas: no partition moves by itself."
    return f"Broker {event.broker} joins the cluster.", why


def _why_removed(event: BrokerRemoved, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("an admin asked", broker_id(event.broker))]


@telling(BrokerRemoved, why=_why_removed)
def _broker_removed(event: BrokerRemoved, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.remains:
        return _unregistered(event.broker, before, after)
    why = "An admin client asked to unregister it: it is down and holds 0 replicas."
    return f"Broker {event.broker} leaves the cluster for good.", why


def _unregistered(broker: int, before: Cluster, after: Cluster) -> Said:
    """Says what becomes of a broker that is unregistered while it runs, or while replicas are assigned to it."""
    replicas = quantity(replica_count(broker, after), "replica")
    runs = " Its process runs on: each heartbeat is refused as STALE_BROKER_EPOCH." if before.is_up(broker) else ""
    though = "though it runs" if runs else f"though it is assigned to {replicas}"
    return f"Broker {broker} is unregistered, {though}.", (
        f"An admin client asked for it, and Kafka asks nothing back: it has to leave every ISR.{runs} "
        f"It stays assigned to {replicas}; when it is started again it registers."
    )
