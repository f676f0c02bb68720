"""Charts of what Spark measured: readable from the last row, told apart without colour, and with a text of their own.

The title says the finding, the axes have units, the expected law stands beside the measured one. The colours are the
player's, which the colour-blind can tell apart; beside each there is a hatch, a marker, a dash or a word.
"""

from kafkaviz.charts.capacity import capacity_chart, demand_chart
from kafkaviz.charts.chart import Chart
from kafkaviz.charts.growing import growing
from kafkaviz.charts.lag import lag_chart
from kafkaviz.charts.load import load_chart
from kafkaviz.charts.oldest import oldest_chart
from kafkaviz.charts.retention import retention_chart
from kafkaviz.charts.skew import skew_chart
from kafkaviz.charts.trials import bars_chart, frontier_chart

__all__ = [
    "Chart",
    "bars_chart",
    "capacity_chart",
    "demand_chart",
    "frontier_chart",
    "growing",
    "lag_chart",
    "load_chart",
    "oldest_chart",
    "retention_chart",
    "skew_chart",
]
