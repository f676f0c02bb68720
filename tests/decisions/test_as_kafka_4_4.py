"""What Kafka 4.4.0's own classes said when they were asked: errors, back-offs and configs."""

import pytest

from kafkaviz.decisions.config_values import change_configs, topic_configs
from kafkaviz.decisions.errors import InvalidArgumentError, error_named
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.retrying import backoff_ms, reaction
from tests.sampling import together

REFRESHED = [
    "UNKNOWN_TOPIC_OR_PARTITION",
    "LEADER_NOT_AVAILABLE",
    "NOT_LEADER_OR_FOLLOWER",
    "REPLICA_NOT_AVAILABLE",
    "NETWORK_EXCEPTION",
    "KAFKA_STORAGE_ERROR",
    "LISTENER_NOT_FOUND",
    "FENCED_LEADER_EPOCH",
    "PREFERRED_LEADER_NOT_AVAILABLE",
    "ELIGIBLE_LEADERS_NOT_AVAILABLE",
    "ELECTION_NOT_NEEDED",
    "UNKNOWN_TOPIC_ID",
    "INCONSISTENT_TOPIC_ID",
]
RETRIED = [
    "CORRUPT_MESSAGE",
    "REQUEST_TIMED_OUT",
    "COORDINATOR_LOAD_IN_PROGRESS",
    "COORDINATOR_NOT_AVAILABLE",
    "NOT_COORDINATOR",
    "NOT_ENOUGH_REPLICAS",
    "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
    "NOT_CONTROLLER",
    "CONCURRENT_TRANSACTIONS",
    "FETCH_SESSION_ID_NOT_FOUND",
    "INVALID_FETCH_SESSION_EPOCH",
    "UNKNOWN_LEADER_EPOCH",
    "OFFSET_NOT_AVAILABLE",
    "UNSTABLE_OFFSET_COMMIT",
    "THROTTLING_QUOTA_EXCEEDED",
    "FETCH_SESSION_TOPIC_ID_ERROR",
    "SHARE_SESSION_NOT_FOUND",
    "INVALID_SHARE_SESSION_EPOCH",
    "SHARE_SESSION_LIMIT_REACHED",
]


def test_a_producer_tries_again_after_every_retriable_exception_and_no_other() -> None:
    assert {reaction(error, 0) for error in REFRESHED} == {"refresh and retry"}
    assert {reaction(error, 0) for error in RETRIED} == {"retry"}
    assert reaction("REBALANCE_IN_PROGRESS", 0) == "give up"
    assert error_named("UNKNOWN_TOPIC_ID").code == 100


@together(
    [
        (100, 1_000, [100, 200, 400, 800, 1_000]),
        (150, 1_234, [150, 300, 600, 1_200, 1_234]),
        (3, 1, [1, 1, 1]),
        (333, 1_000, [333, 666, 999, 999]),
    ]
)
def test_waits_double_up_to_what_a_fraction_of_a_power_leaves_of_the_limit(first, most, waits) -> None:
    policies = Policies(retry_backoff_ms=first, retry_backoff_max_ms=most)
    assert [backoff_ms(attempts, policies) for attempts in range(1, len(waits) + 1)] == waits


def test_what_kafka_accepts_is_accepted() -> None:
    accepted = topic_configs({"retention.bytes": "-2", "cleanup.policy": ""})
    assert accepted == {"retention_bytes": -2, "cleanup_policy": ""}
    assert change_configs(Policies(), {"group.protocol": "CONSUMER", "linger.ms": 2**31}).linger_ms == 2**31


@together(
    [{"acks": "ALL"}, {"auto.offset.reset": "Latest"}, {"session.timeout.ms": 2**31}, {"delivery.timeout.ms": 2**31}]
)
def test_what_kafka_refuses_is_refused(config) -> None:
    with pytest.raises(InvalidArgumentError, match="Invalid value"):
        change_configs(Policies(), config)


def test_an_int_that_is_too_large_is_told_the_largest() -> None:
    with pytest.raises(InvalidArgumentError, match="it is a whole number of ms, at least 1 and at most 2147483647"):
        change_configs(Policies(), {"session.timeout.ms": 2**31})
