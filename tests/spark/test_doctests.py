"""The examples in the docstrings that need a Spark are run here, with one."""

import importlib

import pyspark.sql.functions as F
import pytest

import kafkaviz.spark
from kafkaviz.decisions.hashing import murmur2
from tests.spark.skipped_examples import assert_the_skipped_examples_hold

pytestmark = pytest.mark.spark


WITH_SPARK = [
    *("hashing", "log_segments", "progress", "routing", "streaming", "workload"),
    *(f"aggregates.{name}" for name in ("batches", "capacity", "checks", "compaction", "kept", "lag", "load", "order")),
    *(f"aggregates.{name}" for name in ("retention", "runs", "windows")),
    *("workloads.chance", "workloads.rates", "workloads.sizes", "workloads.zipf"),
]


@pytest.mark.parametrize("name", WITH_SPARK)
def test_the_examples_hold(spark, name, tmp_path):
    module = importlib.import_module(f"kafkaviz.spark.{name}")
    names = vars(kafkaviz.spark) | vars(module) | {"spark": spark, "F": F, "murmur2": murmur2}
    names["clicks"] = kafkaviz.spark.workload(spark, records=600, partitions=3)
    if name == "aggregates.capacity":
        names["grid"] = module.capacity(names["clicks"], [100], [4], [1], 80, bound_records=20)
    if name == "streaming":
        names["clicks"].write.parquet(str(tmp_path / "clicks"))
        names["stream"] = spark.readStream.schema(names["clicks"].schema).parquet(str(tmp_path / "clicks"))
    assert_the_skipped_examples_hold(module, names)
