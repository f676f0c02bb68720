"""A watch in a dozen numbers: what somebody on call copies from the tables before thinking."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, TypeAlias

from kafkaviz.course.incidents.metrics import Metrics, Values

Summary: TypeAlias = dict[str, list[int]]
RECORDED: Final = "summaries.json"
SEEDS: Final = (2, 911, 912)
"""Those whose summaries were written down: one that an exercise shows, and two that no text names."""


def summary_of(metrics: Metrics) -> Summary:
    """Returns of some metrics one number for each broker, partition, member or group that is there at the end.

    IsrShrinksPerSec is summed over the watch, UnderMinIsrPartitionCount is that of the worst minute; all others are as
    they are at the end.

    >>> from kafkaviz.course.incidents.case import metrics_of
    >>> summary_of(metrics_of(3, "slow_follower"))["IsrShrinksPerSec"]
    [0, 1, 1]
    """
    return {
        "LeaderCount": _at_the_end(metrics["LeaderCount"]),
        "IsrShrinksPerSec": [sum(map(_number, row)) for row in metrics["IsrShrinksPerSec"].values()],
        "UnderMinIsrPartitionCount": [max(map(_number, row)) for row in metrics["UnderMinIsrPartitionCount"].values()],
        "LogStartOffset": _at_the_end(metrics["LogStartOffset"]),
        "LogEndOffset": _at_the_end(metrics["LogEndOffset"]),
        "records-lag": _at_the_end(metrics["records-lag"]),
        "assigned-partitions": _at_the_end(metrics["assigned-partitions"]),
        "rebalance-total": _at_the_end(metrics["rebalance-total"]),
        "records-consumed-total": _at_the_end(metrics["records-consumed-total"]),
    }


def recorded_summary(seed: int, cause: str) -> Summary:
    """Returns a summary as it was written down when the incident was played; raises KeyError where that was not done.

    >>> recorded_summary(911, "slow_follower")["LeaderCount"]
    [1, 2, 2]
    """
    return {name: list(numbers) for name, numbers in _recorded()[str(seed)][cause].items()}


@cache
def _recorded() -> dict[str, dict[str, Summary]]:
    found: dict[str, dict[str, Summary]] = json.loads(
        resources.files(__package__).joinpath(RECORDED).read_text("utf-8")
    )
    return found


def _at_the_end(rows: Mapping[str, Values]) -> list[int]:
    return [row[-1] for row in rows.values() if row[-1] is not None]


def _number(value: int | None) -> int:
    return value or 0
