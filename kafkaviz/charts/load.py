"""Who carries how much: a bar for each partition, broker or consumer, the exact law beside it."""

from typing import TYPE_CHECKING

from kafkaviz.charts.chart import BLUE, HOT, INK, PAPER, Chart, finish, kind_of, name_of, new_chart, note, numbers
from kafkaviz.decisions.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes

_NUMBERED_UP_TO = 24


def load_chart(
    measured: "pd.DataFrame | Sequence[float] | np.ndarray",
    law: "Sequence[float] | np.ndarray | None" = None,
    title: str = "",
) -> Chart:
    """Draws the share of each partition, broker or consumer as a bar, the exact law beside it, and names the hottest.

    `measured` is what `kafkaviz.spark.load`, `load_by_broker` or `load_by_consumer` gives, as pandas, or one number
    each; `law` is one share each, as `kafkaviz.spark.expected_load` returns. The title says the finding unless
    another is given. Raises InvalidArgumentError when their lengths differ or there is no load.

    >>> load_chart([8, 1, 3], law=[0.6, 0.1, 0.3])
    Load of 3 partitions, in per cent of the records.
    Partition by partition: 66.7, 8.3, 25.0. Partition 0 is the hottest, 2.0 times the mean of 33.3. The exact law:
    60.0, 10.0, 30.0.

    Kafka: what a broker's BytesInPerSec would show per partition, as shares.
    """
    import numpy as np
    from matplotlib.ticker import PercentFormatter

    kind, names, values = _read(measured)
    if not values.sum() > 0:
        raise InvalidArgumentError("There is no load to draw: give at least one record.")
    if law is not None and len(law) != len(values):
        raise InvalidArgumentError(f"The law is of {len(law)} {kind}s and the measured load of {len(values)}.")
    shares = values / values.sum()
    hottest = int(shares.argmax())
    found = f"{kind.capitalize()} {names[hottest]} carries {shares[hottest]:.0%} of the records"
    even = f"{found}, {shares[hottest] * len(shares):.1f} times the mean of {len(shares)} {kind}s"
    chart, axes = new_chart(title or (even if len(shares) > 1 else found), kind, "share of the records")
    _draw_bars(axes, shares, f"{kind} {names[hottest]}")
    if law is not None:
        axes.plot(range(len(law)), law, "D", color=INK, markerfacecolor=PAPER, markersize=9, label="exact law")
    axes.axhline(1 / len(shares), color=INK, linestyle="--", linewidth=1.5, label="even load")
    if len(shares) <= _NUMBERED_UP_TO or kind != "partition":
        axes.set_xticks(range(len(shares)), names)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_ylim(top=1.22 * max(shares.max(), 0 if law is None else np.max(law)))
    return finish(chart, _in_words(kind, names, shares, law))


def _read(measured: "pd.DataFrame | Sequence[float] | np.ndarray") -> "tuple[str, list[str], np.ndarray]":
    import pandas as pd

    if not isinstance(measured, pd.DataFrame):
        values = numbers(measured, "A load")
        return "partition", [str(number) for number in range(len(values))], values
    if measured.index.name == "partition" and "partition" not in measured.columns:
        measured = measured.reset_index()
    kind = kind_of(measured)
    topics = measured["topic"].nunique() if "topic" in measured.columns else 1
    names = list(map(name_of, measured[kind]))
    if topics > 1:
        names = [f"{topic}-{name}" for topic, name in zip(measured["topic"], names, strict=True)]
    return kind, names, numbers(measured["records" if "records" in measured.columns else "share"], "A load")


def _draw_bars(axes: "Axes", shares: "np.ndarray", name: str) -> None:
    hottest = int(shares.argmax())
    others = [number for number in range(len(shares)) if number != hottest]
    if others:
        axes.bar(others, shares[others], color=BLUE, edgecolor=INK, label="measured")
    axes.bar([hottest], shares[hottest], color=HOT, edgecolor=INK, hatch="//", label="measured, hottest")
    along = hottest / max(len(shares) - 1, 1)
    words = f"{name}: {shares[hottest]:.1%},\n{shares[hottest] * len(shares):.1f} × the mean"
    ha = "left" if along < 0.1 and others else "right" if along > 0.9 else "center"
    note(axes, words, (hottest, shares[hottest]), ha=ha)


def _in_words(kind: str, names: list[str], shares: "np.ndarray", law: "Sequence[float] | np.ndarray | None") -> str:
    hottest = int(shares.argmax())
    words = (
        f"Load of {len(shares)} {kind}s, in per cent of the records. "
        f"{kind.capitalize()} by {kind}: {_per_cent(shares)}. "
        f"{kind.capitalize()} {names[hottest]} is the hottest, {shares[hottest] * len(shares):.1f} times "
        f"the mean of {_per_cent([1 / len(shares)])}."
    )
    return words if law is None else f"{words} The exact law: {_per_cent(law)}."


def _per_cent(shares: "Sequence[float] | np.ndarray") -> str:
    return ", ".join(f"{100 * share:.1f}" for share in shares)
