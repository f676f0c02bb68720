"""Every decision that can be replaced and every config that matters, by its Kafka name, with each era's defaults.

A variant is a `Policies` in which one field differs: `ERAS["4.4"]._replace(partitioner=my_partitioner)`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.elections import elect_leader
from kafkaviz.decisions.partitioners import kafka_default, round_robin_by_default, sticky_by_default
from kafkaviz.decisions.placement import place_striped, place_zookeeper
from kafkaviz.decisions.reading import Readable, leader_only
from kafkaviz.decisions.replication import Epochs, high_watermark, is_out_of_sync, may_acknowledge
from kafkaviz.decisions.sharing import MAX_RECORD_LOCKS
from kafkaviz.decisions.values import Election, Sent

Partitioner = Callable[[bytes | None, int, Sent], int]
Placer = Callable[..., list[list[int]]]
Elector = Callable[..., Election | tuple[int | None, bool] | int | None]
Watermark = Callable[[int, Sequence[int]], int]
Acknowledger = Callable[[int, int, int, int, int], bool]
Truncator = Callable[[Epochs, int, int, Epochs, int], int]
Selector = Callable[[str | None, Readable, Sequence[Readable]], int]
Assignor = Callable[[PartitionsPerTopic, Subscriptions], Mapping[str, Sequence[tuple[str, int]]]]
"""Kafka's answer with lists of `TopicPartition`; a learner's may hold plain pairs."""
AutoOffsetReset = Literal["earliest", "latest", "none"]
Truncation = Literal["high_watermark", "kip_101", "kip_279", "fetch"]


class Policies(NamedTuple):
    """The rules of one cluster, Kafka 4.4's unless said otherwise. Times in milliseconds.

    >>> Policies().replica_lag_time_max_ms, ERAS["2.3"].controller
    (30000, 'zookeeper')

    Kafka: broker, topic and producer configs of the same names; `truncation`, `hw_needs_min_isr`,
    `isr_join_needs_epoch_start`, `fetches_are_fenced`, `isr_is_sorted`, `needless_elections_are_refused`,
    `quorum_pre_vote`, `topics_through_zookeeper`, `offsets_topic_may_be_smaller`, `existing_topics_are_refused_first`,
    `disabled_deletion_is_refused`, `invalid_records_are_refused` and `backoffs_double` stand for versions.
    `group_protocol` names how a group rebalances; `assignor` None is that protocol's own: range, cooperative
    sticky, uniform. `group_session_timeout_ms` is the consumers' session.timeout.ms. `partition_load_time_ms` is no
    config: how long a new coordinator reads its partition of `__consumer_offsets`, as its metric
    partition-load-time-max tells. `truncation_offset` None is the rule that `truncation` names. With
    `advertised_listeners` localhost producers, and consumers without a group, find no broker: they run on a machine
    of their own, and members of groups beside the brokers.
    """

    partitioner: Partitioner = kafka_default
    placer: Placer = place_striped
    elect_leader: Elector = elect_leader
    high_watermark: Watermark = high_watermark
    is_out_of_sync: Callable[..., bool] = is_out_of_sync
    may_acknowledge: Acknowledger = may_acknowledge
    truncation_offset: Truncator | None = None
    controller: Literal["quorum", "zookeeper"] = "quorum"
    controllers: int = 3

    acks: int | Literal["all"] = "all"
    enable_idempotence: bool = True
    batch_size: int = 16_384
    linger_ms: int = 5
    max_in_flight_requests_per_connection: int = 5
    max_request_size: int = 1_048_576
    max_block_ms: int = 60_000
    request_timeout_ms: int = 30_000
    delivery_timeout_ms: int = 120_000
    retry_backoff_ms: int = 100
    retry_backoff_max_ms: int = 1_000

    num_partitions: int = 1
    default_replication_factor: int = 1
    delete_topic_enable: bool = True
    min_insync_replicas: int = 1
    unclean_leader_election_enable: bool = False
    eligible_leader_replicas_enable: bool = True
    replica_lag_time_max_ms: int = 30_000
    replica_fetch_wait_max_ms: int = 500
    broker_session_timeout_ms: int = 9_000
    zookeeper_session_timeout_ms: int = 18_000
    auto_offset_reset: AutoOffsetReset | str = "latest"
    replica_selector: Selector = leader_only
    advertised_listeners: Literal["hostname", "localhost"] = "hostname"

    segment_bytes: int = 1024**3
    segment_ms: int = 604_800_000
    cleanup_policy: Literal["delete", "compact", "compact,delete", ""] = "delete"
    retention_bytes: int = -1
    retention_ms: int = 604_800_000
    delete_retention_ms: int = 86_400_000
    min_cleanable_dirty_ratio: float = 0.5
    log_retention_check_interval_ms: int = 300_000

    process_roles: Literal["separate", "combined"] = "separate"
    controller_quorum_fetch_timeout_ms: int = 2_000
    quorum_pre_vote: bool = True
    topics_through_zookeeper: bool = False
    auto_leader_rebalance_enable: bool = True
    leader_imbalance_check_interval_seconds: int = 300
    leader_imbalance_per_broker_percentage: int = 10

    group_protocol: Literal["eager", "cooperative", "consumer", "share"] = "eager"
    assignor: Assignor | None = None
    group_session_timeout_ms: int = 45_000
    heartbeat_interval_ms: int = 3_000
    group_consumer_heartbeat_interval_ms: int = 5_000
    group_consumer_assignment_interval_ms: int = 1_000
    group_initial_rebalance_delay_ms: int = 3_000
    max_poll_interval_ms: int = 300_000
    max_poll_records: int = 500
    default_api_timeout_ms: int = 60_000
    metadata_max_age_ms: int = 300_000
    enable_auto_commit: bool = True
    auto_commit_interval_ms: int = 5_000
    offsets_storage: Literal["kafka", "zookeeper"] = "kafka"
    offsets_topic_num_partitions: int = 50
    offsets_topic_replication_factor: int = 3
    partition_load_time_ms: int = 0
    group_share_record_lock_duration_ms: int = 30_000
    group_share_delivery_count_limit: int = 5
    group_share_partition_max_record_locks: int = MAX_RECORD_LOCKS
    share_acknowledgement_mode: Literal["implicit", "explicit"] = "implicit"

    truncation: Truncation = "fetch"
    hw_needs_min_isr: bool = True
    isr_join_needs_epoch_start: bool = True
    fetches_are_fenced: bool = True
    isr_is_sorted: bool = True
    needless_elections_are_refused: bool = True
    offsets_topic_may_be_smaller: bool = False
    existing_topics_are_refused_first: bool = True
    disabled_deletion_is_refused: bool = True
    invalid_records_are_refused: bool = True
    backoffs_double: bool = True

    @property
    def session_timeout_ms(self) -> int:
        """When a silent broker's session ends: KRaft's timeout, or ZooKeeper's."""
        quorum = self.controller == "quorum"
        return self.broker_session_timeout_ms if quorum else self.zookeeper_session_timeout_ms


_NOW = Policies()
_ZOOKEEPER = _NOW._replace(
    placer=place_zookeeper,
    controller="zookeeper",
    linger_ms=0,
    eligible_leader_replicas_enable=False,
    isr_is_sorted=False,
)
_2_3 = _ZOOKEEPER._replace(
    partitioner=round_robin_by_default,
    acks=1,
    enable_idempotence=False,
    replica_lag_time_max_ms=10_000,
    zookeeper_session_timeout_ms=6_000,
    group_session_timeout_ms=10_000,
    topics_through_zookeeper=True,
    truncation="kip_279",
    hw_needs_min_isr=False,
    needless_elections_are_refused=False,
    invalid_records_are_refused=False,
    backoffs_double=False,
)

ERAS: Final = {
    "4.4": _NOW,
    "3.9": _ZOOKEEPER,
    "2.4": _2_3._replace(
        partitioner=sticky_by_default, needless_elections_are_refused=True, invalid_records_are_refused=True
    ),
    "2.3": _2_3,
    "0.10": _2_3._replace(
        delete_topic_enable=False,
        group_initial_rebalance_delay_ms=0,
        unclean_leader_election_enable=True,
        truncation="high_watermark",
        isr_join_needs_epoch_start=False,
        fetches_are_fenced=False,
        offsets_topic_may_be_smaller=True,
        existing_topics_are_refused_first=False,
        disabled_deletion_is_refused=False,
    ),
}
"""The defaults of five Kafka releases by name: 4.4 is today, 3.9 the last with ZooKeeper."""
