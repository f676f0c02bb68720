"""What became of each partition in a history: who led it, who is in sync in the end, how long writes were refused."""

from collections import Counter, defaultdict
from typing import NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.replication import effective_min_isr
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.configs import config
from kafkaviz.model.core.history import History


class Fate(NamedTuple):
    """Who led a partition one after the other, who is in sync in the end, for how long acks=all was refused."""

    leaders: tuple[int | None, ...]
    isr: tuple[int, ...]
    refused_ms: int


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
    least: int = config(cluster, tp.topic, "min_insync_replicas", policies)
    return partition.leader is None or len(partition.isr) < effective_min_isr(least, len(partition.replicas))
