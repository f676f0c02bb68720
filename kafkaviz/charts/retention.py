"""What a log keeps while a slow reader reads it: where it starts and ends, how far the reader is, what it missed."""

from typing import TYPE_CHECKING

from kafkaviz.charts.chart import (
    BLUE,
    HOT,
    INK,
    Chart,
    finish,
    format_number,
    new_chart,
    numbers,
    require_columns,
    seconds_since_first,
)
from kafkaviz.decisions import wording
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.scene.style import LIGHT

if TYPE_CHECKING:
    import pandas as pd


def retention_chart(reader: "pd.DataFrame", title: str = "") -> Chart:
    """Draws the log of one partition over time, the position of a slow reader in it, and the records it missed.

    `reader` is what `kafkaviz.spark.slow_reader` gives for one partition, as pandas: `window_start`,
    `log_start_offset`, `log_end_offset`, `position` and `missed_records` (so far).
    Raises InvalidArgumentError for other columns, or for several partitions.

    >>> import pandas as pd
    >>> retention_chart(pd.DataFrame({"window_start": [0, 1], "log_start_offset": [0, 6], "log_end_offset": [5, 10],
    ...     "position": [2, 8], "missed_records": [0, 4]}))
    A log and its reader over 1 s. At the end the log keeps offsets 6 to 10, the reader is at 8 and has missed 4
    records.

    Kafka: LogStartOffset and LogEndOffset of kafka.log:type=Log, and the consumer's position.
    """
    require_columns(reader, "window_start", "log_start_offset", "log_end_offset", "position", "missed_records")
    for name in ("topic", "partition"):
        if name in reader.columns and reader[name].nunique() > 1:
            raise InvalidArgumentError(f"One chart shows one partition: keep one, as in df[df.{name} == ...].")
    rows = reader.assign(seconds=seconds_since_first(reader["window_start"])).sort_values("seconds")
    at, last = rows["seconds"], rows.iloc[-1]
    start, end, position = (numbers(rows[n], "An offset") for n in ("log_start_offset", "log_end_offset", "position"))
    missed = int(last.missed_records)
    share = missed / max(float(last.log_end_offset), 1)
    found = (
        f"The reader misses {wording.quantity(missed, 'record')}, {share:.0%} of all: they were deleted before it came "
        "to them"
        if missed
        else "The reader misses nothing: what it has not read is still kept"
    )
    chart, axes = new_chart(title or found, "seconds since the first record", "offset")
    kept = LIGHT["follower"]
    axes.fill_between(at, start, end, color=kept, edgecolor=BLUE, label="kept in the log", linewidth=0)
    axes.plot(at, end, color=BLUE, linewidth=2.5, label="log end offset")
    axes.plot(at, start, color=INK, linewidth=2.5, linestyle="--", label="log start offset")
    axes.plot(at, position, color=LIGHT["committed_line"], linewidth=3.5, linestyle="-.", label="the reader's position")
    grew = rows["missed_records"].diff().fillna(rows["missed_records"].iloc[0]) > 0
    if grew.any():
        axes.plot(
            at[grew], position[grew.to_numpy()], "X", color=HOT, markeredgecolor=INK, ms=12, label="records missed"
        )
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)
    axes.yaxis.set_major_formatter(lambda value, _: format_number(value))
    return finish(
        chart,
        f"A log and its reader over {format_number(float(at.max()))} s. At the end the log keeps offsets "
        f"{int(last.log_start_offset)} to {int(last.log_end_offset)}, the reader is at {int(last.position)} "
        f"and has missed {wording.quantity(missed, 'record')}.",
    )
