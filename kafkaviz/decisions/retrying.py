"""What a producer does about an error: it asks for new metadata, tries again, or gives up."""

from math import log
from typing import Literal

from kafkaviz.decisions.errors import error_named
from kafkaviz.decisions.policies import Policies

Reaction = Literal["refresh and retry", "retry", "give up"]


def reaction(error: str, waited_ms: int, delivery_timeout_ms: int = 120_000) -> Reaction:
    """Returns what a producer does with a batch that got an error, by the error's name.

    `waited_ms` is how long ago the batch was opened. An error that is not known is given up on.

    >>> [reaction(error, 0) for error in ("NOT_LEADER_OR_FOLLOWER", "NOT_ENOUGH_REPLICAS", "INVALID_RECORD")]
    ['refresh and retry', 'retry', 'give up']
    >>> reaction("NOT_LEADER_OR_FOLLOWER", 120_000)
    'give up'

    Kafka: Sender.canRetry and completeBatch; RetriableException, and InvalidMetadataException, which asks for new
    metadata as well. Simplified: without `retries`, and without the numbers of an idempotent producer, which may
    have an OUT_OF_ORDER_SEQUENCE_NUMBER tried again.
    """
    known = error_named(error)
    if waited_ms >= delivery_timeout_ms or not known.retriable:
        return "give up"
    return "refresh and retry" if known.refreshes else "retry"


def backoff_ms(attempts: int, policies: Policies) -> int:
    """Returns how long a producer waits before the next attempt, twice as long each time up to a limit.

    Before 3.7 it is as long each time. It is 1 ms at least: sending takes no time here, so who tried again at once
    would never let any pass.

    >>> from kafkaviz.decisions.policies import ERAS
    >>> [backoff_ms(attempts, Policies()) for attempts in (1, 2, 3, 9)]
    [100, 200, 400, 1000]
    >>> [backoff_ms(attempts, ERAS["2.3"]) for attempts in (1, 2, 3, 9)]
    [100, 100, 100, 100]

    Kafka: ExponentialBackoff, retry.backoff.ms and retry.backoff.max.ms (KIP-580). Simplified: without jitter.
    """
    most = policies.retry_backoff_max_ms
    if not policies.backoffs_double:
        return max(1, policies.retry_backoff_ms)
    first = min(policies.retry_backoff_ms, most)
    # Kafka's exponent is a fraction where the limit is no power of two times the first, and what it makes is cut off.
    exponent = min(max(0, attempts - 1), log(most / max(1, first)) / log(2) if most > first else 0)
    return max(1, min(int(first * 2.0**exponent), most))
