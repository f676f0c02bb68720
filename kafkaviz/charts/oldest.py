"""How old the oldest record of each partition gets, beside how long records are to be kept."""

from typing import TYPE_CHECKING

from kafkaviz.charts.chart import (
    INK,
    SERIES,
    Chart,
    draw_line,
    finish,
    format_number,
    new_chart,
    require_columns,
    seconds_since_first,
)
from kafkaviz.decisions.errors import InvalidArgumentError

if TYPE_CHECKING:
    import pandas as pd

_UNITS = ((86_400, "days"), (3_600, "hours"), (60, "minutes"), (1, "seconds"))


def oldest_chart(checks: "pd.DataFrame", retention_ms: int = -1, title: str = "") -> Chart:
    """Draws how old the oldest record is over time in the fullest partition, one in the middle, and the emptiest.

    `checks` is what `kafkaviz.spark.retention_checks` gives for one topic, as pandas: `checked_at`, `partition`,
    `kept_bytes` and `oldest_age_ms`. `retention_ms` is drawn as a line, -1 is none. Raises
    InvalidArgumentError for other columns, or for several topics.

    >>> import pandas as pd
    >>> oldest_chart(pd.DataFrame({"checked_at": [0, 3_600], "partition": 0, "kept_bytes": 70,
    ...     "oldest_age_ms": [0, 3_600_000]}), retention_ms=1_800_000)
    The oldest record kept, over 60 minutes; retention.ms is 30 minutes. Partition 0: at most 60 minutes.

    Kafka: LogStartOffset, and the timestamp of the record there.
    """
    require_columns(checks, "checked_at", "partition", "kept_bytes", "oldest_age_ms")
    if "topic" in checks.columns and checks["topic"].nunique() > 1:
        raise InvalidArgumentError("One chart shows one topic: keep one, as in df[df.topic == ...].")
    checks = checks.assign(seconds=seconds_since_first(checks["checked_at"]))
    width, unit = next(scale for scale in _UNITS if scale[0] <= max(float(checks["seconds"].max()) / 2, 1))
    lines = sorted(
        ((int(name), rows.sort_values("seconds")) for name, rows in checks.groupby("partition")),
        key=lambda line: (-float(line[1]["kept_bytes"].max()), line[0]),
    )
    shown = dict.fromkeys((0, len(lines) // 2, len(lines) - 1))
    ages = [rows["oldest_age_ms"] / 1000 / width for _, rows in lines]
    limit = retention_ms / 1000 / width
    oldest, whose = max((float(age.max()), lines[number][0]) for number, age in enumerate(ages))
    found = f"In partition {whose} a record gets {oldest:.2g} {unit} old"
    chart, axes = new_chart(
        title or (f"{found}; retention.ms says {limit:.2g}" if retention_ms >= 0 else found),
        f"{unit} since the first check",
        f"age of the oldest record in {unit}",
    )
    sentences = []
    for look, number in zip(SERIES, shown, strict=False):
        (partition, rows), age = lines[number], ages[number]
        most = format_number(round(float(rows["kept_bytes"].max()) / 1e6, 1))
        draw_line(axes, look, rows["seconds"] / width, age, f"partition {partition}, at most {most} MB")
        sentences.append(f"Partition {partition}: at most {format_number(round(float(age.max()), 1))} {unit}.")
    if retention_ms >= 0:
        axes.axhline(
            limit, color=INK, linestyle=(0, (1, 2)), linewidth=2.5, label=f"retention.ms: {_time(limit, unit)}"
        )
    axes.set_ylim(bottom=0, top=1.1 * max(oldest, limit, 1e-9))
    axes.set_xlim(left=0)
    span = f"{format_number(round(float(checks['seconds'].max()) / width, 1))} {unit}"
    limited = f"; retention.ms is {_time(limit, unit)}" if retention_ms >= 0 else ""
    return finish(chart, f"The oldest record kept, over {span}{limited}. {' '.join(sentences)}")


def _time(number: float, unit: str) -> str:
    return f"{format_number(round(number, 2))} {unit.removesuffix('s') if number == 1 else unit}"
