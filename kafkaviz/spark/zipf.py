"""A few keys take most of the records: Zipf's law, exact in numpy and as a Spark column."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import Column

HEAD = 16
"""Ranks drawn from their exact probabilities; the ranks behind them follow a curve through their middles."""


def zipf_law(keys: int, zipf: float) -> "np.ndarray":
    """Returns the share of the records that each key gets: float64, shape (keys,), hottest first, sum 1.

    The key of rank r has a weight of 1 / r**zipf, so 0 makes all keys equal.
    Raises ValueError for fewer than 1 key or a negative exponent.

    >>> zipf_law(4, 1.0).round(2).tolist()
    [0.48, 0.24, 0.16, 0.12]

    Kafka: nothing; this is the workload that a topic is given.
    """
    import numpy as np

    _check(keys, zipf)
    weights = np.arange(1, keys + 1, dtype=np.float64) ** -zipf
    shares: np.ndarray = weights / weights.sum()
    return shares


def drawn_law(keys: int, zipf: float) -> "np.ndarray":
    """Returns the shares that `zipf_rank` draws by: float64, shape (keys,); less than 0.00002 from `zipf_law`.

    The distance is half the sum of the absolute differences (total variation); up to 16 keys it is 0.

    >>> float(abs(drawn_law(1_000, 1.1) - zipf_law(1_000, 1.1)).sum() / 2) < 0.00002
    True

    Kafka: nothing; this is the workload that a topic is given.
    """
    import numpy as np

    law = zipf_law(keys, zipf)
    if keys <= HEAD:
        return law
    edges = np.arange(HEAD, keys + 1) + 0.5
    below = np.log(edges) if zipf == 1 else edges ** (1 - zipf)
    tail = np.diff(below) / (below[-1] - below[0])
    return np.concatenate([law[:HEAD], tail * law[HEAD:].sum()])


def zipf_rank(uniform: "Column", keys: int, zipf: float) -> "Column":
    """Turns a number from [0, 1) into a rank from 1 to `keys` (long) by Zipf's law.

    A table of a million keys would have to be looked up for each record. Instead the 16 hottest keys, which
    matter most, are compared with exactly, and the rest comes from a formula that is inverted once.
    Raises ValueError for fewer than 1 key or a negative exponent.

    >>> spark.range(1).select(zipf_rank(F.lit(0.5), 4, 1.0)).first()[0]  # doctest: +SKIP
    2

    Kafka: nothing; this is the workload that a topic is given.
    """
    import pyspark.sql.functions as F

    _check(keys, zipf)
    if zipf == 0:
        return (F.floor(uniform * keys) + 1).cast("long")
    bounds = [float(bound) for bound in zipf_law(keys, zipf).cumsum()[:HEAD]]
    no_tail = keys <= HEAD or bounds[-1] >= 1  # a steep law leaves the tail less than a float can tell
    last = F.lit(len(bounds)) if no_tail else _tail_rank(uniform, bounds[-1], keys, zipf)
    rank = F.when(uniform < bounds[0], 1)
    for number, bound in enumerate(bounds[1:], start=2):
        rank = rank.when(uniform < bound, number)
    return rank.otherwise(last).cast("long")


def _tail_rank(uniform: "Column", head_share: float, keys: int, zipf: float) -> "Column":
    # The area under x ** -zipf from r - 1/2 to r + 1/2 stands for the weight of rank r.
    import pyspark.sql.functions as F

    low, high = HEAD + 0.5, keys + 0.5
    along = (uniform - head_share) / (1 - head_share)
    if zipf == 1:
        x = low * F.pow(F.lit(high / low), along)
    else:
        power = 1 - zipf
        x = F.pow(low**power + along * (high**power - low**power), F.lit(1 / power))
    return F.least(F.greatest(F.floor(x + 0.5), F.lit(HEAD + 1)), F.lit(keys))


def _check(keys: int, zipf: float) -> None:
    if keys < 1:
        raise ValueError(f"A workload has at least 1 key, not {keys}.")
    if zipf < 0:
        raise ValueError(f"A Zipf exponent is 0 (all keys equal) or more, not {zipf}.")
