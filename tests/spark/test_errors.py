"""What Spark raises is told in one sentence, by the same words whoever raised it."""

import pyspark.sql.functions as F
import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.spark import SparkJobError, plain_errors
from kafkaviz.spark.errors import plain_sentence

ABORTED = (
    "An error occurred while calling o249.parquet.\n"
    ": org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 5.0 failed 1 times, most "
    "recent failure: Lost task 0.0 in stage 5.0 (TID 8) (localhost executor driver): {reason}\n"
    "\tat org.apache.hadoop.fs.ChecksumFileSystem.create(ChecksumFileSystem.java:511)\n"
    "Driver stacktrace:\n\tat org.apache.spark.scheduler.DAGScheduler.abort(DAGScheduler.scala:3154)\n"
)


@pytest.mark.parametrize(
    ("raised", "sentence"),
    [
        (
            ABORTED.format(reason="java.io.IOException: Mkdirs failed to create file:/here (exists=false)"),
            "Mkdirs failed to create file:/here (exists=false).",
        ),
        (
            ABORTED.format(reason="java.io.IOException: No space left on device"),
            "The disk is full (No space left on device): make room, or write to another folder.",
        ),
        (
            ABORTED.format(reason="a.B: outer") + "Caused by: java.io.EOFException: the inner reason\n\t... 9 more",
            "the inner reason.",
        ),
        (
            "java.lang.IllegalStateException: Cannot call methods on a stopped SparkContext.\nThis was it:",
            "Spark has stopped: start a new session().",
        ),
        ("java.lang.OutOfMemoryError: Java heap space", "Spark ran out of memory: give it more, as in session(me"),
        ("", "Exception."),
    ],
)
def test_a_java_error_becomes_its_innermost_reason(raised, sentence):
    told = plain_sentence(Exception(raised))
    assert told.startswith(sentence) and "\n" not in told and "\tat" not in told


def test_an_error_of_this_package_that_a_worker_raised_is_told_as_it_is():
    worker = 'Traceback (most recent call last):\n  File "x.py", line 3, in f\n    f()\n{}: It\'s 3, not 4.\n'
    assert plain_sentence(Exception(worker.format("kafkaviz.decisions.errors.LearnerError"))) == "It's 3, not 4."
    assert plain_sentence(Exception(worker.format("KeyError"))) == (
        "A Python function that Spark ran failed: KeyError: It's 3, not 4 (line 3 of x.py)."
    )


@pytest.mark.parametrize("problem", [ValueError("mine"), InvalidArgumentError("ours"), KeyboardInterrupt()])
def test_what_is_not_sparks_passes_as_it_is(problem):
    with pytest.raises(type(problem)) as told, plain_errors():
        raise problem
    assert told.value is problem


@pytest.mark.spark
def test_what_a_real_spark_raises_is_one_sentence_each(spark, tmp_path):
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.parquet").write_text("no Parquet at all" * 100)

    @F.udf("int")
    def picky(number):
        raise KeyError(f"no partition for {number}")

    def dies(batches):
        import os

        os._exit(9)
        yield from batches

    asked = {
        "There is no column `nope`; there is `id`.": lambda: spark.range(3).select("nope").collect(),
        "There is no column `nope`; there is `id`. ": lambda: spark.range(3).groupBy("nope").count().collect(),
        "A Python function that Spark ran failed: KeyError: 'no partition for 0' (line ": (
            lambda: spark.range(1).select(picky("id")).collect()
        ),
        "A Python worker died": lambda: spark.range(3).mapInArrow(dies, "id long").collect(),
        f"{tmp_path}/bad/a.parquet cannot be read: it is no Parquet file, or it is damaged.": (
            lambda: spark.read.parquet(str(tmp_path / "bad")).collect()
        ),
        f"There is no {tmp_path}/nothing.": lambda: spark.read.parquet(str(tmp_path / "nothing")),
        "Path ": lambda: spark.range(3).write.parquet(str(tmp_path / "bad")),
        "Spark cannot read Kafka without its connector": lambda: spark.read.format("kafka").load(),
        "Division by zero.": lambda: spark.sql("select 1 / 0").collect(),
        "my own words": lambda: spark.sql("select raise_error('my own words')").collect(),
    }
    for sentence, action in asked.items():
        with pytest.raises(SparkJobError) as told, plain_errors():
            action()
        assert str(told.value).startswith(sentence.strip())
        assert "\n" not in str(told.value) and "\tat " not in str(told.value)
        assert told.value.__cause__ is None and told.value.__context__ is not None
