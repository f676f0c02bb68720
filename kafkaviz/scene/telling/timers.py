"""Which timers run out while time passes: what the model says of each, as a sentence."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.timer import Timer
from kafkaviz.scene.telling.quiet import facts_of
from kafkaviz.scene.telling.words import and_more, limit, listing, seconds

SOON_MS: Final = 3_600_000


def why_time_stops(next_timers: Sequence[Timer], until_ms: int, cluster: Cluster) -> str:
    """Says which of the next timers run out at a moment; where none does, which is the next, or what holds without any.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> silent, timer = Cluster(0, Quorum.of(101), {}), Timer(9_000, "broker.session.timeout.ms", 9_000, "broker 1")
    >>> why_time_stops([timer], 9_000, silent)
    'broker.session.timeout.ms (9 seconds) of broker 1 runs out.'
    >>> why_time_stops([timer], 3_000, silent)
    'The next timer, broker.session.timeout.ms (9 seconds) of broker 1, runs out 6 seconds later.'
    """
    due_ms = next_timers[0].due_ms if next_timers else until_ms + SOON_MS + 1
    if due_ms > until_ms + SOON_MS:
        return f"Nothing is due within the hour. {facts_of(cluster)}"
    said = sorted({(limit_of(timer), timer.whose) for timer in next_timers})
    if due_ms > until_ms:
        config, whose = said[0]
        next_timer = f"{config}{_of([whose])}".removesuffix(",")
        return f"The next timer, {next_timer}, runs out {seconds(due_ms - until_ms)} later."
    over: dict[str, list[str]] = {}
    for config, whose in said:
        over.setdefault(config, []).append(whose)
    configs = [f"{config}{_of(whose)}" for config, whose in over.items()][:2]
    return f"{listing(configs, '')} {'runs' if len(configs) == 1 else 'run'} out."


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
    return limit(cluster.controller.session_config, policies.session_timeout_ms)
