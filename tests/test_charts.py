"""The chart says in words what it draws, draws the same each time, and can be read without colours."""

import matplotlib.colors
import pytest

from kafkaviz.charts import Chart, load_chart

MEASURED, LAW = [8, 1, 3], [0.6, 0.1, 0.3]


def contrast(one: str, other: str) -> float:
    """Returns the contrast ratio of two colours as the web's accessibility rules define it."""

    def light(colour: str) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in matplotlib.colors.to_rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lighter, darker = sorted((light(one), light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def texts_of(chart: Chart) -> list:
    axes = chart.axes[0]
    found = [axes.title, axes.get_title(loc="left"), axes.xaxis.label, axes.yaxis.label, *axes.texts]
    found += [*axes.get_xticklabels(), *axes.get_yticklabels(), *chart.legends[0].get_texts()]
    return [text for text in found if hasattr(text, "get_fontsize") and text.get_text()]


def test_the_alt_text_tells_every_share_the_hottest_and_the_law():
    chart = load_chart(MEASURED, LAW)
    assert chart.alt_text == repr(chart) == str(chart)
    assert "66.7, 8.3, 25.0. Partition 0 is the hottest, 2.0 times the mean of 33.3." in chart.alt_text
    assert chart.alt_text.endswith("The exact law: 60.0, 10.0, 30.0.")
    assert "law" not in load_chart(MEASURED).alt_text


def test_a_notebook_gets_a_picture_with_its_alt_text():
    bundle, metadata = load_chart(MEASURED, LAW)._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert bundle["text/plain"] == metadata["image/png"]["alt"] == load_chart(MEASURED, LAW).alt_text


def test_the_same_chart_has_the_same_bytes():
    first, again = (load_chart(MEASURED, LAW)._repr_mimebundle_()[0]["image/png"] for _ in range(2))
    assert first == again


def test_the_bars_are_as_high_as_the_shares_and_the_law_lies_on_its_marks():
    axes = load_chart(MEASURED, LAW).axes[0]
    heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches}
    assert [heights[number] for number in range(3)] == pytest.approx([8 / 12, 1 / 12, 3 / 12])
    assert list(axes.lines[0].get_ydata()) == LAW


def test_every_text_has_at_least_fourteen_points():
    assert {text.get_fontsize() >= 14 for text in texts_of(load_chart(MEASURED, LAW))} == {True}


def test_the_hottest_partition_is_marked_by_a_hatch_and_by_words_too():
    axes = load_chart(MEASURED).axes[0]
    hatched = [bar for bar in axes.patches if bar.get_hatch()]
    assert [bar.get_height() for bar in hatched] == pytest.approx([8 / 12])
    assert axes.texts[0].get_text() == "partition 0: 66.7%,\n2.0 × the mean"


def test_every_bar_has_an_outline_that_stands_out_from_the_paper():
    for bar in load_chart(MEASURED).axes[0].patches:
        assert contrast(bar.get_edgecolor(), "white") >= 3


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
