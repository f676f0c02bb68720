"""Which timers run out while time passes: what the model says of each, as a sentence."""

from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.brokers.rules import session_config as session_config
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.timer import Timer
from kafkaviz.model.protocol import timers as running_timers
from kafkaviz.scene.telling.quiet import facts_of
from kafkaviz.scene.telling.words import and_more, limit, listing, seconds

SOON_MS: Final = 3_600_000


def timers(cluster: Cluster, until_ms: int, policies: Policies) -> str:
    """Says which timer runs out at a moment; where there is none, which is the next, or what holds without any.

    >>> from kafkaviz.model.core.brokers import Broker
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> silent = Cluster(0, Quorum.of(101), {1: Broker(1, state="dead", quiet_since_ms=0)})
    >>> timers(silent, 9_000, Policies())
    'broker.session.timeout.ms (9 seconds) of broker 1 runs out.'
    >>> timers(silent, 3_000, Policies())
    'The next timer, broker.session.timeout.ms (9 seconds) of broker 1, runs out 6 seconds later.'
    """
    running = sorted({(timer.due_ms, limit_of(timer), timer.whose) for timer in running_timers(cluster, policies)})
    done: dict[str, list[str]] = {}
    for due_ms, config, whose in running:
        if due_ms == until_ms:
            done.setdefault(config, []).append(whose)
    if done:
        configs = [f"{config}{_of(whose)}" for config, whose in done.items()][:2]
        return f"{listing(configs, '')} {'runs' if len(configs) == 1 else 'run'} out."
    later = [timer for timer in running if until_ms < timer[0] <= until_ms + SOON_MS]
    if not later:
        return f"Nothing is due within the hour. {facts_of(cluster)}"
    due_ms, config, whose = later[0]
    next_timer = f"{config}{_of([whose])}".removesuffix(",")
    return f"The next timer, {next_timer}, runs out {seconds(due_ms - until_ms)} later."


def limit_of(timer: Timer) -> str:
    """Names what a timer goes by, with its value, and how it was changed or is looked after.

    >>> limit_of(Timer(400, "retry.backoff.ms", 100, "producer", doubled=2))
    'retry.backoff.ms (100 ms), doubled twice,'
    """
    if timer.config.endswith(".seconds"):
        return f"{timer.config} ({timer.limit_ms // 1000})"
    config = limit(timer.config, timer.limit_ms)
    if timer.doubled or timer.extended:
        count = timer.doubled or timer.extended
        return f"{config}, {'doubled' if timer.doubled else 'extended'} {OFTEN.get(count, f'{count} times')},"
    return f"{config}, which a leader checks every {seconds(timer.check_ms)}," if timer.check_ms else config


OFTEN: Final = {1: "once", 2: "twice"}


def _of(whose: list[str]) -> str:
    return f" of {listing(whose[:3], '')}{and_more(whose, 3)}" if any(whose) else ""


def session_timeout(cluster: Cluster, policies: Policies) -> str:
    """Names the config by which a silent broker's session ends, with its value."""
    return limit(session_config(cluster), policies.session_timeout_ms)
