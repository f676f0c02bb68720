"""The examples in the trials' docstrings that need a Spark are run here, with one."""

import doctest
import importlib

import pytest

from kafkaviz.spark import trials

pytestmark = pytest.mark.spark


@pytest.mark.parametrize("name", ["durability_law", "replay", "run", "summaries"])
def test_the_examples_hold(spark, name):
    module = importlib.import_module(f"kafkaviz.spark.trials.{name}")
    names = {each: getattr(trials, each) for each in trials.__all__} | vars(module) | {"spark": spark}
    runner, run = doctest.DocTestRunner(), 0
    for test in doctest.DocTestFinder(recurse=True).find(module, extraglobs=names):
        for example in test.examples:
            run += example.options.pop(doctest.SKIP, False)
        assert runner.run(test).failed == 0
    assert run > 0
