"""Every recorded answer of Kafka is ours too, and the command that says so can say no."""

import json

import pytest

from tests.check_vectors import check_file, kind_of, main
from tests.kafka_tests import VECTORS
from tests.sampling import together
from tests.vector_kinds import KINDS

RUNS = VECTORS / "kafka-runs"


@together(sorted(file.stem for file in RUNS.glob("*.jsonl")))
def test_we_answer_as_kafka_did(name):
    report = check_file(RUNS / f"{name}.jsonl")
    assert report.fault is None, report.fault
    assert (
        report.identical
        == report.cases
        == {
            "sticky_assign.empty": 37,
            "cooperative_sticky_assign.empty": 71,
            "server_uniform.large": 2,
            "share_partition": 400,
        }.get(name, 250)
    )


def test_every_kind_of_case_is_recorded():
    assert {kind_of(file) for file in RUNS.glob("*.jsonl")} == set(KINDS)


def test_a_file_may_carry_more_in_its_name(tmp_path):
    more = tmp_path / "murmur2.more.jsonl"
    more.write_text((RUNS / "murmur2.jsonl").read_text("utf-8"), "utf-8")
    assert check_file(more).cases > 150


def _can_lie(case):
    owned = list(case["assignment"].values())
    return owned != owned[::-1]


def _with_lies(tmp_path, kind, lies):
    """Writes the file of a kind anew, with the members' partitions interchanged where `lies(number, case)`."""
    lines = (RUNS / f"{kind}.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    for number, case in enumerate(cases):
        if lies(number, case):
            case["assignment"] = {
                member: list(owned)
                for member, owned in zip(case["assignment"], reversed(case["assignment"].values()), strict=True)
            }
    lying = tmp_path / f"{kind}.jsonl"
    lying.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    return lying


def test_one_difference_is_shown_in_full_and_fails(tmp_path, capsys):
    lying = _with_lies(tmp_path, "roundrobin_assign", lambda number, case: number == 0)
    assert main([str(lying)]) == 1
    printed = capsys.readouterr().out
    assert "250 cases, 249 identical (99.60%)" in printed
    assert "line 1: " in printed
    assert "Kafka: " in printed
    assert "ours: " in printed


def test_where_a_hash_set_picks_a_few_differences_are_allowed_but_not_many(tmp_path):
    def lenient(number, case):
        return not case["equal"] and _can_lie(case)

    report = check_file(_with_lies(tmp_path, "sticky_assign", lenient))
    assert "lenient cases are identical" in report.fault
    once = iter([True])
    lying = _with_lies(tmp_path, "sticky_assign", lambda n, case: lenient(n, case) and next(once, False))
    report = check_file(lying)
    assert report.identical == report.cases - 1
    assert report.fault is None


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("unheard_of.jsonl", "{}", "No kind of case is called so"),
        ("murmur2.jsonl", "", "There is not one case in this file."),
        ("murmur2.jsonl", "[]", "Line 1 is not a JSON object"),
        ("murmur2.jsonl", "{", "Line 1 is not JSON"),
        ("murmur2.jsonl", "{}", "KeyError"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_a_sentence(tmp_path, capsys, name, content, sentence):
    (tmp_path / name).write_text(content, "utf-8")
    assert main([str(tmp_path / name)]) == 1
    assert sentence in capsys.readouterr().out


def test_no_file_and_a_missing_file_are_refused_too(capsys):
    assert main([]) == 1
    assert main(["murmur2.missing.jsonl"]) == 1
    assert "No such file" in capsys.readouterr().out
