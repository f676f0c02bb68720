"""What is told of the processes of brokers: they crash, freeze, stop, stand still or are cut off, and go on."""

from typing import Any

from kafkaviz.decisions.wording import quantity
from kafkaviz.graph.ids import broker_id
from kafkaviz.model.brokers.events import (
    BrokerCrashed,
    BrokerCutOff,
    BrokerFrozen,
    BrokerPaused,
    BrokerReconnected,
    BrokerResumed,
    BrokerStopped,
    BrokerThawed,
    ShutdownRequested,
)
from kafkaviz.model.brokers.requests import CutOff, Freeze, Kill, Pause, Restart, Resume, Stop, Thaw
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.scene.telling.brokers.registrations import replica_count
from kafkaviz.scene.telling.cue import Cue, copies_on, copy_of, seat_of, values_in, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, Why, asking, telling, with_broker
from kafkaviz.scene.telling.timers import session_timeout
from kafkaviz.scene.telling.words import and_more, seconds

asking(Kill, Freeze, CutOff, Stop, chapter=with_broker, awaits=True)
asking(Restart, Pause, Resume, Thaw, chapter=with_broker)


def _stopped_cues(event: BrokerCrashed | BrokerFrozen | BrokerStopped, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("crash", cells=(broker_id(event.broker),), about=copies_on(event.broker, after))]


def _changed_cues(event: BrokerPaused | BrokerResumed | BrokerThawed, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(broker_id(event.broker),), about=copies_on(event.broker, after))]


def _why_lost(event: BrokerCrashed, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks the copies that lose records in a power cut, and those that had flushed theirs to disk."""
    found = list[Cue]()
    for tp, copies in after.replicas.items():
        if event.power_lost and event.broker in copies and (end := before.replicas[tp][event.broker].log_end_offset):
            stays = copies[event.broker].log_end_offset
            gone = values_in(r.value for r in before.replicas[tp][event.broker].log if r.offset >= stays)
            words = "power cut: all was flushed" if stays == end else f"power cut: {gone} lost, not flushed"
            found.append(why(words, *copy_of(tp, event.broker)))
    return found


@telling(BrokerCrashed, Tag.CRASH, cues=_stopped_cues, why=_why_lost)
def _broker_crashed(event: BrokerCrashed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    led = [str(tp) for tp, p in before.partitions.items() if p.leader == event.broker]
    lost = " The power is gone too: what was not on its disk is lost." if event.power_lost else ""
    if before.brokers[event.broker].fenced:
        had = "was fenced before" if isinstance(after.controller, Quorum) else "had no session"
        return f"Broker {event.broker} crashes.{lost}", f"Broker {event.broker} {had}, and led nothing."
    witness = "The controller" if isinstance(after.controller, Quorum) else "ZooKeeper"
    noticed = f"{witness} notices it when {after.controller.session_config} is over without a heartbeat."
    why = f"It led {', '.join(led[:4])}{and_more(led, 4)}. {noticed}" if led else noticed
    return f"Broker {event.broker} crashes.{lost}", why


def _why_changed(words: str, *, fetchers: bool = False) -> Why[Any]:
    """Returns what marks at a broker what its process does; what its `fetchers` do is marked at a copy."""

    def marked(event: Any, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
        broker, copies = (broker_id(event.broker),), copies_on(event.broker, after)
        return [why(words, *(copies + broker if fetchers else broker + copies))]

    return marked


@telling(BrokerPaused, Tag.PAUSE, cues=_changed_cues, why=_why_changed("paused by hand", fetchers=True))
def _broker_paused(event: BrokerPaused, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} stops fetching.",
        f"Its replica fetchers stand still; broker {event.broker} still sends heartbeats, so its session goes on.",
    )


@telling(BrokerResumed, Tag.RESUME, cues=_changed_cues, why=_why_changed("resumed by hand", fetchers=True))
def _broker_resumed(event: BrokerResumed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    since = before.brokers[event.broker].stalled_since_ms
    still = f" after {seconds(after.now_ms - since)}" if since is not None and after.now_ms > since else ""
    return f"Broker {event.broker} fetches again.", f"The replica fetchers of broker {event.broker} run on{still}."


@telling(BrokerFrozen, Tag.FREEZE, cues=_stopped_cues, why=_why_changed("e.g. a long GC pause"))
def _broker_frozen(event: BrokerFrozen, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"The process of broker {event.broker} freezes.",
        f"No heartbeat, no fetch, no answer: it keeps memory and disk, but {after.controller.session_config} runs.",
    )


def _why_goes_on(event: BrokerThawed, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks at a broker that goes on whether its session has outlasted its silence."""
    silent_ms, limit_ms = _silent_ms(event, before, after), cause.policies.session_timeout_ms
    over = ">" if silent_ms > limit_ms else "=" if silent_ms == limit_ms else "<"
    words = (
        f"goes on: silent {silent_ms / 1000:g} s {over} {limit_ms / 1000:g} s" if silent_ms else "the process goes on"
    )
    return [why(words, broker_id(event.broker), *copies_on(event.broker, after))]


def _silent_ms(event: BrokerThawed, before: Cluster, after: Cluster) -> int:
    since = before.brokers[event.broker].quiet_since_ms
    return 0 if since is None else after.now_ms - since


@telling(BrokerThawed, Tag.THAW, cues=_changed_cues, why=_why_goes_on)
def _broker_thawed(event: BrokerThawed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    silent_ms = _silent_ms(event, before, after)
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


@telling(BrokerCutOff, Tag.CUT_OFF, why=_why_changed("the network broke"))
def _broker_cut_off(event: BrokerCutOff, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"Broker {event.broker} and the controller lose each other.",
        f"Clients still reach it; its heartbeats do not arrive, and {after.controller.session_config} runs.",
    )


@telling(BrokerReconnected, Tag.RECONNECT, why=_why_changed("the network works"))
def _broker_reconnected(event: BrokerReconnected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    state = (
        f"{_out(after)} until it has caught up with the metadata"
        if after.brokers[event.broker].fenced
        else f"{session_timeout(after, cause.policies)} was not over, so {_in(after)}"
    )
    return f"Broker {event.broker} hears the controller again.", f"The network of broker {event.broker} works: {state}."


def _leaving_cues(event: ShutdownRequested, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("ask", broker_id(event.broker), seat_of(after), "may I stop?")]


def _why_leaving(event: ShutdownRequested, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("controlled shutdown", broker_id(event.broker))]


@telling(ShutdownRequested, Tag.MAY_I_STOP, cues=_leaving_cues, why=_why_leaving)
def _shutdown_requested(event: ShutdownRequested, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Broker {event.broker} asks to stop.", _led(event.broker, before)


def _led(broker: int, cluster: Cluster) -> str:
    count = sum(p.leader == broker for p in cluster.partitions.values())
    moves = "the controller moves that first" if count else "no leadership has to move first"
    return f"A controlled shutdown: broker {broker} leads {quantity(count, 'partition')}, {moves}."


@telling(BrokerStopped, Tag.STOP, cues=_stopped_cues, why=_why_changed("leads nothing, may stop"))
def _broker_stopped(event: BrokerStopped, before: Cluster, after: Cluster, cause: Cause) -> Said:
    held = quantity(replica_count(event.broker, before), "replica")
    cap = f"Broker {event.broker} has shut down under control."
    return cap, f"It leads 0 partitions now, and all of its {held} are on disk."
