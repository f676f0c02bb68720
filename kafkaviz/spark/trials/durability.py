"""What can be lost: a record is written while brokers are down, then machines are destroyed, and later all come back.

Each replica's broker is down at the write with the chance `down`, and of those that are up each is destroyed afterwards
with the chance `destroyed`, before anything else happens. What this comes to is known exactly (`law`); the trial plays
it in the model, with all that the protocol does about it.
"""

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple

from kafkaviz.decisions.config_values import parse_config
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.requests import Kill, Pause, Restart, Resume
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import ReadLater, Share, Whole
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.spark.trials.trial import Draws, LiveCluster, ModelTrial, Setting, require_brokers

TOPIC: Final = "letters"
PARTITION: Final = TopicPartition(TOPIC, 0)
Few = Annotated[int, Whole(1, 5)]


@dataclass(frozen=True)
class DurabilitySetting(Setting):
    """How often a record is kept, what fails, and how often, as chances for one write.

    The brokers stand in turn in `racks` racks; a rack is destroyed as a whole with the chance `correlation` times
    `destroyed`. With the chance `lagging` a follower's fetches stall just before the write, of which the leader hears
    only after replica.lag.time.max.ms. `acks` is "all" or 1.
    """

    replication_factor: Few = 3
    min_insync_replicas: Few = 1
    acks: Annotated[int | str, ReadLater] = "all"
    down: Share = 0.05
    destroyed: Share = 0.05
    correlation: Share = 0.0
    lagging: Share = 0.0
    brokers: Few = 3
    racks: Few = 1

    def _check(self) -> None:
        require_brokers(self.replication_factor, self.brokers)
        if self.min_insync_replicas > self.replication_factor:
            raise InvalidArgumentError(
                f"min_insync_replicas is at most the replication factor {self.replication_factor}, not "
                f"{self.min_insync_replicas}; with more nothing could ever be written."
            )
        acks = str(parse_config("acks", self.acks))
        if acks == "0":
            raise InvalidArgumentError("acks is 'all' or 1 here, for with 0 nothing is promised that could be lost.")
        object.__setattr__(self, "acks", acks)

    @property
    def rack_of(self) -> list[int]:
        """The rack of each replica, in the order of the replicas."""
        return [number % self.racks for number in range(self.replication_factor)]


class Kept(NamedTuple):
    """What became of one record.

    Refused is what nobody had acknowledged when the trouble began; of that nothing can be lost, so `lost` is null. Lost
    is what was acknowledged, and in the end is in no replica that leads or could be elected. `copies` counts the
    replicas that had it when the trouble began, `survivors` those of them that were not destroyed.
    """

    refused: bool
    lost: bool | None
    copies: int
    leaderless: bool
    survivors: int


def play(seed: int, setting: DurabilitySetting) -> LiveCluster:
    """Plays one write, what was down before it, what is destroyed after it, and the return of all brokers."""
    draws, brokers = Draws(seed), range(1, setting.brokers + 1)
    racks = {b: f"rack-{(b - 1) % setting.racks}" for b in brokers}
    live = LiveCluster(racks, seed=seed, min_insync_replicas=setting.min_insync_replicas)
    replicas = tuple(range(1, setting.replication_factor + 1))
    live.ask(CreateTopic(TOPIC, assignment=(replicas,)))
    session = Tick(live.policies.session_timeout_ms)

    down = [b for b in replicas if draws.happens(setting.down)]
    if down:
        live.ask(*map(Kill, down), session)
    leader = live.cluster.partitions[PARTITION].leader
    up = [b for b in replicas if b not in down]
    stalled = [b for b in up if draws.happens(setting.lagging) and b != leader]
    live.ask(*map(Pause, stalled)) if stalled else None
    _send(live, setting, wait=bool(stalled) and setting.acks == "all")

    struck = {rack for rack in dict.fromkeys(racks.values()) if draws.happens(setting.correlation * setting.destroyed)}
    destroyed = [b for b in up if draws.happens(setting.destroyed) or racks[b] in struck]
    if destroyed:
        live.ask(*(Kill(b, power_lost=True) for b in destroyed), session)
    back = [Resume(b) for b in stalled if b not in destroyed]
    dead = [Restart(b) for b in replicas if b in down or b in destroyed]
    if back or dead:
        live.ask(*back, *dead, session)
    return live


def measure(history: History, setting: DurabilitySetting) -> Kept:
    """Returns what became of the record, from the history alone."""
    at_write, step = history.first, 0
    for act in history.acts:
        step += act.steps
        if any(isinstance(request, Send) for request in act.requests):
            at_write = history.steps[step - 1].cluster
            break
    promised, last = at_write.acknowledged, history.last
    kept = records_that_can_be_read(last)
    partition, held = last.partitions.get(PARTITION), at_write.replicas.get(PARTITION, {})
    having = {b for b, copy in held.items() if promised and any(r.value == promised[0].value for r in copy.log)}
    requests = [request for act in history.acts for request in act.requests]
    destroyed = {request.broker for request in requests if isinstance(request, Kill) and request.power_lost}
    return Kept(
        refused=not promised,
        lost=any((promise.offset, promise.value) not in kept for promise in promised) if promised else None,
        copies=len(having),
        leaderless=partition is None or partition.leader is None,
        survivors=len(having - destroyed),
    )


def records_that_can_be_read(cluster: Cluster) -> set[tuple[int, bytes | None]]:
    """Returns offset and value of each record that the leader has; without a leader, whoever could be elected."""
    partition = cluster.partitions.get(PARTITION)
    if partition is None:
        return set()
    leading = [partition.leader] if partition.leader is not None else [*partition.isr, *partition.elr]
    logs = (cluster.replicas[PARTITION][b].log for b in leading if b in cluster.replicas[PARTITION])
    return {(record.offset, record.value) for log in logs for record in log}


def _send(live: LiveCluster, setting: DurabilitySetting, *, wait: bool) -> None:
    partition = live.cluster.partitions[PARTITION]
    refuses = (
        partition.leader is not None and setting.acks == "all" and len(partition.isr) < setting.min_insync_replicas
    )
    # Where no broker is up the producer gets no metadata, and chooses no partition.
    is_unheard = not any(broker.is_up for broker in live.cluster.brokers.values())
    error = "REQUEST_TIMED_OUT" if is_unheard else "NOT_ENOUGH_REPLICAS" if refuses else None
    live.ask(
        Send(TOPIC, b"ABC", acks=setting.acks),
        expect=error,
        until=(lambda cluster: bool(cluster.acknowledged)) if wait and error is None else None,
    )


DURABILITY: Final = ModelTrial("durability", DurabilitySetting, play, measure)
