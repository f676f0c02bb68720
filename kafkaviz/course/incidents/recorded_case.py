"""A case of a real cluster: its metadata log is all that is known, and nobody can play it again with another cause."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from kafkaviz.course.incidents.case import Case
from kafkaviz.course.incidents.diagnoses import DIAGNOSES
from kafkaviz.course.incidents.log_lines import log_lines
from kafkaviz.course.incidents.metrics import metrics_by_minute
from kafkaviz.decisions.policies import Policies
from kafkaviz.metadata_log.events import RecordsReplayed
from kafkaviz.metadata_log.reading import recorded
from kafkaviz.model.brokers.registration_events import BrokerFenced
from kafkaviz.model.core.history import History, Step

KNOWN: Final = (
    "LeaderCount",
    "UnderReplicatedPartitions",
    "UnderMinIsrPartitionCount",
    "OfflinePartitionsCount",
    "ActiveControllerCount",
    "TimedOutBrokerHeartbeatCount",
)
"""What follows from a metadata log: nobody wrote down a record, a lag or a group."""
EVERY_MS: Final = 5_000
BEGINS_MS, ENDS_MS = 10_000, 50_000


@cache
def recorded_case() -> Case:
    """Returns the case of the cluster whose metadata log comes with the package, from its tenth second to its fiftieth.

    >>> recorded_case().diagnosis.name
    'broker_crash'

    Kafka: __cluster_metadata of a cluster of three nodes, 4.4.0.
    """
    log = recorded()
    history = History(log.history.first, _timed(log.history.steps))
    clocks = range(BEGINS_MS, ENDS_MS + 1, EVERY_MS)
    marks = [sum(step.cluster.now_ms <= clock for step in history.steps) for clock in clocks]
    metrics = metrics_by_minute(history, marks, "", Policies())
    watched = history.at(marks[-1])
    return Case(
        id="incident recorded",
        where="Three nodes of Kafka 4.4.0, each broker and controller. Their metadata log is all there is: it holds "
        "no record, no lag and no group.",
        complaint=DIAGNOSES["broker_crash"].complaint,
        metrics={name: rows if name in KNOWN else {} for name, rows in metrics.items()},
        lines=tuple(log_lines(history.at(marks[0]).last, watched.steps[marks[0] :])),
        diagnosis=DIAGNOSES["broker_crash"],
        history=watched,
        film=lambda: log.film(opens_at=_fenced_at(), title="A real broker crashed"),
        shows=lambda name: None,
        head=("SECOND", *(str(clock // 1_000) for clock in clocks)),
    )


def _timed(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Returns the steps at the times of their records: what a record does is a step before the one that tells its time.

    Otherwise the first change of a transaction would seem to have happened when the record before it was written.
    """
    timed, now_ms = list[Step](), steps[-1].cluster.now_ms
    for step in reversed(steps):
        now_ms = step.cluster.now_ms if isinstance(step.event, RecordsReplayed) else now_ms
        timed.append(step._replace(cluster=step.cluster._replace(now_ms=now_ms)))
    return tuple(reversed(timed))


def _fenced_at() -> int:
    """Returns the offset up to which the metadata log was read when a running broker was fenced."""
    is_fenced = False
    for step in recorded().history.steps:
        event = step.event
        is_fenced = is_fenced or (isinstance(event, BrokerFenced) and step.cluster.now_ms > BEGINS_MS)
        if is_fenced and isinstance(event, RecordsReplayed):
            return event.offset
    raise AssertionError("in this log a broker is fenced")
