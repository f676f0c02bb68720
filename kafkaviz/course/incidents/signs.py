"""What is measured in a table of metrics: one number each, that a diagnosis calls for or rules out."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

from kafkaviz.course.incidents.metrics import Metrics

LATELY: Final = 4
"""Over how many of the last minutes growth is measured."""
STORM: Final = 3
"""In how many minutes a group is rebalanced before one speaks of a storm."""


class Sign(NamedTuple):
    """One number of a table of metrics; `wanted(number)` tells whether the diagnosis that has this sign holds.

    `what` names the number in a sentence; `metric` is the table to look at, and `range` says what `wanted` means.
    """

    metric: str
    what: str
    measure: Callable[[Metrics], int]
    wanted: Callable[[int], bool]
    range: str

    def is_shown(self, metrics: Metrics) -> bool:
        """Tells whether the metrics show the sign."""
        return self.wanted(self.measure(metrics))


def hottest_share(metrics: Metrics) -> int:
    """Returns which part of the records written lately went to the busiest partition, in percent; 0 without any.

    >>> hottest_share({"LogEndOffset": {"t-0": (0, 1, 2, 3, 4), "t-1": (0, 3, 6, 9, 12)}})
    75

    As kafka-get-offsets.sh does, twice.
    """
    grown = [(ends[-1] or 0) - (ends[max(0, len(ends) - 1 - LATELY)] or 0) for ends in metrics["LogEndOffset"].values()]
    return round(100 * max(grown) / sum(grown)) if sum(grown) else 0


def without_partitions(metrics: Metrics) -> int:
    """Counts the members that are in the group at the end and own nothing.

    >>> without_partitions({"assigned-partitions": {"a": (2, 1), "b": (None, 0), "c": (1, None)}})
    1
    """
    return sum(values[-1] == 0 for values in metrics["assigned-partitions"].values())


def shrinks(metrics: Metrics) -> int:
    """Counts how often leaders took somebody out of an ISR.

    >>> shrinks({"IsrShrinksPerSec": {"broker 1": (0, 2, 0), "broker 2": (None, 1, 0)}})
    3
    """
    return sum(value or 0 for values in metrics["IsrShrinksPerSec"].values() for value in values)


def below_min_isr(metrics: Metrics) -> int:
    """Returns how many partitions had fewer replicas in sync than min.insync.replicas, in the worst minute.

    >>> below_min_isr({"UnderMinIsrPartitionCount": {"broker 1": (0, 1), "broker 2": (None, 2)}})
    3
    """
    return max(_sums(metrics, "UnderMinIsrPartitionCount"), default=0)


def leading_nothing(metrics: Metrics) -> int:
    """Counts the brokers that run at the end and lead nothing, though they led something before.

    >>> leading_nothing({"LeaderCount": {"broker 1": (2, None, 0), "broker 2": (2, 4, 4), "broker 3": (0, 0, 0)}})
    1
    """
    return sum(values[-1] == 0 and any(values) for values in metrics["LeaderCount"].values())


def session_timeouts(metrics: Metrics) -> int:
    """Returns how many brokers the controller fenced because it heard nothing from them.

    >>> session_timeouts({"TimedOutBrokerHeartbeatCount": {"controller": (0, 1)}})
    1
    """
    return max(
        (value or 0 for values in metrics["TimedOutBrokerHeartbeatCount"].values() for value in values), default=0
    )


def skipped_records(metrics: Metrics) -> int:
    """Counts the records that nobody read and nobody will: written, never consumed, and not in the lag.

    Records that were read twice do not make up for others.

    >>> metrics = {"LogEndOffset": {"t-0": (9,)}, "records-lag": {"t-0": (2,)}, "records-consumed-total": {"g": (4,)}}
    >>> skipped_records(metrics)
    3
    """
    written, behind = (_last(metrics, name) for name in ("LogEndOffset", "records-lag"))
    read = _last(metrics, "records-consumed-total")
    return max(0, written - behind - read) if metrics["records-consumed-total"] else 0


def removed_records(metrics: Metrics) -> int:
    """Counts the records that retention removed.

    >>> removed_records({"LogStartOffset": {"t-0": (0, 4), "t-1": (0, 2)}})
    6
    """
    return _last(metrics, "LogStartOffset")


def rebalanced_minutes(metrics: Metrics) -> int:
    """Counts the minutes in which the group was rebalanced, after the first.

    >>> rebalanced_minutes({"rebalance-total": {"g": (1, 1, 2, 4)}})
    2
    """
    return sum(a != b for values in metrics["rebalance-total"].values() for a, b in pairwise(values))


def _sums(metrics: Metrics, name: str) -> list[int]:
    """Returns the sum over all brokers, minute by minute."""
    return [sum(value or 0 for value in minute) for minute in zip(*metrics[name].values(), strict=True)]


def _last(metrics: Metrics, name: str) -> int:
    return sum(values[-1] or 0 for values in metrics[name].values())
