"""What the policies of a lab are called on a real cluster: the configs of its brokers, topics and clients."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kafkaviz.decisions.assignor_names import ASSIGNOR_CLASSES, assignor_name
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.reading import rack_aware
from kafkaviz.decisions.record_sizes import BATCH_HEADER_BYTES
from kafkaviz.model.core.request import Request, Tick

BALANCES_S: Final = 15
CONTROLLER_WAITS_MS: Final = 2_000
NOT_IN_A_PLAY_MS: Final = 300_000
_RACK_AWARE: Final = "org.apache.kafka.common.replica.RackAwareReplicaSelector"
LOG_SIZES: Final = ("segment_bytes", "retention_bytes")
LOG_TIMES: Final = ("retention_ms", "segment_ms", "delete_retention_ms")
_OF_TOPICS: Final = (
    "min_insync_replicas",
    "unclean_leader_election_enable",
    "cleanup_policy",
    "segment_bytes",
    "segment_ms",
    "retention_bytes",
    "retention_ms",
    "delete_retention_ms",
    "min_cleanable_dirty_ratio",
)


def broker_configs(policies: Policies, requests: Sequence[Request], times: Mapping[str, int]) -> dict[str, str]:
    """Returns the configs of every broker of a story in which this is asked."""
    balances_s = policies.leader_imbalance_check_interval_seconds
    waits_ms = [request.ms for request in requests if isinstance(request, Tick)]
    # A controller that ZooKeeper has just elected looks after 5 s, whatever the interval.
    balances = policies.auto_leader_rebalance_enable and sum(waits_ms) >= balances_s * 1000
    if any(ms >= balances_s * 1000 for ms in waits_ms):
        balances_s = min(balances_s, BALANCES_S)
    configs: dict[str, Any] = {
        "replica.lag.time.max.ms": times["replica_lag_time_max_ms"],
        "auto.leader.rebalance.enable": str(balances).lower(),
        "delete.topic.enable": str(policies.delete_topic_enable).lower(),
        "leader.imbalance.check.interval.seconds": balances_s,
        "leader.imbalance.per.broker.percentage": policies.leader_imbalance_per_broker_percentage,
        "log.retention.check.interval.ms": times["log_retention_check_interval_ms"],
        "log.cleaner.backoff.ms": 500,
        "log.initial.task.delay.ms": 500,
        "offsets.topic.num.partitions": policies.offsets_topic_num_partitions,
        "offsets.topic.replication.factor": policies.offsets_topic_replication_factor,
        "group.min.session.timeout.ms": 1_000,
        "group.initial.rebalance.delay.ms": times["group_initial_rebalance_delay_ms"],
    }
    if policies.controller == "zookeeper":
        # A controller waits as long for a broker that is frozen before it takes note of anything else.
        configs["controller.socket.timeout.ms"] = CONTROLLER_WAITS_MS
    else:
        lock_ms = policies.group_share_record_lock_duration_ms
        if any(isinstance(request, Tick) and request.ms >= lock_ms for request in requests):
            lock_ms = times["group_share_record_lock_duration_ms"]
        beat = times["group_consumer_heartbeat_interval_ms"]
        configs |= {
            "group.consumer.min.session.timeout.ms": 1_000,
            "group.consumer.session.timeout.ms": times["group_session_timeout_ms"],
            "group.consumer.min.heartbeat.interval.ms": 500,
            "group.consumer.heartbeat.interval.ms": beat,
            "group.share.min.session.timeout.ms": 1_000,
            "group.share.session.timeout.ms": times["group_session_timeout_ms"],
            "group.share.min.heartbeat.interval.ms": 500,
            "group.share.heartbeat.interval.ms": beat,
            "group.share.min.record.lock.duration.ms": 1_000,
            "group.share.record.lock.duration.ms": lock_ms,
            "group.share.delivery.count.limit": policies.group_share_delivery_count_limit,
            "group.share.partition.max.record.locks": policies.group_share_partition_max_record_locks,
        }
    if policies.replica_selector is rack_aware:
        configs["replica.selector.class"] = _RACK_AWARE
    return {name: str(value) for name, value in configs.items()}


def topic_configs(
    policies: Policies,
    own: Mapping[str, object],
    kafka: str,
    largest_bytes: int,
    time_scale: float | None,
    waits_ms: int,
) -> dict[str, str]:
    """Returns the configs of a topic by Kafka's names: its own, and those of the policies that differ from Kafka's.

    Sizes are translated: the model counts a record's bytes, a log those of its batch as well, and `largest_bytes` is
    the story's largest record in the model. With a `time_scale` the times of logs are that part of what they are; one
    that is longer than all `waits_ms` of the story is not over in its play.
    """
    usual = ERAS[kafka]
    configs = {name: getattr(policies, name) for name in _OF_TOPICS if getattr(policies, name) != getattr(usual, name)}
    return {
        _name(name, kafka): _value(name, value, largest_bytes, time_scale, waits_ms)
        for name, value in {**configs, **own}.items()
    }


def _name(name: str, kafka: str) -> str:
    return "internal.segment.bytes" if name == "segment_bytes" and kafka == "4.4" else name.replace("_", ".")


def _value(name: str, value: Any, largest_bytes: int, time_scale: float | None, waits_ms: int) -> str:
    if name in LOG_TIMES and value > waits_ms:
        return str(max(value, NOT_IN_A_PLAY_MS))
    if name in LOG_TIMES and value > 0 and time_scale is not None:
        return str(max(round(value * time_scale), 1))
    if name in LOG_SIZES and value > 0:
        record_bytes = BATCH_HEADER_BYTES + largest_bytes
        # Half a record more or less, since keys and varints make some a little shorter than others.
        slack = record_bytes // 2 if name == "segment_bytes" else -record_bytes // 2
        return str(max(value // max(largest_bytes, 1), 1) * record_bytes + slack)
    return str(value).lower() if isinstance(value, bool) else str(value)


def producer_props(policies: Policies, name: str, acks: object, times: Mapping[str, int]) -> dict[str, str]:
    """Returns the configs of a producer."""
    said = "all" if acks in (-1, "all") else str(acks)
    props: dict[str, Any] = {
        "client.id": name,
        "acks": said,
        "enable.idempotence": str(policies.enable_idempotence and said == "all").lower(),
        "linger.ms": policies.linger_ms,
        "request.timeout.ms": times["request_timeout_ms"],
        "delivery.timeout.ms": max(times["delivery_timeout_ms"], times["request_timeout_ms"] + policies.linger_ms),
        "retry.backoff.ms": policies.retry_backoff_ms,
        "metadata.max.age.ms": times["metadata_max_age_ms"],
        "max.in.flight.requests.per.connection": policies.max_in_flight_requests_per_connection,
    }
    return {name: str(value) for name, value in props.items()}


def member_props(
    policies: Policies, group: str, member: str, instance_id: str | None, times: Mapping[str, int]
) -> dict[str, str]:
    """Returns the configs of a member of a group, by its protocol."""
    protocol = policies.group_protocol
    props: dict[str, Any] = {
        "group.id": group,
        "client.id": member,
        "max.poll.records": policies.max_poll_records,
        "metadata.max.age.ms": times["metadata_max_age_ms"],
    }
    if protocol == "share":
        props["share.acknowledgement.mode"] = policies.share_acknowledgement_mode
    else:
        props["auto.offset.reset"] = policies.auto_offset_reset
        props["enable.auto.commit"] = str(policies.enable_auto_commit).lower()
        props["auto.commit.interval.ms"] = policies.auto_commit_interval_ms
        props["max.poll.interval.ms"] = max(times["max_poll_interval_ms"], times["group_session_timeout_ms"])
    if protocol == "consumer":
        props["group.protocol"] = "consumer"
        props["group.remote.assignor"] = assignor_name(policies.assignor, protocol)
    if protocol in ("eager", "cooperative"):
        props["session.timeout.ms"] = times["group_session_timeout_ms"]
        props["heartbeat.interval.ms"] = times["heartbeat_interval_ms"]
        name = assignor_name(policies.assignor, protocol)
        assert name is not None, "a story with another assignor is not played"
        props["partition.assignment.strategy"] = f"org.apache.kafka.clients.consumer.{ASSIGNOR_CLASSES[name]}"
    if instance_id is not None:
        props["group.instance.id"] = instance_id
    return {name: str(value) for name, value in props.items()}
