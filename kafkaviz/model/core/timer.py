"""A timer: when something will happen because time alone has passed, by which config, and whose it is."""

from typing import NamedTuple

from kafkaviz.decisions.metadata_age import next_refresh_ms, refresh_interval_ms
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.retrying import backoff_ms


class Timer(NamedTuple):
    """What somebody waits for until `due_ms`; rules ask it, time stops at it, and a caption says it.

    `config` is Kafka's name of the limit, or what the limit is where no config sets it, and `limit_ms` its value;
    `whose` is who waits, "" where it is all the same. `doubled` counts how often the limit was doubled before it began
    to run, `extended` how often it began again, and `check_ms` is the time between two looks at whether it is over, 0
    where nobody has to look.

    Kafka: org.apache.kafka.common.utils.Timer, and the delayed operations of org.apache.kafka.server.util.timer.
    """

    due_ms: int
    config: str
    limit_ms: int
    whose: str = ""
    doubled: int = 0
    check_ms: int = 0
    extended: int = 0


def is_over(timer: Timer | None, now_ms: int) -> bool:
    """Tells whether somebody waits, and has waited long enough.

    >>> [is_over(timer, 100) for timer in (None, Timer(100, "linger.ms", 5), Timer(101, "linger.ms", 5))]
    [False, True, False]
    """
    return timer is not None and timer.due_ms <= now_ms


def retry_timer(due_ms: int, attempts: int, policies: Policies, whose: str) -> Timer:
    """Returns the timer of a client that waits before it tries again, after so many `attempts`.

    >>> for timer in (retry_timer(0, attempts, Policies(), "producer") for attempts in (1, 3, 9)):
    ...     print(timer.config, timer.limit_ms, timer.doubled)
    retry.backoff.ms 100 0
    retry.backoff.ms 100 2
    retry.backoff.max.ms 1000 0

    Kafka: ExponentialBackoff, retry.backoff.ms and retry.backoff.max.ms (KIP-580).
    """
    first_ms, doubled = policies.retry_backoff_ms, max(0, attempts - 1)
    if policies.backoffs_double and first_ms != policies.retry_backoff_max_ms < first_ms << doubled:
        return Timer(due_ms, "retry.backoff.max.ms", policies.retry_backoff_max_ms, whose)
    has_grown = backoff_ms(attempts, policies) > max(1, first_ms)
    return Timer(due_ms, "retry.backoff.ms", first_ms, whose, doubled if has_grown else 0)


def refresh_timer(first_ms: int, now_ms: int, policies: Policies, whose: str) -> Timer:
    """Returns the timer of the next refresh, after now, of a client that had its first metadata at `first_ms`."""
    interval_ms = refresh_interval_ms(policies)
    due_ms = next_refresh_ms(first_ms, now_ms, interval_ms)
    name = "metadata.max.age.ms" if interval_ms == policies.metadata_max_age_ms else "retry.backoff.ms"
    return Timer(due_ms, name, interval_ms, whose)
