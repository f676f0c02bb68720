"""The examples in the docstrings that need a Spark are run here, with one."""

import doctest
import importlib

import pyspark.sql.functions as F
import pytest

from kafkaviz.decisions.hashing import murmur2

pytestmark = pytest.mark.spark


WITH_SPARK = [
    *("aggregates", "hashing", "progress", "routing", "segments", "workload"),
    *("workloads.chance", "workloads.rates", "workloads.sizes", "workloads.zipf"),
]


@pytest.mark.parametrize("name", WITH_SPARK)
def test_the_examples_hold(spark, name):
    module = importlib.import_module(f"kafkaviz.spark.{name}")
    names = vars(module) | {"spark": spark, "F": F, "murmur2": murmur2}
    if name == "aggregates":
        names["workload"] = importlib.import_module("kafkaviz.spark.workload").workload
    runner, run = doctest.DocTestRunner(), 0
    for test in doctest.DocTestFinder(recurse=True).find(module, extraglobs=names):
        for example in test.examples:
            run += example.options.pop(doctest.SKIP, False)
        assert runner.run(test).failed == 0
    assert run > 0
