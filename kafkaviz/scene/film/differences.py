"""What one step changed, in short lines: the controller's truth and who is there."""

from typing import Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.telling.partitions.replication import was_committed
from kafkaviz.scene.telling.words import braces

MOST_LINES: Final = 8


def differences(before: Cluster, after: Cluster) -> tuple[str, ...]:
    """Returns a line for each leader, ISR, epoch and high watermark that changed; of many the first ones.

    >>> from kafkaviz.decisions.values import Partition, TopicPartition
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> tp, was = TopicPartition("letters", 0), Partition((1, 2), 1, (1, 2))
    >>> before = Cluster(0, Quorum.of(101), {}, partitions={tp: was}, replicas={tp: {}})
    >>> after = before._replace(partitions={tp: was._replace(leader=2, isr=(2,), leader_epoch=1)})
    >>> differences(before, after)
    ('letters-0: leader 1 → 2 · ISR {1, 2} → {2} · epoch 0 → 1',)

    Kafka: PartitionRegistration.diff prints a change the same way.
    """
    lines = []
    if before.controller.active != after.controller.active:
        lines.append(f"controller {_or_none(before.controller.active)} → {_or_none(after.controller.active)}")
    for tp, now in after.partitions.items():
        was = before.partitions.get(tp)
        if was is now and before.replicas[tp] is after.replicas[tp]:
            continue
        if was is None:
            lines.append(f"{tp}: replicas {list(now.replicas)}, leader {_or_none(now.leader)}")
            continue
        parts = []
        if was.leader != now.leader:
            parts.append(f"leader {_or_none(was.leader)} → {_or_none(now.leader)}")
        if set(was.isr) != set(now.isr):
            parts.append(f"ISR {braces(was.isr)} → {braces(now.isr)}")
        if set(was.elr) != set(now.elr):
            parts.append(f"ELR {braces(was.elr)} → {braces(now.elr)}")
        if was.leader_epoch != now.leader_epoch:
            parts.append(f"epoch {was.leader_epoch} → {now.leader_epoch}")
        parts += _high_watermark(before, after, tp, was.leader, now.leader)
        if parts:
            lines.append(f"{tp}: " + " · ".join(parts))
    left_out = len(lines) - MOST_LINES + 1
    return (*lines[: MOST_LINES - 1], f"and {left_out} more") if left_out > 1 else tuple(lines)


def _high_watermark(before: Cluster, after: Cluster, tp: TopicPartition, old: int | None, new: int | None) -> list[str]:
    if old is None or new is None or tp not in before.replicas:
        return []
    was, now = before.replicas[tp].get(old), after.replicas[tp].get(new)
    if was is None or now is None or was.high_watermark == now.high_watermark:
        return []
    # A dead broker's high watermark is only what its disk remembers; nobody goes by it.
    if not before.brokers[old].is_up or not after.brokers[new].is_up:
        return []
    # A new leader hears later what is committed: that takes nothing back, nor does it tell anything.
    if old != new and now.high_watermark < was.high_watermark <= now.log_end_offset:
        return []
    if was.high_watermark < now.high_watermark and was_committed(after, tp, new, now.high_watermark):
        return []
    return [f"HW {was.high_watermark} → {now.high_watermark}"]


def _or_none(broker: int | None) -> str:
    return "none" if broker is None else str(broker)
