"""What became of each partition, in a history or in two: leaders, the ISR in the end, how long writes were refused."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.replication import effective_min_isr
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.lab.tables import Section, Table, cell
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History

A_WHILE_MS: Final = 1_000
"""How far two times may lie apart each time: real brokers need a moment to start, those of the model need none."""


class Fate(NamedTuple):
    """Who led a partition one after the other, who is in sync in the end, for how long acks=all was refused."""

    leaders: tuple[int | None, ...]
    isr: tuple[int, ...]
    refused_ms: int


class OutcomeRow(NamedTuple):
    """What became of a partition, really and in the fork.

    It says who led one after the other, None for nobody, who was in sync in the end, and for how long a producer with
    acks=all was refused because nobody led, or fewer than min.insync.replicas were in sync.
    """

    topic: str
    partition: int
    leaders: tuple[int | None, ...]
    leaders_in_fork: tuple[int | None, ...]
    isr: tuple[int, ...]
    isr_in_fork: tuple[int, ...]
    refused_ms: int
    refused_ms_in_fork: int

    @property
    def agrees(self) -> bool:
        """Whether leaders and ISR are the same, and writes were refused as long, but for a second for each leader."""
        unlike_ms = abs(self.refused_ms - self.refused_ms_in_fork)
        return (
            unlike_ms < A_WHILE_MS * len(self.leaders or "-")
            and self.leaders == self.leaders_in_fork
            and {*self.isr} == {*self.isr_in_fork}
        )


def fates(history: History, policies: Policies) -> dict[TopicPartition, Fate]:
    """Returns what became of each partition; of one that was deleted, until then.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab(2, min_insync_replicas=2).create_topic("letters", 1, 2).kill(1).tick(1_000)
    >>> fates(lab.history, lab.policies)[TopicPartition("letters", 0)]
    Fate(leaders=(1, 2), isr=(2,), refused_ms=1000)
    """
    led, in_sync = defaultdict[TopicPartition, list[int | None]](list), dict[TopicPartition, tuple[int, ...]]()
    refused = Counter[TopicPartition]()
    before = history.first._replace(partitions={})
    for cluster in (history.first, *(step.cluster for step in history.steps)):
        if passed_ms := cluster.now_ms - before.now_ms:
            refused.update({tp: passed_ms for tp in before.partitions if _refuses(before, tp, policies)})
        if cluster.partitions is not before.partitions:
            for tp, partition in cluster.partitions.items():
                in_sync[tp] = partition.isr
                if led[tp][-1:] != [partition.leader]:
                    led[tp].append(partition.leader)
        before = cluster
    return {tp: Fate(tuple(leaders), in_sync[tp], refused[tp]) for tp, leaders in led.items()}


def _refuses(cluster: Cluster, tp: TopicPartition, policies: Policies) -> bool:
    """Tells whether a write with acks=all would be refused. Kafka: NotEnoughReplicasException."""
    partition = cluster.partitions[tp]
    least: int = cluster.config(tp.topic, "min_insync_replicas", policies)
    return partition.leader is None or len(partition.isr) < effective_min_isr(least, len(partition.replicas))


def outcomes_of(
    real: Mapping[TopicPartition, Fate], here: Mapping[TopicPartition, Fate], refused: Sequence[str]
) -> Table[OutcomeRow]:
    """Returns what became of each partition, really and in a fork; `refused` is what was impossible there."""
    nothing = Fate((), (), 0)
    rows = list[OutcomeRow]()
    for tp in {**real, **here}:
        there, in_fork = real.get(tp, nothing), here.get(tp, nothing)
        led, in_sync = (there.leaders, in_fork.leaders), (there.isr, in_fork.isr)
        rows.append(OutcomeRow(*tp, *led, *in_sync, there.refused_ms, in_fork.refused_ms))
    rows.sort(key=lambda row: row.agrees)
    others = [row for row in rows if not row.agrees]
    said = f"{len(others)} of {quantity(len(rows), 'partition')} fared otherwise."
    lines = [
        f"{row.topic}-{row.partition}\tleaders {cell(row.leaders, 'none')}; in the fork "
        f"{cell(row.leaders_in_fork, 'none')}\tISR {cell(row.isr) or 'empty'}; {cell(row.isr_in_fork) or 'empty'}\t"
        f"refused for {row.refused_ms / 1000:g} s; {row.refused_ms_in_fork / 1000:g} s"
        for row in others
    ]
    impossible = [f"Impossible in the fork: {what}" for what in refused]
    return Table("\n".join([said, *lines, *impossible]), OutcomeRow, [Section(said, rows, keys=2)])
