"""What is told when time passes, and when somebody asks for what cannot be."""

from kafkaviz.decisions.errors import RequestTimedOutError
from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import broker_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import RequestRejected, TimeAdvanced
from kafkaviz.model.core.request import Tick
from kafkaviz.scene.telling.asking import asking
from kafkaviz.scene.telling.cue import Cue, seat_of
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.timers import timers
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import and_more, seconds


def _time_cues(event: TimeAdvanced, before: Cluster, after: Cluster) -> list[Cue]:
    quiet = tuple(broker_id(b.id) for b in after.brokers.values() if b.quiet_since_ms is not None and not b.fenced)
    about = (seat_of(after),) if quiet else ()
    return [Cue("wait", cells=quiet, about=about, clock=(before.now_ms, after.now_ms))]


def _wait(joint: Together) -> Said | None:
    before, after = joint.before, joint.after
    passed = seconds(after.now_ms - before.now_ms)
    quiet = [b.id for b in after.brokers.values() if b.quiet_since_ms is not None and not b.fenced]
    cap, why = _time_advanced(TimeAdvanced(after.now_ms), before, after, joint.happened[0][1])
    if not quiet:
        return cap, why
    return f"{passed[0].upper()}{passed[1:]} without a heartbeat from {listing(quiet)}.", why


@telling(TimeAdvanced, Tag.SILENCE, cues=_time_cues, together=_wait)
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


asking(Tick, chapter=lambda request: f"wait {seconds(request.ms)}")


@telling(RequestRejected, Tag.REFUSED)
def _request_rejected(event: RequestRejected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.error == RequestTimedOutError.name:
        return f"{event.request} gets no answer: TimeoutException.", event.message
    return f"{event.request} is refused: {event.error} ({event.code}).", event.message
