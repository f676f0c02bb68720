"""Every config by Kafka's name: its type, what it may be, whose it is, and what it means in a line.

`Policies` keeps the values; `config_values` reads what a person types by this table, and help is written from it.
"""

from typing import Final

from kafkaviz.decisions.config_kinds import LONG_MAX, Config, flag, function, int_ms, integer, long_ms, word
from kafkaviz.decisions.partitioners import (
    kafka_default,
    keyed,
    round_robin,
    round_robin_by_default,
    sticky,
    sticky_by_default,
    uniform_sticky,
)
from kafkaviz.decisions.reading import leader_only, rack_aware

_TABLE: Final[dict[str, Config]] = {
    "partitioner": function(
        "which partition a record goes to",
        "partitioner.class",
        "producer",
        kafka_default=kafka_default,
        DefaultPartitioner=sticky_by_default,
        RoundRobinPartitioner=round_robin,
        UniformStickyPartitioner=sticky,
        round_robin=round_robin,
        sticky=sticky,
        uniform_sticky=uniform_sticky,
        keyed=keyed,
        round_robin_by_default=round_robin_by_default,
        sticky_by_default=sticky_by_default,
    ),
    "placer": function("which brokers get the replicas of a new partition"),
    "elect_leader": function("who leads a partition whose leader is gone"),
    "high_watermark": function("up to where records are committed"),
    "is_out_of_sync": function("whether a follower has to leave the ISR"),
    "may_acknowledge": function("when a leader answers a producer"),
    "truncation_offset": function("where a follower cuts its log; left out, as truncation says"),
    "controller": word(
        "version",
        "who decides: a quorum of controllers, or one broker by ZooKeeper",
        "quorum",
        "zookeeper",
        also={"kraft": "quorum", "KRaft": "quorum", "zk": "zookeeper", "ZooKeeper": "zookeeper"},
    ),
    "controllers": Config("", "int", "controller", "how many controllers vote in the quorum", 1, 9),
    "acks": Config(
        "",
        "string",
        "producer",
        "how many replicas must have a record before it counts as written: none, the leader, or the whole ISR",
        words={"all": "all", "-1": "all", "0": 0, "1": 1},
    ),
    "enable_idempotence": flag("producer", "whether a record that is sent again is stored once only"),
    "batch_size": integer("producer", "how large a batch of one partition may grow before it leaves", unit="bytes"),
    "linger_ms": long_ms("producer", "how long a batch that is not full waits for more records"),
    "max_in_flight_requests_per_connection": integer(
        "producer", "how many requests to one broker may be unanswered at a time", 1
    ),
    "max_request_size": integer("producer", "how large a record may be at most; a larger one is refused", unit="bytes"),
    "max_block_ms": long_ms("producer", "how long a send waits for metadata before it fails"),
    "request_timeout_ms": int_ms("producer", "how long an answer is waited for before a batch is sent again"),
    "delivery_timeout_ms": int_ms("producer", "how long a batch is tried at all before it is given up"),
    "retry_backoff_ms": long_ms("producer", "the pause before the first retry; it doubles with each"),
    "retry_backoff_max_ms": long_ms("producer", "the longest pause between two retries"),
    "num_partitions": integer("broker", "partitions of a topic that asks for no number", 1),
    "default_replication_factor": integer("broker", "replicas of each partition of a topic that asks for no number", 1),
    "delete_topic_enable": flag("broker", "whether a topic may be deleted; off by default before 1.0"),
    "min_insync_replicas": integer(
        "topic", "the fewest replicas in the ISR with which acks=all is accepted", 1, in_topics=True
    ),
    "unclean_leader_election_enable": flag(
        "topic", "whether a replica that may lack records may lead when nobody else can", in_topics=True
    ),
    "eligible_leader_replicas_enable": flag(
        "broker", "whether replicas that left a small ISR with every committed record are remembered (KIP-966)"
    ),
    "replica_lag_time_max_ms": long_ms("broker", "how long a follower may lag before it leaves the ISR", 1),
    "replica_fetch_wait_max_ms": int_ms(
        "broker", "how long a follower's fetch that finds no record waits at the leader"
    ),
    "broker_session_timeout_ms": int_ms("broker", "how long a silent broker stays unfenced under a quorum", 1),
    "zookeeper_session_timeout_ms": int_ms("broker", "how long a silent broker keeps its session with ZooKeeper", 1),
    "auto_offset_reset": word(
        "consumer", "where a consumer without a valid position begins", "earliest", "latest", "none"
    ),
    "replica_selector": function(
        "which replica serves a consumer",
        "replica.selector.class",
        "broker",
        leader_only=leader_only,
        rack_aware=rack_aware,
        LeaderSelector=leader_only,
        RackAwareReplicaSelector=rack_aware,
    ),
    "segment_bytes": integer(
        "topic", "how large a segment of a log grows", 14, "bytes", names=("log.segment.bytes",), in_topics=True
    ),
    "segment_ms": long_ms(
        "topic", "how old a segment grows before the next begins", 1, names=("log.roll.ms",), in_topics=True
    ),
    "cleanup_policy": Config(
        "",
        "list",
        "topic",
        "whether old segments are deleted, or compacted to the last record of each key",
        words={"delete": "delete", "compact": "compact", "compact,delete": "compact,delete", "": ""},
        names=("log.cleanup.policy",),
        in_topics=True,
    ),
    "retention_bytes": Config(
        "",
        "int",
        "topic",
        "how large a log may grow before its oldest segments go; -1: any size",
        -LONG_MAX - 1,
        LONG_MAX,
        "bytes",
        names=("log.retention.bytes",),
        in_topics=True,
    ),
    "retention_ms": long_ms(
        "topic", "how long a segment is kept; -1: for ever", -1, names=("log.retention.ms",), in_topics=True
    ),
    "delete_retention_ms": long_ms(
        "topic",
        "how long compaction keeps the marks of deleted keys",
        names=("log.cleaner.delete.retention.ms",),
        in_topics=True,
    ),
    "min_cleanable_dirty_ratio": Config(
        "",
        "double",
        "topic",
        "how much of a log must be new before it is compacted again",
        0,
        1,
        names=("log.cleaner.min.cleanable.ratio",),
        in_topics=True,
    ),
    "log_retention_check_interval_ms": long_ms("broker", "how often logs are looked through for what may go", 1),
    "advertised_listeners": word(
        "broker",
        "under which name brokers tell clients to come: their host's, or localhost, which is the client's own machine",
        "hostname",
        "localhost",
    ),
    "process_roles": word(
        "controller",
        "whether controllers are machines of their own, or the first brokers as well",
        "separate",
        "combined",
        also={"broker,controller": "combined", "controller,broker": "combined"},
    ),
    "controller_quorum_fetch_timeout_ms": int_ms("controller", "how long voters miss their leader before they vote", 1),
    "quorum_pre_vote": flag("version", "whether a voter asks for a chance before it stands for election (KIP-996)"),
    "topics_through_zookeeper": flag("version", "whether topics are made by writing to ZooKeeper"),
    "auto_leader_rebalance_enable": flag("broker", "whether preferred leaders are given back by themselves"),
    "leader_imbalance_check_interval_seconds": Config(
        "", "int", "broker", "how often that is looked at", 1, LONG_MAX, "s"
    ),
    "leader_imbalance_per_broker_percentage": integer("broker", "how many leaders may be misplaced before it is done"),
    "group_protocol": word(
        "group",
        "how a group rebalances: everybody stops (eager), in two steps (cooperative), by the coordinator (consumer)",
        "eager",
        "cooperative",
        "consumer",
        "share",
        also={"classic": "classic"},
    ),
    "assignor": function("who of a group reads which partition", "partition.assignment.strategy", "group"),
    "group_session_timeout_ms": int_ms(
        "consumer",
        "how long a silent member stays in its group",
        1,
        "session.timeout.ms",
        names=("session_timeout_ms",),
    ),
    "heartbeat_interval_ms": int_ms("consumer", "how often a member of a classic group tells that it lives", 1),
    "group_consumer_heartbeat_interval_ms": int_ms("broker", "how often one of a consumer group does", 1),
    "group_consumer_assignment_interval_ms": int_ms("broker", "the least time between two assignments of such a group"),
    "group_initial_rebalance_delay_ms": int_ms(
        "broker", "how long the first member of a classic group waits for others"
    ),
    "max_poll_interval_ms": int_ms("consumer", "how long a member may be busy between two polls", 1),
    "max_poll_records": integer("consumer", "how many records a poll returns at most", 1),
    "default_api_timeout_ms": int_ms("consumer", "how long a call such as commitSync tries before it fails"),
    "metadata_max_age_ms": long_ms(
        "consumer", "after which time a client, be it a producer or a consumer, learns anew which partitions there are"
    ),
    "enable_auto_commit": flag("consumer", "whether polls commit the offsets of the polls before"),
    "auto_commit_interval_ms": int_ms("consumer", "how often they do"),
    "offsets_storage": word("consumer", "where offsets are committed", "kafka", "zookeeper"),
    "offsets_topic_num_partitions": integer("broker", "partitions of __consumer_offsets", 1),
    "offsets_topic_replication_factor": integer("broker", "replicas of __consumer_offsets", 1),
    "partition_load_time_ms": long_ms("metric", "how long a new coordinator reads its partition of __consumer_offsets"),
    "group_share_record_lock_duration_ms": int_ms("broker", "how long a share group lends a record to a member", 1),
    "group_share_delivery_count_limit": integer("broker", "how often a share group lends a record at most", 1),
    "group_share_partition_max_record_locks": integer(
        "broker", "how many records of a partition a share group has in flight at most", 1
    ),
    "share_acknowledgement_mode": word(
        "consumer",
        "whether a share consumer accepts its records by its next poll, or has to say so",
        "implicit",
        "explicit",
    ),
    "truncation": word(
        "version",
        "by what a follower cuts its log: high watermark, or leader epochs as of KIP-101, KIP-279 or fetches",
        "high_watermark",
        "kip_101",
        "kip_279",
        "fetch",
    ),
    "hw_needs_min_isr": flag("version", "whether the high watermark waits for min.insync.replicas (KIP-966)"),
    "isr_join_needs_epoch_start": flag("version", "whether a follower must reach the leader's epoch to join the ISR"),
    "isr_is_sorted": flag("version", "whether a new ISR stands in the order of broker ids"),
    "offsets_topic_may_be_smaller": flag(
        "version", "whether __consumer_offsets has fewer replicas where fewer brokers are alive, as before KIP-115"
    ),
    "needless_elections_are_refused": flag(
        "version", "whether an election of who leads already is an error, as since 2.4 (KIP-460)"
    ),
    "existing_topics_are_refused_first": flag(
        "version", "whether a topic that is there is refused before its counts are looked at, which 0.10 does not"
    ),
    "disabled_deletion_is_refused": flag(
        "version", "whether who may delete no topic is told so, as since 2.1 (KIP-322); before, nothing comes of it"
    ),
    "invalid_records_are_refused": flag(
        "version", "whether an invalid record has an error of its own (KIP-467, 2.4); before, it counts as damaged"
    ),
    "backoffs_double": flag(
        "version", "whether a client waits longer with each retry, as since 3.7 (KIP-580); before, as long each time"
    ),
    "fetches_are_fenced": flag("version", "whether a fetch in an old leader epoch is refused (KIP-320)"),
}

CONFIGS: Final = {
    field: config._replace(
        name=config.name or (field if config.scope in ("decision", "version", "metric") else field.replace("_", "."))
    )
    for field, config in _TABLE.items()
}
"""Every field of `Policies` with its definition; a decision, a version or a metric is no config of Kafka's: no dots."""
