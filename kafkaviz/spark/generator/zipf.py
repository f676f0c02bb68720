"""A few keys take most of the records: Zipf's law, exact in numpy and as a Spark column."""

from math import log
from typing import TYPE_CHECKING

from kafkaviz.spark.arguments import MOST_KEYS, count, number

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import Column

HEAD = 16
"""Ranks drawn from their exact probabilities; the ranks behind them follow a curve through their middles."""

_ROUNDED = 1e-9
"""How far from a whole number an exponent may be by rounding alone: 1 / (1 - 1.1) is -9.999999999999991."""
_ADDED = 10**6
"""Ranks whose weights are added one by one; behind them the curve is exact to 13 digits."""


def zipf_law(keys: int, s: float) -> "np.ndarray":
    """Returns the share of the records that each key gets: float64, shape (keys,), hottest first, sum 1.

    The key of rank r has a weight of 1 / r**s, so 0 makes all keys equal.
    Raises ValueError for fewer than 1 key or a negative exponent.

    >>> zipf_law(4, 1.0).round(2).tolist()
    [0.48, 0.24, 0.16, 0.12]
    """
    import numpy as np

    _check(keys, s)
    weights = np.arange(1, keys + 1, dtype=np.float64) ** -s
    shares: np.ndarray = weights / weights.sum()
    return shares


def drawn_law(keys: int, s: float) -> "np.ndarray":
    """Returns the shares that `zipf_rank` draws by: float64, shape (keys,); less than 0.00002 from `zipf_law`.

    The distance is half the sum of the absolute differences (total variation); up to 16 keys it is 0.

    >>> float(abs(drawn_law(1_000, 1.1) - zipf_law(1_000, 1.1)).sum() / 2) < 0.00002
    True
    """
    import numpy as np

    law = zipf_law(keys, s)
    if keys <= HEAD:
        return law
    edges = np.arange(HEAD, keys + 1) + 0.5
    below = np.log(edges) if s == 1 else edges ** (1 - s)
    tail = np.diff(below) / (below[-1] - below[0])
    return np.concatenate([law[:HEAD], tail * law[HEAD:].sum()])


def zipf_rank(uniform: "Column", keys: int, s: float) -> "Column":
    """Turns a number from [0, 1) into a rank from 1 to `keys` (long) by Zipf's law.

    A table of a million keys would have to be looked up for each record. Instead the 16 hottest keys, which
    matter most, are found exactly, and the rest comes from a formula that is inverted once.
    Raises ValueError for fewer than 1 key or a negative exponent.

    >>> spark.range(1).select(zipf_rank(F.lit(0.5), 4, 1.0)).first()[0]  # doctest: +SKIP
    2
    """
    import pyspark.sql.functions as F

    _check(keys, s)
    if s == 0:
        return (F.floor(uniform * keys) + 1).cast("long")
    bounds = [float(bound) for bound in _head(keys, s).cumsum()]
    no_tail = keys <= HEAD or bounds[-1] >= 1  # a steep law leaves the tail less than a float can tell
    last = F.lit(len(bounds)) if no_tail else _tail_rank(uniform, bounds[-1], keys, s)
    return F.when(uniform < bounds[-1], _rank_below(uniform, bounds)).otherwise(last).cast("long")


def _rank_below(uniform: "Column", bounds: list[float], first: int = 1) -> "Column":
    """Returns the rank of a number below the last of the bounds, each of a rank from `first` on, found by halves."""
    import pyspark.sql.functions as F

    if len(bounds) == 1:
        return F.lit(first)
    half = len(bounds) // 2
    lower, upper = _rank_below(uniform, bounds[:half], first), _rank_below(uniform, bounds[half:], first + half)
    return F.when(uniform < bounds[half - 1], lower).otherwise(upper)


def _head(keys: int, s: float) -> "np.ndarray":
    """Returns the shares of the hottest keys, without a table of all where they are very many."""
    shares = zipf_law(min(keys, _ADDED), s)
    if keys <= _ADDED:
        return shares[:HEAD]
    behind = _area(_ADDED + 0.5, keys + 0.5, s)
    added = (1 / shares[0]).item()
    head: np.ndarray = shares[:HEAD] * added / (added + behind)
    return head


def _area(low: float, high: float, s: float) -> float:
    return log(high / low) if s == 1 else (high ** (1 - s) - low ** (1 - s)) / (1 - s)


def _tail_rank(uniform: "Column", head_share: float, keys: int, s: float) -> "Column":
    # The area under x ** -s from r - 1/2 to r + 1/2 stands for the weight of rank r.
    import pyspark.sql.functions as F

    low, high = HEAD + 0.5, keys + 0.5
    along = (uniform - head_share) / (1 - head_share)
    if s == 1:
        x = low * F.pow(F.lit(high / low), along)
    else:
        power = 1 - s
        x = _power(low**power + along * (high**power - low**power), 1 / power)
    return F.least(F.greatest(F.floor(x + 0.5), F.lit(HEAD + 1)), F.lit(keys))


def _power(base: "Column", exponent: float) -> "Column":
    # Where it is whole, as for s = 1.1, some multiplications give it, at a fraction of what StrictMath.pow costs.
    import pyspark.sql.functions as F

    whole = round(exponent)
    if abs(exponent - whole) > _ROUNDED or not 0 < abs(whole) <= HEAD:
        return F.pow(base, F.lit(exponent))
    product, square = F.lit(1.0), base
    for digit in reversed(f"{abs(whole):b}"):
        product = product * square if digit == "1" else product
        square = square * square
    return product if whole > 0 else 1 / product


def _check(keys: int, s: float) -> None:
    count("keys", keys, 1, MOST_KEYS)
    number("s, the exponent of Zipf's law,", s, 0)
