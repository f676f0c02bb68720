"""Charts of what Spark measured: readable from the last row, told apart without colour, and with a text of their own.

Colours are Okabe and Ito's, which the colour-blind can tell apart; beside each there is a hatch, a marker or a word.
"""

from io import BytesIO
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes

INK = "#000000"
SKY = "#56B4E9"
VERMILION = "#D55E00"
_TEXT_POINTS = 14
_WIDTH_INCHES, _HEIGHT_INCHES = 11.0, 5.5
_NUMBERED_UP_TO = 24


class Chart(Figure):
    """A matplotlib figure that shows itself in a notebook, with `alt_text` for those who do not see it."""

    alt_text = ""

    def __repr__(self) -> str:
        return self.alt_text or super().__repr__()

    __str__ = __repr__

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str | bytes], dict[str, dict[str, str]]]:
        png = BytesIO()
        # Without the name of its maker the picture has the same bytes each time.
        self.savefig(png, format="png", metadata={"Software": None})
        bundle: dict[str, str | bytes] = {"image/png": png.getvalue(), "text/plain": repr(self)}
        return bundle, {"image/png": {"alt": self.alt_text}}


def load_chart(
    measured: "pd.DataFrame | Sequence[float] | np.ndarray",
    law: "Sequence[float] | np.ndarray | None" = None,
    title: str = "",
) -> Chart:
    """Draws the share of each partition as a bar, the exact law beside it as a diamond, and names the hottest.

    `measured` is what `kafkaviz.spark.load` returns, or one number per partition; `law` is one share per
    partition, as `kafkaviz.spark.expected_load` returns. Raises ValueError when their lengths differ or
    there is no load.

    >>> load_chart([8, 1, 3], law=[0.6, 0.1, 0.3])
    Load of 3 partitions, in per cent of the records: 66.7, 8.3, 25.0. Partition 0 is the hottest, 2.0 times
    the mean of 33.3. The exact law: 60.0, 10.0, 30.0.

    Kafka: what a broker's BytesInPerSec would show per partition, as shares.
    """
    import numpy as np
    import pandas as pd
    from matplotlib.ticker import PercentFormatter

    values = np.asarray(measured["share"] if isinstance(measured, pd.DataFrame) else measured, dtype=np.float64)
    if not values.sum() > 0:
        raise ValueError("There is no load to draw: give at least one record.")
    if law is not None and len(law) != len(values):
        raise ValueError(f"The law is of {len(law)} partitions and the measured load of {len(values)}.")
    shares = values / values.sum()
    chart = Chart(figsize=(_WIDTH_INCHES, _HEIGHT_INCHES), dpi=100, layout="constrained")
    axes = chart.add_subplot()
    _draw_bars(axes, shares)
    if law is not None:
        axes.plot(range(len(law)), law, "D", color=INK, markerfacecolor="white", markersize=9, label="exact law")
    axes.axhline(1 / len(shares), color=INK, linestyle="--", linewidth=1.5, label="even load")
    axes.set_title(title or "Which partition carries how much", fontsize=_TEXT_POINTS + 4, loc="left")
    axes.set_xlabel("partition", fontsize=_TEXT_POINTS)
    axes.set_ylabel("share of the records", fontsize=_TEXT_POINTS)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.tick_params(labelsize=_TEXT_POINTS)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_ylim(top=1.18 * max(shares.max(), 0 if law is None else max(law)))
    chart.legend(fontsize=_TEXT_POINTS, frameon=False, loc="outside lower right", ncols=4)
    chart.alt_text = _in_words(shares, law)
    return chart


def _draw_bars(axes: "Axes", shares: "np.ndarray") -> None:
    hottest = int(shares.argmax())
    others = [number for number in range(len(shares)) if number != hottest]
    axes.bar(others, shares[others], color=SKY, edgecolor=INK, label="measured")
    axes.bar([hottest], shares[hottest], color=VERMILION, edgecolor=INK, hatch="//", label="measured, hottest")
    along = hottest / max(len(shares) - 1, 1)
    axes.annotate(
        f"partition {hottest}: {shares[hottest]:.1%},\n{shares[hottest] * len(shares):.1f} × the mean",
        (hottest, shares[hottest]),
        xytext=(0, 10),
        textcoords="offset points",
        ha="left" if along < 0.1 else "right" if along > 0.9 else "center",
        fontsize=_TEXT_POINTS,
    )
    if len(shares) <= _NUMBERED_UP_TO:
        axes.set_xticks(range(len(shares)))


def _in_words(shares: "np.ndarray", law: "Sequence[float] | np.ndarray | None") -> str:
    hottest = int(shares.argmax())
    words = (
        f"Load of {len(shares)} partitions, in per cent of the records: {_per_cent(shares)}. "
        f"Partition {hottest} is the hottest, {shares[hottest] * len(shares):.1f} times "
        f"the mean of {_per_cent([1 / len(shares)])}."
    )
    return words if law is None else f"{words} The exact law: {_per_cent(law)}."


def _per_cent(shares: "Sequence[float] | np.ndarray") -> str:
    return ", ".join(f"{100 * share:.1f}" for share in shares)
