"""Every scenario of Kafka's own tests is judged, and the command that says so can say no."""

from tests import kafka_tests
from tests.kafka_tests import CHANGED_SINCE, JUDGES, VECTORS, judge_file, main, scenarios
from tests.sampling import together

# Of each file: scenarios, identical, of these by what Kafka has changed since, not modelled.
COUNTS = {
    "admin_utils_placement": (23, 23, 0, 0),
    "builtin_partitioner": (7, 6, 0, 1),
    "group_to_offsets_partition": (20, 20, 0, 0),
    "leader_epoch_cache": (34, 34, 0, 0),
    "murmur2": (11, 11, 0, 0),
    "partition_change_builder": (90, 90, 0, 0),
    "range_assignor": (15, 15, 0, 0),
    "reassignment_replicas": (15, 15, 1, 0),
    "roundrobin_assignor": (15, 15, 0, 0),
    "server_range_assignor": (15, 14, 0, 1),
    "sticky_assignor": (36, 36, 0, 0),
    "striped_replica_placer": (14, 14, 4, 0),
    "topic_names": (64, 64, 0, 0),
}


@together(JUDGES)
def test_we_answer_as_kafkas_own_tests_expect(name):
    verdict = judge_file(name)
    assert verdict.difference is None, verdict.difference
    counted = verdict.scenarios, verdict.identical, verdict.changed_since, verdict.not_modelled.total()
    assert counted == COUNTS[name]


def test_no_file_is_left_out():
    assert sorted(JUDGES) == sorted(file.stem for file in (VECTORS / "kafka-tests").glob("*.json")) == sorted(COUNTS)


def _lie(value):
    """Changes an expectation so that no right answer can meet it."""
    if value is None or isinstance(value, bool):
        return 977
    if isinstance(value, dict):
        return {name: _lie(told) for name, told in value.items()} or {"nobody": [["t", 0]]}
    if isinstance(value, list):
        return [_lie(one) for one in value] or [["t", 0]]
    return f"not {value}" if isinstance(value, str) else value + 977


EXPECTATIONS = {
    "admin_utils_placement": "expected",
    "builtin_partitioner": "expected_frequencies_per_cycle",
    "group_to_offsets_partition": "java_hash",
    "murmur2": "murmur2_int32",
    "partition_change_builder": "expected_record",
    "range_assignor": "expected",
    "reassignment_replicas": "in_progress",
    "roundrobin_assignor": "expected",
    "server_range_assignor": "expected",
    "sticky_assignor": "expected",
    "striped_replica_placer": "expected",
    "topic_names": "expected",
}


@together(EXPECTATIONS)
def test_each_judge_can_say_no(name):
    field = EXPECTATIONS[name]
    cases = [case for case in scenarios(name) if case.get(field) and case["source"] not in CHANGED_SINCE]
    lies = [case | {field: _lie(case[field])} for case in cases]
    verdict = judge_file(name, lies)
    assert lies
    assert verdict.difference is not None
    assert verdict.identical == 0


def test_a_wrong_epoch_cache_is_found():
    (case,) = [c for c in scenarios("leader_epoch_cache") if c["source"].endswith("testPreviousEpoch")][:1]
    assert judge_file("leader_epoch_cache", [case | {"ops": [*case["ops"], ["expect_latestEpoch", 99]]}]).difference


def test_what_kafka_has_changed_since_would_differ_without_saying_so(monkeypatch):
    monkeypatch.setattr(kafka_tests, "CHANGED_SINCE", {})
    assert judge_file("reassignment_replicas").identical == 14
    assert judge_file("striped_replica_placer").identical == 10


def test_the_command_prints_the_counts_and_says_no_to_a_difference(capsys, monkeypatch):
    assert main() == 0
    printed = capsys.readouterr().out
    assert "server_range_assignor: 15 scenarios, 14 identical, 1 not modelled\n  1 not modelled: a topic" in printed
    monkeypatch.setattr(kafka_tests, "CHANGED_SINCE", {})
    assert main() == 1
    assert "\n  ours:  " in capsys.readouterr().out
