"""What holds for every chart: it tells in words what it draws, is the same each time, and is read without colours."""

import re
from itertools import pairwise

import matplotlib.colors
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from kafkaviz.charts import (
    Chart,
    bars_chart,
    capacity_chart,
    demand_chart,
    frontier_chart,
    lag_chart,
    load_chart,
    oldest_chart,
    retention_chart,
    skew_chart,
)
from kafkaviz.charts.chart import SERIES
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from tests.sampling import every

SECONDS = np.arange(100)
LAG = pd.concat(
    pd.DataFrame(
        {
            "window_start": pd.Timestamp("2026-01-01") + pd.to_timedelta(SECONDS, "s"),
            "partition": partition,
            "lag_records": np.maximum(
                0, np.minimum(SECONDS * 90, (70 + partition * 3 - SECONDS) * 300 // (1 + partition))
            ),
        }
    )
    for partition in range(9)
)
CHECKS = pd.concat(
    pd.DataFrame(
        {
            "checked_at": pd.Timestamp("2026-01-01") + pd.to_timedelta(SECONDS * 3, "h"),
            "partition": partition,
            "kept_bytes": 1e6 * (10 - partition) * (1 + SECONDS % 9),
            "oldest_age_ms": 3 * 3_600_000.0 * np.minimum(SECONDS, 8 + SECONDS % (8 * (partition + 1))),
        }
    )
    for partition in range(7)
)
SKEW = pd.DataFrame(
    [
        (law, p, 1 + weight * p, 1 + weight * p)
        for law, weight in (("even", 0.003), ("Zipf 1.1", 0.15))
        for p in (6, 12, 96)
    ],
    columns=["law", "partitions", "max_over_mean", "expected"],
)
GRID = pd.DataFrame(
    [
        (p, c, load, load < 700 * p // -(-p // c), 1000 * p / -(-p // c))
        for p in (12, 48)
        for c in range(1, 21)
        for load in range(1_000, 20_000, 1_000)
    ],
    columns=["partitions", "consumers", "load_per_s", "holds", "formula_per_s"],
)
DEMAND = pd.DataFrame(
    {
        "load_per_s": [2_000, 4_000, 8_000, 12_000],
        "consumers": [2, 5, 12, None],
        "partitions": [12, 12, 48, None],
        "formula_consumers": [2, 4, 8, 12],
    }
)
MOVES = pd.DataFrame(
    [
        (p, name, mean, mean - 0.02, mean + 0.02, mean)
        for p in (12, 60)
        for name, mean in (("range", 0.38), ("round robin", 0.8), ("sticky", 0.14), ("uniform", 0.15))
    ],
    columns=["partitions", "assignor", "mean", "low", "high", "expected"],
)
FRONTIER = pd.DataFrame(
    {
        "label": ["min 1", "min 2", "min 3"],
        "series": "RF 3",
        "refused": [1.3e-4, 7.3e-3, 0.14],
        "refused_low": [0.8e-4, 6e-3, 0.1],
        "refused_high": [2e-4, 9e-3, 0.2],
        "lost": [8e-4, 4.5e-4, 0],
        "lost_low": [5e-4, 3e-4, 0],
        "lost_high": [1e-3, 7e-4, 2e-4],
        "expected_refused": [1.3e-4, 7.3e-3, 0.14],
        "expected_lost": [8e-4, 4.5e-4, 1.3e-4],
    }
)
READER = pd.DataFrame(
    {
        "window_start": SECONDS,
        "partition": 0,
        "log_start_offset": np.maximum(0, (SECONDS - 40) * 100),
        "log_end_offset": SECONDS * 100,
        "position": np.maximum(SECONDS * 55, (SECONDS - 40) * 100),
        "missed_records": np.maximum(0, (SECONDS - 89) * 45),
    }
)
CHARTS = {
    "load": lambda: load_chart([8, 1, 3], law=[0.6, 0.1, 0.3]),
    "load of 96": lambda: load_chart(np.arange(1, 97) % 13),
    "skew": lambda: skew_chart(SKEW),
    "lag": lambda: lag_chart(LAG, bound_records=2_500),
    "capacity": lambda: capacity_chart(GRID),
    "demand": lambda: demand_chart(DEMAND),
    "bars": lambda: bars_chart(MOVES, "partitions", "assignor", "share of partitions moved", percent=True),
    "frontier": lambda: frontier_chart(FRONTIER),
    "retention": lambda: retention_chart(READER),
    "oldest": lambda: oldest_chart(CHECKS, retention_ms=86_400_000),
}


def charts(step: int) -> pytest.MarkDecorator:
    """Returns a mark that tries a test with every chart, each `step`-th in `make check`, half of these in quick."""
    made = [pytest.param(make, id=name) for name, make in CHARTS.items()]
    return pytest.mark.parametrize("make", every(2 * step, made, whole=step))


def contrast(one: str, other: str) -> float:
    """Returns the contrast ratio of two colours as the web's accessibility rules define it."""

    def light(colour: str) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in matplotlib.colors.to_rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lighter, darker = sorted((light(one), light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def texts_of(chart: Chart) -> list[Text]:
    """Draws a chart, and returns every text that is seen."""
    FigureCanvasAgg(chart).draw()
    (axes,) = chart.axes
    found = [axes.title, axes._left_title, axes.xaxis.label, axes.yaxis.label, *axes.texts]
    found += [text for legend in chart.legends for text in legend.get_texts()]
    found += [tick.label1 for axis in (axes.xaxis, axes.yaxis) for tick in axis._update_ticks()]
    return [text for text in found if text.get_text().strip()]


@charts(5)
def test_a_notebook_gets_a_picture_with_its_alt_text_and_the_same_bytes_each_time(make):
    chart = make()
    (bundle, metadata), (again, _) = chart._repr_mimebundle_(), make()._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG") and bundle == again
    assert bundle["text/plain"] == metadata["image/png"]["alt"] == chart.alt_text
    assert metadata["needs_background"] == "light", "JupyterLab says so at the picture, which a dark page turns"


@charts(3)
def test_the_first_line_of_the_words_says_what_is_drawn_and_no_result(make):
    first, _, rest = make().alt_text.partition("\n")
    assert first.endswith(".") and len(first) <= 120 and rest
    assert not re.search(r": \d|%", first)


def test_numbers_of_partitions_stand_as_far_apart_as_they_are():
    axes = skew_chart(SKEW).axes[0]
    counts = sorted(set(SKEW["partitions"]))
    places = [axes.transData.transform((count, 0))[0] for count in counts]
    per_partition = {round((b - a) / (n - m), 6) for (a, m), (b, n) in pairwise(zip(places, counts, strict=True))}
    assert len(counts) > 2 and len(per_partition) == 1


@charts(3)
def test_the_title_says_a_finding_the_axes_have_names_and_texts_and_outlines_are_seen(make):
    chart = make()
    assert len(chart.alt_text) > 60 and chart.alt_text.endswith(".")
    axes = chart.axes[0]
    assert (
        any(letter.isdigit() for letter in axes.get_title(loc="left"))
        and axes.get_title(loc="left")[0].isupper() | axes.get_title(loc="left")[0].isdigit()
    )
    assert axes.get_xlabel() and axes.get_ylabel()
    texts = texts_of(chart)
    are_large_and_dark_enough_and_inside(texts, chart.bbox)
    do_not_overlap(texts)
    for bar in axes.patches:
        assert contrast(bar.get_edgecolor(), "#ffffff") >= 3
    for line in axes.lines:
        assert line.get_color() == "none" or contrast(line.get_color(), "#ffffff") >= 3


def are_large_and_dark_enough_and_inside(texts, frame):
    for text in texts:
        assert text.get_fontsize() >= 14, text
        assert contrast(text.get_color(), "#ffffff") >= 7
        box = text.get_window_extent()
        assert box.x0 >= -0.5 and box.x1 <= frame.x1 + 0.5, text.get_text()
        assert box.y0 >= -0.5 and box.y1 <= frame.y1 + 0.5, text.get_text()


def do_not_overlap(texts):
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts]
    assert len(boxes) > 8
    for number, (one, box) in enumerate(boxes):
        for other, its_box in boxes[number + 1 :]:
            assert not box.shrunk(0.98, 0.9).overlaps(its_box), f"{one!r} lies on {other!r}"


def test_series_differ_in_marker_dash_and_hatch_not_in_colour_alone():
    for name in ("color", "marker", "dash", "hatch"):
        assert len({getattr(look, name) for look in SERIES}) == len(SERIES)


def test_a_title_of_ones_own_is_kept():
    assert skew_chart(SKEW, title="mine").axes[0].get_title(loc="left") == "Mine"


@pytest.mark.parametrize(
    ("draw", "error", "sentence"),
    [
        (lambda: skew_chart(LAG), InvalidArgumentError, "This chart needs the column 'law'"),
        (lambda: skew_chart([1, 2]), WrongTypeError, "drawn from a pandas DataFrame, not from 'list'"),
        (lambda: lag_chart(LAG.drop(columns="partition")), InvalidArgumentError, "consumer or partition"),
        (lambda: lag_chart(LAG.iloc[:0]), InvalidArgumentError, "There is nothing to draw"),
        (lambda: lag_chart(LAG, bound_records=-1), InvalidArgumentError, "0 records or more, not -1"),
        (
            lambda: bars_chart(pd.concat([MOVES, MOVES]), "partitions", "assignor", "x"),
            InvalidArgumentError,
            "two rows for",
        ),
        (
            lambda: bars_chart(MOVES.assign(low=1), "partitions", "assignor", "x"),
            InvalidArgumentError,
            "holds its mean",
        ),
        (lambda: frontier_chart(FRONTIER.assign(lost=0)), InvalidArgumentError, "run more trials"),
        (
            lambda: retention_chart(READER.assign(partition=SECONDS)),
            InvalidArgumentError,
            "One chart shows one partition",
        ),
        (lambda: oldest_chart(READER), InvalidArgumentError, "needs the column 'checked_at'"),
        (lambda: demand_chart(GRID), InvalidArgumentError, "needs the column 'formula_consumers'"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(draw, error, sentence):
    with pytest.raises(error, match=sentence):
        draw()
