"""What a picture marks as the cause of what a metadata log tells: the rule that comes to it, never a guess."""

from collections.abc import Iterator, Sequence

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import partition_id
from kafkaviz.metadata_log.deciding import DecisionRow, read_at
from kafkaviz.metadata_log.events import RecordsReplayed
from kafkaviz.metadata_log.rules import PLACING, Rule
from kafkaviz.model.brokers.registration_events import BrokerFenced
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Step
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicCreated
from kafkaviz.scene.telling import Cue, causes_of
from kafkaviz.scene.telling.cue import copy_of, why


def marks_of(before: Cluster, steps: Sequence[Step], rows: Sequence[DecisionRow]) -> list[list[Cue]]:
    """Returns the marks of the cause of each step of a unit, of which `rows` are the decisions."""
    decided, found = {(row.offset, row.subject): row for row in rows}, list[list[Cue]]()
    placed = {row.subject: row for row in rows if row.rule in PLACING}
    for n, step in enumerate(steps):
        match step.event:
            case RecordsReplayed():
                marks: list[Cue] = []
            case BrokerFenced(broker=broker) if (was := before.brokers.get(broker)) is None or was.fenced:
                # Why one that was fenced is fenced once more, no log says.
                marks = []
            case PartitionChanged(tp=tp):
                row = decided.get((read_at(steps, n)[0], str(tp)))
                marks = [] if row is None else [*_of_change(before, tp, step.cluster, row)]
            case TopicCreated(topic=topic) | PartitionsAdded(topic=topic):
                new = [tp for tp in step.cluster.partitions if tp.topic == topic and tp not in before.partitions]
                marks = _of_placing(new[0], step.cluster, placed.get(str(new[0]))) if new else []
            case _:
                marks = causes_of(before, step)
        found.append(marks)
        before = step.cluster
    return found


def _of_placing(new: TopicPartition, after: Cluster, row: DecisionRow | None) -> list[Cue]:
    leader = after.partitions[new].leader
    if row is None or not row.agrees or not row.rule.mark:
        return []
    return [why(row.rule.mark, *(() if leader is None else copy_of(new, leader)), partition_id(new))]


def _of_change(before: Cluster, tp: TopicPartition, after: Cluster, row: DecisionRow) -> Iterator[Cue]:
    was, now, rule = before.partitions[tp], after.partitions[tp], row.rule
    seat = () if now.leader is None else copy_of(tp, now.leader)
    if not row.agrees:
        yield why("the model decides otherwise", *seat, partition_id(tp))
        return
    if now.leader is None and was.leader is not None:
        yield why("nobody in ISR may lead", *copy_of(tp, was.leader), partition_id(tp))
    elif now.leader is not None and now.leader != was.leader:
        eligible = "eligible (ELR)" if now.leader in was.elr and now.leader not in was.isr else "first alive in ISR"
        yield why(rule.mark if rule in (Rule.PREFERRED, Rule.UNCLEAN) else eligible, *seat)
    elsewhere = [b for b in now.replicas if (b in was.isr) != (b in now.isr) and b != now.leader]
    if rule.mark and rule not in (Rule.PREFERRED, Rule.UNCLEAN):
        for broker in elsewhere:
            yield why(rule.mark, *copy_of(tp, broker))
        if not elsewhere and now.leader == was.leader:
            yield why(rule.mark, *seat, partition_id(tp))
