"""The cluster that a story needs, and which times are shorter there, so that nobody waits long."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.brokers.requests import Pause
from kafkaviz.model.clients.events import BatchExpired
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.events import IsrChangeProposed
from kafkaviz.model.partitions.topic_requests import Configure, CreateTopic
from kafkaviz.model.quorum.requests import KillController, RestartController
from kafkaviz.rehearsal.configs import LOG_SIZES, LOG_TIMES, NOT_IN_A_PLAY_MS, broker_configs
from kafkaviz.rehearsal.moment import requests_of

SHORTER_MS: Final[Mapping[str, int]] = {
    "broker_session_timeout_ms": 3_000,
    "zookeeper_session_timeout_ms": 6_000,
    "replica_lag_time_max_ms": 8_000,
    "log_retention_check_interval_ms": 1_000,
    "group_session_timeout_ms": 6_000,
    "group_initial_rebalance_delay_ms": 1_500,
    "heartbeat_interval_ms": 1_000,
    "group_consumer_heartbeat_interval_ms": 1_000,
    "group_share_record_lock_duration_ms": 4_000,
    "max_poll_interval_ms": 15_000,
    "metadata_max_age_ms": 5_000,
    "request_timeout_ms": 10_000,
    "delivery_timeout_ms": 25_000,
}
"""The longest that a time of the model's policies lasts in a play; a time that passes is waited out by convergence."""
AGEING_S: Final = 20.0
GIVES_UP_MS: Final = 20_000
"""When an administrator gives up. Kafka: default.api.timeout.ms."""
_OVER_IN_WAITS: Final = ("metadata_max_age_ms", "max_poll_interval_ms")


class Needs(NamedTuple):
    """The cluster that a story needs; two stories with the same needs are played on one."""

    era: str
    racks: tuple[tuple[int, str | None], ...]
    controllers: int
    combined: bool
    is_quorum: bool
    session_ms: int
    eligible_leader_replicas: bool
    configs: tuple[tuple[str, str], ...]
    offsets: tuple[tuple[int, tuple[int, ...]], ...]


def shorter_times(policies: Policies) -> dict[str, int]:
    """Returns each time of `SHORTER_MS` as it is in a play: what the policies say, or less.

    >>> shorter_times(ERAS["4.4"])["broker_session_timeout_ms"]
    3000
    """
    return {name: min(getattr(policies, name), most) for name, most in SHORTER_MS.items()}


def times_of(history: History, policies: Policies) -> dict[str, int]:
    """Returns the times of a story's play; a time that ends in none of the story's waits is not shortened.

    Each act of a play takes a moment, in which a shorter time might end although nobody waits for it.
    """
    times = shorter_times(policies)
    longer = [name for name in _OVER_IN_WAITS if waits_ms(history) < getattr(policies, name)]
    if not any(isinstance(event, BatchExpired) for event in history.events()):
        longer.append("delivery_timeout_ms")
    times |= {name: getattr(policies, name) for name in longer}
    # Where there are groups, their coordinator waits until a paused follower has left its ISR.
    pauses = any(isinstance(request, Pause) for request in requests_of(history)) and not history.last.groups
    if pauses and not any(_leaves_isr(step) for step in history.steps):
        times["replica_lag_time_max_ms"] = NOT_IN_A_PLAY_MS
    return times


def _leaves_isr(step: Step) -> bool:
    event = step.event
    return isinstance(event, IsrChangeProposed) and len(event.isr) < len(step.cluster.partitions[event.tp].isr)


def session_config(policies: Policies) -> str:
    """Returns the name of the policy that says when a silent broker's session ends."""
    return "broker_session_timeout_ms" if policies.controller == "quorum" else "zookeeper_session_timeout_ms"


def needs_of(kafka: str, history: History, policies: Policies) -> Needs:
    """Returns the cluster that the story of a lab needs.

    It has as many controllers as the lab only where the story crashes one, or where brokers are controllers. The
    partitions of `__consumer_offsets` that its groups use lie where the model put them.
    """
    first, last, requests = history.first, history.last, requests_of(history)
    asks_controllers = any(isinstance(request, KillController | RestartController) for request in requests)
    return Needs(
        kafka,
        tuple((broker.id, broker.rack) for broker in first.brokers.values()),
        _voters(first) if asks_controllers or policies.process_roles == "combined" else 1,
        policies.process_roles == "combined",
        policies.controller == "quorum",
        _session_ms(history, policies),
        policies.eligible_leader_replicas_enable,
        tuple(sorted(broker_configs(policies, requests, times_of(history, policies)).items())),
        tuple((n, partition.replicas) for n, partition in sorted(last.offsets.items())),
    )


def _voters(first: Cluster) -> int:
    return len(first.controller.voters) if isinstance(first.controller, Quorum) else 1


def _session_ms(history: History, policies: Policies) -> int:
    """Returns how long a broker's session lasts; a controller that was frozen for longer fences everybody at first."""
    waits = any(step.cluster.forwarded for step in history.steps)
    return GIVES_UP_MS * 3 if waits else shorter_times(policies)[session_config(policies)]


def waits_ms(history: History) -> int:
    """Returns how long a story waits, all waits together."""
    return sum(request.ms for request in requests_of(history) if isinstance(request, Tick))


def time_scale(history: History) -> float | None:
    """Returns which part of the model's time a play takes where logs age, so that all waits together last `AGEING_S`.

    It is None for a story in which no topic has a time of its own: each wait ends when both clusters are alike.
    """
    ages = _is_configured(history, LOG_TIMES) and waits_ms(history) > AGEING_S * 1000
    return AGEING_S * 1000 / waits_ms(history) if ages else None


def sizes_count(history: History, policies: Policies, kafka: str) -> bool:
    """Tells whether a story depends on how many records a batch has: by sizes of logs, or because batches are lent."""
    differs = any(getattr(policies, name) != getattr(ERAS[kafka], name) for name in LOG_SIZES)
    # A poll of a share consumer is lent whole batches.
    return differs or policies.group_protocol == "share" or _is_configured(history, LOG_SIZES)


def _is_configured(history: History, names: Sequence[str]) -> bool:
    """Tells whether a topic of the story has one of these configs of its own."""
    asked = (request for request in requests_of(history) if isinstance(request, CreateTopic | Configure))
    return any(not request.configs.keys().isdisjoint(names) for request in asked)
