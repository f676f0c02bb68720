"""What is done to processes: signals, the proxy between brokers, new brokers, and the clock."""

import time

from kafkaviz.model.brokers.requests import (
    AddBroker,
    CutOff,
    Freeze,
    Kill,
    Pause,
    Reconnect,
    RemoveBroker,
    Restart,
    Resume,
    Stop,
    Thaw,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.request import Tick
from kafkaviz.model.quorum.requests import KillController, RestartController
from kafkaviz.rehearsal.acts.act import plays
from kafkaviz.rehearsal.configs import NOT_IN_A_PLAY_MS
from kafkaviz.rehearsal.moment import Answer, Moment
from kafkaviz.rehearsal.run import Run
from kafkaviz.rehearsal.settings import session_config

MOMENT_S, FETCH_S, FIRST_FETCH_S = 0.2, 1.0, 2.0


@plays(Kill)
def kill(run: Run, request: Kill, moment: Moment) -> None:
    """Sends SIGKILL.

    The model is at rest: who follows knows what is committed. 0.10's next coordinator knows nothing of a group else.
    """
    if run.kafka == "0.10" and moment.before.groups:
        time.sleep(FETCH_S)
    run.stage.cluster.kill(request.broker)


@plays(Stop)
def stop(run: Run, request: Stop, moment: Moment) -> None:
    """Sends SIGTERM, which begins a controlled shutdown, and waits for its end."""
    run.stage.cluster.stop(request.broker)


@plays(Restart)
def restart(run: Run, request: Restart, moment: Moment) -> Answer:
    """Starts the process; under ZooKeeper one whose session has not ended gives up, and says why.

    In KRaft it asks again every 2 s until its session has ended, so a refusal in the model is no refusal here: the
    broker is stopped again.
    """
    cluster = run.stage.cluster
    _freed(run, request.broker, moment)
    if run.is_refused(moment) and run.needs.is_quorum:
        is_refused = run.stage.is_start_refused(request.broker)
        return {"error": "DuplicateBrokerRegistrationException"} if is_refused else {}
    # Before 2.3 a broker says in other words that its node in ZooKeeper exists.
    return {} if cluster.start_node(request.broker) else {"error": "NodeExistsException"}


@plays(Pause)
def pause(run: Run, request: Pause, moment: Moment) -> None:
    """Lets no fetch of this follower through; it goes on with all else.

    A follower that never fetched counts as lagging though there is nothing to copy, so each gets time to do so.
    """
    time.sleep(max(run.created_s + FIRST_FETCH_S - time.monotonic(), 0))
    run.stage.proxy.stall(request.broker)
    time.sleep(MOMENT_S)


@plays(Resume)
def resume(run: Run, request: Resume, moment: Moment) -> None:
    """Lets its fetches through again."""
    run.stage.proxy.unstall(request.broker)


@plays(Freeze)
def freeze(run: Run, request: Freeze, moment: Moment) -> None:
    """Sends SIGSTOP."""
    run.stage.cluster.freeze(request.broker)
    time.sleep(MOMENT_S)


@plays(Thaw)
def thaw(run: Run, request: Thaw, moment: Moment) -> None:
    """Sends SIGCONT."""
    _freed(run, request.broker, moment)
    run.stage.cluster.thaw(request.broker)


def _freed(run: Run, broker: int, moment: Moment) -> None:
    """Ends what the proxy does to a broker, if nothing is done to it in the model any more."""
    after = moment.after.brokers[broker]
    if after.stalled_since_ms is None:
        run.stage.proxy.unstall(broker)
    if not after.cut_off:
        run.stage.proxy.reconnect(broker)


@plays(CutOff)
def cut_off(run: Run, request: CutOff, moment: Moment) -> None:
    """Cuts the connections between a broker and the controllers."""
    run.stage.proxy.cut_off(request.broker)


@plays(Reconnect)
def reconnect(run: Run, request: Reconnect, moment: Moment) -> None:
    """Lets them connect again."""
    run.stage.proxy.reconnect(request.broker)


@plays(AddBroker)
def add_broker(run: Run, request: AddBroker, moment: Moment) -> None:
    """Starts a broker that the cluster has not had."""
    run.stage.cluster.add_broker(request.broker, request.rack)


@plays(RemoveBroker)
def remove_broker(run: Run, request: RemoveBroker, moment: Moment) -> Answer:
    """Unregisters a broker."""
    return run.admin("broker.unregister", broker=request.broker)


@plays(KillController)
def kill_controller(run: Run, request: KillController, moment: Moment) -> None:
    """Sends SIGKILL to the controller that has the same part in the real quorum."""
    run.stage.cluster.kill(run.controller(request.node, moment))


@plays(RestartController)
def restart_controller(run: Run, request: RestartController, moment: Moment) -> None:
    """Starts a controller again."""
    run.stage.cluster.start_node(run.controller(request.node, moment))


@plays(Tick)
def tick(run: Run, request: Tick, moment: Moment) -> None:
    """Waits as long as what may end in this time lasts here; the comparison waits for the rest."""
    aged_s = request.ms / 1000 * (run.time_scale or 0)
    time.sleep(max(min(request.ms / 1000, MOMENT_S), aged_s, _lasting_s(run, request.ms, moment.before)))


def _lasting_s(run: Run, ms: int, cluster: Cluster) -> float:
    """Returns how long this time lasts in a play, as far as somebody waits for the end of something."""
    times, policies = run.times, run.policies
    brokers = cluster.brokers.values()
    members = [member for group in cluster.groups.values() for member in group.members.values()]
    session = session_config(policies)
    waiting = {
        session: any(not broker.is_up or broker.cut_off for broker in brokers),
        "replica_lag_time_max_ms": any(broker.stalled_since_ms is not None for broker in brokers),
        "group_session_timeout_ms": any(not member.up for member in members),
        "group_share_record_lock_duration_ms": any(member.in_hand for member in members),
        "metadata_max_age_ms": bool(cluster.producers) or bool(members),
    }
    # The ISR is looked at twice in its time, so that it may be over by half as much again.
    late = {"replica_lag_time_max_ms": 1.5}
    lasting = [0.0]
    if cluster.forwarded:
        # How long a broker passes a request on is no config.
        lasting.append(ms / 1000)
    for name, is_waited_for in waiting.items():
        if times[name] == NOT_IN_A_PLAY_MS:
            continue
        part = ms / (getattr(policies, name) * late.get(name, 1))
        if is_waited_for and part >= 1:
            lasting.append(times[name] * late.get(name, 1) / 1000 + MOMENT_S)
        elif is_waited_for and name == session:
            # Who is missed first is told by how long ago each fell silent.
            lasting.append(part * times[name] / 1000)
    return max(lasting)
