"""Where the load goes when a broker dies, or when all are restarted in turn: who inherits how many partitions."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from kafkaviz.decisions.placement import place_striped, place_zookeeper
from kafkaviz.model.brokers.requests import Kill, Restart, Stop
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import Whole
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.spark.trials.trial import Draws, LiveCluster, ModelTrial, Setting, require_brokers

_TOPIC: Final = "letters"
_BETWEEN_RESTARTS_MS: Final = 1_000


@dataclass(frozen=True)
class LoadShiftSetting(Setting):
    """Partitions on brokers, and what happens to these: one is killed, or each is stopped and started in turn.

    `placement` is "striped" (KRaft's), "zookeeper" (Kafka's until 3.9), or "chained": each partition's replicas on one
    broker and those that follow it, as people place them by hand. Preferred leaders are not elected again.
    """

    placement: Literal["striped", "zookeeper", "chained"] = "striped"
    event: Literal["kill", "rolling_restart"] = "kill"
    brokers: Annotated[int, Whole(2, 50)] = 5
    partitions: Annotated[int, Whole(1, 500)] = 20
    replication_factor: Annotated[int, Whole(1, 5)] = 3

    def _check(self) -> None:
        require_brokers(self.replication_factor, self.brokers)


class Shifted(NamedTuple):
    """How many partitions the busiest broker leads afterwards, and that over the mean of those that are up.

    `over_former_mean` is the same over the mean of all brokers before, which is what a broker must be able to bear.
    `heirs` counts the brokers that lead more than before, `leaderless` the partitions that nobody leads.
    """

    busiest: int
    busiest_over_mean: float
    over_former_mean: float
    heirs: int
    leaderless: int


def play(seed: int, setting: LoadShiftSetting) -> LiveCluster:
    """Plays a topic's creation, whose placement is drawn, and what happens to its brokers."""
    draws, brokers = Draws(seed), range(1, setting.brokers + 1)
    placer = place_zookeeper if setting.placement == "zookeeper" else place_striped
    live = LiveCluster(dict.fromkeys(brokers), seed=seed, placer=placer, auto_leader_rebalance_enable=False)
    if setting.placement == "chained":
        chain = [tuple(brokers[(n + i) % setting.brokers] for i in range(setting.replication_factor)) for n in brokers]
        live.ask(CreateTopic(_TOPIC, assignment=tuple(chain[n % len(chain)] for n in range(setting.partitions))))
    else:
        live.ask(CreateTopic(_TOPIC, setting.partitions, setting.replication_factor))
    if setting.event == "kill":
        live.ask(Kill(draws.one_of(brokers)), Tick(live.policies.session_timeout_ms))
    else:
        for broker in brokers:
            live.ask(Stop(broker))
            live.ask(Tick(_BETWEEN_RESTARTS_MS), Restart(broker))
    return live


def measure(history: History, setting: LoadShiftSetting) -> Shifted:
    """Returns who leads how much at the end, beside what each led when the topic was new."""
    step, created = 0, history.last
    for act in history.acts:
        step += act.steps
        if any(isinstance(request, CreateTopic) for request in act.requests):
            created = history.steps[step - 1].cluster
            break
    before, after = _led(created), _led(history.last)
    up = [broker for broker in after if history.last.is_up(broker)]
    led = sum(after.values())
    busiest = max(after.values())
    return Shifted(
        busiest,
        busiest * len(up) / max(1, led),
        busiest * len(before) / max(1, sum(before.values())),
        sum(after[broker] > before[broker] for broker in up),
        len(history.last.partitions) - led,
    )


def _led(cluster: Cluster) -> dict[int, int]:
    """Returns how many partitions each broker leads."""
    leaders = [partition.leader for partition in cluster.partitions.values()]
    return {broker: leaders.count(broker) for broker in cluster.brokers}


LOAD_SHIFT: Final = ModelTrial("load_shift", LoadShiftSetting, play, measure)
