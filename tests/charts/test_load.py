"""The chart of a load: its bars, the law beside them, and who is named as the hottest."""

import pandas as pd
import pytest

from kafkaviz.charts import load_chart

MEASURED, LAW = [8, 1, 3], [0.6, 0.1, 0.3]


def test_the_alt_text_tells_every_share_the_hottest_and_the_law():
    chart = load_chart(MEASURED, LAW)
    assert chart.alt_text == repr(chart) == str(chart)
    assert "66.7, 8.3, 25.0. Partition 0 is the hottest, 2.0 times the mean of 33.3." in chart.alt_text
    assert chart.alt_text.endswith("The exact law: 60.0, 10.0, 30.0.")
    assert "law" not in load_chart(MEASURED).alt_text


def test_the_bars_are_as_high_as_the_shares_and_the_law_lies_on_its_marks():
    axes = load_chart(MEASURED, LAW).axes[0]
    heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches}
    assert [heights[number] for number in range(3)] == pytest.approx([8 / 12, 1 / 12, 3 / 12])
    assert list(axes.lines[0].get_ydata()) == LAW


def test_the_hottest_partition_is_marked_by_a_hatch_and_by_words_too():
    axes = load_chart(MEASURED).axes[0]
    hatched = [bar for bar in axes.patches if bar.get_hatch()]
    assert [bar.get_height() for bar in hatched] == pytest.approx([8 / 12])
    assert axes.texts[0].get_text() == "partition 0: 66.7%,\n2.0 × the mean"


@pytest.mark.parametrize("hottest", [0, 6, 11])
def test_the_words_at_the_hottest_bar_stay_inside_the_picture(hottest):
    chart = load_chart([9 if number == hottest else 1 for number in range(12)])
    chart.canvas.draw()
    box, frame = chart.axes[0].texts[0].get_window_extent(), chart.bbox
    assert frame.x0 <= box.x0 and box.x1 <= frame.x1 and box.y1 <= frame.y1


def test_a_law_of_another_topic_is_refused():
    with pytest.raises(ValueError, match="The law is of 2 partitions and the measured load of 3"):
        load_chart(MEASURED, [0.5, 0.5])


def test_no_load_cannot_be_drawn():
    with pytest.raises(ValueError, match="There is no load to draw"):
        load_chart([0, 0])


def test_brokers_and_consumers_are_named_and_nobody_too():
    chart = load_chart(pd.DataFrame({"broker": [1, 2, None], "records": [1, 3, 0]}))
    assert [label.get_text() for label in chart.axes[0].get_xticklabels()] == ["1", "2", "nobody"]
    assert chart.axes[0].get_title(loc="left") == "Broker 2 carries 75% of the records, 2.2 times the mean of 3 brokers"
    assert load_chart(pd.DataFrame({"consumer": ["C1"], "records": [5]})).alt_text.startswith("Load of 1 consumers")


def test_partitions_of_two_topics_are_told_apart():
    both = pd.DataFrame({"topic": ["a", "b"], "partition": [0, 0], "records": [1, 2], "share": [1.0, 1.0]})
    assert [label.get_text() for label in load_chart(both).axes[0].get_xticklabels()] == ["a-0", "b-0"]


def test_no_numbers_are_no_load():
    with pytest.raises(ValueError, match="made of finite numbers from 0 on, not nan"):
        load_chart([1, float("nan")])
    with pytest.raises(TypeError, match="A load is numbers, not"):
        load_chart(["many", "few"])
