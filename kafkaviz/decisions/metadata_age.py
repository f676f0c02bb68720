"""When a client asks for metadata although nothing has gone wrong."""

from kafkaviz.decisions.policies import Policies


def refresh_interval_ms(policies: Policies) -> int:
    """Returns how often a client refreshes its metadata: not more often than it may try again after an error.

    >>> refresh_interval_ms(Policies()), refresh_interval_ms(Policies(metadata_max_age_ms=30))
    (300000, 100)

    Kafka: Metadata.timeToNextUpdate, the larger of timeToExpire and timeToAllowUpdate, which waits retry.backoff.ms.
    """
    return max(policies.metadata_max_age_ms, policies.retry_backoff_ms)


def next_refresh_ms(first_ms: int, now_ms: int, metadata_max_age_ms: int) -> int:
    """Returns when a client refreshes its metadata next, after now, whatever happens until then.

    It had its first metadata at `first_ms`. An age of 0 would have it ask again before anything else; here that is
    1 ms, as time passes in whole ones.

    >>> next_refresh_ms(1_000, 1_000, 300_000), next_refresh_ms(1_000, 301_000, 300_000)
    (301000, 601000)

    Kafka: Metadata.timeToNextUpdate, metadata.max.age.ms. Simplified: a refresh that an error asked for does not begin
    the time anew; a topic that was not used for metadata.max.idle.ms is not forgotten.
    """
    age_ms = max(1, metadata_max_age_ms)
    return first_ms + (max(0, now_ms - first_ms) // age_ms + 1) * age_ms


def is_refresh_due(first_ms: int, now_ms: int, metadata_max_age_ms: int) -> bool:
    """Tells whether such a refresh falls on this moment.

    >>> [is_refresh_due(1_000, now_ms, 300_000) for now_ms in (1_000, 300_000, 301_000, 601_000)]
    [False, False, True, True]

    Kafka: Metadata.timeToExpire.
    """
    return now_ms > first_ms and next_refresh_ms(first_ms, now_ms - 1, metadata_max_age_ms) == now_ms
