"""What is told when time passes, and when somebody asks for what cannot be."""

from kafkaviz.decisions.errors import RequestTimedOutError
from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import broker_id, controller_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Forwarded
from kafkaviz.model.core.event import RequestRejected, TimeAdvanced
from kafkaviz.model.core.forwarding import KEPT_MS, ForwardedEnded, RequestForwarded, is_frozen
from kafkaviz.model.core.request import Tick
from kafkaviz.scene.telling.cue import Cue, seat_of, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, api_of, asking, telling
from kafkaviz.scene.telling.timers import why_time_stops
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import and_more, passing, seconds


def _time_cues(event: TimeAdvanced, before: Cluster, after: Cluster) -> list[Cue]:
    quiet = tuple(broker_id(b.id) for b in after.brokers.values() if b.quiet_since_ms is not None and not b.fenced)
    about = (seat_of(after),) if quiet else ()
    return [Cue("wait", cells=quiet, about=about, clock=(before.now_ms, after.now_ms))]


def _wait(joint: Together) -> Said | None:
    before, after = joint.before, joint.after
    passed = seconds(after.now_ms - before.now_ms)
    quiet = [b.id for b in after.brokers.values() if b.quiet_since_ms is not None and not b.fenced]
    cap, why = _time_advanced(joint.of(TimeAdvanced)[-1], before, after, Cause(joint.policies))
    if not quiet:
        return cap, why
    return f"{passed[0].upper()}{passed[1:]} without a heartbeat from {listing(quiet)}.", why


@telling(TimeAdvanced, Tag.SILENCE, cues=_time_cues, together=_wait)
def _time_advanced(event: TimeAdvanced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    orphaned = [str(tp) for tp, p in after.partitions.items() if p.leader is not None and not after.leads(tp, p.leader)]
    leaderless = [str(tp) for tp, p in after.partitions.items() if p.leader is None]
    names = ", ".join((orphaned or leaderless)[:2]) + and_more(orphaned or leaderless, 2)
    verb = "is" if len(orphaned or leaderless) == 1 else "are"
    why = why_time_stops(event.timers, event.to_ms, before)
    if orphaned:
        noticed = "has not noticed yet" if after.active_controller is not None else "is gone itself"
        why = f"{names} {verb} served by nobody: the controller {noticed}. {why}"
    elif leaderless:
        why = f"{names} {'has' if verb == 'is' else 'have'} no leader. {why}"
    return f"{passing(event.to_ms - before.now_ms)}.", why


asking(Tick, chapter=lambda request: f"wait {seconds(request.ms)}")


def _rejected_cues(event: RequestRejected, before: Cluster, after: Cluster) -> list[Cue]:
    kept = event.forwarded
    if kept is None:
        return []
    asked, broker = event.request, broker_id(kept.broker)
    return [Cue("refuse", broker, seat_of(after) if kept.node is None else controller_id(kept.node), asked)]


def _why_rejected(event: RequestRejected, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    if event.error != RequestTimedOutError.name or event.forwarded is None:
        return []
    node = event.forwarded.node
    words = "frozen: no answer" if node is not None and is_frozen(after, node) else "no majority: no answer"
    seat = seat_of(after) if node is None else controller_id(node)
    over = f"{cause.policies.default_api_timeout_ms / 1000:g} s"
    gives_up = why(f"client in {over}: TimeoutException", broker_id(event.forwarded.broker))
    return [why(words, seat, broker_id(event.forwarded.broker)), gives_up]


@telling(RequestRejected, Tag.REFUSED, cues=_rejected_cues, why=_why_rejected)
def _request_rejected(event: RequestRejected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.error == RequestTimedOutError.name:
        return (
            f"{event.request} gets no answer: TimeoutException.",
            f"{event.message}{_kept_by(event.forwarded, after)}",
        )
    return f"{event.request} is refused: {event.error} ({event.code}).", event.message


def _kept_by(kept: Forwarded | None, cluster: Cluster) -> str:
    """Says who still has a request that its client gave up; nothing where nobody has it."""
    if kept is None:
        return ""
    again = f" Broker {kept.broker} passes it on for {seconds(KEPT_MS)}"
    if kept.node is None:
        return f"{again}: a controller that is active by then carries it out all the same."
    if is_frozen(cluster, kept.node):
        return f"{again}, and controller {kept.node}, which is frozen, carries it out when it goes on."
    return f"{again}, and controller {kept.node} has it in its log: it is carried out if that one leads again."


def _passed_on_cues(event: RequestForwarded, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("refuse", broker_id(event.kept.broker), seat_of(after), api_of(event.kept))]


@telling(RequestForwarded, Tag.NO_ANSWER)
def _request_forwarded(event: RequestForwarded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    broker = event.kept.broker
    return (
        f"{api_of(event.kept)} waits at broker {broker}: no controller is active.",
        f"Broker {broker} asks again until the voters have elected one, for {seconds(KEPT_MS)}; the client waits.",
    )


def _ended_cues(event: ForwardedEnded, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.kept.broker)
    return [Cue("refuse", seat_of(after), broker, api_of(event.kept))] if event.error else []


def _why_ended(event: ForwardedEnded, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    if event.error:
        return [why(event.error.lower(), seat_of(after))]
    return [why(f"kept for {seconds(KEPT_MS)}", broker_id(event.kept.broker))]


@telling(ForwardedEnded, Tag.REFUSED, cues=_ended_cues, why=_why_ended)
def _forwarded_ended(event: ForwardedEnded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    api = api_of(event.kept)
    if event.error:
        return f"{api}, which had to wait, is refused: {event.error}.", event.message
    why = f"Broker {event.kept.broker} has passed it on in vain for {seconds(KEPT_MS)}, or is gone: it is lost."
    return f"{api} will not be carried out any more.", why
