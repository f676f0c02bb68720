"""The same count on a cluster and on a real topic: where it runs and what it reads stands in the environment."""

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kafkaviz.decisions.errors import WrongTypeError
from kafkaviz.decisions.wording import name_of, short
from kafkaviz.spark.errors import plain_errors
from kafkaviz.spark.spark_session import session
from kafkaviz.spark.starting import environment

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame, SparkSession

# Spark 4.3.0's own is not published, and this one works with it.
KAFKA_SOURCE: Final = "org.apache.spark:spark-sql-kafka-0-10_2.13:4.2.0"
_MASTER, _BOOTSTRAP, _TOPIC = "KAFKAVIZ_MASTER", "KAFKAVIZ_BOOTSTRAP", "KAFKAVIZ_TOPIC"
_RECORDS: Final = 100_000
_PLAN: Final = """\
Neither {master} nor {bootstrap} is set, so nothing runs. This would:

  records = spark.read.format("kafka").option("kafka.bootstrap.servers", "broker:9092")
  {count}(records.option("subscribe", "clicks").load())

From a notebook, on a cluster, on a topic, or on both; a generated topic stands in where none is named:
  export {master}=spark://host:7077
  export {bootstrap}=broker:9092 {topic}=clicks
  jupyter lab

As a program: save the lines of this cell as count.py.
  spark-submit --master spark://host:7077 --packages {source} count.py

By Spark Connect, whose server has that package:
  {master}=sc://host:15002 python count.py"""


def run_elsewhere(count: "Callable[[DataFrame], DataFrame]") -> "str | pd.DataFrame":
    """Runs a count on the cluster of KAFKAVIZ_MASTER, on the topic at KAFKAVIZ_BOOTSTRAP, and returns it as pandas.

    `count` makes a DataFrame of records with the columns of Spark's Kafka source. With a cluster and no topic it gets
    generated records, with a topic and no cluster this machine reads it; spark-submit counts as a cluster.
    KAFKAVIZ_TOPIC names the topic, "clicks" if it is not set. A session that runs here is stopped, for a process has
    one. Without any of them nothing runs, and what comes back is the plan: the lines by which it would.
    Raises WrongTypeError for what is no function, SparkStartError and SparkJobError for what fails there.

    >>> def by_partition(records):
    ...     return records.groupBy("partition").count()
    >>> print(str(run_elsewhere(by_partition)).partition(",")[0])
    Neither KAFKAVIZ_MASTER nor KAFKAVIZ_BOOTSTRAP is set

    Kafka: a consumer without a group, from the earliest offsets to the latest of the moment in which it begins.
    """
    if not callable(count):
        raise WrongTypeError(f"count is a function from records to a DataFrame, not {short(count)}.")
    master, bootstrap = os.environ.get(_MASTER), os.environ.get(_BOOTSTRAP)
    if not (master or bootstrap or "PYSPARK_GATEWAY_PORT" in os.environ):
        names = {"master": _MASTER, "bootstrap": _BOOTSTRAP, "topic": _TOPIC}
        return _PLAN.format(**names, count=name_of(count), source=KAFKA_SOURCE)
    _stop_running()
    with environment(_with_kafka_source() if bootstrap else {}), session(master=master) as spark, plain_errors():
        return count(_topic(spark, bootstrap) if bootstrap else _generated(spark)).toPandas()


def _topic(spark: "SparkSession", bootstrap: str) -> "DataFrame":
    reader = spark.read.format("kafka").option("kafka.bootstrap.servers", bootstrap)
    return reader.option("subscribe", os.environ.get(_TOPIC) or "clicks").load()


def _generated(spark: "SparkSession") -> "DataFrame":
    from kafkaviz.spark.generator.workload import workload

    return workload(spark, "zipf", records=_RECORDS, partitions=12)


def _with_kafka_source() -> dict[str, str | None]:
    """Returns the environment in which Spark fetches its Kafka source, unless it is told already where that is."""
    given = os.environ.get("PYSPARK_SUBMIT_ARGS") or "pyspark-shell"
    has_packages = re.search(r"--(packages|jars)\b|spark\.jars", given)
    return {} if has_packages else {"PYSPARK_SUBMIT_ARGS": f"--packages {KAFKA_SOURCE} {given}"}


def _stop_running() -> None:
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None and "PYSPARK_GATEWAY_PORT" not in os.environ:
        running.stop()
