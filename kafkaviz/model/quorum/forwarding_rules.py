"""What becomes of requests that were kept while no controller was active: carried out, refused, or given up."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Forwarded
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.forwarding import ANSWERED_WITHIN_MS, KEPT_MS, ForwardedEnded, is_frozen, is_kept, request_of
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import Timer


@rule("forwarded", "controller", "processes", "links", "now_ms")
def answer_forwarded(cluster: Cluster, subject: object, policies: Policies) -> Iterator[Event]:
    """The active controller carries out what brokers kept for it, though the client may have given up long ago.

    Kafka: NodeToControllerRequestThread.generateRequests. Simplified: one that was frozen for longer than a session may
    fence brokers first whose heartbeats it has not read, and place nothing on them.
    """
    for kept in cluster.forwarded:
        if not is_kept(cluster, kept):
            yield ForwardedEnded(kept)
        elif cluster.active_controller is not None and not _is_awaited(cluster, kept):
            try:
                decided: Any = request_of(kept).decide(cluster, policies)
                yield replace(decided, forwarded=kept)
            except (KafkaError, InvalidArgumentError) as refusal:
                yield ForwardedEnded(kept, getattr(refusal, "name", "INVALID_REQUEST"), str(refusal))


def _is_awaited(cluster: Cluster, kept: Forwarded) -> bool:
    """Tells whether its broker still waits for an answer of the controller that froze."""
    return is_frozen(cluster, kept.node) and cluster.now_ms < kept.until_ms - KEPT_MS + ANSWERED_WITHIN_MS


def forwarding_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields how long brokers keep requests for the controller."""
    for kept in cluster.forwarded:
        if is_frozen(cluster, kept.node):
            due_ms = kept.until_ms - KEPT_MS + ANSWERED_WITHIN_MS
            yield Timer(due_ms, "the wait for an answer of the controller", ANSWERED_WITHIN_MS, f"broker {kept.broker}")
        yield Timer(kept.until_ms, "a broker's patience", KEPT_MS, f"{kept.request} at broker {kept.broker}")


RULES = (answer_forwarded,)
