"""How many bytes the values have: always the same, or by a law that follows from the record's number."""

from collections.abc import Mapping
from itertools import accumulate
from math import exp, log
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.spark.arguments import count, number
from kafkaviz.spark.generator.chance import below, uniform

if TYPE_CHECKING:
    from pyspark.sql import Column

MOST_BYTES = 100_000_000
_DRAW = 9
_QUANTILES = 1_024


class UniformBytes(NamedTuple):
    """Every size from `low` to `high` is equally likely."""

    low: int
    high: int

    def check(self) -> "UniformBytes":
        """Returns the law; raises InvalidArgumentError for one that cannot be."""
        low, high = (count(name, getattr(self, name), 0, MOST_BYTES) for name in self._fields)
        if low > high:
            raise InvalidArgumentError(f"The smallest size, {low}, is larger than the largest, {high}.")
        return UniformBytes(low, high)

    def size(self, id: "Column", seed: int) -> "Column":
        """Returns the size (int) of a record's value."""
        return (below(id, self.high - self.low + 1, seed, _DRAW) + self.low).cast("int")


class LognormalBytes(NamedTuple):
    """The logarithm of the size is normal: most values are small, and a few are very large.

    `sigma` is the standard deviation of the natural logarithm. Drawn from 1,024 equally likely sizes, so the largest
    is that of the quantile 2047/2048: `median` times e to the 3.3 `sigma`.

    Sizes of messages and files are often found to be lognormal.
    """

    median: int
    sigma: float = 1.0

    def check(self) -> "LognormalBytes":
        """Returns the law; raises InvalidArgumentError for one that cannot be."""
        law = LognormalBytes(count("median", self.median, 1, MOST_BYTES), number("sigma", self.sigma, 0, 10))
        if max(law.table()) > MOST_BYTES:
            raise InvalidArgumentError(
                f"With a median of {law.median} and a sigma of {law.sigma} the largest value would have more than "
                f"{MOST_BYTES:,} bytes."
            )
        return law

    def table(self) -> list[int]:
        """Returns the 1,024 sizes, ascending."""
        normal, middle = NormalDist(), log(self.median)
        return [round(exp(middle + self.sigma * normal.inv_cdf((n + 0.5) / _QUANTILES))) for n in range(_QUANTILES)]

    def size(self, id: "Column", seed: int) -> "Column":
        """Returns the size (int) of a record's value."""
        import pyspark.sql.functions as F

        table = F.lit(self.table()).cast("array<int>")
        return F.element_at(table, (below(id, _QUANTILES, seed, _DRAW) + 1).cast("int"))


class WeightedBytes(NamedTuple):
    """A few sizes, each as often as its weight says."""

    weights: Mapping[int, float]

    def check(self) -> "WeightedBytes":
        """Returns the law; raises InvalidArgumentError for one that cannot be."""
        if not isinstance(self.weights, Mapping) or not 0 < len(self.weights) <= 100:
            raise WrongTypeError(f"Weights are 1 to 100 sizes with their weights, not {short(self.weights)}.")
        weights = {count("a size", size, 0, MOST_BYTES): number("a weight", w, 0) for size, w in self.weights.items()}
        if not 0 < sum(weights.values()) < float("inf"):
            raise InvalidArgumentError(f"Weights add up to more than 0, not {short(self.weights)}.")
        return WeightedBytes(weights)

    def size(self, id: "Column", seed: int) -> "Column":
        """Returns the size (int) of a record's value."""
        import pyspark.sql.functions as F

        possible = {size: weight for size, weight in self.weights.items() if weight}
        bounds, (first, *_), last = list(accumulate(possible.values())), possible, list(possible)[-1]
        drawn, total = uniform(id, seed, _DRAW), bounds[-1]
        chosen = F.when(drawn < bounds[0] / total, first)
        for size, bound in zip(list(possible)[1:], bounds[1:], strict=True):
            chosen = chosen.when(drawn < bound / total, size)
        return chosen.otherwise(last).cast("int")


SizeLaw = UniformBytes | LognormalBytes | WeightedBytes


def check_size(given: "int | SizeLaw") -> "int | SizeLaw":
    """Returns the size of values or its law; raises InvalidArgumentError for one that cannot be.

    >>> check_size(200)
    200

    Kafka: kafka-producer-perf-test --record-size.
    """
    return given.check() if isinstance(given, SizeLaw) else count("record_bytes", given, 0, MOST_BYTES)


def value(size: "int | SizeLaw", id: "Column", seed: int) -> "Column":
    """Returns a value (binary) as large as the law says; its bytes are all the same.

    >>> spark.range(2).select(value(3, F.col("id"), 1).alias("value")).first().value  # doctest: +SKIP
    b'xxx'

    Kafka: kafka-producer-perf-test fills its payload alike, with random letters.
    """
    import pyspark.sql.functions as F

    if isinstance(size, int):
        return F.lit(b"x" * size)
    return F.repeat(F.lit("x"), size.size(id, seed)).cast("binary")
