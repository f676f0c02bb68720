"""Each incident has the signs of one diagnosis, and of no other, whatever the seed; a cluster that is well has none."""

import pytest

from kafkaviz.course.incidents import signs
from kafkaviz.course.incidents.case import metrics_of, pick_cause
from kafkaviz.course.incidents.causes import CAUSES
from kafkaviz.course.incidents.diagnoses import DIAGNOSES, fitting
from kafkaviz.course.incidents.metrics import BROKERS
from kafkaviz.course.incidents.tables import PARTS
from tests.sampling import IS_WEEKLY, every

SEEDS = range(4, 64 if IS_WEEKLY else 24)


def test_each_cause_has_a_diagnosis_and_each_diagnosis_a_cause():
    assert sorted(CAUSES) == sorted(DIAGNOSES)
    assert len(CAUSES) >= 8
    assert all(told.name == name for name, told in DIAGNOSES.items())


@pytest.mark.parametrize("name", every(5, [*CAUSES, "well"]))
@pytest.mark.parametrize("seeds", [2, pytest.param(4, marks=pytest.mark.whole)])
def test_of_the_first_seeds_each_fits_its_own_diagnosis_alone(name, seeds):
    found = {seed: fitting(metrics_of(seed, name)) for seed in range(seeds)}
    assert found == dict.fromkeys(range(seeds), [] if name == "well" else [name])


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CAUSES, "well"])
def test_of_many_seeds_each_fits_its_own_diagnosis_alone(name):
    expected = [] if name == "well" else [name]
    assert [seed for seed in SEEDS if fitting(metrics_of(seed, name)) != expected] == []


def test_retention_alone_is_no_incident_and_nor_is_a_group_that_has_read_all():
    """Retention is at fault only where something went unread, and a reset only where retention took nothing."""
    well, gone = metrics_of(0, "well"), metrics_of(0, "retention_overrun")
    assert fitting({**well, "LogStartOffset": gone["LogStartOffset"]}) == []
    unread = {**well, "records-consumed-total": metrics_of(0, "reset_latest_gap")["records-consumed-total"]}
    assert fitting(unread) == ["reset_latest_gap"]
    assert fitting({**unread, "LogStartOffset": gone["LogStartOffset"]}) == ["retention_overrun"]


def test_every_sign_is_measured_in_a_table_that_is_shown():
    shown = {name for names in PARTS.values() for name in names}
    assert {sign.metric for told in DIAGNOSES.values() for sign in told.signs} <= shown


def test_a_complaint_never_names_the_reason_and_fits_more_than_one():
    for told in DIAGNOSES.values():
        assert sum(other.complaint == told.complaint for other in DIAGNOSES.values()) >= 2


def test_nine_seeds_in_a_row_pick_every_cause_once_and_in_another_order_each_time():
    rounds = [[pick_cause(seed) for seed in range(9 * n, 9 * n + 9)] for n in range(3)]
    assert [sorted(names) for names in rounds] == [sorted(CAUSES)] * 3
    assert len({tuple(names) for names in rounds}) == 3


def test_the_numbers_of_a_sign_are_those_of_the_table():
    metrics = metrics_of(0, "hot_key")
    ends = {tp: values[-1] - values[-1 - signs.LATELY] for tp, values in metrics["LogEndOffset"].items()}
    assert signs.hottest_share(metrics) == round(100 * max(ends.values()) / sum(ends.values()))
    gap = metrics_of(0, "reset_latest_gap")
    before = sum(values[0] for values in gap["LogEndOffset"].values())
    assert signs.skipped_records(gap) == before > 0


def test_three_troubles_are_in_the_numbers_of_no_broker():
    """Notebook 11 asks which three; of idle consumers brokers see at least that more arrives."""
    unseen = set()
    for name in CAUSES:
        metrics = metrics_of(1, name)
        # Of the first and the last minute a part is measured.
        minutes = [values[1:-1] for metric in BROKERS for values in metrics[metric].values()]
        unseen |= {name} if all(len(set(values)) == 1 for values in minutes) else set()
    assert unseen == {"reset_latest_gap", "retention_overrun", "rebalance_storm"}
