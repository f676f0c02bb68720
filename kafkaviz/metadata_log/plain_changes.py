"""What became of one partition, in plain values: a dict for each record of the log that changed it."""

from typing import TYPE_CHECKING, TypedDict

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.metadata_log.events import RecordsReplayed

if TYPE_CHECKING:
    from kafkaviz.metadata_log.replayed_log import MetadataLog


class Change(TypedDict):
    """A partition as it was from an offset of the metadata log on; a leader of None is nobody.

    Kafka: PartitionRecord and PartitionChangeRecord.
    """

    offset: int
    leader: int | None
    isr: list[int]
    elr: list[int]


def partition_changes(log: "MetadataLog", topic: str, partition: int = 0) -> list[Change]:
    """Returns a partition after each record of a log that changed its leader, its ISR or its eligible leader replicas.

    The first one is its creation, or the partition as it was when the log begins. Raises InvalidArgumentError for a
    partition that is not there.

    >>> from kafkaviz.metadata_log import recorded
    >>> partition_changes(recorded(), "audit")
    [{'offset': 46, 'leader': 1, 'isr': [1], 'elr': []}, {'offset': 368, 'leader': None, 'isr': [], 'elr': [1]}]

    Kafka: PartitionRegistration.diff.
    """
    tp = TopicPartition(topic, partition)
    found = list[Change]()
    before = log.history.first
    if (there := before.partitions.get(tp)) is not None:
        found.append(change_at(log.first_offset, there))
    for step in log.history.steps:
        if not isinstance(step.event, RecordsReplayed):
            continue
        now = step.cluster.partitions.get(tp)
        if now is not None and (not found or change_at(found[-1]["offset"], now) != found[-1]):
            found.append(change_at(step.event.offset, now))
    if not found:
        raise InvalidArgumentError(f"The log has no partition {short(str(tp))}.")
    return found


def change_at(offset: int, partition: Partition) -> Change:
    """Returns a partition as it was from an offset on."""
    return Change(offset=offset, leader=partition.leader, isr=[*partition.isr], elr=[*partition.elr])
