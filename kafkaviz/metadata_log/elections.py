"""Every election that a metadata log records, asked of the rule again: who would lead, in the state before?"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kafkaviz.decisions.elections import elect_leader
from kafkaviz.decisions.values import KEEP
from kafkaviz.lab.tables import Section, Table, cell
from kafkaviz.metadata_log.units import Replayed
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerRemoved
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.partitions.events import PartitionChanged


class ElectionRow(NamedTuple):
    """One leader that a record names, None for nobody, beside the one that the rule elects.

    `isr` and `eligible` are what the rule was asked about; `preferred` tells that the old leader could have gone on.
    """

    time_ms: int
    topic: str
    partition: int
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    eligible: tuple[int, ...]
    preferred: bool
    before: int | None
    after: int | None
    elected: int | None

    @property
    def agrees(self) -> bool:
        """Whether the rule elects whom the controller elected."""
        return self.after == self.elected


def elections_of(history: History, units: Sequence[Replayed]) -> Table[ElectionRow]:
    """Returns each election of a log beside what `elect_leader` answers.

    Kafka: PartitionChangeBuilder.electLeader. Where a record names a leader and no ISR, and the old leader could go on,
    somebody asked for the preferred leader.
    """
    rows = [row for at in units for row in _of_unit(history, at)]
    agreed = sum(row.agrees for row in rows)
    said = f"{agreed} of {len(rows)} elections: elect_leader elects whom the controller elected."
    if not rows:
        said = "No leader was elected in this log."
    lines = [
        f"{row.time_ms / 1000:g} s\t{row.topic}-{row.partition}\tleader {cell(row.before, 'none')} → "
        f"{cell(row.after, 'none')}\telect_leader: {cell(row.elected, 'none')}"
        for row in rows
    ]
    return Table("\n".join([said, *lines]), ElectionRow, [Section(said, rows, keys=3)])


def _of_unit(history: History, at: Replayed) -> Iterator[ElectionRow]:
    steps = history.steps[at.first : at.end]
    before = history.steps[at.first - 1].cluster if at.first else history.first
    # A broker that is fenced or unregistered in the same breath is out of the question, though its record comes last.
    gone = [step.event.broker for step in steps if isinstance(step.event, BrokerFenced | BrokerRemoved)]
    # Behind each change stands how far the log was read then, and when that was.
    for step, read in pairwise(steps):
        event = step.event
        if isinstance(event, PartitionChanged) and event.change.leader != KEEP:
            yield _asked(event, before, gone, read.cluster)
        before = step.cluster


def _asked(event: PartitionChanged, before: Cluster, gone: Sequence[int], after: Cluster) -> ElectionRow:
    was, now = before.partitions[event.tp], after.partitions[event.tp]
    eligible = tuple(b for b in now.replicas if before.brokers[b].is_active and b not in gone)
    # A move that ends is asked with the replicas that have come in, by the same record.
    in_sync = was.isr if event.change.replicas is None else now.isr
    isr = tuple(b for b in in_sync if b in eligible)
    preferred = event.change.isr is None and was.leader in isr and was.leader != now.leader
    elected = elect_leader(
        now.replicas,
        isr,
        eligible,
        current=was.leader,
        preferred=preferred,
        elr=was.elr,
        last_known=was.last_known_elr[0] if was.last_known_elr else None,
        # Only an unclean election leaves a leader that has to recover.
        unclean=event.change.recovery == "RECOVERING",
    )
    topic, partition = event.tp
    return ElectionRow(
        after.now_ms, topic, partition, now.replicas, isr, eligible, preferred, was.leader, now.leader, elected.leader
    )
