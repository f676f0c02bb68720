"""Chance that depends on a record's number and the seed alone, not on which of Spark's tasks asks."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import Column


def uniform(number: "Column", seed: int, draw: int = 0) -> "Column":
    """Returns a double in (0, 1) that follows from a record's number, the seed, and which of its draws it is.

    >>> spark.range(1).select(uniform(F.col("id"), 1)).first()[0]  # doctest: +SKIP
    0.4489558218815158

    Spark's own `rand` would give other records when other tasks made them.
    """
    import pyspark.sql.functions as F

    return (F.shiftrightunsigned(_bits(number, seed, draw), 11).cast("double") + 0.5) * 2.0**-53


def below(number: "Column", bound: "Column | int", seed: int, draw: int = 0) -> "Column":
    """Returns a whole number (long) from 0 to `bound` - 1 that follows from a record's number, the seed and the draw.

    >>> spark.range(1).select(below(F.col("id"), 6, 1)).first()[0]  # doctest: +SKIP
    4

    Kafka: its clients ask ThreadLocalRandom.
    """
    import pyspark.sql.functions as F

    return F.pmod(_bits(number, seed, draw), bound if not isinstance(bound, int) else F.lit(bound).cast("long"))


def _bits(number: "Column", seed: int, draw: int) -> "Column":
    import pyspark.sql.functions as F

    drawn = [F.lit(draw).cast("long")] if draw else []
    return F.xxhash64(number, F.lit(seed).cast("long"), *drawn)
