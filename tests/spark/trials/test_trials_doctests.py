"""The examples in the trials' docstrings that need a Spark are run here, with one."""

import importlib

import pytest

from kafkaviz.spark import trials
from tests.spark.skipped_examples import assert_the_skipped_examples_hold

pytestmark = pytest.mark.spark


@pytest.mark.parametrize("name", ["durability_law", "replay", "run", "summaries"])
def test_the_examples_hold(spark, name):
    module = importlib.import_module(f"kafkaviz.spark.trials.{name}")
    names = {each: getattr(trials, each) for each in trials.__all__} | vars(module) | {"spark": spark}
    assert_the_skipped_examples_hold(module, names)
