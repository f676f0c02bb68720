"""The summaries that are written down are those of the incidents, played again."""

import pytest

from kafkaviz.course.incidents.case import metrics_of
from kafkaviz.course.incidents.summary import SEEDS, recorded_summary, summary_of
from tests.sampling import every
from tools.make_summaries import FILE, summaries, written


@pytest.mark.slow
def test_the_file_is_as_its_maker_writes_it():
    assert FILE.read_text("utf-8") == written(summaries()), "run `python tools/make_summaries.py`"


@pytest.mark.parametrize("seed", every(len(SEEDS), SEEDS))
def test_a_summary_is_that_of_its_incident(seed):
    for cause in ("slow_follower", "well"):
        assert recorded_summary(seed, cause) == summary_of(metrics_of(seed, cause))
