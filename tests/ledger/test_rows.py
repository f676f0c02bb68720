"""Every rule, decision and request has its row, and each row says by what evidence."""

import importlib
import json
import pkgutil
from functools import cache

import pytest

import kafkaviz.decisions
import kafkaviz.model
from kafkaviz import Lab
from kafkaviz.ledger.rows import EVIDENCE, PLAYED, PLAYS, READ_ONLY, counts, reason_not_compared, rows, subjects
from kafkaviz.model import protocol
from kafkaviz.model.core.rule import Rule, Schedule
from tests import evidence
from tests.sampling import together
from tests.test_floors import MODULES, floor_of, public_functions
from tools.make_fidelity import COUNTED, PAGE, page


@cache
def by_place():
    return {(row.where, row.name): row for row in rows()}


def scheduled():
    """Returns every rule that any schedule asks."""
    schedules = [value for value in vars(protocol).values() if isinstance(value, Schedule)]
    return {rule for schedule in [*schedules, *protocol._GROUP.values()] for rule in schedule.rules}


def test_every_rule_that_is_asked_has_its_own_row():
    rules = [one.does for one in subjects() if one.kind == "rule"]
    assert len(rules) == len(set(rules))
    assert set(rules) == scheduled()


def test_no_rule_is_made_and_never_asked():
    made = set()
    for found in pkgutil.walk_packages(kafkaviz.model.__path__, "kafkaviz.model."):
        made |= {value for value in vars(importlib.import_module(found.name)).values() if isinstance(value, Rule)}
    assert made == scheduled()


@together(m for m in MODULES if floor_of(m) == "decisions")
def test_every_decision_that_mirrors_something_has_a_row(module):
    where = module.removeprefix("kafkaviz.")
    for name, node in public_functions(module):
        ours = name.endswith(("_fault", "_breach")) or "Kafka:" not in node.body[0].value.value
        if "." not in name:
            assert ((where, name) in by_place()) is not ours, f"{where}.{name}"


def test_every_row_names_what_it_mirrors_and_says_what_is_simplified_apart_from_that():
    assert [row for row in rows() if not row.kafka] == []
    assert [row.name for row in rows() if "simplif" in row.kafka.casefold() or "without racks" in row.kafka] == []
    assert by_place()["decisions.assignors.ranges", "range_assign"].simplified == "without racks"


def test_what_is_counted_is_what_there_is_and_each_row_names_a_kind_of_evidence():
    assert list(counts()["subjects"]) == [one.key for one in subjects()], "run tools/make_fidelity.py"
    kinds = {how.partition(":")[0] for how in EVIDENCE.values()}
    for row in rows():
        assert (
            row.evidence == PLAYED
            or row.evidence.startswith(f"{READ_ONLY}: ")
            or {said.partition(":")[0] for said in row.evidence.split("; ")} <= kinds
        ), row
    assert {kind for counted in counts()["subjects"].values() for kind in counted} == {*EVIDENCE, *PLAYS}
    assert all(bool(row.played) or row.evidence != PLAYED for row in rows())


def test_no_row_is_read_only_without_a_reason():
    counted, reasons = counts()["subjects"], {one.key: reason_not_compared(one.docstring) for one in subjects()}
    silent = [key for key, reason in reasons.items() if not (reason or counted.get(key))]
    assert silent == [], "say in a last paragraph `Not compared:` of the docstring why nothing was held against it"
    compared = [key for key, reason in reasons.items() if reason and {*counted.get(key, ())} - {"scripts"}]
    assert compared == [], "it was compared: take the paragraph `Not compared:` out of its docstring"
    assert by_place()["decisions.reading", "leader_only"].evidence.startswith(f"{READ_ONLY}: Kafka has no class")
    assert by_place()["model.clients.rules", "expire"].evidence == PLAYED
    assert by_place()["model.clients.rules", "expire"].played == "beside the course 1 on 4.4.0"
    assert by_place()["model.partitions.log_rules", "compact_log"].evidence == PLAYED
    assert by_place()["decisions.hashing", "murmur2"].evidence != READ_ONLY


def test_a_rule_tells_the_events_it_makes_and_the_configs_it_reads():
    row = by_place()["model.clients.rules", "send_batch"]
    assert row.events == ("RecordsAppended", "SegmentRolled", "BatchRejected", "BatchExpired")
    assert {"linger.ms", "batch.size", "segment.bytes", "min.insync.replicas"} <= set(row.configs)
    assert by_place()["model.quorum.controller_rules", "fence_silent"].configs[1] == "broker.session.timeout.ms"


def test_the_page_says_what_the_rows_say():
    assert PAGE.read_text("utf-8") == page(), "run tools/make_fidelity.py"


def test_the_numbers_of_recorded_cases_are_those_of_the_files():
    lines = {path.stem: sum(1 for _ in path.open("rb")) for path in (evidence.VECTORS / "kafka-runs").glob("*.jsonl")}
    assert counts()["totals"]["vectors"] == lines
    for counted in counts()["subjects"].values():
        for kind in ("vectors", "kafka_tests", "random"):
            assert all(n <= counts()["totals"][kind][of] for of, n in counted.get(kind, {}).items())


def test_a_decision_that_is_not_asked_in_a_case_is_not_counted():
    watch = evidence.Watch()
    judge = evidence.KINDS["murmur2"]
    case = json.loads((evidence.VECTORS / "kafka-runs" / "murmur2.jsonl").read_text("ascii").splitlines()[0])
    with watch as seen:
        judge(case)
    assert seen == {f"decisions.hashing.{name}" for name in ("murmur2", "to_positive", "keyed_partition")}
    with watch as seen:
        pass
    assert seen == set()


def test_a_decision_that_was_asked_in_one_case_is_counted_in_the_next_as_well():
    watch = evidence.Watch()
    for _ in range(2):
        with watch as seen:
            Lab().create_topic("letters", 1, 3).kill(1).tick(9_000)
        assert {"decisions.elections.change_partition", "decisions.elections.apply_change"} <= seen


@pytest.mark.slow
def test_the_evidence_counted_again_is_the_evidence_that_is_shipped():
    assert json.loads(COUNTED.read_text("utf-8")) == evidence.measured(), "run tools/make_fidelity.py"
