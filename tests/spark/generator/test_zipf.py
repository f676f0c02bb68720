"""Zipf's law: exact in numpy, and what Spark draws by it."""

from itertools import product

import numpy as np
import pyspark.sql.functions as F
import pytest

from kafkaviz.spark.generator.zipf import HEAD, drawn_law, zipf_law, zipf_rank
from tests.sampling import every, together


@together(product([1, 2, 16, 17, 100, 10_000, 1_000_000], [0, 0.5, 0.9, 1, 1.1, 1.5, 2, 3]))
def test_what_is_drawn_is_within_a_fifty_thousandth_of_the_law(keys, zipf):
    law, drawn = zipf_law(keys, zipf), drawn_law(keys, zipf)
    assert law.sum() == pytest.approx(1) and drawn.sum() == pytest.approx(1)
    assert abs(law - drawn).sum() / 2 < 0.00002
    assert (law[:HEAD] == drawn[:HEAD]).all()


def test_the_law_is_its_definition():
    assert zipf_law(3, 2) * (1 + 1 / 4 + 1 / 9) == pytest.approx([1, 1 / 4, 1 / 9])


@pytest.mark.parametrize(("keys", "zipf"), [(0, 1.0), (5, -0.1)])
def test_impossible_laws_are_refused(keys, zipf):
    with pytest.raises(ValueError, match=r"keys is at least 1|or more, not"):
        zipf_law(keys, zipf)


@pytest.mark.spark
@pytest.mark.parametrize(
    ("keys", "zipf"),
    every(3, [(1, 1), (5, 1.1), (16, 2), (17, 0), (400, 1), (10_000, 1.1), (2_000, 0.9), (900, 1.5), (50, 40)]),
)
def test_evenly_spaced_numbers_are_drawn_exactly_by_the_law(spark, keys, zipf):
    """With n numbers spread evenly over [0, 1) no rank can be off by more than the two at its edges."""
    n = 100_000
    uniform = ((F.col("id") + 0.5) / n).alias("uniform")
    drawn = spark.range(n).select(uniform).select(zipf_rank(F.col("uniform"), keys, zipf).alias("rank"))
    counts = np.zeros(keys + 1)
    for row in drawn.groupBy("rank").count().collect():
        counts[row["rank"]] = row["count"]
    assert counts[0] == 0
    assert abs(counts[1:] - n * drawn_law(keys, zipf)).max() < 2
