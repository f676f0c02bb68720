"""What acks=1 costs: a leader dies, and what it had acknowledged and no follower had fetched is lost."""

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple

from kafkaviz.decisions.config_values import parse_config
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.model.brokers.requests import Kill, Pause
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import ReadLater, Whole
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.spark.trials.durability import PARTITION, TOPIC, records_that_can_be_read
from kafkaviz.spark.trials.trial import Draws, LiveCluster, ModelTrial, Setting

_MOST_TIMES_THE_MEAN = 10


@dataclass(frozen=True)
class TailSetting(Setting):
    """How many records each follower is behind when the leader dies: on average `mean_behind`, and each for itself.

    At 5,000 records/s a mean of 100 records is a fetch that takes 20 ms. `acks` is "all" or 1.
    """

    acks: Annotated[int | str, ReadLater] = "1"
    replication_factor: Annotated[int, Whole(2, 5)] = 3
    mean_behind: Annotated[int, Whole(1, 200)] = 10

    def _check(self) -> None:
        acks = str(parse_config("acks", self.acks))
        if acks == "0":
            raise InvalidArgumentError("acks is 'all' or 1 here, for with 0 nothing is promised that could be lost.")
        object.__setattr__(self, "acks", acks)


class Tail(NamedTuple):
    """What of a producer's records was acknowledged, and what of that the next leader does not have.

    `least_behind` is what would have been lost had the follower with the longest log been elected.
    """

    sent: int
    acknowledged: int
    lost: int
    least_behind: int


def play(seed: int, setting: TailSetting) -> LiveCluster:
    """Plays records that followers stop fetching one by one, and the leader's death."""
    draws, replicas = Draws(seed), tuple(range(1, setting.replication_factor + 1))
    live = LiveCluster(dict.fromkeys(replicas), seed=seed)
    live.ask(CreateTopic(TOPIC, assignment=(replicas,)))
    most = _MOST_TIMES_THE_MEAN * setting.mean_behind
    behind = {b: min(most, int(draws.waiting(setting.mean_behind))) for b in replicas[1:]}
    sent = max(behind.values()) + 1
    for number in range(sent):
        stalls = [Pause(b) for b in replicas[1:] if behind[b] == sent - number]
        live.ask(*stalls, Send(TOPIC, f"m{number}".encode(), acks=setting.acks))
    live.ask(*(Pause(b) for b in replicas[1:] if not behind[b]), Kill(1), Tick(live.policies.session_timeout_ms))
    return live


def measure(history: History, setting: TailSetting) -> Tail:
    """Returns what was promised before the leader died, and is gone with it."""
    before, step = history.first, 0
    for act in history.acts:
        if any(isinstance(request, Kill) for request in act.requests):
            break
        step += act.steps
    before = history.steps[step - 1].cluster if step else history.first
    kept = {value for _, value in records_that_can_be_read(history.last)}
    promised = {promise.value for promise in before.acknowledged}
    held = before.replicas.get(PARTITION, {})
    followers = [copy for b, copy in held.items() if b != before.partitions[PARTITION].leader]
    best = max((copy.log for copy in followers), key=len, default=())
    return Tail(
        sent=sum(isinstance(request, Send) for act in history.acts for request in act.requests),
        acknowledged=len(promised),
        lost=len(promised - kept),
        least_behind=len(promised - {record.value for record in best}),
    )


UNREPLICATED_TAIL: Final = ModelTrial("unreplicated_tail", TailSetting, play, measure)
