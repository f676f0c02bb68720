"""How long a partition has no leader: by crash, orderly stop, cut off, frozen, with the controller lost too."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.requests import CutOff, Freeze, Kill, Stop
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import Whole
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.quorum.requests import KillController
from kafkaviz.spark.trials.trial import Draws, LiveCluster, ModelTrial, Setting, quiet_times, require_brokers

_TOPIC: Final = "letters"
_CALM_MS: Final = 10_000
_FAILURES: Final = {"crash": Kill, "controlled_shutdown": Stop, "cut_off": CutOff, "freeze": Freeze}


@dataclass(frozen=True)
class LeaderGapSetting(Setting):
    """What happens to one broker, in which release; with `controller_lost`, the controller dies within its session.

    Before KRaft a broker is the controller as well; then another broker fails, unless both do.
    """

    failure: Literal["crash", "controlled_shutdown", "cut_off", "freeze"] = "crash"
    kafka: Literal["4.4", "3.9", "2.4", "2.3", "0.10"] = "4.4"
    controller_lost: bool = False
    brokers: Annotated[int, Whole(2, 20)] = 4
    partitions: Annotated[int, Whole(1, 200)] = 12
    replication_factor: Annotated[int, Whole(1, 5)] = 3

    def _check(self) -> None:
        require_brokers(self.replication_factor, self.brokers)


class LeaderGap(NamedTuple):
    """How long the partitions that the broker led had no leader, in ms; `led` says how many these were.

    A partition has one while a broker that runs believes that it leads it: clients are served then. `two_leaders`
    counts the partitions of which two brokers once did, `leaderless` those that still had none at the end, whose gap
    goes on. The controller's own work for each partition takes no time here.
    """

    led: int
    mean_ms: float
    longest_ms: int
    two_leaders: int
    leaderless: int


def play(seed: int, setting: LeaderGapSetting) -> LiveCluster:
    """Plays the failure of one broker, drawn, and the time until every partition is led again, if it can be."""
    draws, brokers = Draws(seed), range(1, setting.brokers + 1)
    live = LiveCluster(dict.fromkeys(brokers), kafka=setting.kafka, seed=seed)
    live.ask(CreateTopic(_TOPIC, setting.partitions, setting.replication_factor))
    live.ask(Tick(1 + draws.below(_CALM_MS)))
    controller, session_ms = live.cluster.active_controller, live.policies.session_timeout_ms
    victim = draws.one_of([b for b in brokers if b != controller])
    live.ask(_FAILURES[setting.failure](victim))
    if setting.controller_lost and controller is not None:
        live.ask(Tick(draws.below(session_ms)), _loss_of(controller, ERAS[setting.kafka].controller))
    live.ask(Tick(session_ms), until=lambda cluster: _led_by_others(cluster, victim))
    return live


def measure(history: History, setting: LeaderGapSetting) -> LeaderGap:
    """Returns the gaps of the partitions that the first broker led which failed."""
    struck, before, step = None, history.first, 0
    for act in history.acts:
        struck = struck or next(
            (request for request in act.requests if isinstance(request, tuple(_FAILURES.values()))), None
        )
        if struck is not None:
            before = history.steps[step - 1].cluster if step else history.first
            break
        step += act.steps
    victim = getattr(struck, "broker", None)
    gaps = {tp: 0 for tp, partition in before.partitions.items() if victim is not None and partition.leader == victim}
    for ms, cluster in quiet_times(history):
        for tp in gaps:
            gaps[tp] += 0 if _leading(cluster, tp) else ms
    twice = {tp for tp in gaps if any(len(_leading(step.cluster, tp)) > 1 for step in history.steps)}
    return LeaderGap(
        len(gaps),
        sum(gaps.values()) / max(1, len(gaps)),
        max(gaps.values(), default=0),
        len(twice),
        sum(not _leading(history.last, tp) for tp in gaps),
    )


def _loss_of(controller: int, kind: str) -> Request:
    return KillController(controller) if kind == "quorum" else Kill(controller)


def _leading(cluster: Cluster, tp: TopicPartition) -> list[int]:
    """Returns the brokers that run and believe that they lead a partition."""
    return [broker for broker in cluster.replicas.get(tp, {}) if cluster.leads(tp, broker)]


def _led_by_others(cluster: Cluster, victim: int) -> bool:
    """Tells whether each partition is led, and no longer by the broker that failed."""
    leaders = ((tp, partition.leader) for tp, partition in cluster.partitions.items())
    return all(leader not in (None, victim) and cluster.leads(tp, leader) for tp, leader in leaders)


LEADER_GAP: Final = ModelTrial("leader_gap", LeaderGapSetting, play, measure)
