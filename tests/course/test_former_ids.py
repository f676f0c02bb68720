"""What a learner has done follows an exercise that gets another id."""

import json
from pathlib import Path

import pytest

from kafkaviz import records
from kafkaviz.course.exercises import every_exercise
from kafkaviz.course.progress import table
from kafkaviz.records.former_ids import FORMER_IDS, present_id, under_present_ids
from kafkaviz.scenarios.questions import every_question

MOVED = {"E07.91": "E02.91", "E02.91": "E02.92"}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "progress.json"
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(file))
    monkeypatch.setattr(records, "FORMER_IDS", MOVED)
    checks = {"E07.91": "correct", "E07.1": "incorrect"}
    file.write_text(
        json.dumps({"version": records.VERSION, "checks": checks, "answers": {"Q07.2": 1}, "challenges": {}})
    )
    return file


def test_what_was_correct_under_a_former_id_is_correct_under_the_present_one(kept: Path) -> None:
    read = records.read()
    assert read["checks"] == {"E02.92": "correct", "E07.1": "incorrect"}
    assert read["answers"] == {"Q07.2": 1}


def test_the_next_fact_is_written_under_present_ids_and_loses_nothing(kept: Path) -> None:
    assert records.keep("checks", "E07.1", "correct")
    assert json.loads(kept.read_text())["checks"] == {"E02.92": "correct", "E07.1": "correct"}


def test_a_check_of_an_old_notebook_counts_for_the_present_exercise(kept: Path) -> None:
    kept.unlink()
    assert records.keep("checks", "E02.91", "incorrect")
    assert records.read()["checks"] == {"E02.92": "incorrect"}
    assert records.keep("checks", "E07.91", "correct")
    assert records.read()["checks"] == {"E02.92": "correct"}


def test_what_is_correct_under_a_former_id_stays_correct(kept: Path) -> None:
    assert records.keep("checks", "E02.92", "incorrect")
    assert records.read()["checks"]["E02.92"] == "correct"


@pytest.mark.parametrize("order", [("E1", "E2"), ("E2", "E1")])
@pytest.mark.parametrize("states", [("correct", "incorrect"), ("incorrect", "correct")])
def test_of_two_facts_correct_wins_whichever_came_first(order: tuple[str, str], states: tuple[str, str]) -> None:
    facts = dict(zip(order, states, strict=True))
    assert under_present_ids(facts, {"E1": "E2"}) == {"E2": "correct"}


def test_without_correct_the_present_id_wins() -> None:
    assert under_present_ids({"E2": "incorrect", "E1": "not attempted"}, {"E1": "E2"}) == {"E2": "incorrect"}


def test_ids_that_lead_in_a_circle_end_nowhere_else() -> None:
    assert present_id("E1", {"E1": "E2", "E2": "E1"}) == "E1"


def test_the_table_of_progress_shows_it(kept: Path) -> None:
    one = every_exercise()[0]._replace(id="E02.92")
    assert table((one,), records.read()["checks"]).count("✓ correct") == 1


def test_no_id_that_was_given_up_is_in_use_and_each_leads_to_one_that_is() -> None:
    used = {one.id for one in every_exercise()} | {one.id for one in every_question()}
    assert not used & set(FORMER_IDS)
    assert {present_id(id) for id in FORMER_IDS} <= used
