"""A stream is read to its end, its result is that of a batch, and nothing of it stays."""

import tempfile

import pyspark.sql.functions as F
import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.spark import ARRIVALS, LOAD, arrivals, as_stream, filled, lag, lag_parts, load, watch, workload
from kafkaviz.spark.errors import SparkJobError
from tests.sampling import every

pytestmark = pytest.mark.spark


@pytest.fixture(scope="module")
def dump(spark, tmp_path_factory) -> str:
    """Returns a folder of three Parquet files, of 300, 200 and 100 records."""
    folder = str(tmp_path_factory.mktemp("dump") / "clicks")
    records = workload(spark, records=600, partitions=3, rate=100)
    for least, most in ((0, 300), (300, 500), (500, 600)):
        one = records.where(f"offset >= {least} and offset < {most}").coalesce(1)
        one.write.mode("append").parquet(folder)
    return folder


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(spark, tmp_path_factory, monkeypatch):
    own = tmp_path_factory.mktemp("own")
    monkeypatch.setattr(tempfile, "tempdir", str(own))
    yield
    assert spark.streams.active == []
    assert list(own.iterdir()) == []


def stream_of(spark, folder: str):
    schema = spark.read.parquet(folder).schema
    return spark.readStream.schema(schema).option("maxFilesPerTrigger", 1).parquet(folder)


def test_the_result_grows_with_the_stream_and_ends_as_the_batch(spark, dump):
    tables = list(watch(stream_of(spark, dump), LOAD))
    counts = [int(table.records.sum()) for table in tables]
    assert len(counts) == 3 and counts == sorted(set(counts)) and counts[-1] == 600
    assert tables[-1].equals(load(spark.read.parquet(dump)).toPandas())


@pytest.mark.parametrize("parts", every(2, [lag_parts(20), ARRIVALS]))
def test_arrivals_and_lag_of_a_stream_are_those_of_the_batch(spark, dump, parts):
    order = ["partition", "window_start"]
    *_, last = watch(stream_of(spark, dump), parts)
    batch = arrivals(spark.read.parquet(dump))
    expected = batch if parts is ARRIVALS else lag(filled(batch), 20)
    tables = [table.sort_values(order).reset_index(drop=True) for table in (last, expected.toPandas())]
    assert tables[0].equals(tables[1])


def test_a_stream_without_a_clock_gives_the_same_each_time(spark):
    stream = spark.readStream.format("rate-micro-batch").option("rowsPerBatch", 50).option("numPartitions", 2).load()
    records = stream.selectExpr(
        "cast(cast(value AS string) AS binary) AS key",
        "cast(null AS binary) AS value",
        "'t' AS topic",
        "cast(value % 3 AS int) AS partition",
        "value AS offset",
        "timestamp",
        "0 AS timestampType",
    )
    first, again = ([table.records.tolist() for table in watch(records, LOAD)] for _ in range(2))
    assert first == again and sum(first[-1]) == 50


def test_a_stream_that_fails_says_why_in_one_sentence(spark, dump):
    lost = stream_of(spark, dump).selectExpr("key", "value", "topic", "cast(null AS int) AS partition", "timestamp")
    with pytest.raises(SparkJobError, match=r"^These records have no partition yet"):
        list(watch(lost, ARRIVALS))


def test_whoever_stops_asking_or_is_interrupted_leaves_nothing_running(spark, dump):
    for _ in watch(stream_of(spark, dump), LOAD):
        break
    tables = watch(stream_of(spark, dump), LOAD)
    next(tables)
    with pytest.raises(KeyboardInterrupt):
        tables.throw(KeyboardInterrupt)
    assert list(tables) == []


def test_an_empty_stream_yields_nothing(spark, dump, tmp_path):
    schema = spark.read.parquet(dump).schema
    assert list(watch(spark.readStream.schema(schema).parquet(str(tmp_path)), LOAD)) == []


def test_what_is_no_stream_is_refused(spark, dump):
    with pytest.raises(InvalidArgumentError, match="these records are all there already"):
        watch(spark.read.parquet(dump), LOAD)
    with pytest.raises(WrongTypeError, match="watch takes LOAD, ARRIVALS or lag_parts"):
        watch(stream_of(spark, dump), load)
    with pytest.raises(InvalidArgumentError, match=r"cannot be kept in '/nowhere' \(No such file or directory\)"):
        next(watch(stream_of(spark, dump), LOAD, folder="/nowhere"))


def test_records_come_as_a_stream_in_the_order_of_a_column(spark):
    records = workload(spark, records=800, partitions=3, rate=100)
    with as_stream(records, files=2) as stream:
        assert [int(so_far.records.sum()) for so_far in watch(stream, LOAD)] == [400, 800]
    with as_stream(records.withColumn("back", -F.col("offset")), by="back", files=2) as stream:
        last, all_of_them = (so_far.window_start.min() for so_far in watch(stream, ARRIVALS))
    assert last > all_of_them


@pytest.mark.parametrize("wrong", [{"by": "when"}, {"files": 0}])
def test_a_stream_of_another_column_or_of_no_file_is_refused(spark, wrong):
    with pytest.raises(InvalidArgumentError), as_stream(workload(spark, records=8, partitions=3), **wrong):
        pass
