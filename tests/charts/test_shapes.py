"""What stands in each chart: the measured, the expected beside it, and the finding in the title."""

import numpy as np
import pandas as pd
import pytest

from kafkaviz.charts import bars_chart, capacity_chart, demand_chart, frontier_chart, lag_chart, retention_chart
from tests.charts.test_every_chart import DEMAND, FRONTIER, GRID, LAG, MOVES, READER


def title_of(chart) -> str:
    return chart.axes[0].get_title(loc="left").replace("\n", " ")


def test_the_five_longest_lags_have_names_and_each_that_is_drained_a_mark():
    chart = lag_chart(LAG)
    labels = [text.get_text() for text in chart.legends[0].get_texts()]
    assert labels == [*(f"partition {number}" for number in range(5)), "4 other partitions", "drained"]
    assert title_of(chart).startswith("The lag of partition 0 grows to ") and title_of(chart).endswith(
        "drained after 70 s"
    )
    rising = lag_chart(pd.DataFrame({"window_start": [0, 1], "consumer": "C1", "lag_records": [0, 7]}))
    assert title_of(rising) == "The lag of consumer C1 grows to 7 records and is not drained yet"
    none = lag_chart(pd.DataFrame({"window_start": [0, 1], "consumer": "C1", "lag_records": [0, 0]}))
    assert title_of(none) == "No consumer lags behind"


def test_the_highest_load_that_holds_stands_beside_the_steps_of_the_formula():
    lines = capacity_chart(GRID).axes[0].lines
    steps, measured = lines[0], lines[1]
    assert steps.get_drawstyle() == "steps-post"
    assert list(steps.get_ydata())[:4] == [1_000, 2_000, 3_000, 4_000]
    assert all(np.array(measured.get_ydata()) < np.array(steps.get_ydata()))


def test_a_demand_that_nothing_meets_is_a_cross_and_in_words():
    chart = demand_chart(DEMAND)
    assert title_of(chart) == "8,000 records/s need 12 consumers, where the formula says 8"
    assert "12,000 records/s: none of those tried, by the formula 12." in chart.alt_text
    assert [text.get_text() for text in chart.axes[0].texts] == ["P=12", "P=12", "P=48"]
    enough = demand_chart(DEMAND.iloc[:1])
    assert title_of(enough) == "The formula's number of consumers suffices at every load"
    lost = demand_chart(DEMAND.assign(consumers=[2, 4, None, None]))
    assert title_of(lost) == "The formula promises 8,000 records/s, and nothing that was tried holds it"
    assert demand_chart(DEMAND.assign(consumers=None, partitions=None)).alt_text.count("none of those tried") == 4


def test_bars_stand_in_groups_with_intervals_and_the_expected_value():
    chart = bars_chart(MOVES, "partitions", "assignor", "share of partitions moved", percent=True)
    heights = sorted(bar.get_height() for bar in chart.axes[0].patches)
    assert heights == sorted(MOVES["mean"])
    assert title_of(chart) == "Sticky has the lowest share of partitions moved: 14%, where round robin has 80%"
    assert len(chart.axes[0].containers) >= 8
    plain = bars_chart(MOVES[["partitions", "assignor", "mean"]], "partitions", "assignor", "moves")
    assert [text.get_text() for text in plain.legends[0].get_texts()] == ["range", "round robin", "sticky", "uniform"]


def test_a_loss_that_was_never_seen_is_said_and_not_drawn_as_a_number():
    chart = frontier_chart(FRONTIER)
    assert "min 3 (none seen)" in [text.get_text() for text in chart.axes[0].texts]
    assert title_of(chart) == "RF 3, min 3: lost no record in these trials and refuses 14.00% of the writes"
    assert chart.axes[0].get_xscale() == chart.axes[0].get_yscale() == "log"


@pytest.mark.parametrize(("missed", "finding"), [(0, "misses nothing"), (450, "misses 450 records")])
def test_the_reader_of_a_log_misses_what_is_deleted_before_it_comes(missed, finding):
    chart = retention_chart(READER.assign(missed_records=np.where(np.arange(100) > 90, missed, 0)))
    assert finding in title_of(chart)
    assert chart.alt_text.endswith(f"and has missed {missed} records.")
