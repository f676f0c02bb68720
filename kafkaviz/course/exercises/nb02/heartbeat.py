"""E02.5: what is a broker allowed to do, after what its heartbeat says?"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import announce, begin_with, dead, lab_with, let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.events import BrokerStopped, ShutdownRequested
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerUnfenced
from kafkaviz.model.core.brokers import RUNNING, SHUTTING_DOWN, Broker
from kafkaviz.model.core.cluster import Cluster, put_broker
from kafkaviz.model.core.event import Event
from kafkaviz.scenarios.nb02 import comes_and_goes

Asked = tuple[str, int, int, bool, bool, bool]
FENCED, UNFENCED, LEAVING, STOP = STATES = ("FENCED", "UNFENCED", "CONTROLLED_SHUTDOWN", "SHUTDOWN_NOW")
SESSION_MS = 9_000
TP: Final = TopicPartition("sports_news", 0)


def next_state(
    state: str, silent_ms: int, session_timeout_ms: int, wants_shutdown: bool, caught_up: bool, leads: bool
) -> str:
    """Returns what a broker is to the controller, given what it was and what its last heartbeat said.

    >>> next_state("FENCED", 0, 9_000, False, True, False), next_state("UNFENCED", 0, 9_000, True, True, True)
    ('UNFENCED', 'CONTROLLED_SHUTDOWN')

    Kafka: BrokerHeartbeatManager.calculateNextBrokerState, BrokerHeartbeatTracker. Simplified: a broker under
    controlled shutdown need not wait for the others' metadata, and wantFence, for one that is still starting, is left
    out; Kafka counts nanoseconds.
    """
    if silent_ms > session_timeout_ms:
        return FENCED
    if state == FENCED:
        if wants_shutdown:
            return STOP
        return UNFENCED if caught_up else FENCED
    if state == LEAVING or wants_shutdown:
        return LEAVING if leads else STOP
    return UNFENCED


def _draw(random: Random) -> Asked:
    state, timeout = random.choice(STATES[:3]), random.choice((SESSION_MS, SESSION_MS, 6_000, 18_000))
    silent = random.choice((0, 0, 300, 2_000, timeout - 1, timeout, timeout + 1, 9_000))
    leads = state != FENCED and random.random() < 0.5
    caught_up = random.random() < (0.5 if state == FENCED else 0.8)
    return state, silent, timeout, random.random() < 0.4, caught_up, leads


def _promise(*given: *tuple[*Asked, object]) -> str | None:
    state, silent, timeout, wants_shutdown, caught_up, _, answer = given
    right = next_state(*given[:6])
    if answer is None or answer == right:
        return None
    if answer not in STATES:
        return f"The answer is one of {', '.join(STATES)}, not {one_line(answer)}."
    if silent > timeout:
        return f"Its last heartbeat is {silent} ms old, and {timeout} are allowed: it is fenced, whatever it was."
    if answer == FENCED and state != FENCED:
        return f"Its last heartbeat is {silent} ms old, and {timeout} are allowed: its session goes on."
    if state == FENCED:
        if wants_shutdown:
            return "A fenced broker leads nothing that would have to move: it may stop at once."
        if caught_up:
            return "It has read the metadata as far as its own registration: nothing keeps it fenced."
        return "It has not read its own registration yet: it would serve by metadata that is too old."
    if right == LEAVING:
        return "It leads partitions: they move first, and it stops after that."
    if right == STOP:
        said = "has begun to leave" if state == LEAVING else "wants to stop"
        return f"It {said}, and leads nothing that would have to move: it may stop."
    return "It runs, its heartbeat came in time, and it does not want to stop: it stays as it is."


class Moment(NamedTuple):
    """What the controller knew of a broker when something became of it, and what that was."""

    broker: int
    asked: Asked
    seen: str


def _in_cluster(my_next_state: Callable[[*Asked], str]) -> Played:
    """Compares with a cluster in which a broker joins, one stops and returns, and one crashes and returns."""
    lab = comes_and_goes()
    for broker, asked, seen in _moments(lab):
        said = my_next_state(*asked)
        if said != seen:
            complaint = f"Broker {broker} was {asked[0]}, and became {seen}; you say {said}."
            return Played(lab, complaint)
    return Played(lab)


def _moments(lab: Lab) -> Iterator[Moment]:
    timeout = lab.policies.session_timeout_ms
    for before, step in zip(lab.history.clusters, lab.history.steps, strict=False):
        event = step.event
        if not isinstance(event, BrokerFenced | BrokerUnfenced | BrokerStopped | ShutdownRequested):
            continue
        broker = before.brokers[event.broker]
        leads = any(held.leader == broker.id for held in before.partitions.values())
        silent = 0 if broker.quiet_since_ms is None else before.now_ms - broker.quiet_since_ms
        if isinstance(event, BrokerFenced):
            # The model fences with the last millisecond of a session, Kafka behind it.
            silent = max(silent, timeout + 1)
        wants = isinstance(event, ShutdownRequested | BrokerStopped)
        asked = (_state(broker), silent, timeout, wants, isinstance(event, BrokerUnfenced) or not broker.fenced, leads)
        seen = {BrokerFenced: FENCED, BrokerUnfenced: UNFENCED, BrokerStopped: STOP}.get(type(event))
        yield Moment(broker.id, asked, seen or (LEAVING if leads else STOP))


def _state(broker: Broker) -> str:
    return FENCED if broker.fenced else LEAVING if broker.state == SHUTTING_DOWN else UNFENCED


def _case_film(*given: *tuple[*Asked, object]) -> Played:
    """Lets broker 1 become what the answer says, beside broker 2, which leads if broker 1 does not."""
    state, silent, timeout, _, _, leads, answer = given
    becomes: dict[object, Event] = {
        FENCED: BrokerFenced(1),
        UNFENCED: BrokerUnfenced(1),
        LEAVING: ShutdownRequested(1),
        STOP: BrokerStopped(1),
    }
    if answer not in becomes or (state, answer) in ((FENCED, LEAVING), (LEAVING, UNFENCED)):
        raise InvalidArgumentError(f"A broker that is {state} does not become {one_line(answer)}.")
    replicas = [1, 2] if leads else [2, 1]
    lab = lab_with(TP.topic, {0: replicas}, broker_session_timeout_ms=timeout)
    cluster = lab.cluster._replace(now_ms=max(silent, 0))
    cluster = announce(_as(state, cluster, silent), TP, Partition((*replicas,), replicas[0], (1, 2), 0, 0))
    lab = begin_with(lab, cluster)
    return Played(lab if answer == state else let_happen(lab, becomes[answer]))


def _as(state: str, cluster: Cluster, silent_ms: int) -> Cluster:
    """Returns a cluster in which broker 1 is in a state, and was last heard that long ago."""
    quiet = cluster.now_ms - silent_ms if silent_ms else None
    if silent_ms and state != LEAVING:
        cluster = dead(cluster, 1)
    now = SHUTTING_DOWN if state == LEAVING else cluster.brokers[1].state if silent_ms else RUNNING
    return put_broker(cluster, cluster.brokers[1]._replace(state=now, fenced=state == FENCED, quiet_since_ms=quiet))


E02_5 = Exercise[*Asked, str](
    id="E02.5",
    title="May it serve?",
    stars=3,
    minutes=14,
    hints=(
        "First the silence: it counts whatever the broker was. Then one branch for each of the three states.",
        "FENCED: a wish to stop is granted at once; else it depends on `caught_up`. CONTROLLED_SHUTDOWN, or UNFENCED "
        "with a wish to stop: it depends on `leads`. UNFENCED otherwise: it stays.",
        '`if silent_ms > session_timeout_ms: return "FENCED"`; the branch of FENCED as in the worked example; then '
        '`if state == "CONTROLLED_SHUTDOWN" or wants_shutdown: return "CONTROLLED_SHUTDOWN" if leads else '
        '"SHUTDOWN_NOW"`; finally `return "UNFENCED"`.',
    ),
    examples=(
        Example((FENCED, 0, 9_000, False, False, False), FENCED),
        Example((FENCED, 0, 9_000, False, True, False), UNFENCED),
        Example((FENCED, 0, 9_000, True, True, False), STOP),
        Example((UNFENCED, 2_000, 9_000, False, True, True), UNFENCED),
        Example((UNFENCED, 0, 9_000, True, True, True), LEAVING),
        Example((UNFENCED, 0, 9_000, True, True, False), STOP),
        Example((LEAVING, 0, 9_000, True, True, True), LEAVING),
        Example((LEAVING, 0, 9_000, False, True, False), STOP),
        Example((LEAVING, 9_001, 9_000, True, True, True), FENCED),
        Example((UNFENCED, 9_000, 9_000, False, True, True), UNFENCED),
    ),
    reference=next_state,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="This is how brokers come and go without an administrator who watches them: one that joins serves when it "
    "knows enough, one that leaves hands over what it leads first, and one that is silent is fenced.",
    next="Next: go back to the notebook and answer its last questions.",
)
