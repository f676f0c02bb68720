"""A chart that grows: one display that is replaced, and a stream that is closed whatever happens."""

import pandas as pd
import pytest
from IPython import get_ipython
from IPython.testing.globalipapp import start_ipython
from IPython.utils.capture import capture_output

from kafkaviz.charts import growing, load_chart
from kafkaviz.decisions.errors import InvalidArgumentError


@pytest.fixture(autouse=True, scope="module")
def _ipython():
    get_ipython() or start_ipython()


class Frames:
    """Three loads, one after another, that know whether they were closed."""

    def __init__(self, records: list[list[int]]) -> None:
        self.records, self.closed = iter(records), False

    def __iter__(self) -> "Frames":
        return self

    def __next__(self) -> pd.DataFrame:
        return pd.DataFrame({"partition": [0, 1], "records": next(self.records)})

    def close(self) -> None:
        self.closed = True


@pytest.mark.slow
def test_each_table_takes_the_place_of_the_one_before():
    frames = Frames([[1, 2], [2, 2], [9, 2]])
    with capture_output() as captured:
        chart = growing(frames, load_chart)
    assert chart.alt_text == load_chart([9, 2]).alt_text and frames.closed
    shown = captured.outputs
    assert [output.data["text/plain"] for output in shown][-1] == chart.alt_text
    assert len({str(output.transient["display_id"]) for output in shown}) == 1 and len(shown) == 3
    assert [output.update for output in shown] == [False, True, True]


def test_a_chart_that_cannot_be_drawn_closes_the_stream():
    frames = Frames([[0, 0], [1, 1]])
    with capture_output(), pytest.raises(InvalidArgumentError, match="There is no load"):
        growing(frames, load_chart)
    assert frames.closed


def test_no_table_at_all_is_refused():
    with pytest.raises(InvalidArgumentError, match="the stream had no records"):
        growing(iter(()), load_chart)
