"""The examples in the docstrings that need a Spark are run here, with one."""

import importlib

import pyspark.sql.functions as F
import pytest

import kafkaviz.spark
from kafkaviz.decisions.hashing import murmur2
from tests.spark.skipped_examples import assert_the_skipped_examples_hold

pytestmark = [pytest.mark.spark, pytest.mark.slow]


WITH_SPARK = [
    *("hashing", "log_segments", "progress_bar", "routing", "streaming"),
    *(f"aggregates.{name}" for name in ("batches", "capacity", "checks", "compaction", "kept", "lag", "load", "order")),
    *(f"aggregates.{name}" for name in ("retention", "runs", "windows")),
    *(f"generator.{name}" for name in ("chance", "rates", "sizes", "workload", "zipf")),
]


@pytest.mark.parametrize("name", WITH_SPARK)
def test_the_examples_hold(spark, name, tmp_path):
    module = importlib.import_module(f"kafkaviz.spark.{name}")
    public = {name: getattr(kafkaviz.spark, name) for name in kafkaviz.spark.__all__}
    names = public | vars(module) | {"spark": spark, "F": F, "murmur2": murmur2}
    names["clicks"] = kafkaviz.spark.workload(spark, records=600, partitions=3)
    if name == "aggregates.capacity":
        names["grid"] = module.capacity(names["clicks"], [100], [4], [1], 80, bound_records=20)
    if name == "streaming":
        names["clicks"].write.parquet(str(tmp_path / "clicks"))
        names["stream"] = spark.readStream.schema(names["clicks"].schema).parquet(str(tmp_path / "clicks"))
    assert_the_skipped_examples_hold(module, names)
