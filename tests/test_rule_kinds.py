"""A rule that is altered is caught by the answers of Kafka that were recorded about it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kafkaviz.decisions.policies import Policies
from tests import rule_kinds
from tests.check_vectors import check_file

RUNS = Path(__file__).parent / "vectors" / "kafka-runs"
Rule = Callable[..., Any]


def more(rule: Rule) -> Rule:
    return lambda *asked, **how: rule(*asked, **how) + 1


def always(answer: object) -> Callable[[Rule], Rule]:
    return lambda rule: lambda *asked, **how: answer


def without_backoff(rule: Rule) -> Rule:
    def altered(policies: Policies) -> int:
        return policies.metadata_max_age_ms

    return altered


@pytest.mark.parametrize(
    ("kind", "name", "altered"),
    [
        ("assignor_names", "assignor_name", always("range")),
        ("backoffs", "backoff_ms", more),
        ("config_pairs", "change_configs", always(Policies())),
        ("config_values", "field_of", always(None)),
        ("config_values", "parse_config", always(5)),
        ("config_values", "topic_configs", always({})),
        ("default_partitioner_2_3", "round_robin_by_default", always(0)),
        ("default_partitioner_2_4", "sticky_by_default", always(0)),
        ("errors", "error_named", always(rule_kinds.KafkaError)),
        ("errors", "reaction", always("retry")),
        ("keyed_partition", "kafka_default", always(0)),
        ("keyed_partition", "keyed", always(0)),
        ("librdkafka_partitioners", "consistent_random", always(0)),
        ("librdkafka_partitioners", "murmur2_random", always(0)),
        ("metadata_age", "is_refresh_due", always(False)),
        ("metadata_age", "next_refresh_ms", more),
        ("metadata_age", "refresh_interval_ms", without_backoff),
        ("rack_aware", "rack_aware", always(1)),
        ("record_sizes", "batch_growth", more),
        ("record_sizes", "record_size", more),
        ("record_sizes", "record_size_upper_bound", more),
        ("reset_durations", "reset_duration_ms", always(1_000)),
        ("round_robin_partitioner", "round_robin", always(0)),
        ("segments", "must_roll", always(False)),
        ("segments", "segment_file_name", always("0.log")),
        ("topic_requests", "validate_partition_count", always(None)),
        ("topic_requests", "validate_partition_growth", always(None)),
        ("topic_requests", "validate_replica_assignment", always(None)),
        ("topic_requests", "validate_replication_factor", always(None)),
    ],
)
def test_an_altered_rule_is_caught(monkeypatch, kind, name, altered):
    monkeypatch.setattr(rule_kinds, name, altered(getattr(rule_kinds, name)))
    assert check_file(RUNS / f"{kind}.jsonl").fault is not None
