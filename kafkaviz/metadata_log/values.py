"""What one record of a metadata log says, as a value of the model."""

from typing import Final

from kafkaviz.decisions.config_values import topic_configs
from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.values import Partition, PartitionChange
from kafkaviz.decisions.wording import short
from kafkaviz.metadata_log.events import Leading, Registration
from kafkaviz.metadata_log.records import LEADER_CHANGE, LogRecord

_SAME_LEADER: Final = -2


def partition_of(record: LogRecord) -> Partition:
    """Returns the partition that a record places.

    Kafka: PartitionRegistration(PartitionRecord); a leader of -1 is nobody.
    """
    return Partition(
        record.brokers("replicas"),
        _leader(record.integer("leader")),
        record.brokers("isr"),
        record.integer("leaderEpoch"),
        record.integer("partitionEpoch"),
        record.brokers("eligibleLeaderReplicas", ()),
        record.brokers("lastKnownElr", ()),
        "RECOVERING" if record.integer("leaderRecoveryState", 0) else "RECOVERED",
        record.brokers("addingReplicas", ()),
        record.brokers("removingReplicas", ()),
    )


def placement_fields(partition: Partition) -> dict[str, object]:
    """Returns what a record says that places a partition. Kafka: PartitionRegistration.toRecord."""
    return {
        "replicas": list(partition.replicas),
        "isr": list(partition.isr),
        "leader": -1 if partition.leader is None else partition.leader,
        "leaderEpoch": partition.leader_epoch,
        "partitionEpoch": partition.partition_epoch,
        "eligibleLeaderReplicas": list(partition.elr),
        "lastKnownElr": list(partition.last_known_elr),
        "leaderRecoveryState": int(partition.recovery == "RECOVERING"),
        "addingReplicas": list(partition.adding),
        "removingReplicas": list(partition.removing),
    }


def _leader(id: int) -> int | None:
    return None if id < 0 else id


def change_of(record: LogRecord) -> PartitionChange:
    """Returns what a record changes; a leader of -2 and a recovery state of -1 say that it stays.

    Kafka: PartitionRegistration.merge, LeaderConstants.NO_LEADER_CHANGE.
    """
    changes: dict[str, object] = {_LISTS[name]: record.brokers(name) for name in record.field_names if name in _LISTS}
    if (leader := record.integer("leader", _SAME_LEADER)) != _SAME_LEADER:
        changes["leader"] = _leader(leader)
    if (recovery := record.integer("leaderRecoveryState", -1)) >= 0:
        changes["recovery"] = "RECOVERING" if recovery else "RECOVERED"
    return PartitionChange(**changes)  # type: ignore[arg-type]  # each by the name of its field


_LISTS: Final = {
    "isr": "isr",
    "replicas": "replicas",
    "addingReplicas": "adding",
    "removingReplicas": "removing",
    "eligibleLeaderReplicas": "elr",
    "lastKnownElr": "last_known_elr",
}
"""The lists of brokers that a record may change, and what a `PartitionChange` calls them."""


def registration_of(records: tuple[LogRecord, ...]) -> Registration | None:
    """Returns under which epoch a broker registered: the offset of the record where that does not say so itself."""
    record = records[0]
    if record.type != "RegisterBrokerRecord":
        return None
    return Registration(record.integer("brokerId"), record.integer("brokerEpoch", record.offset))


def leading_of(record: LogRecord) -> Leading | None:
    """Returns who began to lead the quorum with a record, or None for any other record.

    Kafka: LeaderChangeMessage.
    """
    if record.type != LEADER_CHANGE:
        return None
    leader = record.integer("leaderId", -1)
    voters, granted = record.brokers("voters", ()), record.brokers("grantingVoters", ())
    strangers = [node for node in (leader, *granted) if node >= 0 and node not in voters] if voters else []
    if strangers:
        raise record.damage(f"names {strangers[0]}, who is none of the voters {short(voters)}")
    return Leading(record.integer("epoch"), _leader(leader), voters, granted)


def config_of(name: str, value: str | None) -> dict[str, object]:
    """Returns a config of a topic as the model reads it, None where it is not set any more.

    One that the model does not know stays the text that it is.

    >>> config_of("min.insync.replicas", "2"), config_of("new.config", "2"), config_of("new.config", None)
    ({'min_insync_replicas': 2}, {'new_config': '2'}, {'new_config': None})

    Kafka: ConfigRecord, whose values are texts, and null where a config is deleted.
    """
    try:
        return dict(topic_configs({name: value}))
    except KafkaError:
        return {name.replace(".", "_"): value}


def require_replicas(partition: Partition, record: LogRecord) -> None:
    """Refuses a partition without replicas, or with a leader or an ISR that is not among them.

    Kafka's controller never writes such a one.
    """
    leader = () if partition.leader is None else (partition.leader,)
    others = [b for b in (*leader, *partition.isr) if b not in partition.replicas]
    if others or not partition.replicas:
        effect = f"lets broker {others[0]} lead or be in the ISR, which is" if others else "leaves a partition with"
        raise record.damage(f"{effect} no replica")
