"""What many outcomes say: means, shares and quantiles, each with how sure it is; from a frame to a frame."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.model.core.kinds import check_kind

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

QUANTILES: Final = (0.05, 0.5, 0.95, 0.99)


class Interval(NamedTuple):
    """A share, and the bounds between which the true one lies with a confidence."""

    share: float
    low: float
    high: float


def wilson_interval(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Returns the share of successes with Wilson's interval, which holds for rare events and small numbers too.

    Raises InvalidArgumentError for no trials, more successes than trials, and a confidence that is not between 0 and 1.

    >>> [round(bound, 4) for bound in wilson_interval(0, 2_000)]
    [0.0, 0.0, 0.0019]
    """
    if trials < 1 or not 0 <= successes <= trials:
        raise InvalidArgumentError(f"Of {short(trials)} trials {short(successes)} cannot be successes.")
    share = successes / trials
    return Interval(share, *_wilson(share, trials, _z(confidence), sqrt))


def share_of(
    outcomes: "DataFrame", column: str, by: str | Sequence[str] = "setting", *, confidence: float = 0.95
) -> "DataFrame":
    """Counts how often a truth value holds, with Wilson's interval: `by`, trials, successes, share, low, high.

    Rows without a value count nowhere, such as what was lost of a refused write. `by` names one column,
    several, or with [] none. Raises UnknownNameError for a column that is not there, InvalidArgumentError for one
    that holds no truth values.

    >>> share_of(run_trials(spark, "durability", trials=50), "refused").columns  # doctest: +SKIP
    ['setting', 'trials', 'successes', 'share', 'low', 'high']
    """
    names = _checked(outcomes, column, by, ("boolean",), _TRUTH)
    counts = outcomes.groupBy(*names).agg(*_counts(column, "trials", "successes")).where("trials > 0")
    return _ordered(counts.withColumns(_shares("trials", "successes", confidence, "share", "low", "high")), names)


def shares_of(
    outcomes: "DataFrame", columns: Sequence[str], by: str | Sequence[str] = "setting", *, confidence: float = 0.95
) -> "DataFrame":
    """Counts several truth values at once, side by side: `by`, then for each column x its share x, x_low and x_high.

    Each is of the rows that have a value there; without any it is null. Raises like `share_of`.

    >>> shares_of(run_trials(spark, "durability", trials=50), ["refused", "lost"]).columns  # doctest: +SKIP
    ['setting', 'refused', 'refused_low', 'refused_high', 'lost', 'lost_low', 'lost_high']
    """
    several = check_kind("columns", tuple[str, ...], columns)
    names = [name for column in several for name in _checked(outcomes, column, by, ("boolean",), _TRUTH)]
    names = list(dict.fromkeys(names))
    counts = [count for column in several for count in _counts(column, f"{column}_trials", f"{column}_successes")]
    rows = outcomes.groupBy(*names).agg(*counts)
    for column in several:
        counts_of = (f"{column}_trials", f"{column}_successes")
        rows = rows.withColumns(_shares(*counts_of, confidence, column, f"{column}_low", f"{column}_high")).drop(
            *counts_of
        )
    return _ordered(rows, names)


def mean_of(
    outcomes: "DataFrame", column: str, by: str | Sequence[str] = "setting", *, confidence: float = 0.95
) -> "DataFrame":
    """Averages a number, with the normal interval of its mean: `by`, trials, mean, stddev, low, high.

    The interval is meant for some dozens of trials and more; of a single one it is null. Rows without a value count
    nowhere. Raises like `share_of`.

    >>> mean_of(run_trials(spark, "load_shift", trials=50), "busiest").columns  # doctest: +SKIP
    ['setting', 'trials', 'mean', 'stddev', 'low', 'high']
    """
    import pyspark.sql.functions as F

    names = _checked(outcomes, column, by, _NUMBERS, "numbers")
    averages = outcomes.groupBy(*names).agg(
        F.count(column).alias("trials"), F.mean(column).alias("mean"), F.stddev_samp(column).alias("stddev")
    )
    half = _z(confidence) * F.col("stddev") / F.sqrt("trials")
    found = averages.where("trials > 0").withColumns({"low": F.col("mean") - half, "high": F.col("mean") + half})
    return _ordered(found, names)


def quantiles_of(
    outcomes: "DataFrame", column: str, by: str | Sequence[str] = "setting", quantiles: Sequence[float] = QUANTILES
) -> "DataFrame":
    """Returns exact quantiles of a number: `by`, trials, one column for each, named p5 or p99.9, and max.

    Raises like `share_of`, and InvalidArgumentError for a quantile that is not from 0 to 1.

    >>> quantiles_of(run_trials(spark, "leader_gap", trials=50), "longest_ms").columns  # doctest: +SKIP
    ['setting', 'trials', 'p5', 'p50', 'p95', 'p99', 'max']
    """
    import pyspark.sql.functions as F

    names = _checked(outcomes, column, by, _NUMBERS, "numbers")
    odd = [q for q in quantiles if isinstance(q, bool) or not isinstance(q, int | float) or not 0 <= q <= 1]
    if odd:
        raise InvalidArgumentError(f"A quantile is from 0 to 1, not {short(odd[0])}.")
    found = [F.percentile(column, F.lit(float(q))).alias(f"p{100 * q:g}") for q in quantiles]
    rows = outcomes.groupBy(*names).agg(F.count(column).alias("trials"), *found, F.max(column).alias("max"))
    return _ordered(rows.where("trials > 0"), names)


_TRUTH: Final = "truth values; compare it first, as in df.lost > 0"
_NUMBERS: Final = ("bigint", "double", "int", "float")


def _checked(
    outcomes: "DataFrame", column: str, by: str | Sequence[str], types: tuple[str, ...], what: str
) -> list[str]:
    """Returns the columns to group by; refuses what is not there, or of another type than one can be counted by."""
    names = [by] if isinstance(by, str) else list(check_kind("by", tuple[str, ...], by))
    known = dict(outcomes.dtypes)
    for name in (column, *names):
        if name not in known:
            raise UnknownNameError(f"There is no column {short(name)}; {suggestion(name, known)}")
    if known[column] not in types:
        raise InvalidArgumentError(f"The column {column} is of type {known[column]}, and this needs {what}.")
    return names


def _counts(column: str, trials: str, successes: str) -> "list[Column]":
    import pyspark.sql.functions as F

    return [F.count(column).alias(trials), F.count_if(column).alias(successes)]


def _shares(trials: str, successes: str, confidence: float, *names: str) -> "dict[str, Column]":
    """Returns a share and its bounds as columns of these names; null where there were no trials."""
    import pyspark.sql.functions as F

    count = F.nullif(F.col(trials), F.lit(0))
    share = F.col(successes) / count
    return dict(zip(names, (share, *_wilson(share, count, _z(confidence), F.sqrt)), strict=True))


def _ordered(rows: "DataFrame", names: list[str]) -> "DataFrame":
    return rows.orderBy(*names) if names else rows


def _z(confidence: float) -> float:
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 < confidence < 1:
        raise InvalidArgumentError(f"A confidence is between 0 and 1, such as 0.95, not {short(confidence)}.")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _wilson(share: Any, trials: Any, z: float, root: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Returns the bounds of Wilson's score interval, of numbers or of columns."""
    spread = root(share * (1 - share) / trials + z * z / (4 * trials * trials)) * z
    middle, scale = share + z * z / (2 * trials), 1 + z * z / trials
    return (middle - spread) / scale, (middle + spread) / scale
