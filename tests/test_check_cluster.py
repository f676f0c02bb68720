"""The model goes through every state that real clusters went through, and the command that says so can say no."""

import json

import pytest

from tests.check_cluster import check_file, main
from tests.kafka_tests import VECTORS
from tests.sampling import every

RECORDED = VECTORS / "kafka-cluster"
LINES = (RECORDED / "histories.jsonl").read_text("utf-8").splitlines()
RACE = next(line for line in LINES if '"roles":"isolated","history":0,' in line)
LEADER, ISR, LEADER_EPOCH, PARTITION_EPOCH, ELR, LAST_KNOWN_ELR, RECOVERY = range(7)


def written(tmp_path, *histories):
    path = tmp_path / "histories.jsonl"
    path.write_text("\n".join(map(json.dumps, histories)), "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "histories", "changes", "answers"), every(2, [("frozen", 4, 605, 245), ("histories", 26, 2_408, 1_013)])
)
def test_the_model_does_what_the_real_clusters_did(name, histories, changes, answers):
    report = check_file(RECORDED / f"{name}.jsonl")
    assert report.fault is None, report.fault
    sequences = 24 * histories
    assert report == (histories, sequences, changes, sequences, answers, answers, None)


LIES = [
    (LEADER, 2),
    (ISR, [3, 2]),
    (LEADER_EPOCH, 9),
    (PARTITION_EPOCH, 9),
    (ELR, [1]),
    (LAST_KNOWN_ELR, [1]),
    (RECOVERY, 1),
]


@pytest.mark.parametrize(("field", "lie"), every(2, LIES, whole=1))
def test_each_field_counts_and_a_difference_is_shown(tmp_path, capsys, field, lie):
    history = json.loads(RACE)
    state = history["partitions"]["rf3m2-0"][6]
    assert state == [3, [2, 3], 3, 6, [], [], 0]
    state[field] = lie
    assert main([str(written(tmp_path, history))]) == 1
    printed = capsys.readouterr().out
    assert "1 histories, 24 sequences" in printed
    assert "23 identical (95.83%)" in printed
    assert "line 1: isolated history 0: kill of 1, elect, stop of 3" in printed
    assert "rf3m2-0, change 6, ours after event 9, restart of 3" in printed
    assert "Kafka: leader" in printed
    assert "ours:  leader 3, ISR [1, 3], leader epoch 3, partition epoch 6, ELR [], last known ELR [], recovery 0" in (
        printed
    )


def test_of_followers_that_race_for_the_isr_either_may_be_first(tmp_path):
    history = json.loads(RACE)
    assert [state[ISR] for state in history["partitions"]["rf3m2-0"][5:8]] == [[3], [2, 3], [1, 2, 3]]
    history["partitions"]["rf3m2-0"][6][ISR] = [1, 3]
    assert check_file(written(tmp_path, history)).fault is None
    history["partitions"]["rf3m2-0"][6][ISR] = [3, 1]
    assert check_file(written(tmp_path, history)).identical == 23


def test_a_state_more_or_less_is_a_difference(tmp_path):
    missing, more = json.loads(RACE), json.loads(RACE)
    missing["partitions"]["rf1-2"].pop()
    more["partitions"]["rf1-2"].append([3, [3], 9, 9, [], [], 0])
    for history, silent in ((missing, "Kafka"), (more, "ours: ")):
        fault = check_file(written(tmp_path, history)).fault
        assert "rf1-2, change" in fault
        assert f"{silent}: no further change".replace(": :", ": ") in fault


def test_a_partition_that_was_not_recorded_is_a_difference(tmp_path):
    history = json.loads(RACE)
    del history["partitions"]["rf1-0"]
    assert "rf1-0 was not recorded" in check_file(written(tmp_path, history)).fault


def test_answers_to_elections_and_acknowledgements_count(tmp_path):
    history = json.loads(RACE)
    election = next(event for event in history["events"] if event["op"] == "elect")
    election["answers"]["rf3m2-0"] = "NONE"
    report = check_file(written(tmp_path, history))
    assert "event 2, elect: rf3m2-0\n  Kafka: NONE\n  ours:  PREFERRED_LEADER_NOT_AVAILABLE" in report.fault
    assert report.answers - report.identical_answers == 1
    history = json.loads(RACE)
    produce = next(event for event in history["events"] if event["op"] == "produce")
    produce["acknowledged"].pop()
    assert "produce: acknowledged by" in check_file(written(tmp_path, history)).fault


def test_a_config_that_the_model_has_not_is_left_out(tmp_path):
    history = json.loads(RACE)
    history["topics"]["rf1"] |= {"flush.messages": 1, "segment.bytes": 1_048_576}
    assert check_file(written(tmp_path, history)).fault is None


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "There is not one history in this file."),
        ("[]", "Line 1 is not a JSON object"),
        ("{", "Line 1 is not JSON"),
        ("{}", "KeyError: 'roles'"),
        (RACE.replace('"isolated"', '"lonely"'), "Roles 'lonely'; known are combined and isolated."),
        (RACE.replace('"op":"kill"', '"op":"tickle"'), "An event 'tickle'; known are kill"),
        (RACE.replace('"op":"kill","broker":1', '"op":"restart","broker":1'), "Broker 1 is running"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_a_sentence(tmp_path, capsys, content, sentence):
    path = tmp_path / "histories.jsonl"
    path.write_text(content, "utf-8")
    assert main([str(path)]) == 1
    assert sentence in capsys.readouterr().out


def test_no_file_and_a_missing_file_are_refused_too(capsys):
    assert main([]) == 1
    assert main(["histories.missing.jsonl"]) == 1
    assert "No such file" in capsys.readouterr().out
